"""Whoever only looks changes nothing: no GET of any address writes to the database."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver

from games.accounts import tokens
from games.match.match_log import match_log
from games.models import Match, Player
from tests.long import DEFERRED, LONG, POSTGRESQL_FIRST, SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.site.watching import FIXED, filled, routes
from tests.tournaments.factories import finish_matches, opened, play_to_the_end
from tournaments.actions import services
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Stage, Tournament
from tournaments.models.ratings import Ladder
from tournaments.progress import advance
from tournaments.ratings.progress import rate_tournament
from tournaments.store import standings_snapshots
from tournaments.store.tournament_log import tournament_log

pytestmark = [pytest.mark.django_db]
WRITES = re.compile(r"\W*(WITH\b.*\b)?(INSERT|UPDATE|DELETE|REPLACE|TRUNCATE|MERGE)\b", re.S)
# When a token was last used is written down, once a minute.
NOTED = 'UPDATE "games_token" SET "last_used_at"'
VISITORS = 4
# The parts of an event that addresses ask for by parameters.
ASKED = {
    "standings/": ["?page=2", "?version={version}", "?around={entrant}", "?stage=1"],
    "standings/{entrant}/": ["?version={version}"],
    "crosstable/": ["?page=2"],
    "embed/": ["?view=standings", "?view=round", "?view=bracket"],
    "rounds/": ["?round=1"],
    "bracket/": ["?stage=1"],
}


@pytest.fixture(autouse=True)
def forgotten_states() -> Iterator[None]:
    """States kept per process belong to the database of one test."""
    for log in (match_log, tournament_log):
        log.forget()
    yield
    for log in (match_log, tournament_log):
        log.forget()


@pytest.fixture
def olga(db: None) -> Player:
    return Player.objects.create_person("olga", "a password of olga")


def in_registration(tournament: Tournament, olga: Player) -> None:
    pass


def just_begun(tournament: Tournament, olga: Player) -> None:
    """Nobody has paired the first round yet, nor published standings."""
    services.start(tournament, olga, now=NOON)
    assert Stage.objects.get(tournament=tournament).edition == 0


def in_the_middle(tournament: Tournament, olga: Player) -> None:
    """The first round is over, the matches of the second are open."""
    services.start(tournament, olga, now=NOON)
    advance.advance(tournament.pk, at_noon)
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    assert Match.objects.exclude(status="finished").exists()


def over(tournament: Tournament, olga: Player) -> None:
    services.start(tournament, olga, now=NOON)
    play_to_the_end(tournament)
    rate_tournament(tournament.pk, NOON)


Phase = Callable[[Tournament, Player], None]


PHASES: list[tuple[Phase, str]] = [
    (in_registration, "swiss"),
    (just_begun, "swiss"),
    (just_begun, "single_elimination"),
    (in_the_middle, "swiss"),
    (over, "single_elimination"),
]
# Each database is asked for everything that can be read.
USUAL = {PHASES[2]: POSTGRESQL_FIRST, PHASES[3]: SQLITE_FIRST}


@pytest.mark.parametrize(
    ("phase", "format_"),
    [pytest.param(*phase, marks=USUAL.get(phase, DEFERRED)) for phase in PHASES],
)
def test_no_get_of_any_address_writes(olga: Player, phase: Phase, format_: str) -> None:
    """Everybody asks for what is of the event; for the rest each in another of the phases."""
    tournament = held(olga, phase, format_)
    turn = PHASES.index((phase, format_))
    found = {
        (who, address): writes
        for number, (who, client) in enumerate(visitors(olga))
        for at, address in enumerate(addresses(tournament))
        if LONG or f"/{tournament.slug}/" in address or (at + turn) % VISITORS == number
        if (who != "script" or address.startswith("/api/"))
        if (writes := written_by(client, address))
    }
    assert found == {}


def test_a_get_that_writes_is_found_out(olga: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a reader that keeps an edition which somebody asks for."""
    tournament = held(olga, just_begun, "swiss")
    plain = standings_snapshots.snapshot

    def keeping(id_: Any, state: Any, number: int) -> Any:
        monkeypatch.setattr(standings_snapshots, "snapshot", plain)
        standings_snapshots.keep(id_, state, number)
        return plain(id_, state, number)

    monkeypatch.setattr("tournaments.read.standings.snapshot", keeping)
    path = f"/tournaments/{tournament.slug}/standings/"
    assert any("standingspage" in one for one in written_by(Client(), path))


def held(olga: Player, phase: Phase, format_: str) -> Tournament:
    """An event of four people that has come as far as the phase says."""
    people = [Player.objects.create_person(f"p{number}", "!") for number in range(1, 5)]
    tournament = opened(olga, *people, stages=(StageSettings(format_),))
    phase(tournament, olga)
    return Tournament.objects.get(pk=tournament.pk)


def visitors(olga: Player) -> Iterator[tuple[str, Client]]:
    """Nobody, one of the players, who runs the event, and a script of theirs."""
    yield "nobody", Client()
    for who in (Player.objects.get(handle="p1"), olga):
        signed_in = Client()
        signed_in.force_login(who)
        yield who.handle, signed_in
    yield "script", Client(headers={"Authorization": f"Token {tokens.issue(olga).token}"})


def addresses(tournament: Tournament) -> list[str]:
    """Every address of the site, filled in with what there is, and the parts one may ask for."""
    entrant = Entrant.objects.filter(tournament=tournament).latest("number")
    match, ladder = Match.objects.order_by("pk").last(), Ladder.objects.first()
    known = {
        "name": tournament.slug,
        "slug": tournament.slug,
        "entrant": entrant.pk.hex,
        "handle": "p1",
        "ladder": ladder.key if ladder else "nothing",
        "operation": "pause_tournament",
        "match_id": match.pk.hex if match else "0" * 32,
    }
    found = [f"/{filled(route, known)}" for route, _ in routes(get_resolver())]
    named = {"entrant": entrant.pk.hex, "version": tournament.version}
    more = [
        address + part.format(**named)
        for ending, parts in ASKED.items()
        for address in found
        if address.endswith(f"/{tournament.slug}/{ending.format(**named)}")
        for part in parts
    ]
    return [one for one in found + more if not one.endswith(FIXED)]


def written_by(client: Client, address: str) -> list[str]:
    """The statements of a GET that write; a fault of ours is raised."""
    with CaptureQueriesContext(connection) as sent:
        answer = client.get(address)
        consume(answer)
    return [one["sql"] for one in sent if WRITES.match(one["sql"]) and NOTED not in one["sql"]]


def consume(answer: HttpResponseBase) -> None:
    if answer.streaming:
        b"".join(answer)  # type: ignore[call-overload]
