"""The verifier proves honest exports, by itself, and names the first line of every false one."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from games.match import queries
from games.models import Player
from tests.games.exports import (
    DATA,
    EXPORTS,
    VERIFIER,
    Fact,
    bots_match,
    chained,
    is_proved,
    read,
    resigned_match,
    verify,
    written,
)
from tests.long import sqlite_first
from tests.product import ROOT

WITH_RULES = ("--engine", str(ROOT))
Falsify = Callable[[list[Fact]], object]


def honest() -> list[Fact]:
    return read((DATA / "match-bots.jsonl").read_bytes())


def nth(facts: list[Fact], kind: str, n: int = 0, **data: object) -> Fact:
    """The n-th fact of a kind whose data has these values."""
    found = [
        fact
        for fact in facts
        if fact["type"] == kind and all(fact["data"][key] == data[key] for key in data)
    ]
    return found[n]


@pytest.mark.parametrize("kept", EXPORTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("options", [(), WITH_RULES], ids=["alone", "with the rules"])
def test_a_match_exported_once_is_proved_for_ever(kept: Any, options: tuple[str, ...]) -> None:
    code, said = verify(kept.read_bytes(), *options)
    assert is_proved(code, said), said
    assert ("by the rules" in said) is bool(options)


def test_each_deal_has_its_line_and_says_what_is_not_proved() -> None:
    code, said = verify((DATA / "match-resigned.jsonl").read_bytes(), *WITH_RULES)
    assert code == 0
    assert [line[:20] for line in said.splitlines()[5:7]] == [
        "deal 1   proved: 48 ",
        "deal 2   not proved:",
    ]
    assert "result   side 1 wins (resigned)" in said


def test_the_program_needs_no_python_newer_than_3_9() -> None:
    ast.parse(VERIFIER.read_text(), feature_version=(3, 9))


@sqlite_first
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ruleset", "seats", "overrides"),
    [
        ("classic", 3, {}),
        ("classic", 4, {}),
        ("royal", 4, {"partnership": False, "first_to": 11}),
        ("spade", 2, {}),
        ("face-value", 2, {"points": {"cards": 5, "each_spade": 1}, "sweep_points": 3}),
        ("california", 3, {}),
        ("two-handed", 2, {"deals_each": 1, "deal_order": "singly"}),
        ("draw", 2, {}),
        ("classic", 3, {"draws": True}),
    ],
)
def test_a_match_by_any_ruleset_is_proved(
    ruleset: str, seats: int, overrides: Mapping[str, Any]
) -> None:
    kinds = ("greedy", "random")
    players = [
        Player.objects.create(handle=f"bot-{n}", kind=Player.Kind.BOT, bot=kinds[n % 2])
        for n in range(seats)
    ]
    exported = queries.export(bots_match(players, ruleset, overrides))
    code, said = verify(exported, *WITH_RULES)
    assert is_proved(code, said), said


@sqlite_first
@pytest.mark.django_db
def test_a_match_in_play_is_proved_as_far_as_it_has_come(alice: Player, bots: list[Player]) -> None:
    facts = read(queries.export(resigned_match(alice, bots[0])))
    assert verify(written(facts))[0] == 0
    turns = [fact["version"] for fact in facts[:20] if fact["data"].get("turn") is not None]
    for version in (1, 3, *turns[:3]):
        code, said = verify(written(facts[:version]), *WITH_RULES)
        assert (code, said.splitlines()[-1]) == (0, "PROVED so far; the match is not finished")


def change(kind: str, n: int = 0, **data: object) -> Falsify:
    return lambda facts: nth(facts, kind, n)["data"].update(data)


def drop(kind: str, n: int = 0) -> Falsify:
    return lambda facts: facts.remove(nth(facts, kind, n))


def swap_secrets(facts: list[Fact]) -> None:
    first, second = nth(facts, "deal_scored", 0)["data"], nth(facts, "deal_scored", 1)["data"]
    first["secret"], second["secret"] = second["secret"], first["secret"]


def swap_plays(facts: list[Fact]) -> None:
    at = facts.index(nth(facts, "card_played", 0))
    facts[at], facts[at + 1] = facts[at + 1], facts[at]


@pytest.mark.parametrize(
    ("falsify", "line", "problem"),
    [
        pytest.param(
            change("card_played", 3, text="Kc"), "card_played", "what was recorded", id="text"
        ),
        pytest.param(drop("card_played", 3), "card_played", "it has version", id="dropped line"),
        pytest.param(
            lambda facts: facts[9].update(actor="player:mallory"),
            "line 10,",
            "what was recorded",
            id="actor",
        ),
        pytest.param(
            lambda facts: facts[9].update(at="2026-11-20T12:00:00.000001+00:00"),
            "line 10,",
            "what was recorded",
            id="time",
        ),
        pytest.param(
            lambda facts: facts[0].update(secret_digest="0" * 64),
            "line 1,",
            "what was recorded",
            id="another sealed seed",
        ),
        pytest.param(
            lambda facts: facts[4].update(previous_hash="0" * 64),
            "line 5,",
            "does not follow",
            id="cut chain",
        ),
        pytest.param(swap_plays, "card_played", "it has version", id="exchanged lines"),
        pytest.param(lambda facts: facts.pop(0), "line 1,", "version 1 must", id="no beginning"),
        pytest.param(
            lambda facts: facts[20].update(note="?"),
            "line 21",
            "no exported fact",
            id="more fields",
        ),
    ],
)
def test_a_change_of_the_log_breaks_the_chain(falsify: Falsify, line: str, problem: str) -> None:
    facts = honest()
    falsify(facts)
    code, said = verify(written(facts))
    last = said.splitlines()[-1]
    assert code == 1, said
    assert last.startswith("BROKEN   line "), said
    assert line in last
    assert problem in last


def flip_table_card(facts: list[Fact]) -> None:
    table = nth(facts, "packet_dealt", 0)["data"]["table"]
    table[0] = "Kc" if "Kc" not in table else "Kd"


def steal_a_card(facts: list[Fact]) -> None:
    """A trail, told as if another card had been trailed."""
    play = next(
        f for f in facts if f["type"] == "card_played" and f["data"]["move"]["kind"] == "trail"
    )
    later = facts[-3]["data"]["move"]["card"]
    play["data"]["move"]["card"] = play["data"]["text"] = later


def move_a_pile_card(facts: list[Fact]) -> None:
    piles = nth(facts, "deal_scored", 0)["data"]["piles"]
    piles[1].append(piles[0].pop())


def raise_a_total(facts: list[Fact]) -> None:
    nth(facts, "deal_scored", 0)["data"]["scores"][1] += 1


def raise_an_award(facts: list[Fact]) -> None:
    row = nth(facts, "deal_scored", 0)["data"]["sheet"][1]
    row["aces"] += 1
    row["total"] += 1


def reverse_the_winner(facts: list[Fact]) -> None:
    facts[-1]["data"]["winner"] = 1 - facts[-1]["data"]["winner"]


def forge_a_sweep(facts: list[Fact]) -> None:
    capture = next(f for f in facts if f["type"] == "card_played" and f["data"]["captured"])
    capture["data"]["sweep"] = not capture["data"]["sweep"]


def take_too_much(facts: list[Fact]) -> None:
    capture = next(f for f in facts if f["type"] == "card_played" and f["data"]["captured"])
    capture["data"]["captured"].append("Ks")


def play_out_of_turn(facts: list[Fact]) -> None:
    nth(facts, "card_played", 0)["data"]["seat"] ^= 1


def deal_to_oneself(facts: list[Fact]) -> None:
    nth(facts, "match_started")["data"]["dealer"] ^= 1


def blame_the_clock(facts: list[Fact]) -> None:
    nth(facts, "card_played", 5)["data"]["default"] = True


def play_on(facts: list[Fact]) -> None:
    facts.append(dict(nth(facts, "card_played", 0)))


@pytest.mark.parametrize(
    ("falsify", "line", "problem"),
    [
        pytest.param(flip_table_card, "packet_dealt", "`table` is", id="flipped table card"),
        pytest.param(steal_a_card, "card_played", "was not in the hand", id="card from nowhere"),
        pytest.param(swap_secrets, "deal_scored", "does not lead to the", id="swapped secrets"),
        pytest.param(
            change("deal_scored", 1, secret="0" * 64),
            "deal_scored",
            "does not lead to the secret of deal 1",
            id="another secret",
        ),
        pytest.param(
            change("match_created", commitment="0" * 64),
            "deal_scored",
            "does not lead to the commitment",
            id="another commitment",
        ),
        pytest.param(
            change("cut_made", 1, cut="00" * 16), "", "must be", id="another cut of the last seat"
        ),
        pytest.param(deal_to_oneself, "match_started", "`dealer` is", id="another first dealer"),
        pytest.param(
            change("deal_started", 1, dealer=7), "deal_started", "`dealer` is", id="another dealer"
        ),
        pytest.param(move_a_pile_card, "deal_scored", "`piles` is", id="a card moved to a pile"),
        pytest.param(raise_a_total, "deal_scored", "`scores` is", id="another total"),
        pytest.param(raise_an_award, "deal_scored", "`sheet` is", id="an award too much"),
        pytest.param(reverse_the_winner, "match_finished", "`winner` is", id="another winner"),
        pytest.param(
            change("match_finished", reason="resigned"),
            "match_finished",
            "`reason` is",
            id="another reason",
        ),
        pytest.param(forge_a_sweep, "card_played", "`sweep` is", id="another sweep"),
        pytest.param(take_too_much, "card_played", "`captured` is", id="more than was taken"),
        pytest.param(play_out_of_turn, "card_played", "not the turn of", id="out of turn"),
        pytest.param(blame_the_clock, "card_played", "`default` is", id="not the clock's play"),
        pytest.param(
            drop("card_played", 3), "card_played", "not the turn of", id="a play left out"
        ),
        pytest.param(
            drop("packet_dealt", 1), "card_played", "packet_dealt must come", id="no packet"
        ),
        pytest.param(drop("deal_scored", 1), "deal_scored", "deal 2 must be scored", id="no score"),
        pytest.param(
            drop("match_finished"), "deal_scored", "match_finished must follow", id="no end"
        ),
        pytest.param(
            lambda facts: facts.insert(30, dict(facts[0])),
            "line 31, match_created",
            "must not come here",
            id="a second beginning",
        ),
        pytest.param(
            change("card_played", 3, text="Kc"), "card_played", "`text` is", id="another text"
        ),
        pytest.param(
            change("cut_made", by="nobody"), "cut_made", "nobody of that kind", id="another cutter"
        ),
        pytest.param(
            lambda facts: facts.insert(40, {**facts[1], "type": "seat"}),
            "line 41, seat",
            "there is no fact seat",
            id="a fact of no kind",
        ),
        pytest.param(play_on, "card_played", "the match was over", id="a play after the end"),
        pytest.param(
            change("match_created", match="0" * 32), "line 1,", "another match", id="another match"
        ),
        pytest.param(
            change("match_created", ruleset="poker"), "line 1,", "no ruleset", id="another game"
        ),
        pytest.param(
            lambda facts: nth(facts, "card_played", 2)["data"].pop("turn"),
            "card_played",
            "`turn` is missing",
            id="a field left out",
        ),
    ],
)
def test_a_dishonest_server_that_repairs_its_chain_is_found_out(
    falsify: Falsify, line: str, problem: str
) -> None:
    facts = honest()
    falsify(facts)
    code, said = verify(written(chained(facts)))
    last = said.splitlines()[-1]
    assert code == 1, said
    assert said.startswith("chain    unbroken"), said
    assert last.startswith("BROKEN   line "), said
    assert line in last
    assert problem in last


def test_an_illegal_capture_is_judged_by_the_rules() -> None:
    """The first play of a deal takes a table card that it cannot; the export ends there."""
    facts = honest()
    at = facts.index(nth(facts, "card_played", 0))
    table = nth(facts, "packet_dealt", 0)["data"]["table"]
    play = facts[at]["data"]
    card = play["move"]["card"]
    taken = next(other for other in table if other[0] != card[0])
    play["move"] = {"kind": "capture", "card": card, "loose": [taken], "builds": []}
    play.update(text=f"{card}x{taken}", build=None, sweep=False)
    play["captured"] = sorted([card, taken], key=lambda text: "A23456789TJQK".index(text[0]))
    forged = written(chained(facts))
    code, said = verify(forged, *WITH_RULES)
    assert code == 1
    assert "card_played: against the rules" in said
    assert "against the rules" not in verify(forged)[1]


def test_the_last_hash_may_be_demanded() -> None:
    facts = honest()
    head = facts[-1]["hash"]
    assert verify(written(facts), "--head", head)[0] == 0
    code, said = verify(written(facts[:60]), "--head", head)
    assert (code, said.splitlines()[-1].startswith("BROKEN   line 60,")) == (1, True)
    assert verify(written(facts[:60]))[0] == 0


@pytest.mark.parametrize("content", [b"", b"\n", b"no JSON\n", b"[]\n", b'{"version": 1}\n'])
def test_what_is_no_export_cannot_be_used(content: bytes) -> None:
    code, said = verify(content)
    assert code == 2
    assert said.startswith("-: ")


def test_a_line_that_says_a_thing_twice_is_broken() -> None:
    lines = (DATA / "match-bots.jsonl").read_bytes().splitlines(keepends=True)
    lines[5] = lines[5].replace(b'"version":6', b'"version":6,"version":6')
    assert verify(b"".join(lines)) == (1, "BROKEN   line 6: it is no exported fact")


def test_a_missing_file_or_engine_is_said(tmp_path: Any) -> None:
    for options in (("nowhere.jsonl",), ("--engine", str(tmp_path))):
        code, said = verify(written(honest()), *options)
        assert code == 2, said
        assert "Traceback" not in said


def test_the_help_says_what_is_checked_and_what_the_exit_code_means() -> None:
    code, said = verify(b"", "--help")
    assert code == 0
    assert "back to the commitment" in said
    assert "Exit code 0" in said
