"""Nobody bends a cut unseen: what the verifier says of a server that tries, by itself or with what
a player kept.
"""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine import cut_digest, secret_of_deal, shuffled_deck, spare_cut
from games.match import commands, queries
from games.match.clocks import CUT_SECONDS, GRACE
from games.models import Player
from tests.games.cut_scenes import (
    MATCH,
    OWN,
    SEED,
    Server,
    commit,
    kept,
    open_table,
    receipt_in,
    receipt_of,
    resigned,
    show,
)
from tests.games.exports import DATA, Fact, chained, is_proved, read, verify, written
from tests.long import sqlite_first
from tests.noon import NOON
from tests.product import ROOT

WITH_RULES = ("--engine", str(ROOT))


def last(said: str) -> str:
    return said.splitlines()[-1]


def said_of(facts: list[Fact], *options: str) -> str:
    """The last line, which must go with the exit code."""
    code, said = verify(written(facts), *options)
    assert is_proved(code, said) or code == 1, said
    return last(said)


# What an honest server comes to.


@sqlite_first
@pytest.mark.django_db
@pytest.mark.parametrize("options", [(), WITH_RULES], ids=["alone", "with the rules"])
def test_who_kept_a_receipt_proves_that_the_own_cut_is_in_the_cards(
    alice: Player, bob: Player, tmp_path: Path, options: tuple[str, ...]
) -> None:
    match_id = open_table(alice, bob)
    for seat, player in enumerate((alice, bob)):
        commit(match_id, seat, player)
    receipts = [receipt_of(match_id, seat) for seat in range(2)]
    for seat, player in enumerate((alice, bob)):
        show(match_id, seat, player)
    facts = resigned(match_id, alice, bob)
    assert said_of(facts, *options, *kept(tmp_path, receipts[0])) == (
        "PROVED, and seat 0's own cut is in it"
    )
    assert said_of(facts, *options, *kept(tmp_path, *receipts)) == (
        "PROVED, and seat 0's own cut is in it, seat 1's own cut is in it"
    )
    assert said_of(facts, *options) == (
        "PROVED; that a player cut for seat 0, seat 1, only a receipt can prove"
    )


@sqlite_first
@pytest.mark.django_db
def test_the_verdict_names_every_seat_that_the_server_cut_for(
    alice: Player, bob: Player, charlie: Player, bots: list[Player], tmp_path: Path
) -> None:
    match_id = open_table(alice, bob, charlie, bots[0])
    commit(match_id, 0, alice)
    commands.waive_cut(match_id, bob, now=NOON)
    receipts = [receipt_of(match_id, 0)]
    commands.run_out_clock(match_id, NOON + timedelta(seconds=CUT_SECONDS) + GRACE)
    show(match_id, 0, alice)
    facts = read(queries.export(match_id))
    for options in ((), WITH_RULES):
        code, said = verify(written(facts), *options, *kept(tmp_path, *receipts))
        assert code == 0, said
        assert "cuts     of the players: seat 0: its own" in said
        assert (
            "cuts     the server cut for seat 1 (who wanted none), "
            "seat 2 (who did not come), seat 3 (a bot)"
        ) in said


def test_the_cuts_of_a_match_of_before_are_not_proved() -> None:
    """Its server saw the others before it made its own; that is how the first attack was done."""
    facts = read((DATA / "match-bots.jsonl").read_bytes())
    assert said_of(facts) == "PROVED but for the cuts, which nothing bound in matches of that time"


# The attacks.


def ground(server: Server, seat: int) -> bytes:
    """A cut for the seat after which it gets an ace at once, found when the others are known."""
    secret = secret_of_deal(SEED, 1)
    for number in range(10_000):
        cuts = [each.cut or number.to_bytes(16, "big") for each in server.state.seats]
        if shuffled_deck(secret, MATCH, 1, cuts)[0] < 4:
            return cuts[seat]
    raise AssertionError


def ground_match(bound_by: list[str] | None, by: str = "bot") -> list[Fact]:
    """What a server writes that chose a bot's cut after it had seen the player's; `bound_by` are
    the digests that it says to have published.
    """
    server = Server(bound=False)
    server.cut(0, OWN[0], "player")
    server.cut(1, ground(server, 1), by)
    facts = server.play()
    facts[0]["data"]["digests"] = bound_by
    return chained(facts)


