"""What the members of an entrant ask for from its tournament's page."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import Player
from tournaments.actions import services
from tournaments.actions.player_lookup import player_of
from tournaments.core.refusals import NotEntered
from tournaments.domain import commands as asked
from tournaments.models import Entrant, Member, Tournament
from tournaments.read import queries
from tournaments.web.public.actions import act_on_page

Command = Callable[[str, str], asked.TournamentCommand]


@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    partner = request.POST.get("partner", "").strip()
    name = request.POST.get("name", "").strip()

    def act(tournament: Tournament, player: Player, now: datetime) -> str:
        mate = player_of(partner, "partner") if partner else None
        entrant = services.enter(tournament, player, partner=mate, name=name, now=now)
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
    return _ask(request, slug, asked.CheckIn, _("You are checked in."))


@require_POST
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    return _ask(request, slug, asked.PauseEntrant, _("You are not paired until you come back."))


@require_POST
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    return _ask(request, slug, asked.ResumeEntrant, _("You are back, from the next pairings on."))


@require_POST
def ask_for_bye(request: HttpRequest, slug: str) -> HttpResponse:
    return _ask(request, slug, asked.RequestBye, _("You sit out the next round."))


@require_POST
def come_back(request: HttpRequest, slug: str) -> HttpResponse:
    def act(tournament: Tournament, player: Player, now: datetime) -> str:
        entrant = withdrawn_of(tournament, player)
        if entrant is None:
            raise NotEntered()
        command = asked.ReinstateEntrant(player.pk.hex, entrant.hex)
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


def _ask(request: HttpRequest, slug: str, command: Command, done: str) -> HttpResponse:
    """Asks it for the entrant of the person signed in."""

    def act(tournament: Tournament, player: Player, now: datetime) -> str:
        entry = queries.entry_of(tournament, player)
        if entry is None:
            raise NotEntered()
        services.act(tournament, player, command(player.pk.hex, entry["id"]), now=now)
        return done

    return act_on_page(request, slug, act)
