"""Creating an event by the form: presets, stages, and what to change beside the field."""

import dataclasses
import html
from html.parser import HTMLParser
from typing import Any

import pytest

from engine import OVERRIDABLE
from engine.rules.ruleset import Points
from games.models import Player
from tests.long import SQLITE_FIRST
from tests.tournaments.consoles import browser, facts, text_of
from tournaments.domain.settings import Settings
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.store.tournament_log import tournament_log
from tournaments.web.forms.event_form import EventForm
from tournaments.web.forms.option_fields import SCORES
from tournaments.web.forms.overrides import OVERRIDES, overrides_of, shown
from tournaments.web.forms.presets import PRESETS

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
NEW = "/tournaments/new/"
PLAIN = {"name": "Friday", "ruleset": "classic", "capacity": "16"}


class Fields(HTMLParser):
    """The values of the inputs and selects of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, Any] = {}
        self.select = ""
        self.area = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        has = dict(attrs)
        if tag == "input" and has.get("name") and has.get("type") != "checkbox":
            self.found[has["name"]] = has.get("value", "")
        elif tag == "input" and has.get("type") == "checkbox" and "checked" in has:
            self.found[has["name"]] = "on"
        elif tag == "select":
            self.select = has["name"]
            self.found.setdefault(self.select, "")
        elif tag == "textarea":
            self.area = has["name"]
            self.found[self.area] = ""
        elif tag == "option" and "selected" in has:
            self.found[self.select] = has.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self.area = ""

    def handle_data(self, data: str) -> None:
        if self.area:
            self.found[self.area] += data.removeprefix("\n")


def sent(olga: Player, **fields: Any) -> Any:
    """The form's answer; a made event leads to its console."""
    plain = PLAIN | {"stages-0-format": "single_elimination"} | fields
    return browser(olga).post(NEW, plain)


def settings_of(answer: Any) -> Any:
    assert answer.status_code == 302, text_of(answer)
    slug = answer["Location"].split("/")[2]
    return tournament_log.load(Tournament.objects.get(slug=slug).pk).settings


def fields_of(page: str) -> dict[str, Any]:
    """What a browser would send of the page as it came."""
    parser = Fields()
    parser.feed(page)
    return parser.found


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_makes_an_event_with_nothing_but_a_name(olga: Player, preset: str) -> None:
    page = browser(olga).get(f"{NEW}?preset={preset}").content.decode()

    answer = browser(olga).post(f"{NEW}?preset={preset}", fields_of(page) | {"name": "Friday"})

    settings = settings_of(answer)
    expected = PRESETS[preset]
    assert [one.format for one in settings.stages] == [one.format for one in expected.stages]
    assert [one.advance for one in settings.stages] == [one.advance for one in expected.stages]
    for stage, wanted in zip(settings.stages, expected.stages, strict=True):
        assert wanted.options.items() <= stage.options.items()


@pytest.mark.parametrize("key", FORMATS)
def test_every_option_of_a_format_is_a_field(olga: Player, key: str) -> None:
    answer = sent(olga, **{"stages-0-format": key, "reshape": "1"})

    page = answer.content.decode()
    assert f'name="stages-0-shown" value="{key}"' in page
    for option in FORMATS[key].options:
        assert f'name="stages-0-{key}-{option.name}' in page
        said = str(SCORES.get(option.name, option.help.split("'")[0]))
        assert said in text_of(answer)


def test_reshaping_keeps_what_was_written_and_judges_nothing(olga: Player) -> None:
    before = facts()

    answer = sent(olga, name="", capacity="7", reshape="1", **{"stages-1-format": "swiss"})

    page = answer.content.decode()
    assert 'value="7"' in page
    assert 'name="stages-1-swiss-rounds"' in page
    assert "field__error" not in page
    assert facts() == before


