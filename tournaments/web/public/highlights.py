"""The page of what is worth looking at again of a player."""

from typing import Any

from django.http import Http404
from django.views.generic import TemplateView

from tournaments.core.refusals import UnknownPlayer
from tournaments.ratings import queries
from tournaments.read.highlights import highlights_of
from tournaments.web.public.sharing import shared_player


class HighlightsView(TemplateView):
    template_name = "tournaments/highlights.html"
    expensive = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        try:
            player = queries.find_player(kwargs["handle"])
        except UnknownPlayer as unknown:
            raise Http404(unknown.detail) from unknown
        rated = queries.ratings_of(player, None, 1)
        return super().get_context_data(
            player=player,
            found=highlights_of(player),
            shared=shared_player(self.request, player.handle, rated),
            **kwargs,
        )
