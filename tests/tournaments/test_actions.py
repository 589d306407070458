"""Every action of the registry: previewed and done, over REST and on its page, in every state."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test import Client, override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from games.limits.budgets import BUDGETS
from games.match.match_log import match_log
from games.models import Event, Player
from tests.api import signed_in
from tests.noon import at_noon
from tests.tournaments.action_doors import NOT_TAKEN, Outcome, on_page, over_rest, recorded
from tests.tournaments.action_samples import Place, samples
from tests.tournaments.consoles import browser
from tests.tournaments.event_scenes import Scene, every_scene
from tournaments.actions.action import About, Action, Who
from tournaments.actions.registry import ACTIONS
from tournaments.domain.state import Phase
from tournaments.store.tournament_log import tournament_log

pytestmark = [pytest.mark.django_db]
ID = re.compile(r"\b[0-9a-f]{32}\b")
Given = Mapping[str, Any]
READS = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")


@dataclass(slots=True)
class Writes:
    """Counts the statements that change something."""

    count: int = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.count += not sql.lstrip().upper().startswith(READS)
        return execute(sql, params, many, context)


@dataclass(frozen=True, slots=True)
class Asked:
    """An action that somebody asks for, where, and what they say."""

    action: Action
    place: Place
    given: Given
    by: str
    on_page: bool

    def __str__(self) -> str:
        where = f"{self.place.scene.name} of {dict(self.place.target)}"
        return f"{self.by} asks in {where} with {dict(self.given)}"


@dataclass(slots=True)
class House:
    """The scenes, who is about in them, and everything as it was when they were set."""

    scenes: list[Scene]
    people: Mapping[str, Player]
    rest: dict[str, APIClient]
    pages: dict[str, Client]
    before: Any = None
    known: set[str] = field(default_factory=set)
    met: set[Any] = field(default_factory=set)

    def is_new(self, asked: Asked, found: Outcome) -> bool:
        """Whether the action has not met with this in this state, or this refusal in its phase."""
        scene = asked.place.scene
        kind = (asked.action.name, scene.state.phase if found.code else scene.name, found.code)
        is_new = kind not in self.met
        self.met.add(kind)
        return is_new

    def plain(self, facts: list[Any] | None) -> Any:
        """The facts, with ids that were not there before made alike."""
        told = json.dumps(facts, sort_keys=True)  # a database may keep keys in an order of its own
        return ID.sub(lambda one: one[0] if one[0] in self.known else "new", told)

    @contextmanager
    def unchanged(self, *, unless_done: bool = False) -> Iterator[None]:
        """Fails if what is done in it leaves anything changed, where no fact was recorded."""
        writes = Writes()
        with connection.execute_wrapper(writes):
            yield
        if not writes.count or (unless_done and Event.objects.count() > self.before[0]):
            return
        assert everything() == self.before


def everything() -> Any:
    """All facts, players, and rows of tournaments."""
    models = [*apps.get_app_config("tournaments").get_models(), Player]
    rows = {model.__name__: list(model.objects.order_by("pk").values_list()) for model in models}
    return Event.objects.count(), rows


@contextmanager
def taken_back() -> Iterator[None]:
    """What is done in it is not done."""
    writes = Writes()
    with transaction.atomic(), connection.execute_wrapper(writes):
        yield
        transaction.set_rollback(True)
    if writes.count:
        tournament_log.forget()
        match_log.forget()


@pytest.fixture(scope="module")
def many_events() -> Iterator[None]:
    """Olga has an event in every state that there is, which is more than one account may have; and
    asks for more in one test than she might in a minute.
    """
    more = [replace(one, amount=one.amount * 100) for one in BUDGETS]
    with override_settings(LIMITS={one.name: one for one in more}):
        yield


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: Any, many_events: None) -> Iterator[House]:
    """Set up once: each test takes back what it does."""
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch, taken_back():
        patch.setattr(timezone, "now", at_noon)
        handles = ["olga", "zoe", *(f"p{number}" for number in range(1, 10))]
        people = {one: Player.objects.create_person(one, "a password") for one in handles}
        scenes = list(every_scene(people["olga"], [people[f"p{n}"] for n in range(1, 10)]))
        built = House(
            scenes,
            people,
            {name: signed_in(one) for name, one in people.items()},
            {name: browser(one) for name, one in people.items()},
        )
        built.before = everything()
        built.known = set(ID.findall(repr(built.before).replace("-", "")))
        yield built


@pytest.mark.parametrize("name", sorted(ACTIONS) or ["an action"])
def test_every_action_is_previewed_and_done_in_every_state(name: str, house: House) -> None:
    """It is accepted in the phases that it names and in no other, and does what it shows."""
    action = ACTIONS[name]
    accepted: set[Phase] = set()
    for asked in _everything_asked(action, house):
        phase = asked.place.scene.state.phase
        try:
            done = _looked_at_and_done(house, asked)
            if not done.code and phase not in accepted:
                _others_may_or_may_not(house, asked)
                accepted.add(phase)
        except AssertionError as error:
            error.add_note(f"{name}: {asked}")
            raise
    assert accepted == set(action.phases)


def _everything_asked(action: Action, house: House) -> Iterator[Asked]:
    """Of each thing that may be meant; as much and as little as can be said of the first one."""
    for scene in house.scenes:
        for number, target in enumerate(scene.targets(action.about)):
            place = Place(scene, target, house.people["zoe"])
            said = list(samples(action, place))[: None if number == 0 else 1]
            for given in said:
                for by in ("zoe", "p1") if action.who is Who.ANYBODY else ("olga",):
                    yield Asked(action, place, given, by, on_page=given is said[-1])


def _looked_at_and_done(house: House, asked: Asked) -> Outcome:
    """What came of it, which is the same at both doors; the page is asked once in each state
    that REST has accepted it in, and once of each refusal in each phase.
    """
    found = _over_rest(house, asked) if asked.action.segment is not None else None
    paged = None
    if found is None or (asked.on_page and house.is_new(asked, found)):
        paged = _on_page(house, asked, found)
    if found is None:
        assert paged is not None, "there is no door to it"
        found = paged
    elif paged is not None:
        assert bool(paged.code) == bool(found.code), (found, paged)
        assert found.code or house.plain(paged.facts) == house.plain(found.facts)
        assert paged.code in ("", NOT_TAKEN, found.code), (found, paged)
    if not found.code:
        assert found.facts
        assert {one["type"] for one in found.facts} <= set(asked.action.facts)
    return found


def _over_rest(house: House, asked: Asked) -> Outcome:
    """What a preview shows is what is done, facts or refusal."""
    client, place = house.rest[asked.by], asked.place
    with house.unchanged():
        shown = over_rest(client, asked.action, place, asked.given, preview=True)
    if shown.code:
        with house.unchanged():
            refused = over_rest(client, asked.action, place, asked.given, preview=False)
        assert refused == shown
        return refused
    with taken_back():
        done = over_rest(client, asked.action, place, asked.given, preview=False)
        facts = recorded(place, house.people[asked.by])
    assert not done.code, done
    assert house.plain(shown.facts) == house.plain(facts)
    assert done.facts is None or done.facts == facts
    return replace(done, facts=facts)


def _on_page(house: House, asked: Asked, over_rest: Outcome | None) -> Outcome | None:
    """The same on the page of the action, which shows nothing that REST has refused."""
    client, place = house.pages[asked.by], asked.place
    shown = None
    if over_rest is None or not over_rest.code:
        with house.unchanged():
            shown = on_page(client, asked.action, place, asked.given, preview=True)
    with taken_back():
        with house.unchanged(unless_done=True):
            done = on_page(client, asked.action, place, asked.given, preview=False)
        facts = recorded(place, house.people[asked.by])
    if done is None:
        return None
    assert bool(facts) == (not done.code), done
    if shown is not None:
        assert shown.code == done.code
        assert shown.count in (None, len(facts))
    return replace(done, facts=facts)


def _others_may_or_may_not(house: House, asked: Asked) -> None:
    """Of whoever does not direct, only those whom the action names are let through."""
    action, place = asked.action, asked.place
    if action.who is Who.ANYBODY or action.segment is None:
        return
    insider = _insider(action, place)
    for handle in ("p9", insider):
        with house.unchanged():
            found = over_rest(house.rest[handle], action, place, asked.given, preview=True)
        may = handle == insider and action.who is not Who.DIRECTORS
        assert (found.status != 403) == may, (handle, found)


def _insider(action: Action, place: Place) -> str:
    """The handle of somebody who plays for what is meant."""
    state = place.scene.state
    entrant = place.target.get("entrant")
    if action.about is About.PAIRING:
        pairing = state.pairing(*(place.target[part] for part in About.PAIRING.parts))
        assert pairing is not None
        entrant = pairing.entrants[0]
    if entrant is None:
        return "p1"
    return Player.objects.get(pk=state.entrants[entrant].members[0].player).handle
