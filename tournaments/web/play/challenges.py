"""Challenging somebody from their page."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView

from engine import Refusal
from games.accounts import bot_accounts
from games.accounts.callers import viewer
from games.casual import challenges
from games.live import hub
from games.models import BotAccount, Player
from games.web.guests import playing
from tournaments.core.refusals import UnknownPlayer
from tournaments.ratings.queries import find_player
from tournaments.web.forms.table_form import ChallengeForm
from tournaments.web.play.pages import to_table


@method_decorator(never_cache, name="dispatch")
class ChallengeView(TemplateView):
    """POST asks the player, and leads to where one waits for the answer. Who has no account is made
    a guest.
    """

    template_name = "play/challenge.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        player: Player = kwargs.pop("player", None) or self.player()
        account = BotAccount.objects.filter(player=player).first()
        return super().get_context_data(
            player=player,
            account=account,
            online=account is not None and bot_accounts.is_online(account, timezone.now()),
            form=kwargs.pop("form", None) or self.form(player),
            **kwargs,
        )

    def player(self) -> Player:
        """Whom the page is about; there is none for who cannot be challenged by who looks."""
        try:
            found = find_player(self.kwargs["handle"])
        except UnknownPlayer as unknown:
            raise Http404(unknown.detail) from unknown
        if not challenges.may_challenge(viewer(self.request.user), found):
            raise Http404
        return found

    def form(self, player: Player, data: Any = None) -> ChallengeForm:
        by = viewer(self.request.user)
        is_guest = by is None or by.kind == Player.Kind.GUEST
        may_be_rated = not is_guest and player.kind != Player.Kind.GUEST
        return ChallengeForm(data, may_be_rated=may_be_rated)

    def post(self, request: HttpRequest, handle: str) -> HttpResponse:
        player = self.player()
        form = self.form(player, request.POST)
        if not form.is_valid():
            shown = self.get_context_data(form=form, player=player)
            return render(request, self.template_name, shown, status=400)
        try:
            _, wish = challenges.wish_of({"player": player.handle, **form.wish()})
            made = challenges.challenge(playing(request), player.handle, wish, timezone.now())
        except Refusal as refused:
            messages.error(request, refused.detail)
            return redirect("challenge", player.handle)
        hub.nudge(challenges.both_of(made))
        return to_table(made)
