"""Each way to change what was, planted in a house: it is named in one line, and the run goes on."""

from collections.abc import Callable
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.db import connection

from casino_site.management.commands import replay as replay_command
from games.match.match_log import match_log
from games.models import Event, Match, Player, StreamKey
from games.store.sealing import key_of
from tests.forgetting import forgotten_states  # noqa: F401
from tests.long import SQLITE_FIRST
from tests.replaying import guarded, replay, said_by
from tests.site.checked_house import found, furnished
from tournaments.models import Pairing, StandingsPage, Tournament
from tournaments.ratings.services import stream_of
from tournaments.store.tournament_log import tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


@pytest.fixture
def house(db: None) -> Tournament:
    return furnished()


def cut_off(stream: str) -> str:
    """Takes the last fact away; answers what is to be said."""
    last = Event.objects.filter(stream=stream).latest("version")
    last.delete()
    return f"{stream}@{last.version}: facts up to version {last.version} are missing"


def standings(house: Tournament) -> str:
    page = StandingsPage.objects.filter(edition__tournament=house).latest("pk")
    page.lines = page.lines.replace('"rank":1', '"rank":2', 1)
    page.save()
    place = f"the standings of stage 1 at version {page.edition.version}"
    return f"{place} are not what the facts say: page 1 has at position 1 "


def handle(house: Tournament) -> str:
    player = Player.objects.get(handle="ann")
    Player.objects.filter(pk=player.pk).update(handle="eve")
    return f"player {player.pk.hex}: handle is eve, and should be ann"


def digest(house: Tournament) -> str:
    rows = Event.objects.filter(command_id__isnull=False, stream__startswith="match-")
    row = rows.latest("pk")
    rows.filter(pk=row.pk).update(command_digest="0" * 64)
    problem = "the digest of its command is not that of what was asked for"
    return f"{row.stream}@{row.version}: {problem}"


def digest_without_an_id(house: Tournament) -> str:
    rows = Event.objects.filter(command_id__isnull=True)
    row = rows.latest("pk")
    rows.filter(pk=row.pk).update(command_digest="0" * 64)
    return f"{row.stream}@{row.version}: it has the digest of a command, and no id of one"


def swapped_keys(house: Tournament) -> str:
    one, other = StreamKey.objects.filter(stream__startswith="match-").order_by("stream")[:2]
    StreamKey.objects.filter(pk=one.pk).update(wrapped=other.wrapped)
    key_of.cache_clear()
    return f"{one.stream}@1: its secret cannot be opened: the key is another stream's"


def foreign_key(house: Tournament) -> str:
    stream = tournament_log.stream_of(house.pk)
    wrapped = Fernet(Fernet.generate_key()).encrypt(b"k" * 32)
    StreamKey.objects.filter(stream=stream).update(wrapped=wrapped)
    key_of.cache_clear()
    return f"{stream}@1: its secret cannot be opened: the key of the stream was wrapped with"


def missing_key(house: Tournament) -> str:
    stream = tournament_log.stream_of(house.pk)
    StreamKey.objects.filter(stream=stream).delete()
    key_of.cache_clear()
    return f"{stream}@1: its secret cannot be opened: the key of the stream is missing"


def erased_match(house: Tournament) -> str:
    stream = match_log.stream_of(_match_of(house))
    Event.objects.filter(stream=stream).delete()
    StreamKey.objects.filter(stream=stream).delete()
    return f"{stream}@1: all its facts are missing, and a row is left"


def erased_match_with_its_rows(house: Tournament) -> str:
    """The tournament's result anchors it."""
    stream = match_log.stream_of(_match_of(house))
    erased_match(house)
    Match.objects.filter(pk=_match_of(house)).delete()
    return f"the stream that it anchors is not there: {stream}"


def erased_match_with_its_row_but_not_its_key(house: Tournament) -> str:
    stream = match_log.stream_of(_match_of(house))
    Event.objects.filter(stream=stream).delete()
    Match.objects.filter(pk=_match_of(house)).delete()
    return f"{stream}@1: all its facts are missing, and a key is left"


