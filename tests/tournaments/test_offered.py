"""What pages offer: in every state that an event can be in, nothing that would be refused."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.contrib.messages import ERROR, get_messages
from django.db import transaction
from django.test import Client, override_settings
from django.urls import resolve
from django.utils import timezone

from engine import Refusal
from games.limits.budgets import BUDGETS
from games.match.match_log import match_log
from games.models import Event, Match, Player
from tests.long import enough
from tests.noon import NOON, at_noon
from tests.tournaments.action_samples import Place, samples
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.consoles import Console, browser, text_of
from tests.tournaments.event_scenes import DISPUTES, DRAFTS, GAPS, SCENES, Scene, every_scene
from tests.tournaments.factories import finish_matches, opened, running
from tournaments.actions import services
from tournaments.actions.action import Action
from tournaments.actions.entrant_actions import REINSTATE
from tournaments.actions.registry import ACTIONS
from tournaments.actions.round_actions import CORRECT, DISCARD, OVERRIDE, RESOLVE
from tournaments.domain.settings import StageSettings
from tournaments.models import Pairing, Round, Tournament
from tournaments.progress import advance
from tournaments.store.tournament_log import tournament_log
from tournaments.web.console.buttons import OWN_PAGES

pytestmark = [pytest.mark.django_db]
FORM = re.compile(r"<form\b[^>]*method=\"post\"[^>]*>.*?</form>", re.DOTALL)
BUTTON = re.compile(r'<a class="button[^"]*" href="([^"]+)"')
ATTRIBUTE = re.compile(r'\b([\w-]+)="([^"]*)"')
TO_BE_FILLED_IN = re.compile(r'<(?!button)[a-z]+ (?![^>]*type="hidden")[^>]*\bname="')
# Of the states, those in which something else is offered; `make long` looks at them all.
USUAL = (
    "there is a protest after the end", "a table has begun", "a bracket goes on",
    "tables of several", "some are away",
)  # fmt: skip
MOVED = re.compile(r'data-number="(\d+)"')


@dataclass(frozen=True, slots=True)
class Offer:
    """A button of a page: where it leads to, and, if it is a press, what that sends."""

    address: str
    sent: tuple[tuple[str, str], ...] | None = None

    @property
    def action(self) -> Action | None:
        """The one that it offers a form of, or does."""
        where = resolve(urlsplit(self.address).path)
        own = {name: action for action, name in OWN_PAGES.items()}
        return ACTIONS.get(str(where.kwargs.get("operation"))) or own.get(str(where.url_name))

    @property
    def target(self) -> dict[str, Any]:
        asked = dict(parse_qsl(urlsplit(self.address).query))
        assert self.action is not None
        return {
            part: asked[part] if part == "entrant" else int(asked[part])
            for part in self.action.about.parts
        }


def offers_of(client: Client, address: str) -> Iterator[Offer]:
    """What can be pressed there without anything to fill in, and the forms that it leads to."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    page = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    for form in FORM.findall(page):
        if TO_BE_FILLED_IN.search(form):
            continue
        where = dict(ATTRIBUTE.findall(form.partition(">")[0])).get("action", address)
        fields = [dict(ATTRIBUTE.findall(one)) for one in re.findall(r"<input[^>]*>", form)]
        hidden = [(one["name"], unescape(one.get("value", ""))) for one in fields]
        for press in re.findall(r"<button[^>]*>", form):
            named = dict(ATTRIBUTE.findall(press))
            pressed = [(named["name"], named.get("value", ""))] if "name" in named else []
            yield Offer(unescape(where), tuple(hidden + pressed))
    for link in BUTTON.findall(page):
        if link.startswith("/tournaments/") and "/console/" in link:
            yield Offer(unescape(link))


def refusal_of(client: Client, scene: Scene, offer: Offer, newcomer: Player) -> str:
    """Why what is offered is not taken; "" if it is."""
    action = offer.action
    if offer.sent is not None and (action is None or action in OWN_PAGES):
        with transaction.atomic():
            before = Event.objects.count()
            answer = client.post(offer.address, dict(offer.sent))
            is_done = Event.objects.count() != before
            transaction.set_rollback(True)
        if is_done:
            tournament_log.forget()
            match_log.forget()
        client.cookies.pop("messages", None)
        wrong = [one.message for one in get_messages(answer.wsgi_request) if one.level == ERROR]
        return " ".join(wrong) if answer.status_code == 302 else text_of(answer)
    if action is None or action is OVERRIDE:
        return ""
    if action in OWN_PAGES:
        taken = scene.tournament.state in action.phases
        return "" if taken else f"not while it is {scene.tournament.state}"
    place = Place(scene, offer.target, newcomer)
    given = next(samples(action, place))
    try:
        command = action.command(scene.tournament.organiser, given, offer.target, NOON)
        services.preview(scene.tournament, command, now=NOON)
    except Refusal as refusal:
        return f"{refusal.code}: {refusal.detail}"
    return ""


def pages_of(scene: Scene) -> Iterator[str]:
    event = f"/tournaments/{scene.tournament.slug}/"
    yield from (event, *(f"{event}console/{one}" for one in ("", "entrants/", "hall/")))
    for row in Round.objects.filter(tournament=scene.tournament):
        yield f"{event}console/rounds/?stage={row.stage}&round={row.number}"


@pytest.fixture
def plenty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """It is noon, and nobody asks for too much."""
    monkeypatch.setattr(timezone, "now", at_noon)
    more = [replace(one, amount=one.amount * 100) for one in BUDGETS]
    with override_settings(LIMITS={one.name: one for one in more}):
        yield


