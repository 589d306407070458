"""Playing now: the choice, and the table that is made of it; who has no account is made a guest."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.generic import TemplateView

from engine import Refusal
from games.accounts.callers import viewer
from games.casual import lobby, tables
from games.casual.models import Table
from games.casual.wishes import OPEN, wish_in
from games.models import Player
from games.web.guests import playing
from tournaments.read import own_tables
from tournaments.web.forms.forms import RULESET_NAMES
from tournaments.web.forms.table_form import ANYBODY, FRIEND, TableForm


class PlayView(TemplateView):
    """POST makes a table; where everybody sits, it leads to the match, else to where one waits."""

    template_name = "play/play.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        player = viewer(self.request.user)
        return super().get_context_data(
            form=kwargs.pop("form", None) or TableForm(initial=self._initial()),
            waiting=[told(table) for table in lobby.waiting(timezone.now())],
            mine=own(player) if player else [],
            **kwargs,
        )

    def _initial(self) -> dict[str, Any]:
        with_whom = self.request.GET.get("with", "")
        return {"opponent": with_whom} if with_whom in (FRIEND, ANYBODY) else {}

    def post(self, request: HttpRequest) -> HttpResponse:
        form = TableForm(request.POST)
        if not form.is_valid():
            return render(request, self.template_name, self.get_context_data(form=form), status=400)
        now = timezone.now()
        try:
            wish = wish_in(form.wish())
            player = playing(request)
            if set(wish.opponents) == {OPEN}:
                table = lobby.find_opponent(player, wish, now)
            else:
                table = tables.create(player, wish, now)
        except Refusal as refused:
            messages.error(request, refused.detail)
            return redirect("play")
        return to_table(table)


def own(player: Player) -> list[dict[str, Any]]:
    """The player's tables, and of those that wait what was agreed, as people read it."""
    found = own_tables.unfinished(player)
    return [{**one, "words": told(one["table"]) if one["table"] else None} for one in found]


def to_table(table: Table) -> HttpResponse:
    """To the match, or to where one waits for it."""
    if table.state == Table.State.OPENED:
        return redirect("match", table.pk)
    return redirect("play-table", table.code)


def told(table: Table) -> dict[str, Any]:
    """What people read of a table that waits."""
    chairs = list(table.chairs.all())
    return {
        "id": table.pk.hex,
        "ruleset": RULESET_NAMES.get(table.ruleset, table.ruleset),
        "key": table.ruleset,
        "seats": len(chairs),
        "free": sum(1 for chair in chairs if chair.waits_for),
        "names": [chair.player.handle for chair in chairs if chair.player and not chair.waits_for],
        "turn_seconds": table.turn_seconds,
        "bank_seconds": table.bank_seconds,
        "rated": table.rated,
        "first_to": table.overrides.get("first_to"),
    }
