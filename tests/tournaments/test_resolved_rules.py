"""All matches of an event are played by the rules that it was announced with."""

import importlib
from dataclasses import replace
from typing import Any

import pytest
from django.apps import apps

from engine import RULESETS
from engine.rules import rulesets
from engine.wire.rules_json import rules_json
from games.models import Event, Player
from games.store.replay import check
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import made, opened, play_to_the_end, running
from tournaments.actions import services
from tournaments.domain.commands import ChangeSettings
from tournaments.domain.settings import Settings
from tournaments.models import Tournament
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def rules_of_matches() -> list[dict[str, Any]]:
    created = Event.objects.filter(type="match_created").order_by("id")
    return [fact.data["rules"] for fact in created]


@pytest.fixture
def upgrade(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes `classic` mean something else from now on."""

    def change() -> None:
        other = replace(RULESETS["classic"], no_trail="never", sweep_points=3)
        monkeypatch.setattr(rulesets, "RULESETS", {**RULESETS, "classic": other})

    return change


def test_a_match_is_created_with_the_rules_of_its_event(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(2), overrides={"first_to": 11})
    (rules,) = rules_of_matches()
    event = tournament_log.load(tournament.pk).settings.rules
    assert event is not None
    assert rules == {**event, "partnership": False}
    assert rules["first_to"] == 11


def test_an_event_that_began_before_its_ruleset_changed_plays_on_as_it_began(
    olga: Player, people: NewPlayers, upgrade: Any
) -> None:
    tournament = running(olga, people(4))
    upgrade()
    tournament_log.forget()
    play_to_the_end(tournament)

    first, *others = rules_of_matches()
    assert len(others) == 2
    assert all(rules == first for rules in others)
    assert first["sweep_points"] == 1
    tournament.refresh_from_db()
    assert tournament.state == "completed"
    assert check(TOURNAMENTS, tournament_log.stream_of(tournament.pk)).fault is None


def test_who_changes_other_settings_leaves_the_rules_as_they_were_announced(
    olga: Player, people: NewPlayers, upgrade: Any
) -> None:
    tournament = opened(olga, overrides={"first_to": 11})
    before = tournament_log.load(tournament.pk).settings
    upgrade()

    def changed(**wish: Any) -> Any:
        settings = Settings(**{"name": "Saturday", "overrides": {"first_to": 11}} | wish)
        command = ChangeSettings(olga.pk.hex, settings, NOON)
        services.act(tournament, olga, command, now=NOON)
        return tournament_log.load(tournament.pk).settings.rules

    assert changed() == before.rules
    assert changed(overrides={"first_to": 12})["sweep_points"] == 3


def test_rows_of_before_are_given_the_rules_that_their_facts_are_read_with(olga: Player) -> None:
    tournament = made(olga, ruleset="california", overrides={"first_to": 11})
    rules = tournament.settings.pop("rules")
    tournament.save(update_fields=["settings"])

    importlib.import_module("tournaments.migrations.0005_resolved_rules").fill(apps, None)

    filled = Tournament.objects.get(pk=tournament.pk).settings["rules"]
    assert set(filled) == set(rules) == set(rules_json(RULESETS["classic"]))
    assert (filled["first_to"], filled["no_trail"]) == (11, "never")
