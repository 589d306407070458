"""Pages that lead on: what can be watched, what is one's own, and what can be found by name."""

from typing import Any

from django.contrib.auth.mixins import LoginRequiredMixin
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView

from games.accounts.callers import signed_in
from games.casual import exhibition
from games.casual.strength import fitting_bot
from games.models import Player
from tournaments.models import Entrant, Tournament
from tournaments.ratings import queries as ratings
from tournaments.read import live_tables, queries, results, summaries
from tournaments.web.forms.forms import BOT_NAMES
from tournaments.web.play.pages import own
from tournaments.web.public.names_of_ladders import NAMES

SHOWN, FOUND, LONGEST = 20, 30, 60
_OVER = (
    Tournament.State.COMPLETED,
    Tournament.State.CANCELLED,
    Tournament.State.DELETED,
)


class WatchView(TemplateView):
    template_name = "play/watch.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = live_tables.live_tables(SHOWN)
        show = exhibition.on_show()
        return super().get_context_data(
            tables=found,
            shown=show.pk.hex if show else "",
            running=summaries.listing("running", SHOWN),
            **kwargs,
        )


@method_decorator(never_cache, name="dispatch")
class MeView(LoginRequiredMixin, TemplateView):
    template_name = "play/me.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        player = signed_in(self.request.user)
        bot = fitting_bot(player)
        return super().get_context_data(
            tables=own(player),
            entered=_entered(player),
            organised=_organised(player),
            last=results.last_casual(player, SHOWN),
            ratings=[
                {**line, "name": NAMES[line["ladder"]]}
                for line in ratings.ratings_of(player, None, 1)
            ],
            bot=BOT_NAMES.get(bot, bot),
            **kwargs,
        )


class SearchView(TemplateView):
    """`?q=`: players by the beginning of their handle, events by a part of their name."""

    template_name = "play/search.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        asked = self.request.GET.get("q", "").strip()[:LONGEST]
        is_text = bool(asked) and asked.isprintable()
        return super().get_context_data(
            asked=asked,
            players=_players(asked) if is_text else [],
            events=_events(asked) if is_text else [],
            **kwargs,
        )


def _players(asked: str) -> list[Player]:
    rows = Player.objects.filter(handle__istartswith=asked).exclude(kind=Player.Kind.FORMER)
    return list(rows.order_by("handle")[:FOUND])


def _events(asked: str) -> list[Any]:
    rows = queries.rows().filter(name__icontains=asked)
    return summaries.of_all(rows[:FOUND])


def _entered(player: Player) -> list[Any]:
    """Events that the player is in and that are not over."""
    mine = Entrant.objects.filter(members__player=player, members__active=True)
    rows = queries.rows().filter(pk__in=mine.values("tournament")).exclude(state__in=_OVER)
    return summaries.of_all(rows[:SHOWN])


def _organised(player: Player) -> list[Any]:
    return summaries.of_all(queries.directed_by(player).exclude(state__in=_OVER)[:SHOWN])
