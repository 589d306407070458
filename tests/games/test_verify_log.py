"""`verify_log` finds each way to falsify the log, and names the fact."""

from collections.abc import Callable

import pytest

from games.match.match_log import match_log
from games.models import Event, Player
from tests.games.tables import OpenMatch
from tests.replaying import verify_log

pytestmark = [pytest.mark.store, pytest.mark.django_db]


def verify(*arguments: str) -> tuple[int, str]:
    """The exit code and what was said."""
    code, said = verify_log(*arguments)
    return code, said.strip()


@pytest.fixture
def stream(open_match: OpenMatch, alice: Player, bob: Player) -> str:
    open_match(alice, bob)
    return match_log.stream_of(open_match(alice, bob))


def test_an_honest_log_is_sound(stream: str) -> None:
    assert verify() == (0, "2 streams, all sound")
    assert verify("--stream", stream) == (0, "1 streams, all sound")


def change(version: int, **fields: object) -> Callable[[str], object]:
    return lambda stream: Event.objects.filter(stream=stream, version=version).update(**fields)


@pytest.mark.parametrize(
    ("falsify", "version", "problem"),
    [
        (change(2, data={"seat": 1}), 2, "its content is not what was recorded"),
        (change(4, actor="player:mallory"), 4, "its content is not what was recorded"),
        (change(1, secret=b"another deck"), 1, "its content is not what was recorded"),
        (change(3, hash="0" * 64), 3, "its content is not what was recorded"),
        (change(3, previous_hash="0" * 64), 3, "it does not follow the fact before it"),
        (
            lambda stream: Event.objects.filter(stream=stream, version=5).delete(),
            5,
            "the fact is missing",
        ),
        (
            lambda stream: Event.objects.filter(stream=stream, version__gt=6).delete(),
            7,
            "facts up to version 8 are missing",
        ),
    ],
)
def test_what_was_falsified_is_named(
    stream: str, falsify: Callable[[str], object], version: int, problem: str
) -> None:
    falsify(stream)

    assert verify() == (1, f"{stream}@{version}: {problem}")


def test_an_unknown_stream_is_no_sound_one() -> None:
    assert verify("--stream", "match-0") == (1, "match-0@1: there is no such stream")
