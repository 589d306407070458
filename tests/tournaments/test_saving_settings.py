"""Two directors have the page of settings open: neither undoes what the other has changed."""

from typing import Any

import pytest

from games.models import Player
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.consoles import Console, facts
from tests.tournaments.factories import made, running
from tests.tournaments.test_event_form import fields_of
from tournaments.actions import services
from tournaments.actions.saving import Page, merged
from tournaments.domain import commands
from tournaments.domain.settings import Settings, StageSettings, complete
from tournaments.store.tournament_log import tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
CHANGED = "The settings are changed."


def opened_page(console: Console) -> dict[str, Any]:
    return fields_of(console.client.get(console.address("settings/")).content.decode())


def test_what_another_director_has_changed_meanwhile_stays(olga: Player, ann: Player) -> None:
    tournament = made(olga, directors=(ann.pk.hex,), starts_at="2030-01-01T10:00:30+01:00")
    hers, his = Console(olga, tournament), Console(ann, tournament)
    seen = opened_page(hers)
    # He changes one policy, the places and the words for players; she an option and the name.
    theirs = opened_page(his)
    others = {"capacity": "32", "policies-no_show": "keep", "description": "Bring a friend."}
    assert CHANGED in his.press("settings/", **theirs | others)

    assert CHANGED in hers.press("settings/", **seen | {"name": "Saturday", "turn_seconds": "45"})

    state = tournament_log.load(tournament.pk)
    settings = state.settings
    assert (settings.name, settings.turn_seconds, settings.capacity) == ("Saturday", 45, 32)
    assert (settings.policies["no_show"], state.description) == ("keep", "Bring a friend.")
    assert settings.starts_at == "2030-01-01T10:00:30+01:00"  # nobody has touched it


def test_of_two_who_change_the_same_the_second_is_told_both_and_decides(
    olga: Player, ann: Player
) -> None:
    tournament = made(olga, directors=(ann.pk.hex,))
    hers, his = Console(olga, tournament), Console(ann, tournament)
    seen = opened_page(hers)
    theirs = opened_page(his) | {"capacity": "32", "turn_seconds": "20", "name": "Sunday"}
    assert CHANGED in his.press("settings/", **theirs)
    before = facts()

    answer = hers.client.post(
        hers.address("settings/"), seen | {"capacity": "24", "turn_seconds": "20", "rated": ""}
    )

    page = answer.content.decode()
    assert "Places: it is “32” now, and you have “24”." in page
    assert "Seconds a turn: it is" not in page  # both want the same
    assert facts() == before
    again = fields_of(page)
    assert (again["capacity"], again["name"], again["turn_seconds"]) == ("24", "Sunday", "20")
    assert CHANGED in hers.press("settings/", **again)
    settings = tournament_log.load(tournament.pk).settings
    assert (settings.capacity, settings.name, settings.rated) == (24, "Sunday", False)


def test_while_it_is_played_the_preview_has_what_both_have_changed(
    olga: Player, ann: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), directors=(ann.pk.hex,))
    hers = Console(olga, tournament)
    sent = opened_page(hers) | {"turn_seconds": "45", "reason": "It is late."}
    now = tournament_log.load(tournament.pk).settings
    theirs = Page(now, "Bring a friend.")
    services.act(tournament, ann, commands.SetDescription(ann.pk.hex, theirs.description), now=NOON)

    seen = hers.press("settings/", **sent)
    assert "seconds a turn: 30 → 45" in seen
    assert "description" not in seen.partition("This will be recorded:")[2].partition("Do it")[0]
    assert CHANGED in hers.press("settings/", **sent, confirm="1")
    assert tournament_log.load(tournament.pk).description == "Bring a friend."


def test_a_page_that_does_not_say_what_it_showed_is_taken_as_it_is(olga: Player) -> None:
    tournament = made(olga)
    console = Console(olga, tournament)
    sent = opened_page(console) | {"name": "Saturday"}
    for seen in ("", "0", "none", "-1", "99999999999999"):
        assert CHANGED in console.press("settings/", **sent | {"seen": seen, "name": f"A{seen}"})
        assert tournament_log.load(tournament.pk).settings.name == f"A{seen}"


def page_of(**more: Any) -> Page:
    return Page(complete(Settings("Friday", **more)), "")


def test_stages_come_together_option_by_option_where_their_formats_are_the_same() -> None:
    def swiss(name: str = "", **options: Any) -> Page:
        return page_of(capacity=8, stages=(StageSettings("swiss", options, name=name),))

    seen, sent, there = swiss(), swiss("Main", rounds=3), swiss(bye_score=30)

    (stage,) = merged(seen, sent, there).settings.stages
    assert (stage.name, stage.options["rounds"], stage.options["bye_score"]) == ("Main", 3, 30)
    other = page_of(capacity=8, stages=(StageSettings("round_robin"),))
    assert merged(seen, other, there).settings.stages == other.settings.stages
    assert merged(seen, other, there, yield_=True).settings.stages == there.settings.stages
    assert merged(seen, seen, other).settings.stages == other.settings.stages


def test_rules_follow_the_ruleset_that_comes_of_both() -> None:
    seen, sent = page_of(), page_of(overrides={"first_to": 11})
    there = page_of(ruleset="royal")

    found = complete(merged(seen, sent, there).settings)
    assert (found.ruleset, dict(found.overrides)) == ("royal", {"first_to": 11})
    both = Settings("Friday", ruleset="royal", overrides={"first_to": 11})
    assert found.rules == complete(both).rules