def honest_digests() -> list[str]:
    return [cut_digest(MATCH, seat, spare_cut(SEED, MATCH, seat)).hex() for seat in range(2)]


def beginning() -> list[Fact]:
    """What the player saw of the match before showing a cut."""
    server = Server()
    server.cut(1, spare_cut(SEED, MATCH, 1), "bot")
    return server.told()


def test_a_cut_that_the_server_chose_after_the_others_is_a_broken_line() -> None:
    facts = ground_match(honest_digests())
    assert "cut_made: it is not the cut that the server had for seat 1" in said_of(facts)


def test_a_server_that_changes_its_digests_afterwards_is_found_out_by_a_receipt(
    tmp_path: Path,
) -> None:
    """Without one nobody can know: the whole log is written anew, and its last line says so."""
    receipt = receipt_in(beginning(), 0)
    digests = honest_digests()
    forged = ground_match(None)
    cut = next(f for f in forged if f["type"] == "cut_made" and f["data"]["by"] == "bot")
    digests[1] = cut_digest(MATCH, 1, bytes.fromhex(cut["data"]["cut"])).hex()
    facts = ground_match(digests)
    assert said_of(facts) == "PROVED; that a player cut for seat 0, only a receipt can prove"
    assert "line 1, match_created: it is not what seat 0's receipt has: digests" in said_of(
        facts, *kept(tmp_path, receipt)
    )


def test_a_server_that_goes_back_to_matches_of_before_proves_no_cut(tmp_path: Path) -> None:
    facts = ground_match(None)
    for fact in facts:
        if fact["type"] in ("match_created", "cut_made"):
            fact["schema"] = {"match_created": 2, "cut_made": 1}[fact["type"]]
    created = facts[0]["data"]
    del created["digests"], created["rules"]
    created["clock"].pop("bank_seconds", None)
    created["timeouts"].pop("both", None)
    chained(facts)
    assert said_of(facts).startswith("PROVED but for the cuts")
    assert "receipt has: digests" in said_of(facts, *kept(tmp_path, receipt_in(beginning(), 0)))


def test_a_bots_cut_that_is_called_a_players_is_a_broken_line() -> None:
    for facts in (ground_match(honest_digests()), read((DATA / "match-bots.jsonl").read_bytes())):
        for fact in facts:
            if fact["type"] == "cut_made":
                fact["data"]["by"] = "player"
        assert "cut_made: a bot's cut is by a bot" in said_of(chained(facts))


def as_people(facts: list[Fact]) -> list[Fact]:
    """The facts with every bot called a person."""
    for fact in facts:
        if fact["type"] == "seat_taken":
            fact["data"]["bot"] = None
        if fact["type"] == "cut_made":
            fact["data"]["by"] = "open"
    [*_, at_last] = [fact for fact in facts if fact["type"] == "cut_made"]
    at_last["data"]["by"] = "player"
    return chained(facts)


def test_bots_that_are_called_people_leave_their_cuts_to_receipts_that_nobody_has() -> None:
    facts = as_people(ground_match(honest_digests()))
    assert said_of(facts) == (
        "PROVED; that a player cut for seat 0, seat 1, only a receipt can prove"
    )


def test_a_bot_that_is_called_a_person_is_found_out_by_the_receipt_of_another(
    tmp_path: Path,
) -> None:
    """The player saw a bot at the other seat before showing a cut."""
    receipt = receipt_in(beginning(), 0)
    facts = as_people(ground_match(honest_digests()))
    assert "line 4, cut_made: it is not what seat 0's receipt has: its hash" in said_of(
        facts, *kept(tmp_path, receipt)
    )


def two_people(silent: bool = False) -> tuple[list[Fact], dict[str, Any]]:
    """A match of two who committed, and the receipt of the first; `silent`: as if the first had
    not shown the cut.
    """
    server = Server(bots=())
    server.commit(0)
    server.commit(1)
    receipt = receipt_in(server.told(), 0)
    server.cut(1, OWN[1], "player")
    if silent:
        server.cut(0, spare_cut(SEED, MATCH, 0), "not_revealed")
    else:
        server.cut(0, OWN[0], "player")
    return server.play(), receipt


