"""What somebody typed into a fact can be taken away: the words are gone, and the log holds."""

import json
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client

from games.models import Event, Player, StatedText
from games.store import eventstore
from games.store.actors import player_actor
from games.store.stream_log import StreamLog
from tests.forgetting import forget
from tests.games.exports import canonical
from tests.long import SQLITE_FIRST, thinned
from tests.noon import NOON, at_noon
from tests.site.checked_house import found
from tests.threads import in_threads
from tests.tournaments.factories import opened, play_to_the_end
from tests.tournaments.stated_scenes import (
    CLUB,
    NAME,
    REASON,
    event_with_words,
    everything_stored,
    stream_of,
    taken,
    version_of,
)
from tournaments.actions import services
from tournaments.domain.commands import CancelTournament
from tournaments.domain.entrant_commands import Entry, RegisterEntrants, SetClub
from tournaments.domain.fact_parts import Member
from tournaments.domain.settings import StageSettings
from tournaments.domain.state import State
from tournaments.formats import FORMATS
from tournaments.models import Entrant, StandingsPage, Tournament
from tournaments.progress import advance
from tournaments.store.taking_away import NoSuchText, TextStandsInFacts
from tournaments.store.tournament_log import TOURNAMENTS, run, tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
HASHED = ("stream", "version", "type", "schema", "data", "actor", "command_id", "at")


@pytest.fixture
def event(olga: Player, people: Callable[[int], list[Player]]) -> Tournament:
    return event_with_words(olga, people(6))


def test_no_fact_has_in_it_what_a_person_typed(event: Tournament, olga: Player) -> None:
    cancel = CancelTournament(olga.pk.hex, REASON, NOON)
    run(event.pk, lambda _: cancel, actor=player_actor(olga.pk), now=NOON)
    advance.advance(event.pk, at_noon)
    facts = json.dumps(list(Event.objects.values_list("type", "data")))
    for text in (NAME, CLUB, REASON):
        assert text not in facts
        assert text in json.dumps([fact.data for fact in eventstore.read(stream_of(event))])
    assert found() == ""


@pytest.mark.store
def test_a_name_is_gone_from_every_table_and_page_and_the_log_holds(
    event: Tournament, client: Client
) -> None:
    name = f"{NAME} 3"
    assert name in everything_stored()
    assert StandingsPage.objects.filter(lines__contains=name).exists()
    version = version_of(event, "entrant_registered", "name", name)
    last = taken(event, version, "name")
    assert name not in everything_stored()
    assert f"{NAME} 4" in everything_stored()
    for address in ("", "entrants/", "standings/", "rounds/", "embed/"):
        assert name not in client.get(f"/tournaments/{event.slug}/{address}").content.decode()
    told = client.get(f"/api/v1/tournaments/{event.slug}/events/?after={version - 1}").json()
    entered = told["results"][0]["data"]
    assert entered["name"].startswith("removed-")
    assert eventstore.read(stream_of(event))[-1].type == "text_taken_away"
    assert tournament_log.load(event.pk).version == last
    forget()
    assert found() == ""
    play_to_the_end(event)
    forget()
    assert found() == ""


def test_who_is_of_a_club_is_kept_apart_as_before_when_its_name_is_gone(
    event: Tournament, olga: Player
) -> None:
    version = version_of(event, "entrant_registered", "club", CLUB)
    state = tournament_log.load(event.pk)
    apart = state.stages[0].stage.clubs
    taken(event, version, "club")
    assert CLUB not in everything_stored()
    [word] = set(Entrant.objects.exclude(club="").values_list("club", flat=True))
    assert word.startswith("removed-")
    assert tournament_log.load(event.pk).stages[0].stage.clubs == apart
    late = SetClub(olga.pk.hex, f"{5:032x}", CLUB)
    run(event.pk, lambda _: late, actor=player_actor(olga.pk), now=NOON)
    play_to_the_end(event)
    forget()
    assert found() == ""


@pytest.mark.parametrize("key", thinned(FORMATS, {"swiss", "table_swiss"}.__contains__))
def test_every_format_pairs_alike_without_the_names_of_clubs(
    key: str, olga: Player, people: Callable[[int], list[Player]]
) -> None:
    """Seeds and pairings are decided again when the log is checked."""
    options = {"sizes": [4]} if any(one.name == "sizes" for one in FORMATS[key].options) else {}
    tournament = opened(olga, stages=(StageSettings(key, options),), capacity=8)
    clubs = [CLUB, "", CLUB, "Mill Rovers", CLUB, "Mill Rovers", "", "Mill Rovers"]
    entries = tuple(
        Entry(f"{number:032x}", (Member(player.pk.hex),), "", clubs[number])
        for number, player in enumerate(people(8))
    )
    enter = RegisterEntrants(olga.pk.hex, entries)
    run(tournament.pk, lambda _: enter, actor=player_actor(olga.pk), now=NOON)
    services.start(tournament, olga, now=NOON)
    advance.advance(tournament.pk, at_noon)
    paired = Event.objects.filter(stream=stream_of(tournament), type="round_paired")
    assert paired.exists()
    assert CLUB not in json.dumps(list(paired.values_list("data", flat=True)))
    taken(tournament, version_of(tournament, "entrant_registered", "club", CLUB), "club")
    forget()
    assert found() == ""


