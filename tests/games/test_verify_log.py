"""`verify_log` finds each way to falsify the log, and names the fact."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError

from games.match.match_log import match_log
from games.models import Event, Match, Player
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


def test_a_stream_that_is_shorter_than_when_its_head_was_written_down_is_named(
    stream: str, tmp_path: Path
) -> None:
    """Also where nothing in the database tells of the facts any more."""
    file = tmp_path / "heads"
    assert verify("--write-heads", str(file)) == (0, "")
    last = Event.objects.filter(stream=stream).latest("version")
    assert f"{stream} {last.version} {last.hash}\n" in file.read_text()
    assert verify("--heads", str(file)) == (0, "2 streams, all sound")

    last.delete()
    Match.objects.update(version=last.version - 1)
    assert verify() == (0, "2 streams, all sound")
    missing = f"{stream}@{last.version}: the head that was written down is not there"
    assert verify("--heads", str(file)) == (1, missing)


def test_a_file_without_heads_is_no_verdict(stream: str, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("something else entirely\n")
    for name in ("other", "nothing"):
        with pytest.raises(CommandError) as blind:
            verify("--heads", str(tmp_path / name))
        assert blind.value.returncode == 2
