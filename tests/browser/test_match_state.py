"""The page's fold: a view and the next facts make the view that the engine shows, for every ruleset
and every viewer.
"""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from engine import NEW, RULESETS, Event, MatchState, evolve, observe, observe_event, view_json
from tests.engine.builders import played_match

MODULE = Path(__file__).parents[2] / "games/static/games/match_state.js"
FOLLOW = """async ([source, view, frames]) => {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const { fold } = await import(url);
    return frames.map((frame) => (view = fold(view, frame)));
}"""
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
def test_the_page_follows_a_match_as_the_engine_sees_it(key: str, chromium: Browser) -> None:
    seats = RULESETS[key].players[-1]
    events = played_match(5, seats, key).events
    states = states_of(events)
    begun = next(at for at, event in enumerate(events) if event.type == "match_started")
    page = chromium.new_page()
    for viewer in (None, 0, seats - 1):
        first = {**viewed(states[begun], viewer), "players": [], "clock": {"turn_seconds": 30}}
        frames = [
            {
                "version": at + 1,
                "type": event.type,
                "data": observe_event(event, viewer),
                "at": AT,
            }
            for at, event in enumerate(events)
            if at > begun
        ]
        followed = page.evaluate(FOLLOW, [MODULE.read_text(), first, frames])
        for state, view in zip(states[begun + 1 :], followed, strict=True):
            assert compared(view) == compared(viewed(state, viewer))
    page.close()


def states_of(events: list[Event]) -> list[MatchState]:
    states = []
    state = NEW
    for event in events:
        state = evolve(state, event)
        states.append(state)
    return states
