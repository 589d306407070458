"""What somebody typed into a fact can be taken away: the words are gone, and the log holds."""

import json
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from games.models import Event, Player, StatedText
from games.store import eventstore, stated
from games.store.actors import SYSTEM_ACTOR, player_actor
from games.store.stated_fields import ALWAYS_STATED, FIELDS
from games.store.stream_log import StreamLog
from tests.forgetting import forget
from tests.games.exports import canonical
from tests.noon import NOON, at_noon
from tests.replaying import replay, verify_log
from tests.site.checked_house import found
from tests.threads import in_threads
from tests.tournaments.factories import finish_matches, opened, play_to_the_end
from tournaments.actions import services
from tournaments.domain import codec
from tournaments.domain.commands import CancelTournament, Entry, RegisterEntrants, SetClub
from tournaments.domain.fact_parts import Member
from tournaments.domain.settings import StageSettings
from tournaments.domain.state import State
from tournaments.formats import FORMATS
from tournaments.models import Entrant, StandingsPage, Tournament
from tournaments.progress import advance
from tournaments.store.taking_away import NoSuchText, TextStandsInFacts, take_away
from tournaments.store.tournament_log import TOURNAMENTS, run, tournament_log

pytestmark = [pytest.mark.store, pytest.mark.django_db]
HASHED = ("stream", "version", "type", "schema", "data", "actor", "command_id", "at")
NAME, CLUB, REASON = "Grace of the Mill", "Harbour Wanderers", "a cousin was rude to the umpire"


@pytest.fixture
def event(olga: Player, people: Callable[[int], list[Player]]) -> Tournament:
    """A Swiss of six people, who have names and clubs, after a round."""
    players = people(6)
    swiss = StageSettings("swiss", {"rounds": 3})
    tournament = opened(olga, stages=(swiss,), capacity=8)
    entries = tuple(
        Entry(f"{number:032x}", (Member(player.pk.hex),), f"{NAME} {number}", CLUB * (number < 3))
        for number, player in enumerate(players)
    )
    enter = RegisterEntrants(olga.pk.hex, entries)
    run(tournament.pk, lambda _: enter, actor=player_actor(olga.pk), now=NOON)
    services.start(tournament, olga, now=NOON)
    advance.advance(tournament.pk, at_noon)
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    return tournament


def stream_of(event: Tournament) -> str:
    return tournament_log.stream_of(event.pk)


def version_of(event: Tournament, type_: str, field: str, text: str) -> int:
    """Of the first fact that has this text."""
    facts = eventstore.read(stream_of(event))
    return next(
        fact.version for fact in facts if fact.type == type_ and fact.data.get(field) == text
    )


def taken(event: Tournament, version: int, field: str, **options: Any) -> int:
    given = {"by": None, "actor": SYSTEM_ACTOR, "reason": "asked for it", "now": NOON} | options
    return take_away(stream_of(event), version, field, **given)


def everything_stored() -> str:
    """Every value of every row of every table."""
    return " ".join(
        str(bytes(value) if isinstance(value, memoryview) else value)
        for model in apps.get_models(include_auto_created=True)
        for row in model._default_manager.values_list()
        for value in row
    )


def test_no_fact_has_in_it_what_a_person_typed(event: Tournament, olga: Player) -> None:
    cancel = CancelTournament(olga.pk.hex, REASON, NOON)
    run(event.pk, lambda _: cancel, actor=player_actor(olga.pk), now=NOON)
    advance.advance(event.pk, at_noon)
    facts = json.dumps(list(Event.objects.values_list("type", "data")))
    for text in (NAME, CLUB, REASON):
        assert text not in facts
        assert text in json.dumps([fact.data for fact in eventstore.read(stream_of(event))])
    assert found() == ""


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


@pytest.mark.parametrize("key", FORMATS)
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
    answer = client.get(f"/api/v1/tournaments/{event.slug}/export/")
    assert answer["Content-Type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.content.splitlines()]
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


# Whatever is changed behind the product's back is named.


def said_of(event: Tournament) -> str:
    forget()
    code, said = verify_log()
    again, more = replay("--check")
    assert (code, again) == (1, 1), (said, more)
    return said


def test_a_text_that_is_another_one_is_named(event: Tournament) -> None:
    StatedText.objects.filter(text=CLUB).update(text="Mill Rovers")
    assert "a text of it is not the one whose digest it has" in said_of(event)


def test_a_text_that_is_missing_without_a_fact_is_named(event: Tournament) -> None:
    version = version_of(event, "entrant_registered", "name", f"{NAME} 3")
    StatedText.objects.filter(text=f"{NAME} 3").delete()
    place = f"{stream_of(event)}@{version}: "
    said = said_of(event)
    assert f"{place}a text of it is missing, and no fact says that it was taken away" in said


def test_a_text_that_was_taken_away_and_is_back_is_named(event: Tournament) -> None:
    version = version_of(event, "entrant_registered", "name", f"{NAME} 3")
    row = StatedText.objects.filter(text=f"{NAME} 3").get()
    last = taken(event, version, "name")
    row.pk = None
    row.save(force_insert=True)
    assert f"@{last}: the text that it says was taken away still stands" in said_of(event)


def test_a_text_that_no_fact_names_is_named(event: Tournament) -> None:
    digest = stated.digest_of(b"s" * 16, "more")
    StatedText.objects.create(stream=stream_of(event), digest=digest, salt=b"s" * 16, text="more")
    assert "a text stands beside it that no fact names" in said_of(event)
    StatedText.objects.filter(digest=digest).update(stream="tournament-nowhere")
    assert "all its facts are missing, and a text is left" in said_of(event)


def test_every_fact_with_words_of_people_has_them_beside_it() -> None:
    stated_types = {type_ for type_, schema in codec.SCHEMA_OF.items() if schema == 3}
    others = {"tournament_created", "settings_changed", "stage_started"}
    assert stated_types - others | ALWAYS_STATED == FIELDS.keys()
