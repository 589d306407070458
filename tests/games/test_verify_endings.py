"""The verifier on matches that somebody left, that a director ended, or whose decks are dealt
otherwise.
"""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

import pytest

from games.identity import new_id
from games.jobs.bot_turns import play_due_bots
from games.match import commands, queries
from games.match.clocks import ClockRules
from games.match.match_log import match_log
from games.models import Player
from tests.games.exports import (
    DATA,
    Fact,
    Ticking,
    bots_match,
    chained,
    export,
    is_proved,
    read,
    verify,
    written,
)
from tests.games.opened_matches import create_match
from tests.games.tables import a_legal_move
from tests.long import sqlite_first
from tests.noon import NOON
from tests.product import ROOT

WITH_RULES = ("--engine", str(ROOT))
DIRECTOR = "player:" + "d" * 32
Falsify = Callable[[list[Fact]], object]


def three(person: Player, bots: list[Player]) -> UUID:
    """A table of three that a person leaves in the second deal; bots play it out."""
    match_id, clock = new_id(), Ticking()
    create_match(
        match_id,
        ruleset="classic",
        overrides={},
        players=[person, *bots],
        clock=ClockRules(),
        now=NOON,
    )
    commands.cut(match_id, person, b"sixteen of bytes", now=NOON)
    while len((state := match_log.load(match_id)).sheets) < 1:
        if state.bot_on_turn is not None:
            play_due_bots(match_id, clock)
            continue
        commands.play(
            match_id,
            person,
            a_legal_move(state),
            seen_version=state.version,
            command_id=f"move-{state.version}",
            now=clock(),
        )
    commands.resign(match_id, person, command_id="enough", now=clock())
    while play_due_bots(match_id, clock):
        pass
    return match_id


def annulled(bots: list[Player]) -> UUID:
    """A match of bots that a director annuls in its second deal."""
    match_id, clock = new_id(), Ticking()
    create_match(
        match_id, ruleset="classic", overrides={}, players=bots, clock=ClockRules(), now=NOON
    )
    while len(match_log.load(match_id).sheets) < 1:
        play_due_bots(match_id, clock, at_once=40)
    commands.annul(match_id, DIRECTOR, "the wrong table: \u2660", clock())
    return match_id


@sqlite_first
@pytest.mark.django_db
def test_a_table_that_somebody_left_is_proved(alice: Player, bots: list[Player]) -> None:
    match_id = three(alice, bots)
    content = queries.export(match_id)
    for options in ((), WITH_RULES):
        code, said = verify(content, *options)
        assert is_proved(code, said), said
    assert match_log.load(match_id).seats[0].left is not None


@sqlite_first
@pytest.mark.django_db
def test_a_deal_that_was_broken_off_is_proved_as_far_as_it_came(
    alice: Player, bots: list[Player]
) -> None:
    forfeited = new_id()
    create_match(
        forfeited,
        ruleset="classic",
        overrides={},
        players=[alice, bots[0]],
        clock=ClockRules(),
        now=NOON,
    )
    commands.cut(forfeited, alice, bytes(16), now=NOON)
    commands.forfeit(forfeited, alice, DIRECTOR, NOON)
    for match_id, result in (
        (annulled(bots), 'result   annulled: "the wrong table: \\u2660"'),
        (forfeited, "result   side 1 wins (forfeited)"),
    ):
        for options in ((), WITH_RULES):
            code, said = verify(queries.export(match_id), *options)
            assert code == 0, said
            assert said.splitlines()[-3].endswith("; not played out"), said
            assert " proved: " in said.splitlines()[-3]
            assert said.splitlines()[-2] == result
            assert is_proved(code, said)


@sqlite_first
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ruleset", "overrides"), [("draw", {}), ("classic", {"draws": True, "first_to": 11})]
)
def test_a_match_whose_hands_are_drawn_is_proved(
    bots: list[Player], ruleset: str, overrides: Mapping[str, Any]
) -> None:
    content = queries.export(bots_match(bots, ruleset, overrides))
    for options in ((), WITH_RULES):
        code, said = verify(content, *options)
        assert is_proved(code, said), said