def test_everything_that_an_event_has_can_be_set(olga: Player, ann: Player) -> None:
    settings = settings_of(
        sent(
            olga,
            **{
                "stages-0-format": "swiss",
                "stages-0-shown": "swiss",
                "stages-0-swiss-tie_breaks_0": "wins",
                "stages-0-swiss-tie_breaks_1": "",
                "stages-0-swiss-tie_breaks_2": "buchholz",
                "stages-0-advance": "4",
                "stages-0-name": "Qualifying",
                "stages-1-format": "single_elimination",
                "stages-1-shown": "single_elimination",
                "stages-1-single_elimination-third_place": "on",
                "scale": "3, 1",
                "directors": "Ann",
                "starts_at": "2099-07-01T20:00",
                "time_zone": "Europe/Vienna",
                "check_in_minutes": "30",
                "publish": "manual",
                "policies-seeding": "random",
                "policies-waiting_list": "0",
                "overrides-first_to": "11",
                "overrides-no_trail": "owner",
                "overrides-face_values": "yes",
                "overrides-multiple_builds": "no",
                "overrides-ace_values": "high_ace",
                "overrides-deal_order": "singly",
                "overrides-draws": "no",
                "overrides-points-ace": "2",
                "overrides-points-spades": "0",
            },
        )
    )

    swiss, knockout = settings.stages
    assert swiss.options["tie_breaks"] == ["wins", "buchholz"]
    assert (swiss.advance, swiss.name) == (4, "Qualifying")
    assert knockout.options["third_place"] is True
    assert (settings.scale, settings.directors) == ((3, 1), (ann.pk.hex,))
    assert settings.starts_at == "2099-07-01T18:00:00+00:00"
    assert (settings.publish, settings.starts) == ("manual", "rounds")
    assert (settings.policies["seeding"], settings.policies["waiting_list"]) == ("random", 0)
    assert settings.overrides == {
        "first_to": 11,
        "no_trail": "owner",
        "face_values": True,
        "multiple_builds": False,
        "ace_values": [1, 14],
        "deal_order": "singly",
        "draws": False,
        "points": {"ace": 2, "spades": 0},
    }
    assert settings.rated is False


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"capacity": "1"}, "capacity", "greater than or equal to 2"),
        ({"name": "a\u202eb"}, "name", "one that nobody sees (bad_field)"),
        (
            {"stages-0-format": "swiss", "stages-0-shown": "swiss", "stages-0-swiss-rounds": "40"},
            "stages-0-swiss-rounds",
            "without rematches (bad_field)",
        ),
        ({"stages-1-format": "swiss"}, "stages-0-advance", "a whole number from 1"),
        ({"directors": "nobody"}, "directors", "nobody has the handle 'nobody' (bad_field)"),
        ({"starts_at": "2001-01-01T10:00"}, "starts_at", "it is in the past (bad_field)"),
        ({"starts_at": "soon"}, "starts_at", "Write a date and a time"),
        (
            {"starts_at": "2099-01-01T10:00", "time_zone": "Mars/Base"},
            "time_zone",
            "no such time zone",
        ),
        ({"check_in_minutes": "5"}, "check_in_minutes", "it needs starts_at (bad_field)"),
        ({"scale": "1, 5"}, "scale", "a better place earns at least as much (bad_field)"),
        ({"scale": "1, x"}, "scale", "whole numbers with commas"),
        (
            {"overrides-first_to": "11", "overrides-deals_each": "2"},
            "overrides-deals_each",
            "(bad_override)",
        ),
        ({"stages-0-format": "nonsense"}, "stages-0-format", "Select a valid choice"),
    ],
)
def test_the_form_says_beside_the_field_what_to_change(
    olga: Player, fields: dict[str, str], field: str, said: str
) -> None:
    before = facts()

    answer = sent(olga, **fields)

    assert answer.status_code == 200
    errors = answer.context["form"].errors
    words = said.split(" (")[0] if " (" in said else said.strip("()")
    assert any(words in html.unescape(error) for error in errors.get(field, ())), errors
    assert said in text_of(answer)
    assert facts() == before


def test_every_field_of_the_rules_can_be_set_but_partnership() -> None:
    """Whether four play as partners follows from who enters and from the format."""
    names = {option.name.partition("-")[0] for option in OVERRIDES}
    assert names == set(OVERRIDABLE) - {"partnership"}
    awards = {option.name.partition("-")[2] for option in OVERRIDES if "-" in option.name}
    assert awards == {award.name for award in dataclasses.fields(Points)}


@pytest.mark.parametrize(
    "overrides",
    [
        {"multiple_builds": False, "draws": True},
        {"ace_values": [1], "points": {"ace": 0, "each_spade": 3}},
        {"no_trail": "never", "first_to": 31},
    ],
)
def test_a_form_that_is_sent_as_it_is_shown_keeps_every_override(
    overrides: dict[str, Any],
) -> None:
    form = EventForm(settings=Settings("Friday", overrides=overrides))
    chosen = {
        option.name: form.fields[f"overrides-{option.name}"].initial
        for option in OVERRIDES
        if form.fields[f"overrides-{option.name}"].initial is not None
    }
    assert overrides_of(chosen) == overrides
    assert overrides_of(shown({"owner_may_trail": True})) == {"no_trail": "never"}


def test_a_table_that_the_rules_do_not_have_is_said_at_the_top(olga: Player) -> None:
    answer = sent(olga, **{"ruleset": "two-handed", "stages-0-format": "heats"})

    assert "(bad_seats)" in text_of(answer)


def test_whoever_is_not_signed_in_is_sent_to_sign_in(client: Any) -> None:
    assert client.get(NEW)["Location"].startswith("/sign-in/")
