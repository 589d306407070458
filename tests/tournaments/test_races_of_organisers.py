"""What organisers do in the same moment: nothing is lost, and nobody gets more than is theirs; and
what would happen without the order in which it is done.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from games.limits.budgets import BUDGETS, DRAFTS_AT_ONCE, EVENTS_AT_ONCE
from games.models import Player
from tests.api import signed_in
from tests.noon import NOON
from tests.threads import at_once
from tests.tournaments.factories import made
from tournaments.actions import plans, quotas, services
from tournaments.actions.settings_body import edited
from tournaments.domain.settings import Settings
from tournaments.models import Tournament
from tournaments.store.tournament_log import tournament_log

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]
MOST = 2


@pytest.fixture(autouse=True)
def few(settings: Any) -> None:
    tighter = {DRAFTS_AT_ONCE: MOST, EVENTS_AT_ONCE: MOST}
    changed = {budget.name: replace(budget, amount=most) for budget, most in tighter.items()}
    settings.LIMITS = {one.name: one for one in BUDGETS} | changed


def changed(olga: Player, tournament: Tournament, **fields: Any) -> int:
    address = f"/api/v1/tournaments/{tournament.pk.hex}/"
    return signed_in(olga).patch(address, fields, format="json").status_code


@contextmanager
def both_have_looked() -> Iterator[None]:
    """Nobody edits before both have seen the settings."""
    gate, real = threading.Barrier(2), edited
    first = threading.local()

    def waiting(settings: Settings, body: Any) -> Settings:
        if not getattr(first, "has_looked", False):
            first.has_looked = True
            gate.wait()
        return real(settings, body)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plans, "edited", waiting)
        yield


def test_of_two_edits_at_once_both_stand(olga: Player) -> None:
    tournament = made(olga)
    works = [
        partial(changed, olga, tournament, turn_seconds=45),
        partial(changed, olga, tournament, policies={"late_entry": "always"}),
    ]

    # What bots an edit asks for is looked at before it is decided: that look is none of the two.
    with both_have_looked(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(quotas, "check", lambda *args: None)
        assert at_once(works) == [200, 200]

    settings = tournament_log.load(tournament.pk).settings
    assert (settings.turn_seconds, settings.policies["late_entry"]) == (45, "always")


def test_edits_that_were_merged_before_they_are_decided_would_lose_one(olga: Player) -> None:
    """The control: both write the whole of the settings that they saw."""
    tournament = made(olga)
    gate = threading.Barrier(2)

    def work(**fields: Any) -> None:
        settings = edited(tournament_log.load(tournament.pk).settings, fields)
        gate.wait()
        command = plans.ChangeSettings(olga.pk.hex, settings, NOON)
        services.act(tournament, olga, command, now=NOON)

    at_once([partial(work, turn_seconds=45), partial(work, policies={"late_entry": "always"})])

    settings = tournament_log.load(tournament.pk).settings
    assert (settings.turn_seconds, settings.policies["late_entry"]) != (45, "always")


def draft(olga: Player) -> str:
    made(olga)
    return "made"


def announced(olga: Player, tournament: Tournament) -> str:
    services.open_registration(tournament, olga, now=NOON)
    return "announced"


@contextmanager
def counting_before_the_lock(together: int) -> Iterator[None]:
    """As it was: all have counted before the first of them writes."""
    gate, real = threading.Barrier(together), quotas._count

    def counted(*args: Any) -> int:
        found = real(*args)
        gate.wait()
        return found

    @contextmanager
    def free(*args: Any) -> Iterator[None]:
        yield

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quotas, "_count", counted)
        patch.setattr(quotas, "making_a_draft", free)
        patch.setattr(quotas, "doing", free)
        yield


def drafts_at_once(olga: Player) -> list[Callable[[], object]]:
    return [partial(draft, olga)] * 6


def test_a_burst_makes_no_more_drafts_than_one_may_have(olga: Player) -> None:
    answers = at_once(drafts_at_once(olga))

    assert sorted(map(str, answers)) == ["made"] * MOST + ["too_many_drafts"] * 4
    assert Tournament.objects.filter(state="draft").count() == MOST


def test_a_burst_announces_no_more_events_than_one_may_have(olga: Player, settings: Any) -> None:
    settings.LIMITS |= {DRAFTS_AT_ONCE.name: DRAFTS_AT_ONCE}
    works = [partial(announced, olga, made(olga)) for _ in range(5)]

    answers = at_once(works)

    assert sorted(map(str, answers)) == ["announced"] * MOST + ["too_many_events"] * 3
    assert Tournament.objects.filter(state="registration").count() == MOST


def test_counted_before_the_lock_a_burst_would_make_more(olga: Player) -> None:
    """The control: the race of the tests above is real."""
    with counting_before_the_lock(together=6):
        at_once(drafts_at_once(olga))

    assert Tournament.objects.filter(state="draft").count() > MOST