def erased_tournament(house: Tournament) -> str:
    stream = tournament_log.stream_of(house.pk)
    Event.objects.filter(stream=stream).delete()
    return f"{stream}@1: all its facts are missing, and a row is left"


def end_of_a_tournament_with_its_row(house: Tournament) -> str:
    """What was made of the facts meanwhile knows how far they had come."""
    said = cut_off(tournament_log.stream_of(house.pk))
    Tournament.objects.filter(pk=house.pk).update(version=house.version - 1)
    return said


PLANTED: dict[str, Callable[[Tournament], str]] = {
    "changed standings": standings,
    "a changed handle": handle,
    "a changed digest of a command": digest,
    "a digest without a command": digest_without_an_id,
    "swapped keys": swapped_keys,
    "a key of another house": foreign_key,
    "a missing key": missing_key,
    "an erased match": erased_match,
    "an erased match with its rows": erased_match_with_its_rows,
    "an erased match but for its key": erased_match_with_its_row_but_not_its_key,
    "an erased tournament": erased_tournament,
    "the end of a match": lambda house: cut_off(match_log.stream_of(_match_of(house))),
    "the end of a tournament": lambda house: cut_off(tournament_log.stream_of(house.pk)),
    "the end of a tournament with its row": end_of_a_tournament_with_its_row,
    "the end of a ladder": lambda house: cut_off(stream_of("duel")),
}


def _match_of(house: Tournament) -> Any:
    return Pairing.objects.get(tournament=house).match_id


@pytest.mark.parametrize("plant", PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_named_and_the_run_goes_on(
    house: Tournament, plant: Callable[[Tournament], str]
) -> None:
    wanted = plant(house)
    last = Event.objects.order_by("stream", "version").last()
    assert last is not None
    Event.objects.filter(pk=last.pk).update(actor="player:mallory")

    said = found()
    assert wanted in said
    assert f"{last.stream}@{last.version}: its content is not what was recorded" in said


def test_what_cannot_be_looked_at_is_named_and_the_run_goes_on(
    house: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream, check = stream_of("duel"), replay_command.check

    def failing(aggregate: Any, name: str) -> Any:
        if name == stream:
            raise RuntimeError("a fault\nof the house")
        return check(aggregate, name)

    monkeypatch.setattr(replay_command, "check", failing)
    streams = Event.objects.values("stream").distinct().count()
    assert replay("--check") == (
        1,
        f"{stream}: it cannot be checked: RuntimeError: a fault of the house\n"
        f"1 of {streams} streams are not as they should be\n",
    )


# What takes a trigger out of force, and its name.
OFF = {
    "sqlite": (
        ("DROP TRIGGER games_event_no_delete", "games_event_no_delete"),
        ("DROP TRIGGER games_event_no_replace", "games_event_no_replace"),
        (
            "DROP TRIGGER games_event_no_update\n"
            "CREATE TRIGGER games_event_no_update BEFORE UPDATE ON games_event "
            "BEGIN SELECT 1; END",
            "games_event_no_update",
        ),
    ),
    "postgresql": (
        ("DROP TRIGGER games_event_no_change ON games_event", "games_event_no_change"),
        (
            "ALTER TABLE games_event DISABLE TRIGGER games_event_no_truncate",
            "games_event_no_truncate",
        ),
        (
            "ALTER TABLE games_event ENABLE REPLICA TRIGGER games_event_no_change",
            "games_event_no_change",
        ),
        (
            "CREATE OR REPLACE FUNCTION games_event_append_only() RETURNS trigger "
            "LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
            "games_event_no_change",
        ),
    ),
}


@pytest.mark.parametrize("way", range(max(map(len, OFF.values()))))
def test_a_trigger_that_is_not_in_force_is_named_by_both(db: None, way: int) -> None:
    ways = OFF[connection.vendor]
    if way >= len(ways):
        pytest.skip("this database has fewer ways")
    statements, name = ways[way]
    with guarded():
        with connection.cursor() as cursor:
            for statement in statements.splitlines():
                cursor.execute(statement)
        for command in (["verify_log"], ["replay", "--check"]):
            code, said = said_by(*command)
            assert code == 1
            told = f"games_event: its trigger {name} is missing, off or not as it was made"
            assert told in said.splitlines()
