"""What is pressed at the end of a casual match."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from engine import Refusal
from games.accounts.callers import signed_in
from games.casual import rematch
from games.casual.models import Table
from games.models import Player
from tournaments.web.play.pages import to_table

Ask = Callable[[UUID, Player, datetime], Table]


@require_POST
@login_required
def again(request: HttpRequest, match_id: UUID) -> HttpResponse:
    return _asked(request, match_id, rematch.ask_for_rematch)


@require_POST
@login_required
def another(request: HttpRequest, match_id: UUID) -> HttpResponse:
    return _asked(request, match_id, rematch.another_opponent)


def _asked(request: HttpRequest, match_id: UUID, ask: Ask) -> HttpResponse:
    try:
        return to_table(ask(match_id, signed_in(request.user), timezone.now()))
    except Refusal as refused:
        messages.error(request, refused.detail)
        return redirect("match", match_id)
