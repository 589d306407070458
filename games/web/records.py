"""The page on which anybody looks at a record: it is opened by the API and shown by the browser."""

from typing import Any

from django.views.generic import TemplateView

from games.identity import ID


class RecordsView(TemplateView):
    template_name = "games/records.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        wanted = self.request.GET.get("match", "")
        match_id = wanted if ID.fullmatch(wanted) else None
        return super().get_context_data(match_id=match_id, **kwargs)