def further_scenes(olga: Player, people: list[Player]) -> Iterator[Scene]:
    """What a round can be beside the others."""
    one_round = {"stages": (StageSettings("swiss", {"rounds": 1}),)}
    final = running(olga, people[:2], **DISPUTES | one_round)
    finish_matches(final)
    advance.advance(final.pk, at_noon)
    yield Scene("the only match of a round is over", final)
    yield Scene("one of two matches has begun", _one_begun(olga, people))
    yield Scene("nobody has entered", opened(olga))
    yield Scene("one has entered", opened(olga, people[0]))


def _one_begun(olga: Player, people: list[Player]) -> Tournament:
    """A round of which nothing can be swapped, though one of its tables stands as it was paired."""
    event = running(olga, people[:4], **GAPS | {"stages": (StageSettings("swiss", {"rounds": 1}),)})
    _begin_first(event)
    return event


def test_a_round_says_what_may_be_swapped_in_it(olga: Player, people: NewPlayers) -> None:
    """Who sits at a table that has begun stays there; a round of one table has nobody to swap."""
    players = people(6)
    event = running(olga, players, **GAPS)
    console = Console(olga, event)
    assert len(MOVED.findall(_rounds_of(console))) == 6
    _begin_first(event)
    page = _rounds_of(console)
    moved = [event.entrants.get(number=int(one)) for one in MOVED.findall(page)]
    assert {one.seatings.get().pairing.number for one in moved} == {2, 3}
    assert "discard_round" not in page
    query = "stage=1&round=1"
    fields = {"first": moved[0].number, "second": moved[2].number, "reason": "asked for"}
    console.do("override_pairings", query, **fields)

    begun = _rounds_of(Console(olga, _one_begun(olga, players)))

    assert not MOVED.findall(begun)
    assert "override_pairings" not in begun


def test_who_was_chosen_on_another_page_of_a_round_is_still_chosen(
    olga: Player, people: NewPlayers
) -> None:
    console = Console(olga, running(olga, people(6), **DRAFTS))

    page = _rounds_of(console, "&first=3")

    form = page.partition("data-swap-with")[2].partition("</form>")[0]
    assert not form.startswith(" hidden")
    assert 'name="first" value="3"' in form
    assert ">p3</strong> changes places with" in form
    assert "data-swap-with hidden" in _rounds_of(console)
    assert "data-swap-with hidden" in _rounds_of(console, "&first=99")
    there = console.client.get(
        console.address("do/override_pairings/?stage=1&round=1&first=3&second=p1")
    ).content.decode()
    assert re.search(r'name="first" value="3"', there)
    assert re.search(r'name="second" value="p1"', there)
    assert "Round 1: p3 – p1" in there


def test_the_record_says_in_words_why_a_round_was_not_paired(
    olga: Player, people: NewPlayers
) -> None:
    event = SCENES["a round has failed"](olga, people(6))

    said = Console(olga, event).see("record/")

    assert "could not be paired: nobody is left to meet whom they may meet." in said
    assert "no_pairing" not in said


def test_a_partner_is_asked_for_only_where_two_play_together(olga: Player) -> None:
    alone, pairs = Console(olga, opened(olga)), Console(olga, opened(olga, team=2))

    assert "Partner" not in alone.see("entrants/add/")
    assert "Partner" in pairs.see("entrants/add/")


def test_nobody_is_sent_to_a_table_of_an_event_that_is_cancelled(
    olga: Player, people: NewPlayers
) -> None:
    players = people(6)
    event = SCENES["cancelled"](olga, players)
    advance.advance(event.pk, at_noon)

    said = text_of(browser(players[0]).get(f"/tournaments/{event.slug}/"))

    assert "To the table" not in said
    assert "The tournament was cancelled." in said


def _rounds_of(console: Console, query: str = "") -> str:
    address = console.address(f"rounds/?stage=1&round=1{query}")
    return str(console.client.get(address).content.decode())


def _begin_first(event: Tournament) -> None:
    first = Pairing.objects.filter(tournament=event).order_by("number")[0]
    Match.objects.filter(pk=first.match_id).update(status=Match.Status.PLAYING)


@pytest.mark.long
def test_no_page_offers_what_would_be_refused(
    olga: Player, people: NewPlayers, plenty: None
) -> None:
    """Of olga, who directs; and of each who plays, on the event's own page."""
    zoe = Player.objects.create_person("zoe", "a password of zoe")
    players = people(9)
    refused: list[str] = []
    met: set[Action | None] = set()
    usual = (Scene(name, SCENES[name](olga, players)) for name in USUAL)
    scenes = [*enough(usual, every_scene(olga, players)), *further_scenes(olga, players)]
    clients = {one.handle: browser(one) for one in (olga, zoe, players[0], players[2])}
    for scene in scenes:
        scene = Scene(scene.name, Tournament.objects.get(pk=scene.tournament.pk))
        visits = [("olga", one) for one in pages_of(scene)]
        visits += [(handle, visits[0][1]) for handle in clients if handle != "olga"]
        for handle, address in visits:
            for offer in offers_of(clients[handle], address):
                met.add(offer.action)
                if why := refusal_of(clients[handle], scene, offer, zoe):
                    refused.append(f"{scene.name}: {handle} at {address}: {offer}: {why}")
    assert not refused, "\n".join(refused)
    assert {CORRECT, DISCARD, OVERRIDE, REINSTATE, RESOLVE} <= met