def test_a_cut_that_the_server_left_out_is_named_and_its_player_proves_nothing(
    tmp_path: Path,
) -> None:
    facts, receipt = two_people(silent=True)
    code, said = verify(written(facts))
    assert code == 0
    assert "the server cut for seat 0 (who committed to a cut and did not show it)" in said
    assert "cuts     1 left unshown: who decided it chose between 2 decks" in said
    assert said_of(facts, *kept(tmp_path, receipt)).startswith(
        "NOT PROVED for seat 0: its cut is left out; the server cut for seat 0"
    )


def test_the_one_player_whom_the_server_calls_absent_can_tell(tmp_path: Path) -> None:
    receipt = receipt_in(beginning(), 0)
    server = Server()
    server.cut(1, spare_cut(SEED, MATCH, 1), "bot")
    server.cut(0, spare_cut(SEED, MATCH, 0), "absent")
    facts = server.play()
    assert said_of(facts) == (
        "PROVED; the server alone made the cuts, and fixed them when it created the match"
    )
    assert said_of(facts, *kept(tmp_path, receipt)).startswith("NOT PROVED for seat 0")


# The table of edits: every one of them chained anew, as a server would that means it.

Edit = Callable[[list[Fact]], object]


def first_of(facts: list[Fact], kind: str, seat: int) -> Fact:
    return next(f for f in facts if f["type"] == kind and f["data"]["seat"] == seat)


def flip(kind: str, seat: int, field: str) -> Edit:
    def edit(facts: list[Fact]) -> None:
        data = first_of(facts, kind, seat)["data"]
        data[field] = data[field][:-1] + "0123456789abcdef"[int(data[field][-1], 16) ^ 1]

    return edit


def flip_spare(facts: list[Fact]) -> None:
    digests = facts[0]["data"]["digests"]
    digests[0] = digests[0][::-1]


def delete(kind: str, seat: int) -> Edit:
    return lambda facts: facts.remove(first_of(facts, kind, seat))


def swap(one: tuple[str, int], other: tuple[str, int]) -> Edit:
    def edit(facts: list[Fact]) -> None:
        first, second = (facts.index(first_of(facts, *which)) for which in (one, other))
        facts[first], facts[second] = facts[second], facts[first]

    return edit


def relabel(seat: int, by: str) -> Edit:
    return lambda facts: first_of(facts, "cut_made", seat)["data"].update(by=by)


def move_seat(kind: str, seat: int, to: int) -> Edit:
    return lambda facts: first_of(facts, kind, seat)["data"].update(seat=to)


def say(facts: list[Fact], **data: object) -> None:
    facts[0]["data"].update(data)


BY_ITSELF: dict[str, Edit] = {
    "flip a cut": flip("cut_made", 0, "cut"),
    "flip a digest": flip("cut_committed", 0, "digest"),
    "delete a cut": delete("cut_made", 0),
    "delete the commitment of who showed last": delete("cut_committed", 0),
    "show before both committed": swap(("cut_committed", 1), ("cut_made", 1)),
    "commit after showing": swap(("cut_committed", 0), ("cut_made", 0)),
    "show in the place of another": move_seat("cut_made", 0, 1),
    "commit in the place of another": move_seat("cut_committed", 0, 1),
    "sit elsewhere": move_seat("cut_committed", 0, 7),
    "call it open": relabel(0, "open"),
    "call it a bot's": relabel(0, "bot"),
    "call it waived": relabel(0, "waived"),
    "call it absent": relabel(0, "absent"),
    "call it not revealed": relabel(0, "not_revealed"),
    "call it nobody's": relabel(0, "nobody"),
    "too few digests": lambda facts: facts[0]["data"]["digests"].pop(),
    "no digest": lambda facts: facts[0]["data"]["digests"].__setitem__(1, None),
    "no digests, but commitments": lambda facts: say(facts, digests=None),
    "of an earlier schema": lambda facts: facts[0].update(schema=2),
    "more in a commitment": lambda facts: first_of(facts, "cut_committed", 0)["data"].update(a=1),
    "more in a cut": lambda facts: first_of(facts, "cut_made", 0)["data"].update(a=1),
}
BY_A_RECEIPT: dict[str, Edit] = {
    "another digest of a spare that was not needed": flip_spare,
    "delete the commitment of who showed first": delete("cut_committed", 1),
    "commit in another order": swap(("cut_committed", 0), ("cut_committed", 1)),
}


