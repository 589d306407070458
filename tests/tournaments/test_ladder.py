"""What a ladder takes in, what it ignores and what it can never be asked."""

from dataclasses import replace
from functools import reduce

import pytest

from tournaments.core.anchors import Anchor
from tournaments.core.stages import Outcome, Status
from tournaments.ladders.events import (
    LadderEvent,
    LadderOpened,
    MatchRated,
    RatingCorrected,
    Teams,
    from_fact,
    to_fact,
)
from tournaments.ladders.ladder import (
    LADDERS,
    NEW,
    Ladder,
    Open,
    Rate,
    counted,
    decide,
    evolve,
    ladder_of,
)

DUEL: Teams = (("ann",), ("bob",))
FOUR: Teams = (("ann",), ("bob",), ("cem",), ("dan",))
WON = Rate("m1", "t", DUEL, (1, 2), "2026-11-20T12:00:00.000Z", Anchor("tournament-t", 7, "ab"))


def opened(key: str = "duel") -> Ladder:
    return reduce(evolve, decide(NEW, Open(key)), NEW)


def rated(*commands: Rate) -> tuple[Ladder, list[LadderEvent]]:
    """The ladder after the commands, and all that came of them."""
    ladder, found = opened(), []
    for command in commands:
        events = decide(ladder, command)
        ladder = reduce(evolve, events, ladder)
        found += events
    return ladder, found


def later(command: Rate, revision: int, **other: object) -> Rate:
    return replace(command, anchor=replace(command.anchor, version=revision), **other)  # type: ignore[arg-type]


def test_a_match_is_rated_once_however_often_it_is_said() -> None:
    ladder, found = rated(WON, WON, later(WON, 9))
    assert [type(event) for event in found] == [MatchRated]
    assert ladder.version == 2


def test_another_result_corrects_the_match_at_its_place() -> None:
    other = replace(WON, match="m2")
    ladder, found = rated(WON, other, later(WON, 9, places=(2, 1)))
    assert [type(event) for event in found] == [MatchRated, MatchRated, RatingCorrected]
    standing = ladder.matches["m1"]
    assert (standing.version, standing.revision, standing.places) == (2, 9, (2, 1))


def test_an_older_word_of_the_tournament_changes_nothing() -> None:
    _, found = rated(WON, later(WON, 9, places=(2, 1)), later(WON, 8))
    assert len(found) == 2


def test_an_annulled_match_counts_no_longer_until_it_is_decided_again() -> None:
    ladder, found = rated(WON, later(WON, 8, places=None), later(WON, 9, places=None))
    assert [type(event) for event in found] == [MatchRated, RatingCorrected]
    assert ladder.matches["m1"].places is None
    again = decide(ladder, later(WON, 10))
    assert [type(event) for event in again] == [RatingCorrected]


def test_a_match_that_counted_for_nobody_is_no_fact() -> None:
    assert rated(later(WON, 7, places=None))[1] == []


@pytest.mark.parametrize(
    ("teams", "places"),
    [
        ((("ann",),), (1,)),
        ((), ()),
        ((("ann",), ()), (1, 2)),
        ((("ann",), ("bob", "cem")), (1, 2)),
        ((("ann",), ("ann",)), (1, 2)),
        (DUEL, (1, 2, 3)),
        (DUEL, (1, 3)),
        (DUEL, (0, 1)),
        (DUEL, (2, 2)),
        (FOUR, (1, 2, 3, 4)),
    ],
)
def test_what_no_duel_can_be_is_a_bug(teams: Teams, places: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"."):
        decide(opened(), replace(WON, teams=teams, places=places))


def test_a_ladder_is_opened_once_and_only_one_that_there_is() -> None:
    for ladder, key in ((opened(), "duel"), (NEW, "chess")):
        with pytest.raises(ValueError, match="cannot open"):
            decide(ladder, Open(key))
    with pytest.raises(ValueError, match="not open"):
        decide(NEW, WON)


@pytest.mark.parametrize(
    ("teams", "shape"),
    [
        (DUEL, "duel"),
        (FOUR[:3], "table"),
        (FOUR, "table"),
        ((("ann", "bob"), ("cem", "dan")), "partnership"),
    ],
)
def test_each_shape_of_match_has_a_ladder_and_one_apart_where_a_bot_plays(
    teams: Teams, shape: str
) -> None:
    assert ladder_of(teams, with_bots=False) == shape
    assert ladder_of(teams, with_bots=True) == f"{shape}-bots"
    assert {shape, f"{shape}-bots"} <= set(LADDERS)


def outcomes(*found: tuple[int, Status]) -> list[Outcome]:
    return [Outcome(place, 0, 0, status) for place, status in found]


def test_who_did_not_play_is_left_out_and_the_others_are_placed_among_themselves() -> None:
    played, absent = Status.PLAYED, Status.NO_SHOW
    found = outcomes((2, played), (1, played), (2, played), (4, absent))
    assert counted(FOUR, found) == (FOUR[:3], (2, 1, 2))
    found = outcomes((3, played), (4, absent), (2, played), (1, played))
    assert counted(FOUR, found) == ((("ann",), ("cem",), ("dan",)), (3, 2, 1))


@pytest.mark.parametrize("status", [status for status in Status if status is not Status.PLAYED])
def test_byes_forfeits_and_voided_results_count_for_nobody(status: Status) -> None:
    assert counted(DUEL, outcomes((1, Status.PLAYED), (2, status)))[1] is None
    assert counted(DUEL, outcomes((1, status), (2, status)))[1] is None
    assert counted(DUEL[:1], outcomes((1, status)))[1] is None


@pytest.mark.parametrize(
    "event",
    [
        LadderOpened("duel"),
        MatchRated("m1", "t", DUEL, (1, 2), "2026-11-20T12:00:00.000Z", WON.anchor),
        RatingCorrected("m1", DUEL, (2, 1), WON.anchor),
        RatingCorrected("m1", DUEL, None, WON.anchor),
    ],
)
def test_a_fact_gives_its_event_back(event: LadderEvent) -> None:
    fact = to_fact(event)
    assert from_fact(fact.type, fact.data) == event
    assert fact.secret is None


@pytest.mark.parametrize(
    ("type_", "data"),
    [
        ("match_played", {}),
        ("ladder_opened", {}),
        ("ladder_opened", {"ladder": "duel", "colour": "red"}),
        ("rating_corrected", {"match": "m1", "teams": 3, "places": None, "anchor": {}}),
    ],
)
def test_a_fact_that_nobody_wrote_is_corrupt(type_: str, data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=type_):
        from_fact(type_, data)
