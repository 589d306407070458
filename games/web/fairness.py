"""The page on which anybody checks how a match was dealt; the checking is the browser's own."""

from typing import Any

from django.http import Http404
from django.views.generic import TemplateView

from games.match import queries
from games.refusals import UnknownMatch


class FairnessView(TemplateView):
    template_name = "games/fairness.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        try:
            dealing = queries.dealing(kwargs["match_id"])
        except UnknownMatch as unknown:
            raise Http404(unknown.detail) from unknown
        return super().get_context_data(**dealing, **kwargs)
