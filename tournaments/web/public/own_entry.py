"""What the members of an entrant ask for from its tournament's page."""

from datetime import datetime
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import Player
from tournaments.actions import services
from tournaments.actions.action import Action
from tournaments.actions.entrant_actions import (
    CHECK_IN,
    PAUSE_ENTRANT,
    REINSTATE,
    REQUEST_BYE,
    RESUME_ENTRANT,
)
from tournaments.actions.entry_actions import ENTER
from tournaments.core.refusals import NotEntered
from tournaments.models import Entrant, Member, Tournament
from tournaments.read import queries
from tournaments.web.public.actions import act_on_page


@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    sent = {name: request.POST.get(name, "").strip() for name in ("partner", "name")}
    given = {name: text for name, text in sent.items() if text}

    def act(tournament: Tournament, player: Player, now: datetime) -> str:
        command = ENTER.command(player, given, {}, now)
        (entrant,) = services.entered(
            tournament, services.act(tournament, player, command, now=now)
        )
        if entrant.state == Entrant.State.WAITLISTED:
            return _("You are on the waiting list, and move up when a place comes free.")
        return _("You are in. Your table is offered here as soon as it is ready.")

    return act_on_page(request, slug, act)


@require_POST
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    def act(tournament: Tournament, player: Player, now: datetime) -> str:
        services.withdraw(tournament, player, now=now)
        return _("You have withdrawn.")

    return act_on_page(request, slug, act)


@require_POST
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    return _ask(request, slug, CHECK_IN, _("You are checked in."))


@require_POST
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    return _ask(request, slug, PAUSE_ENTRANT, _("You are not paired until you come back."))


@require_POST
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    return _ask(request, slug, RESUME_ENTRANT, _("You are back, from the next pairings on."))


@require_POST
def ask_for_bye(request: HttpRequest, slug: str) -> HttpResponse:
    return _ask(request, slug, REQUEST_BYE, _("You sit out the next round."))


@require_POST
def come_back(request: HttpRequest, slug: str) -> HttpResponse:
    def act(tournament: Tournament, player: Player, now: datetime) -> str:
        entrant = withdrawn_of(tournament, player)
        if entrant is None:
            raise NotEntered()
        command = REINSTATE.command(player, {}, {"entrant": entrant.hex}, now)
        services.act(tournament, player, command, now=now)
        return _("You are in again.")

    return act_on_page(request, slug, act)


def withdrawn_of(tournament: Tournament, player: Player) -> UUID | None:
    """The entrant with which the player has left, if they are not in again."""
    if queries.entry_of(tournament, player) is not None:
        return None
    gone = Member.objects.filter(
        tournament=tournament, player=player, entrant__state=Entrant.State.WITHDRAWN
    )
    return gone.order_by("-entrant__number").values_list("entrant", flat=True).first()


def _ask(request: HttpRequest, slug: str, action: Action, done: str) -> HttpResponse:
    """Asks it for the entrant of the person signed in."""

    def act(tournament: Tournament, player: Player, now: datetime) -> str:
        entry = queries.entry_of(tournament, player)
        if entry is None:
            raise NotEntered()
        command = action.command(player, {}, {"entrant": entry["id"]}, now)
        services.act(tournament, player, command, now=now)
        return done

    return act_on_page(request, slug, act)
