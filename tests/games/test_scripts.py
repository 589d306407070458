"""The scripts of the pages show what the server knows: the fold of a match is the view that the
engine makes, for every ruleset and every viewer, and the steps of a replay are the plies of an
opened record.
"""

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from engine import NEW, RULESETS, Event, MatchState, evolve, observe, observe_event, view_json
from tests.engine.builders import played_match
from tests.games.exports import DATA
from tests.scripts import answer

FOLD = """
    const [followed] = given;
    return followed.map(({ view, frames }) =>
        frames.map((frame) => (view = module.fold(view, frame))));
"""
RECORDS = [*sorted((DATA / "records").glob("*.jsonl")), DATA / "records" / "classic.txt"]
AT = "2026-11-20T16:00:00.000Z"


def viewed(state: MatchState, viewer: int | None) -> dict[str, Any]:
    return view_json(observe(state, viewer))


def compared(view: dict[str, Any]) -> dict[str, Any]:
    """What the page follows of a view: the clock and the players' names are told apart, and a card
    stays where it was laid.
    """
    kept = {name: value for name, value in view.items() if name not in ("clock", "players")}
    if kept["deal"] is not None:
        kept["deal"] = {**kept["deal"], "loose": sorted(kept["deal"]["loose"])}
    return kept


@pytest.mark.parametrize("key", RULESETS)
def test_the_page_follows_a_match_as_the_engine_sees_it(key: str) -> None:
    seats = RULESETS[key].players[-1]
    events = played_match(5, seats, key).events
    states = states_of(events)
    begun = next(at for at, event in enumerate(events) if event.type == "match_started")
    viewers = (None, 0, seats - 1)
    given = [
        {
            "view": {**viewed(states[begun], viewer), "players": [], "clock": {"turn_seconds": 30}},
            "frames": frames(events, begun, viewer),
        }
        for viewer in viewers
    ]
    for viewer, followed in zip(viewers, answer("match_state.js", FOLD, given), strict=True):
        for state, view in zip(states[begun + 1 :], followed, strict=True):
            assert compared(view) == compared(viewed(state, viewer))


def frames(events: list[Event], begun: int, viewer: int | None) -> list[dict[str, Any]]:
    return [
        {"version": at + 1, "type": event.type, "data": observe_event(event, viewer), "at": AT}
        for at, event in enumerate(events)
        if at > begun
    ]


def states_of(events: list[Event]) -> list[MatchState]:
    states = []
    state = NEW
    for event in events:
        state = evolve(state, event)
        states.append(state)
    return states


@pytest.mark.django_db
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name)
def test_every_step_of_a_replay_shows_what_the_server_told(file: Path) -> None:
    cache.clear()
    told = APIClient().post("/api/v1/records/", file.read_bytes(), content_type="text/plain").json()
    steps = answer("replay.js", "return module.stepsOf(given[0]);", told)
    by_version = {ply["version"]: ply for ply in told["plies"]}
    assert steps[-1]["view"]["version"] == told["plies"][-1]["version"]
    for each in steps[1:]:
        ply, view = by_version[each["view"]["version"]], each["view"]
        assert each["line"] == ply["line"]
        if ply["hands"] is not None:
            assert [seat["hand"] for seat in view["seats"]] == ply["hands"]
            assert [seat["cards"] for seat in view["seats"]] == [len(h) for h in ply["hands"]]
        if ply["diagram"] is not None:
            shown = ply["diagram"].split(" ")
            assert int(shown[-4]) == view["deal"]["turn"]
            assert all(card in shown[-2] for card in on_table(view["deal"]))


def on_table(deal: dict[str, Any]) -> list[str]:
    return [*deal["loose"], *(card for build in deal["builds"] for card in build["cards"])]
