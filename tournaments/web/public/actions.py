"""What a person does to a tournament from its page: each a POST that leads back to the page."""

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engine import Refusal
from games.models import Player
from tournaments.actions import services
from tournaments.models import Tournament
from tournaments.web.forms.forms import BotsForm
from tournaments.web.public.tournament_page import tournament_or_404

Act = Callable[[Tournament, Player, datetime], str]


@require_POST
def open_registration(request: HttpRequest, slug: str) -> HttpResponse:
    def act(tournament: Tournament, player: Player, now: datetime) -> str:
        services.open_registration(tournament, player, now=now)
        return _("Registration is open.")

    return act_on_page(request, slug, act)


@require_POST
def enter_bots(request: HttpRequest, slug: str) -> HttpResponse:
    form = BotsForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a kind of bot, and how many."))
        return redirect("tournament", slug)

    def act(tournament: Tournament, player: Player, now: datetime) -> str:
        chosen = form.cleaned_data
        services.enter_bots(tournament, player, chosen["bot"], chosen["count"], now=now)
        return _("The bots are in.")

    return act_on_page(request, slug, act)


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    def act(tournament: Tournament, player: Player, now: datetime) -> str:
        services.start(tournament, player, now=now)
        return _("The tournament has started.")

    return act_on_page(request, slug, act)


def act_on_page(request: HttpRequest, slug: str, act: Act) -> HttpResponseRedirect:
    """Does it for the person signed in, and says on the page what came of it."""
    tournament = tournament_or_404(slug, request.user)
    page = reverse("tournament", args=[tournament.slug])
    if not isinstance(request.user, Player):
        return redirect(f"{reverse('sign-in')}?{urlencode({'next': page})}")
    try:
        messages.success(request, act(tournament, request.user, timezone.now()))
    except Refusal as refusal:
        messages.error(request, refusal.detail)
    return redirect(page)
