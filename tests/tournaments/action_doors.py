"""The two doors to an action, REST and a page, and what is found behind each."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.messages import ERROR, get_messages
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from engine import Refusal
from games.models import Player
from games.store import eventstore
from tests.tournaments.action_samples import Place, body_of
from tests.tournaments.consoles import text_of
from tests.tournaments.test_event_form import fields_of
from tournaments.actions import entry_actions as entries
from tournaments.actions import event_actions as event
from tournaments.actions.action import Action
from tournaments.store.tournament_log import tournament_log
from tournaments.web.console.action_form import ActionForm
from tournaments.web.console.buttons import OWN_PAGES

# A form that says by itself what it cannot take, or a page that is not there.
NOT_TAKEN = "not_taken"
CODE = re.compile(r"\(([a-z_]+)\)|data-code=\"([a-z_]+)\"")
Given = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """`code` of the refusal, "" if it was accepted; the facts where they are told, or how many."""

    code: str
    said: str = ""
    status: int = 200
    facts: list[Any] | None = None
    count: int | None = None


def over_rest(
    client: APIClient, action: Action, place: Place, given: Given, *, preview: bool
) -> Outcome:
    """What REST answers; 5xx fails."""
    body = body_of(action, given)
    path = f"/api/v1/tournaments/{place.scene.tournament.pk.hex}/"
    path += action.address.format(**place.target)
    kind = "text/csv" if isinstance(body, str) else "application/json"
    answer = client.generic(
        action.method,
        path + ("?preview=true" if preview else ""),
        body if isinstance(body, str) else json.dumps(body),
        content_type=kind,
    )
    assert answer.status_code < 500, answer.content
    told = answer.json()
    if answer.status_code >= 400:
        return Outcome(told["code"], told["detail"], answer.status_code)
    return Outcome("", status=answer.status_code, facts=told.get("facts"))


def on_page(
    client: Client, action: Action, place: Place, given: Given, *, preview: bool
) -> Outcome | None:
    """What the page of the action answers; None where it offers no such thing. 5xx fails."""
    if action in OWN_PAGES:
        return _on_own_page(client, action, place, given, preview=preview)
    if preview and not action.fields:
        return None
    address = reverse("console-act", args=[place.scene.tournament.slug, action.name])
    sent = _filled_in(action, place, given) | ({} if preview else {"confirm": "1"})
    return _seen(client, f"{address}?{urlencode(place.target)}", sent)


def recorded(place: Place, by: Player) -> list[Any]:
    """The facts that somebody has brought about since the scene was set."""
    tournament = place.scene.tournament
    facts = eventstore.public(tournament_log.stream_of(tournament.pk), tournament.version)
    own = [fact for fact in facts if fact.actor == f"player:{by.pk.hex}"]
    return [{"type": one.type, "data": one.data} for one in own]


def _filled_in(action: Action, place: Place, given: Given) -> dict[str, Any]:
    """The inputs of the form with what is to be said; none where the page is not there."""
    tournament = place.scene.tournament
    try:
        form = ActionForm(None, action=action, tournament=tournament, target=place.target)
    except Refusal:
        return {}
    sent: dict[str, Any] = {}
    for control in form.controls:
        if control.field.name in given:
            sent |= control.shown(given[control.field.name])
    return sent


def _on_own_page(
    client: Client, action: Action, place: Place, given: Given, *, preview: bool
) -> Outcome | None:
    address = reverse(OWN_PAGES[action], args=[place.scene.tournament.slug])
    if action is entries.ENTER_LISTED:
        return _seen(client, address, dict(given) | ({} if preview else {"confirm": "1"}))
    if preview or (action is entries.ENTER and "club" in given):
        return None
    if action is event.SET_SEEDING:
        numbers = {f"seed-{one}": number for number, one in enumerate(given["seeds"])}
        return _seen(client, address, numbers)
    if action is event.CHANGE_SETTINGS:
        page = fields_of(client.get(address).content.decode())
        beside = {name: given[name] for name in ("description", "reason") if name in given}
        sent = page | {"name": given["settings"].name, "confirm": "1"} | beside
        return _seen(client, address, sent)
    if action is entries.ENTER_BOTS:
        return _seen(client, address, {"count": 1} | dict(given))
    return _seen(client, address, dict(given))


def _seen(client: Client, address: str, sent: dict[str, Any]) -> Outcome:
    answer = client.post(address, sent)
    client.cookies.pop("messages", None)
    assert answer.status_code < 500
    if answer.status_code == 302:
        wrong = [one.message for one in get_messages(answer.wsgi_request) if one.level == ERROR]
        return Outcome(_code("".join(wrong)), "".join(wrong)) if wrong else Outcome("")
    if answer.status_code == 404:
        return Outcome(NOT_TAKEN, "404")
    context = answer.context
    if context.get("sentences"):
        return Outcome("", count=len(context["sentences"]) + context["more"])
    if context.get("rows") is not None and not context.get("wrong"):
        return Outcome("", count=len(context["rows"]))
    if context.get("code"):
        return Outcome(context["code"])
    errors = context["form"].errors if "form" in context else {}
    said = " ".join(text for texts in errors.values() for text in texts) or text_of(answer)
    return Outcome(_code(said), said)


def _code(said: str) -> str:
    found = CODE.search(said)
    return found[1] or found[2] if found else NOT_TAKEN
