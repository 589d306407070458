"""What is changed of the texts beside facts behind the product's back is named by both checks."""

from collections.abc import Callable

import pytest

from games.models import Player, StatedText
from games.store import stated
from games.store.stated_fields import ALWAYS_STATED, FIELDS
from tests.forgetting import forget
from tests.long import SQLITE_FIRST
from tests.replaying import replay, verify_log
from tests.tournaments.stated_scenes import (
    CLUB,
    NAME,
    event_with_words,
    stream_of,
    taken,
    version_of,
)
from tournaments.domain import codec
from tournaments.models import Tournament

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


@pytest.fixture
def event(olga: Player, people: Callable[[int], list[Player]]) -> Tournament:
    return event_with_words(olga, people(6))


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
    others = {"stage_started", "tournament_completed", "entrant_promoted"}
    assert stated_types - others | {"settings_changed"} | ALWAYS_STATED == FIELDS.keys()
