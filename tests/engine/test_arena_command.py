"""The arena measures which of two bots is the stronger; the ladder's order is held, coarsely."""

import json
from typing import Any

import pytest

from engine import BOTS, LADDER, RULESETS
from engine.cli import main
from engine.cli.arena import Tally
from engine.cli.arena_matches import CONTESTANTS, Contest, Score, played
from tests.long import enough


def arena(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["arena", *arguments, "--jobs", "1"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def test_the_last_line_is_the_result_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = arena(capsys, "greedy", "random", "--matches", "6", "--mirrored")
    assert (found["a"], found["b"], found["matches"]) == ("greedy", "random", 6)
    assert found["interval"][0] <= found["win_rate"] <= found["interval"][1]
    assert found["points_interval"][0] <= found["points_a_deal"] <= found["points_interval"][1]
    assert found["moves_per_second"] > 0


def test_it_stops_as_soon_as_it_is_decided(capsys: pytest.CaptureFixture[str]) -> None:
    found = arena(capsys, "greedy", "random", "--matches", "1000", "--mirrored", "--until", "0.95")
    assert found["matches"] == 32


def test_a_bot_is_as_strong_as_itself_in_mirrored_matches() -> None:
    tally = Tally()
    for number in range(4):
        tally.add(played(contest("counter", "counter"), number))
    assert abs(tally.json()["points_a_deal"]) < 3  # type: ignore[arg-type]


def test_mirrored_matches_have_the_same_cards_with_the_bots_exchanged() -> None:
    score = played(contest("novice", "novice", deals=1), 1)
    assert (score.matches, score.deals) == (2, 2)


def test_few_equal_results_do_not_look_certain() -> None:
    tally = Tally()
    tally.add(Score(2, 2, 6, 30.0, []))
    low, high = tally.json()["interval"]  # type: ignore[misc]
    assert low < 0.75
    assert high == 1.0


def contest(a: str, b: str, rules: str = "classic", **options: Any) -> Contest:
    seats = options.pop("seats", 2)
    return Contest(a, b, RULESETS[rules], {}, seats, 1, mirrored=True, **options)


@pytest.mark.parametrize(
    ("a", "b", "pairs", "least"),
    [
        ("novice", "random", 6, 3.0),
        ("greedy", "novice", 12, 0.4),
        ("counter", "greedy", 12, 0.9),
        ("closer", "counter", 12, 0.2),
    ],
)
def test_each_rung_beats_the_one_below(a: str, b: str, pairs: int, least: float) -> None:
    """Coarse, and always on the same cards: a bot that is broken fails it."""
    tally = Tally()
    for number in range(pairs):
        tally.add(played(contest(a, b), number))
    assert tally.json()["points_a_deal"] > least  # type: ignore[operator]


@pytest.mark.long
def test_master_beats_greedy_with_few_play_outs() -> None:
    tally = Tally()
    for number in range(enough(4, 40)):
        tally.add(played(contest("master", "greedy", deals=1, budget=30), number))
    assert tally.json()["points_a_deal"] > 1.0  # type: ignore[operator]


def test_who_sees_every_hand_plays_in_the_arena_and_in_no_seat() -> None:
    assert "omniscient" in CONTESTANTS
    assert "omniscient" not in BOTS
    assert all(bot.key != "omniscient" for bot in LADDER)
    assert set(CONTESTANTS) - set(BOTS) == {"omniscient"}
    tally = Tally()
    for number in range(4):
        tally.add(played(contest("omniscient", "greedy", deals=1), number))
    assert tally.json()["points_a_deal"] > 1.0  # type: ignore[operator]
