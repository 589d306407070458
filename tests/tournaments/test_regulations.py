"""What an event says of itself: its description, its regulations, and where it is found."""

from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Player
from tests.noon import NOON
from tests.tournaments.consoles import browser, text_of
from tests.tournaments.factories import made, opened
from tests.tournaments.test_event_form import fields_of
from tests.tournaments.wild_settings import wild_settings
from tournaments.actions import services
from tournaments.domain import commands
from tournaments.domain.policies import LEFT_OUT, POLICIES
from tournaments.domain.settings import Settings, StageSettings, complete
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.store.tournament_log import tournament_log
from tournaments.text.markdown import rendered
from tournaments.text.regulations import regulations


def said_of(settings: Settings) -> str:
    parts = regulations(asdict(complete(settings)))
    return "\n".join(sentence for part in parts for sentence in [part.title, *part.sentences])


# Policies that mean something only beside another.
SAID_WITH = {
    "watching_plays": {"watching": "plays"},
    "watching_seconds": {"watching": "seconds"},
    "directors_look": {"watching": "match"},
}


# Policies that mean something only in a format.
SAID_IN = {"both_away": "single_elimination"}


def event(key: str = "swiss", **more: Any) -> Settings:
    return Settings("Friday", capacity=16, stages=(StageSettings(key),), **more)


@pytest.mark.parametrize("key", FORMATS)
def test_every_event_has_regulations_without_codes(key: str) -> None:
    for seed in range(12):
        for part in regulations(asdict(wild_settings(Random(seed), key, 1 + seed % 2))):
            for sentence in part.sentences:
                assert sentence.endswith((".", ".”")), sentence
                assert "_" not in sentence
                assert "%" not in sentence


@pytest.mark.parametrize("option", POLICIES, ids=lambda one: one.name)
def test_every_policy_is_told(option: Any) -> None:
    """Whatever a policy is set to, the regulations say something else than for another value."""
    flags = (False, True) if option.kind == "flag" else ()
    values = option.choices or flags or (option.least or 0, 7)
    plain = event(
        SAID_IN.get(option.name, "swiss"),
        policies={"requested_byes": 2, **SAID_WITH.get(option.name, {})},
        starts_at="2030-01-01T10:00:00+00:00", check_in_minutes=5,
    )  # fmt: skip
    said = {
        said_of(replace(plain, policies={**plain.policies, option.name: value})) for value in values
    }
    assert len(said) == len(values)
    assert set(LEFT_OUT) <= {one.name for one in POLICIES}


@pytest.mark.parametrize("key", FORMATS)
def test_every_option_of_a_format_is_told(key: str) -> None:
    for option in FORMATS[key].options:
        values: list[Any] = list(option.choices) if option.kind == "choice" else []
        values = [True, False] if option.kind == "flag" else values
        settings = asdict(complete(event(key)))
        stage = settings["stages"][0]
        said = set()
        for value in values:
            told = {
                **settings,
                "stages": [{**stage, "options": {**stage["options"], option.name: value}}],
            }
            said.add(str(regulations(told)))
        assert len(said) == len(values), option.name  # fmt: skip


def test_a_description_is_a_safe_part_of_markdown() -> None:
    html = rendered("# Friday\n\n**Bring** a [friend](https://example.org)\n\n- one\n- two")
    assert "<h3>Friday</h3>" in html
    assert "<strong>Bring</strong>" in html
    assert 'href="https://example.org"' in html
    assert "nofollow" in html
    for text in (
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "![x](https://example.org/x.png)",
        '<a href="https://example.org" onclick="x()">y</a>',
        "[x](data:text/html;base64,AAAA)",
    ):
        dirty = rendered(text)
        for bad in ("<script", 'href="javascript', "<img", "<a href", 'href="data'):
            assert bad not in dirty or (bad == "<a href" and "nofollow" in dirty)


@pytest.mark.django_db
def test_the_page_of_an_event_shows_what_its_organiser_writes(olga: Player) -> None:
    settings = Settings("Friday night")
    services.create(olga, settings, now=NOON, description="Bring a *friend*.")

    page = browser(olga).get("/tournaments/friday-night/").content.decode()
    assert "Bring a <em>friend</em>." in page
    told = text_of(browser(olga).get("/tournaments/friday-night/regulations/"))
    assert "There are 16 places." in told
    assert "The event is final with its last result." in told


@pytest.mark.django_db
def test_events_are_found_by_name_state_format_and_whose_they_are(
    olga: Player, ann: Player
) -> None:
    opened(olga, ann, name="Friday club", stages=(StageSettings("swiss"),))
    soon = made(olga, name="Sunday cup", starts_at="2030-01-01T10:00:00+00:00")
    services.open_registration(soon, olga, now=NOON)
    made(ann, name="A draft of hers")

    def found(query: str, player: Player = ann) -> set[str]:
        page = browser(player).get(f"/tournaments/?{query}")
        return {one["name"] for one in page.context["tournaments"]}

    assert found("q=friday") == {"Friday club"}
    assert found("q=olga") == {"Friday club", "Sunday cup"}
    assert found("state=soon") == {"Sunday cup"}
    assert found("state=open&format=swiss") == {"Friday club"}
    assert found("mine=1") == {"Friday club", "A draft of hers"}
    assert found("q=nothing") == set()


@pytest.mark.django_db
def test_an_event_like_another_begins_with_its_settings(olga: Player, ann: Player) -> None:
    other = opened(olga, name="Friday club", turn_seconds=77, directors=(ann.pk.hex,))
    services.act(other, olga, commands.SetDescription(olga.pk.hex, "Bring a friend."), now=NOON)
    address = f"/tournaments/new/?from={other.slug}"

    page = fields_of(browser(ann).get(address).content.decode())
    browser(ann).post(address, page | {"name": "Saturday club"})

    again = Tournament.objects.get(name="Saturday club")
    settings = tournament_log.load(again.pk).settings
    assert (settings.turn_seconds, settings.directors) == (77, ())
    assert again.description == "Bring a friend."
    assert again.organiser == ann


def test_the_regulations_are_answered_over_rest_as_the_page_says_them(olga: Player) -> None:
    tournament = made(olga, name="Friday", capacity=16)
    address = f"/api/v1/tournaments/{tournament.slug}/regulations/"

    answer = APIClient().get(address)
    told = answer.json()
    page = text_of(browser(olga).get(f"/tournaments/{tournament.slug}/regulations/"))

    assert told["version"] == tournament.version
    assert told["results"][0]["title"] == "Who may play"
    for part in told["results"]:
        assert all(sentence in page for sentence in part["sentences"])
    again = APIClient().get(address, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
