"""The bots: those of people, online or all of them, and those of the house."""

from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.generic import TemplateView

from engine.bots import BOTS
from games.accounts import bot_accounts
from games.accounts.callers import viewer
from games.models import Player
from tournaments.actions import standing_arena
from tournaments.models import Tournament
from tournaments.read import bots, queries, summaries
from tournaments.read.standings_views import document
from tournaments.web.forms.forms import BOT_NAMES

ON_A_PAGE = 50
WHOLE_BOT = settings.BASE_DIR / "docs" / "examples" / "bot.py"
LEADERS = 5


class BotsView(TemplateView):
    """`?all=1`: those as well that are not online."""

    template_name = "bots/bots.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        now, rows = timezone.now(), bot_accounts.living()
        is_all = self.request.GET.get("all") == "1"
        pages = Paginator(rows if is_all else bot_accounts.listening(rows, now), ON_A_PAGE)
        page = pages.get_page(self.request.GET.get("page"))
        player = viewer(self.request.user)
        arena = standing_arena.current()
        return super().get_context_data(
            bots=bots.shown(list(page.object_list), now),
            page=page,
            is_all=is_all,
            query="all=1&" if is_all else "",
            of_house=[(key, BOT_NAMES.get(key, key)) for key in reversed(list(BOTS))],
            arena=summaries.of(queries.find(arena.pk.hex)) if arena else None,
            leaders=_leaders(arena) if arena else [],
            may_have=player is None or player.kind == Player.Kind.PERSON,
            **kwargs,
        )


@require_safe
def whole_bot(request: HttpRequest) -> FileResponse:
    """A bot in one file, to begin with."""
    if not WHOLE_BOT.exists():
        raise Http404
    return FileResponse(WHOLE_BOT.open("rb"), as_attachment=True, content_type="text/x-python")


def _leaders(arena: Tournament) -> list[Any]:
    """The first lines of the arena's table."""
    stage = queries.find_stage(arena, None)
    return document(arena, stage)["results"][:LEADERS]
