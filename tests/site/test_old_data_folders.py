"""The data folder of an earlier commit opens, is sound, and is played on in."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from psycopg import sql

from casino_site import settings as product
from engine import legal_moves, observe
from games.accounts import leaving
from games.match import commands
from games.match.match_log import match_log
from games.models import Event, Match, Player, StatedText
from games.store.actors import SYSTEM_ACTOR
from games.store.sealing import key_of
from games.store.stated import digests_in
from tests.long import thinned
from tests.site.data_folder import DATABASE, DUMP, PASSWORD, TOKEN
from tests.site.fact_shapes import fits, kept
from tournaments.actions import services
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.models.ratings import Ladder, Rating
from tournaments.progress import advance
from tournaments.ratings.ladder_log import ladder_log
from tournaments.ratings.progress import rate_tournament
from tournaments.store.taking_away import take_away
from tournaments.store.tournament_log import tournament_log

# What this lane's database can open.
KIND = "folder" if connection.vendor == "sqlite" else "postgresql"
ARCHIVES = sorted((Path(__file__).parent / "data").glob(f"{KIND}-*.tar.*"))
LOGS = (match_log, tournament_log, ladder_log)
# The oldest folder and the newest of each kind: every change is to open at least these.
USUAL = ("folder-0.1-8530be9", "folder-0.1-fb5db8d", "postgresql-0.1-fb5db8d")
pytestmark = pytest.mark.store


@pytest.fixture(
    params=thinned(ARCHIVES, lambda archive: archive.name.startswith(USUAL)),
    ids=lambda archive: archive.name.split(".tar")[0],
)
def folder(
    request: pytest.FixtureRequest,
    django_db_setup: None,
    django_db_blocker: pytest.FixtureRequest,
    settings: LazySettings,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Iterator[Path]:
    """The house stands on an unpacked folder, brought up to date."""
    shutil.unpack_archive(request.param, tmp_path, filter="data")
    settings.LOG_KEYS = [(tmp_path / "log-key").read_text().strip()]
    settings.PASSWORD_HASHERS = product.PASSWORD_HASHERS
    settings.SECRET_KEY = (tmp_path / "secret-key").read_text().strip()
    forget()
    with (
        django_db_blocker.unblock(),
        database_of(tmp_path) as name,
        monkeypatch.context() as patch,
    ):
        connection.close()
        patch.setitem(connection.settings_dict, "NAME", name)
        call_command("migrate", verbosity=0)
        # Time stands still, or tokens would end one day, and clocks run out.
        moment = Event.objects.latest("recorded_at").recorded_at + timedelta(seconds=1)
        patch.setattr(timezone, "now", lambda: moment)
        yield tmp_path
        connection.close()
    forget()


@contextmanager
def database_of(folder: Path) -> Iterator[str]:
    """The name of the folder's database: of SQLite its file, of PostgreSQL one made of its dump."""
    if connection.vendor == "sqlite":
        yield str(folder / DATABASE)
        return
    name = f"folder_{uuid4().hex}"
    parameters = connection.get_connection_params()
    names = ("host", "port", "user", "password")
    where = {key: parameters[key] for key in names if key in parameters}
    with psycopg.connect(**where, dbname="postgres", autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            with psycopg.connect(**where, dbname=name) as database:
                database.execute((folder / DUMP).read_bytes())
            yield name
        finally:
            server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))


def forget() -> None:
    for log in LOGS:
        log.forget()
    key_of.cache_clear()


def test_an_old_data_folder_is_opened_checked_and_played_on_in(folder: Path) -> None:
    states = {one.name: one for one in Tournament.objects.all()}
    since_there_is_a_provisional_end = {"Still to be confirmed": "provisional"}
    known = since_there_is_a_provisional_end if "Still to be confirmed" in states else {}
    assert {name: one.state for name, one in states.items()} == known | {
        "Duplicate": "completed",
        "Tables of three": "completed",
        "In mid-round": "running",
        "Registration": "registration",
    }
    every_stream_folds()
    every_fact_has_its_shape()
    sound()
    people_find_their_way(states["In mid-round"], (folder / TOKEN).read_text())

    running = states["In mid-round"]
    match = Match.objects.get(status=Match.Status.PLAYING)
    played_to_the_end_of_the_deal(match.pk)
    sound()
    the_event_goes_on(running, match)
    the_event_in_registration_starts(states["Registration"])
    every_stream_folds()
    sound()
    what_people_typed_can_be_taken_away()
    every_stream_folds()
    sound()
    ann_goes_for_ever()
    sound()


def every_stream_folds() -> None:
    """To the versions that their rows have, by a process that knows none of them."""
    forget()
    for match in Match.objects.all():
        assert match_log.load(match.pk).version == match.version
    for tournament in Tournament.objects.all():
        assert tournament_log.load(tournament.pk).version == tournament.version
    ladders = {ladder.key: ladder for ladder in Ladder.objects.all()}
    assert {"duel-bots", "table-bots"} <= ladders.keys()
    for ladder in ladders.values():
        assert ladder_log.load(ladder.pk).version == ladder.version


