"""Replays over REST: a finished match, fact by fact, with the hands that lie open by now."""

from uuid import UUID

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.serializers_of_documents import serializer_of
from games.match import queries
from games.replays import telling
from games.replays.documents import Replay
from games.replays.seen import require_seen


# A long match is 300 kB, and a tenth of it compressed. There is nothing in it that nobody may see.
@method_decorator(gzip_page, name="dispatch")
class ReplayView(APIView):
    expensive = True

    @extend_schema(operation_id="match_replay", responses=serializer_of(Replay))
    def get(self, request: Request, match_id: UUID) -> HttpResponseBase:
        """A finished match step by step, as anybody may see it by now (docs/protocol.md)."""
        match = queries.find_match(match_id)
        require_seen(match)
        tag = f'"{telling.edition_of(match)}"'
        answer = get_conditional_response(request, etag=tag) or Response(
            telling.document(match, timezone.now())
        )
        answer["ETag"] = tag
        answer["Cache-Control"] = "no-cache"
        return answer