def test_a_process_that_knew_the_words_forgets_them(event: Tournament) -> None:
    other = StreamLog(TOURNAMENTS, most=1)
    assert other.load(event.pk).entrants[f"{3:032x}"].name == f"{NAME} 3"
    taken(event, version_of(event, "entrant_registered", "name", f"{NAME} 3"), "name")
    for log in (other, tournament_log):
        assert log.load(event.pk).entrants[f"{3:032x}"].name.startswith("removed-")


def test_standings_of_the_past_that_somebody_has_read_are_told_without_the_words(
    event: Tournament, client: Client
) -> None:
    first = Event.objects.filter(stream=stream_of(event), type="round_paired").first()
    assert first is not None
    address = f"/api/v1/tournaments/{event.slug}/standings/?version={first.version}"
    before = client.get(address)
    assert f"{NAME} 3" in before.content.decode()
    assert client.get(address, headers={"If-None-Match": before["ETag"]}).status_code == 304
    taken(event, version_of(event, "entrant_registered", "name", f"{NAME} 3"), "name")
    after = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert f"{NAME} 3" not in after.content.decode()
    assert f"{NAME} 4" in after.content.decode()


def test_equal_words_go_together_and_only_once(event: Tournament) -> None:
    versions = [
        fact.version
        for fact in eventstore.read(stream_of(event))
        if fact.type == "entrant_registered" and fact.data["club"] == CLUB
    ]
    assert len(versions) == 3
    assert StatedText.objects.filter(text=CLUB).count() == 1
    taken(event, versions[2], "club")
    for version in versions:
        with pytest.raises(NoSuchText):
            taken(event, version, "club")


@pytest.mark.django_db(transaction=True)
@pytest.mark.store
def test_words_are_taken_away_while_others_change_the_event(
    event: Tournament, olga: Player
) -> None:
    version = version_of(event, "entrant_registered", "club", CLUB)
    tournament_log.forget()

    def set_clubs() -> None:
        for number in range(3, 6):
            command = SetClub(olga.pk.hex, f"{number:032x}", CLUB)
            run(event.pk, partial(_always, command), actor=player_actor(olga.pk), now=NOON)

    assert in_threads(lambda: taken(event, version, "club"), set_clubs) == []
    facts = [fact.type for fact in eventstore.read(stream_of(event))]
    assert (facts.count("club_set"), facts.count("text_taken_away")) == (3, 1)
    forget()
    assert found() == ""


def _always(command: SetClub, state: State) -> SetClub:
    return command


@pytest.mark.parametrize(("version", "field"), [(0, "name"), (1, "slug"), (99, "name"), (2, "by")])
def test_what_nobody_typed_cannot_be_taken_away(
    event: Tournament, version: int, field: str
) -> None:
    with pytest.raises(NoSuchText):
        taken(event, version, field)


def test_why_it_was_taken_away_can_be_taken_away_too(event: Tournament) -> None:
    version = version_of(event, "entrant_registered", "name", f"{NAME} 3")
    last = taken(event, version, "name", reason=REASON)
    taken(event, last, "reason")
    assert REASON not in everything_stored()
    forget()
    assert found() == ""


def test_words_that_facts_of_an_earlier_version_have_in_them_stay(event: Tournament) -> None:
    """As a database has them in which an event began before this version came."""
    version = version_of(event, "entrant_registered", "club", CLUB)
    Event.objects.filter(stream=stream_of(event), type="stage_started").update(schema=2)
    with pytest.raises(TextStandsInFacts):
        taken(event, version, "club")
    row = Event.objects.get(stream=stream_of(event), version=version + 1)
    row.data["club"] = CLUB
    row.save()
    with pytest.raises(TextStandsInFacts):
        taken(event, version, "club")


def test_an_export_has_the_texts_that_still_stand_for_strangers_to_check(
    event: Tournament, client: Client
) -> None:
    version = version_of(event, "entrant_registered", "name", f"{NAME} 3")
    taken(event, version, "name")
    answer: Any = client.get(f"/api/v1/tournaments/{event.slug}/export/")
    assert answer["Content-Type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in b"".join(answer).splitlines()]
    told, previous = {}, "0" * 64
    for line in lines:
        hashed = {name: line[name] for name in HASHED} | {"secret": line["secret_digest"]}
        assert line["previous_hash"] == previous
        previous = sha256(previous.encode() + canonical(hashed)).hexdigest()
        assert line["hash"] == previous
        for digest, beside in line.get("texts", {}).items():
            salt, text = bytes.fromhex(beside["salt"]), beside["text"]
            assert sha256(b"good-ten/text/1" + salt + text.encode()).hexdigest() == digest
            told[digest] = text
    entered = lines[version - 1]
    assert entered["data"]["name"]["digest"] not in told
    assert told[lines[version]["data"]["name"]["digest"]] == f"{NAME} 4"