def every_fact_has_its_shape() -> None:
    """That of its type and schema, as the file of shapes has it, old ones too."""
    shapes = kept()
    for row in Event.objects.order_by("id"):
        shape = shapes[row.type][str(row.schema)]["data"]
        # What a draft hides is in no data.
        told = {name: part for name, part in shape.items() if name in row.data or name != "tables"}
        assert fits(row.data, told), (row.type, row.schema, row.data, told)


def sound() -> None:
    """What is not would be named, and end the command with an exit code."""
    streams = Event.objects.values("stream").distinct().count()
    for check, said in (
        (("verify_log",), f"{streams} streams, all sound\n"),
        (
            ("replay", "--check"),
            f"{streams} streams, {Event.objects.count()} facts: as they should be\n",
        ),
    ):
        out = StringIO()
        try:
            call_command(*check, stdout=out, no_color=True)
        except SystemExit:
            raise AssertionError(out.getvalue()) from None  # what is wrong, in words
        assert out.getvalue() == said


def people_find_their_way(running: Tournament, token: str) -> None:
    match = Match.objects.get(status=Match.Status.PLAYING)
    client = Client()
    for address in ("/", f"/tournaments/{running.slug}/", f"/matches/{match.pk.hex}/", "/ratings/"):
        assert client.get(address).status_code == 200, address
    assert client.login(username="ann", password=PASSWORD)
    assert client.get("/tokens/").status_code == 200
    script = Client(headers={"Authorization": f"Token {token}"})
    assert script.get("/api/v1/me/").json()["handle"] == "ann"
    assert Player.objects.get(handle="ann").skeleton == "ann"
    standings = client.get(f"/api/v1/tournaments/{running.slug}/standings/").json()
    assert standings["count"] == 4
    corrected = Event.objects.get(type="result_corrected")
    assert corrected.stream == tournament_log.stream_of(running.pk)


def ann_goes_for_ever() -> None:
    ann = Player.objects.get(handle="ann")
    leaving.leave(ann, timezone.now())
    assert not Client().login(username="ann", password=PASSWORD)
    for event in Tournament.objects.filter(members__player=ann).distinct():
        told = Client().get(f"/api/v1/tournaments/{event.slug}/standings/").content.decode()
        assert '"ann"' not in told


def played_to_the_end_of_the_deal(match_id: UUID) -> None:
    state = match_log.load(match_id)
    assert state.deal is not None
    number = len(state.sheets)
    seats = Match.objects.get(pk=match_id).seats.select_related("player").order_by("number")
    players = [seat.player for seat in seats]
    assert {player.handle for player in players} == {"ann", "bob"}
    for play in range(100):
        state = match_log.load(match_id)
        if len(state.sheets) > number:
            return
        assert state.deal is not None
        seat = state.deal.turn
        moves, _ = legal_moves(observe(state, seat).position()).bounded(1)
        name, now = f"on-{play}", timezone.now()
        commands.play(
            match_id, players[seat], moves[0], seen_version=state.version, command_id=name, now=now
        )
    raise AssertionError("the deal goes on and on")


def the_event_goes_on(running: Tournament, match: Match) -> None:
    """Ann gives the match away, which ends the last round; the result is rated."""
    ann = Player.objects.get(handle="ann")
    before = duel_ratings()
    commands.resign(match.pk, ann, command_id="enough", now=timezone.now())
    advance.advance(running.pk, timezone.now)
    running.refresh_from_db()
    assert running.state == Tournament.State.COMPLETED
    assert not Pairing.objects.filter(tournament=running, decided=False).exists()
    rate_tournament(running.pk, timezone.now())
    after = duel_ratings()
    assert after["bob"] > before.get("bob", after["ann"])
    assert after["ann"] < before.get("ann", after["bob"])


def duel_ratings() -> dict[str, float]:
    rated = Rating.objects.filter(ladder__key="duel")
    return dict(rated.values_list("player__handle", "mu"))


def the_event_in_registration_starts(tournament: Tournament) -> None:
    olga = Player.objects.get(handle="olga")
    services.start(tournament, olga, now=timezone.now())
    advance.advance(tournament.pk, timezone.now)
    assert Entrant.objects.filter(tournament=tournament).count() == 2
    assert Match.objects.filter(pairing__tournament=tournament).count() == 1


def what_people_typed_can_be_taken_away() -> None:
    """Where it stands beside the facts: a database of before has it in them."""
    places = [
        (row.stream, row.version, field, digest)
        for row in Event.objects.order_by("id")
        for field, digest in digests_in(row.type, row.data).items()
    ]
    for stream, version, field, digest in places:
        if StatedText.objects.filter(stream=stream, digest=digest).exists():
            now = timezone.now()
            take_away(
                stream, version, field, by=None, actor=SYSTEM_ACTOR, reason="no_show", now=now
            )
    assert not StatedText.objects.exists()
