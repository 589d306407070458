"""Events run at random and written down: the rows say what the state says, fact by fact."""

import re
from functools import reduce
from itertools import groupby
from random import Random
from typing import Any
from uuid import UUID, uuid5

import pytest

from games.models import Player
from games.store.eventstore import Recorded
from tests.long import SQLITE_FIRST, enough
from tests.tournaments.wild_actions import ACTIONS
from tests.tournaments.wild_event import Event
from tournaments.domain.evolve import evolve
from tournaments.domain.state import NEW, State
from tournaments.formats import FORMATS
from tournaments.models import Entrant, Pairing, Round, Tournament
from tournaments.store.projections import project
from tournaments.store.tournament_log import event_of

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]

# The short names of tournaments, people, entrants and matches in a wild event.
NAME = re.compile(r"t|olga|[emos]\d+|[ps]\d+[ab]?")
SPACE = UUID("a0a7c1b2-0d6e-4f7e-9a55-0c3d2f1e4b6a")
STEPS = 60


def renamed(content: Any) -> Any:
    """With ids as the database has them in the place of the short names."""
    match content:
        case str() if NAME.fullmatch(content):
            return uuid5(SPACE, content).hex
        case dict():
            return {key: renamed(value) for key, value in content.items()}
        case list() | tuple():
            return [renamed(value) for value in content]
    return content


def wild_log(key: str, seed: int) -> list[Recorded]:
    dice = Random(seed)
    event = Event(key, 1 + seed % 2, seed)
    for _ in range(STEPS):
        ACTIONS[dice.choice([*ACTIONS, "house", "house", "house", "results"])](event, dice)
    event.finish(dice)
    event.finish_again(dice)
    return event.log


def people_in(log: list[Recorded]) -> None:
    """Whoever is named in it, as players."""
    named = {"olga"}
    for fact in log:
        named |= {member["player"] for member in fact.data.get("members", ())}
        named |= {fact.data["member"]["player"]} if fact.type == "member_substituted" else set()
    Player.objects.bulk_create(
        Player(id=uuid5(SPACE, name), handle=name, password="!") for name in sorted(named)
    )


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, enough(3, long=21)))
@pytest.mark.parametrize("key", FORMATS)
def test_the_rows_of_an_event_are_its_state_whatever_was_done(key: str, seed: int) -> None:
    log = wild_log(key, seed)
    people_in(log)
    state = NEW
    for at, facts in groupby(log, key=lambda fact: fact.recorded_at):
        events = [
            event_of(
                Recorded(
                    fact.stream, fact.version, fact.type, fact.schema, renamed(fact.data),
                    renamed(fact.secret), fact.actor, at,
                )
            )
            for fact in facts
        ]  # fmt: skip
        before, state = state, reduce(evolve, events, state)
        project(before, state, events, at)
    _check_rows(state)


def _check_rows(state: State) -> None:
    row = Tournament.objects.get()
    assert (row.state, row.version, row.entered) == (state.phase, state.version, state.taken)
    assert (row.champion and row.champion.pk.hex) == state.champion
    places = dict(Entrant.objects.exclude(place=None).values_list("id", "place"))
    ranks = state.ranks or range(1, len(state.places) + 1)
    assert {id_.hex: place for id_, place in places.items()} == dict(
        zip(state.places, ranks, strict=True)
    )
    standings = {one.id: (one.number, one.standing) for one in state.entrants.values()}
    assert standings == {one.pk.hex: (one.number, one.state) for one in Entrant.objects.all()}
    rounds = {
        (stage.stage.number, one.number): ("closed" if one.closed else "published")
        for stage in state.stages
        for one in stage.stage.rounds
        if one.published
    }
    shown = Round.objects.exclude(state=Round.State.DRAFT)
    assert rounds == {(one.stage, one.number): one.state for one in shown}
    assert _pairings_of(state) == _pairings_in_rows()


def _pairings_of(state: State) -> dict[tuple[int, int, int], object]:
    return {
        (stage.stage.number, one.round, one.number): (
            one.match,
            (one.round, one.number) in stage.disputed,
            one.sides,
            tuple((o.place, o.points, o.score, o.status) for o in one.outcomes or ()),
        )
        for stage in state.stages
        for one in stage.stage.pairings()
    }


def _pairings_in_rows() -> dict[tuple[int, int, int], object]:
    found: dict[tuple[int, int, int], object] = {}
    for row in Pairing.objects.prefetch_related("seatings"):
        sides: dict[int, list[str]] = {}
        outcomes = {}
        for one in row.seatings.all():
            sides.setdefault(one.side, []).append(one.entrant_id.hex)
            outcomes[one.side] = (one.place, one.points, one.score, one.status)
        found[row.stage, row.round, row.number] = (
            row.match_id and row.match_id.hex,
            row.disputed,
            tuple(tuple(sides[side]) for side in sorted(sides)),
            tuple(outcomes[side] for side in sorted(outcomes)) if row.decided else (),
        )
    return found
