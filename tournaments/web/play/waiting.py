"""Where one waits until every seat is taken, and what an invited friend sees."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django.views.generic import TemplateView

from engine import Refusal
from games.accounts.callers import viewer
from games.casual import challenges, tables
from games.casual.models import Table
from games.casual.refusals import TableFull, UnknownTable
from games.casual.wishes import LINK, OPEN
from games.live import hub
from games.models import Player
from games.web.guests import playing
from tournaments.web.play.pages import to_table, told

Act = Callable[[Table, Player, datetime, bool], Table]
# After so long a bot is offered to who looks for an opponent.
OFFERED_AFTER = 20


@method_decorator(never_cache, name="dispatch")
class WaitingView(TemplateView):
    template_name = "play/waiting.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        table, by_code = found(kwargs["table"])
        if table.joined_id is not None:
            return redirect("play-table", tables.with_seats(table.joined_id).code)
        if table.state == Table.State.OPENED:
            return redirect("match", table.pk)
        if not by_code and not table.chairs.filter(waits_for=OPEN).exists():
            raise Http404
        return self.render_to_response(self.get_context_data(row=table, by_code=by_code))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        table = kwargs["row"]
        seated = next((one for one in table.chairs.all() if _sits(one, self.request.user)), None)
        address = reverse("play-table", args=[table.code])
        waited = (timezone.now() - table.created_at).total_seconds()
        asked = any(chair.waits_for == "player" for chair in table.chairs.all())
        return super().get_context_data(
            table=told(table),
            chairs=list(table.chairs.all()),
            name=table.code if kwargs["by_code"] or seated else table.pk.hex,
            is_seated=seated is not None and not seated.waits_for,
            is_asked=seated is not None and bool(seated.waits_for),
            is_over=table.state == Table.State.ENDED,
            is_rematch=asked,
            link=self.request.build_absolute_uri(address) if _has_link(table) else "",
            looks=table.seeking,
            offer_after=max(0, OFFERED_AFTER - int(waited)),
            **kwargs,
        )


def found(name: str) -> tuple[Table, bool]:
    try:
        return tables.find(name)
    except UnknownTable as unknown:
        raise Http404(unknown.detail) from unknown


@require_POST
def join(request: HttpRequest, table: str) -> HttpResponse:
    def act(row: Table, player: Player, now: datetime, by_code: bool) -> Table:
        return tables.join(row, player, now, by_code=by_code)

    return _done(request, table, act)


@require_POST
def bots(request: HttpRequest, table: str) -> HttpResponse:
    def act(row: Table, player: Player, now: datetime, by_code: bool) -> Table:
        return tables.fill_with_bots(row, player, now)

    if viewer(request.user) is None:
        return redirect("play-table", table)
    return _done(request, table, act)


@require_POST
def leave(request: HttpRequest, table: str) -> HttpResponse:
    row, _by_code = found(table)
    player = viewer(request.user)
    try:
        if player is not None:
            _tell(tables.leave(row, player, timezone.now()))
    except Refusal as refused:
        messages.error(request, refused.detail)
    return redirect("play")


def _tell(table: Table) -> None:
    """Has both look who are in a challenge, which bots wait for."""
    if table.is_challenge:
        hub.nudge(challenges.both_of(table))


def _done(request: HttpRequest, name: str, act: Act) -> HttpResponse:
    row, by_code = found(name)
    try:
        done = act(row, _player(request, row), timezone.now(), by_code)
        _tell(done)
        return to_table(done)
    except Refusal as refused:
        messages.error(request, refused.detail)
        return (
            redirect("play-table", name) if row.state == Table.State.WAITING else redirect("play")
        )


def _player(request: HttpRequest, table: Table) -> Player:
    """Who is signed in; nobody is made a guest for a table at which there is no seat."""
    if viewer(request.user) is None and not table.chairs.exclude(waits_for="").exists():
        raise TableFull()
    return playing(request)


def _sits(chair: Any, user: object) -> bool:
    return isinstance(user, Player) and chair.player_id == user.pk


def _has_link(table: Table) -> bool:
    return any(chair.waits_for == LINK for chair in table.chairs.all())