@pytest.mark.parametrize("edit", BY_ITSELF.values(), ids=BY_ITSELF)
def test_an_edit_of_the_cuts_is_a_broken_line(edit: Edit) -> None:
    facts, _ = two_people()
    edit(facts)
    for options in ((), WITH_RULES):
        assert said_of(chained(facts), *options).startswith("BROKEN   line ")


@pytest.mark.parametrize("edit", BY_A_RECEIPT.values(), ids=BY_A_RECEIPT)
def test_an_edit_that_tells_of_the_same_cards_is_seen_by_a_receipt(
    edit: Edit, tmp_path: Path
) -> None:
    facts, receipt = two_people()
    options = kept(tmp_path, receipt)
    assert said_of(facts, *options) == "PROVED, and seat 0's own cut is in it"
    edit(facts)
    assert said_of(chained(facts)).startswith("PROVED; ")
    assert said_of(facts, *options).startswith("BROKEN   line ")


def test_the_order_in_which_cuts_are_shown_changes_nothing(tmp_path: Path) -> None:
    """Once all have committed, nobody can choose."""
    facts, receipt = two_people()
    swap(("cut_made", 0), ("cut_made", 1))(facts)
    assert said_of(chained(facts), *kept(tmp_path, receipt)) == (
        "PROVED, and seat 0's own cut is in it"
    )


# Receipts.


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"match": "0" * 32}, "line 1, match_created: it is not what seat 0's receipt has: match"),
        ({"commitment": "0" * 64}, "receipt has: commitment"),
        ({"digests": []}, "receipt has: digests"),
        ({"first": "0" * 64}, "line 1, match_created: it is not what seat 0's receipt has: its"),
        ({"seen": {"version": 5, "hash": "0" * 64}}, "line 5, cut_committed: it is not what"),
        ({"seen": {"version": 999, "hash": "0" * 64}}, "seat 0's receipt saw more"),
        ({"cut": "0" * 32}, "cut_committed: it is not what seat 0's receipt has: its digest"),
        ({"seat": 1}, "cut_committed: it is not what seat 1's receipt has: its digest"),
    ],
)
def test_a_receipt_of_another_match_fits_nothing(
    change: dict[str, object], problem: str, tmp_path: Path
) -> None:
    facts, receipt = two_people()
    assert problem in said_of(facts, *kept(tmp_path, {**receipt, **change}))


def test_an_open_cut_is_proved_and_called_open(tmp_path: Path) -> None:
    server = Server(bots=())
    receipt = receipt_in(server.told(), 0)
    server.cut(0, OWN[0], "player")
    server.cut(1, OWN[1], "player")
    assert said_of(server.play(), *kept(tmp_path, receipt)) == (
        "PROVED, and seat 0's own cut is in it, shown while others could still choose"
    )


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", json.dumps({"receipt": "good-ten/receipt/1"}), "\xff"]
)
def test_what_is_no_receipt_is_said_to_be_none(content: str, tmp_path: Path) -> None:
    file = tmp_path / "receipt.json"
    file.write_text(content, encoding="latin-1")
    facts, _ = two_people()
    code, said = verify(written(facts), "--receipt", str(file))
    assert code == 2
    assert "receipt" in said


@pytest.mark.django_db
def test_a_receipt_of_the_one_player_holds_without_a_commitment(
    alice: Player, bots: list[Player], tmp_path: Path
) -> None:
    match_id = open_table(alice, bots[0])
    receipt = receipt_of(match_id, 0)
    show(match_id, 0, alice)
    commands.resign(match_id, alice, command_id="r", now=NOON)
    facts = read(queries.export(match_id))
    assert said_of(facts, *kept(tmp_path, receipt)) == "PROVED, and seat 0's own cut is in it"