@sqlite_first
@pytest.mark.django_db
def test_a_card_drawn_by_another_seat_is_found_out(bots: list[Player]) -> None:
    facts = export(bots_match(bots, "draw"))
    next(fact for fact in facts if fact["type"] == "card_drawn")["data"]["seat"] ^= 1
    code, said = verify(written(chained(facts)))
    assert (code, "card_drawn: `seat` is" in said) == (1, True)


@sqlite_first
@pytest.mark.django_db
def test_a_mirrored_match_is_proved_deck_by_deck(bots: list[Player]) -> None:
    match_id = new_id()
    create_match(
        match_id,
        ruleset="classic",
        overrides={},
        players=bots,
        clock=ClockRules(),
        now=NOON,
        mirrored=True,
    )
    while play_due_bots(match_id, Ticking()):
        pass
    facts = export(match_id)
    for options in ((), WITH_RULES):
        code, said = verify(written(facts), *options)
        assert is_proved(code, said), said
    facts[0]["data"]["mirrored"] = False
    assert verify(written(chained(facts)))[0] == 1


def nth(facts: list[Fact], kind: str, n: int = 0) -> Fact:
    return [fact for fact in facts if fact["type"] == kind][n]


def change(kind: str, n: int = 0, **data: object) -> Falsify:
    return lambda facts: nth(facts, kind, n)["data"].update(data)


def as_of_schema_1(kind: str) -> Falsify:
    return lambda facts: nth(facts, kind).update(schema=1)


@pytest.mark.parametrize(
    ("kept", "falsify", "problem"),
    [
        ("annulled", change("match_annulled", secret=None), "the secret of deal 2 must be shown"),
        ("annulled", change("match_annulled", secret="0" * 64), "does not lead to the secret"),
        ("annulled", change("match_annulled", reason=None), "no reason is given"),
        ("annulled", change("match_annulled", winner=0), "`winner` does not belong there"),
        ("annulled", change("match_created", reveal="none"), "that goes with a board alone"),
        ("annulled", change("match_created", reveal="much"), "nothing is revealed so"),
        ("annulled", change("match_created", mirrored=None), "mirrored or not"),
        ("annulled", as_of_schema_1("match_created"), "its schema has no such field"),
        ("annulled", lambda facts: facts[0].update(schema=5), "newer than this program"),
        ("annulled", lambda facts: facts[5].update(schema=2), "newer than this program"),
        ("table", change("seat_handed_over", bot="random"), "`bot` is"),
        ("table", change("seat_handed_over", seat=1), "`seat` is"),
        ("table", lambda facts: facts.remove(nth(facts, "seat_handed_over")), "must come here"),
        ("table", change("match_created", stand_in=None), "match_finished must come here"),
        ("table", change("seat_resigned", why="rain"), "`why` does not belong there"),
        ("table", change("match_finished", winner=0), "`winner` is"),
        ("table", change("match_finished", secret="0" * 64), "does not lead to"),
    ],
)
def test_a_false_ending_is_found_out(kept: str, falsify: Falsify, problem: str) -> None:
    facts = read((DATA / f"match-{kept}.jsonl").read_bytes())
    falsify(facts)
    code, said = verify(written(chained(facts)))
    assert code == 1, said
    assert problem in said.splitlines()[-1]


def test_who_has_left_cannot_leave_twice() -> None:
    facts = read((DATA / "match-table.jsonl").read_bytes())
    at = facts.index(nth(facts, "seat_handed_over"))
    facts.insert(at + 1, dict(nth(facts, "seat_resigned")))
    assert "nobody is left there" in verify(written(chained(facts)))[1]


def test_a_match_with_its_own_decks_takes_no_secret_of_a_round() -> None:
    content = (DATA / "match-table.jsonl").read_bytes()
    code, said = verify(content, "--round-secret", "00" * 32)
    assert (code, "its decks are its own" in said) == (1, True)
