"""Records over REST: of a match, and of any file that somebody wants to look at."""

from collections.abc import Mapping
from typing import IO, Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.serializers_of_documents import serializer_of
from games.limits.asked import spend_here
from games.limits.budgets import RECORDS
from games.records import match_records
from games.records.documents import OpenedRecord


class Plain(JSONRenderer):
    """The type of a record, for `Accept` and the schema; the view has the text already."""

    media_type = "text/plain"
    format = "txt"


class RecordView(APIView):
    expensive = True
    renderer_classes = (Plain, JSONRenderer)

    @extend_schema(operation_id="match_record", responses={(200, Plain.media_type): str})
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """The match in the notation of docs/notation.md, as anybody may see it."""
        name = f'attachment; filename="match-{match_id.hex}.txt"'
        return HttpResponse(
            match_records.text_of(match_id),
            content_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": name, "Cache-Control": "no-cache"},
        )


class Bytes(BaseParser):
    """The body as it is, whatever it is called."""

    media_type = "*/*"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Bytes; DRF's own parsers give mappings, and the stubs know of no others."""
        return stream.read(match_records.LARGEST + 1)


class RecordsView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    parser_classes = (Bytes,)

    @extend_schema(
        operation_id="open_record",
        request={"text/plain": bytes, "application/x-ndjson": bytes},
        responses=serializer_of(OpenedRecord),
    )
    def post(self, request: Request) -> Response:
        """Proves and replays a record or an export; nothing of it is kept."""
        spend_here(RECORDS)
        content: object = request.data
        return Response(match_records.opened(content if isinstance(content, bytes) else b""))
