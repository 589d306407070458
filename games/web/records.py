"""The page on which anybody looks at a record: it is opened by the API and shown by the browser."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.generic import TemplateView

from games.identity import ID
from games.models import Match
from games.replays.seen import may_be_seen_now


class RecordsView(TemplateView):
    """`?match=` opens one of ours: what is over has a page of its own for that."""

    template_name = "games/records.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        wanted = request.GET.get("match", "")
        match = Match.objects.filter(pk=UUID(wanted)).first() if ID.fullmatch(wanted) else None
        if match is not None and may_be_seen_now(match):
            return redirect("replay", match.pk)
        return super().get(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        wanted = self.request.GET.get("match", "")
        match_id = wanted if ID.fullmatch(wanted) else None
        return super().get_context_data(match_id=match_id, **kwargs)
