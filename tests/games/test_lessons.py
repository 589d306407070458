"""The guided table: every lesson can be done, not by every move, and a refusal says why."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from engine import Trail, judge, legal_moves, parse_card
from games.casual.lessons import LESSONS, Lesson, offered, tried

API = "/api/v1/lessons/"


def of(lesson: Lesson) -> Any:
    return pytest.param(lesson, id=lesson.key)


@pytest.mark.parametrize("lesson", [of(lesson) for lesson in LESSONS])
def test_a_lesson_is_done_by_some_legal_moves_and_not_by_all(lesson: Lesson) -> None:
    results = [tried(lesson, move) for move in legal_moves(lesson.position())]

    assert any(result.done for result in results)
    assert lesson.key == "trail" or not all(result.done for result in results)
    assert all(not result.why for result in results)


def test_there_are_a_dozen_lessons_each_with_its_own_key() -> None:
    assert len({lesson.key for lesson in LESSONS}) == len(LESSONS) == 12


def test_what_the_engine_refuses_is_refused_with_its_words() -> None:
    lesson = next(one for one in LESSONS if one.key == "take-build")
    refusal = judge(lesson.position(), Trail(parse_card("2s")))
    assert refusal is not None

    assert tried(lesson, Trail(parse_card("2s"))).why == refusal.detail
    assert offered(lesson, parse_card("2s"), 0, ()) == ([], refusal.detail)


def test_the_guided_table_is_played_to_its_end_over_rest(client: APIClient) -> None:
    for lesson in client.get(API).json()["results"]:
        done = False
        for card in lesson["deal"]["hand"]:
            for chosen in _choices(lesson["deal"]):
                address = f"{API}{lesson['key']}/"
                asked = {"card": card, **chosen}
                moves = client.post(f"{address}consider/", asked, format="json").json()["moves"]
                for move in moves:
                    told = client.post(f"{address}try/", move, format="json").json()
                    assert told["after"] is not None
                    done = done or told["done"]
        assert done, lesson["key"]


def test_a_chosen_card_is_told_what_it_goes_with(client: APIClient) -> None:
    asked = {"card": "9c", "loose": ["5d"]}
    told = client.post(f"{API}sum/consider/", asked, format="json").json()
    assert told["goes_with"] == {"loose": ["4s", "5d"], "builds": []}
    asked = {"card": "6s"}
    told = client.post(f"{API}add/consider/", asked, format="json").json()
    assert told["goes_with"] == {"loose": ["2d"], "builds": [8]}


def _choices(deal: dict[str, Any]) -> list[dict[str, Any]]:
    """All ways to choose of the table."""
    loose, builds = deal["loose"], [build["value"] for build in deal["builds"]]
    found = []
    for chosen in range(1 << len(loose) + len(builds)):
        items = [item for n, item in enumerate([*loose, *builds]) if chosen >> n & 1]
        found.append(
            {
                "loose": [item for item in items if isinstance(item, str)],
                "builds": [item for item in items if isinstance(item, int)],
            }
        )
    return found


@pytest.mark.parametrize(
    ("address", "body", "code"),
    [
        ("nowhere/try/", {"move": "Kc"}, "unknown_lesson"),
        ("trail/try/", {"move": "??"}, "malformed_move"),
        ("trail/consider/", {"card": "Zz"}, "invalid"),
        ("trail/consider/", {}, "invalid"),
        ("trail/consider/", {"card": "Kc", "builds": [99]}, None),
    ],
)
def test_what_is_no_move_is_refused(
    address: str, body: dict[str, Any], code: str | None, client: APIClient
) -> None:
    answer = client.post(API + address, body, format="json")
    assert answer.json().get("code") == code
