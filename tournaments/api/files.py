"""Tournaments as CSV files."""

from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.queries import Queries, asked
from games.api.streamed import in_parts, streamed
from tournaments.api.serializers import OfStage
from tournaments.models import Tournament
from tournaments.read import exports_csv, queries, trf

Rows = Callable[[Tournament, int | None], Iterator[exports_csv.Cells]]


def _file(called: str, summary: str, rows: Rows) -> Any:
    """A view of a file: `rows` of a tournament, and of a stage if one is asked for."""

    @extend_schema(
        operation_id=f"{called}_csv",
        description=summary,
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(view: APIView, request: Request, name: str) -> HttpResponseBase:
        stage = asked(view, request).get("stage")
        tournament = queries.find(name)
        lines = in_parts(exports_csv.lines(rows(tournament, stage)))
        file = f"{tournament.slug}-{called}.csv"
        return streamed(request._request, lines, "text/csv; charset=utf-8", file)

    parts = {"get": get, "expensive": True, "queries": {"GET": OfStage}}
    view: type[APIView] = type(f"{called.title()}Csv", (APIView,), parts)
    return view.as_view()


class TrfView(APIView):
    expensive = True
    queries: Queries = {"GET": OfStage}

    @extend_schema(
        operation_id="trf",
        responses={(200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """A Swiss or a round robin of two at a table, for programs of chess federations (TRF16)."""
        tournament = queries.find(name)
        body = trf.report(tournament, asked(self, request).get("stage"))
        answer = HttpResponse(body, content_type="text/plain; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}.trf"'
        return answer


standings = _file(
    "standings",
    "The newest standings of the stage being played, or of any.",
    lambda tournament, stage: exports_csv.standings(
        tournament, queries.find_stage(tournament, stage)
    ),
)
ranking = _file(
    "ranking",
    "Everybody who has taken part, over all stages.",
    lambda tournament, stage: exports_csv.ranking(tournament),
)
pairings = _file("pairings", "Every seat of every published table.", exports_csv.pairings)
entrants = _file(
    "entrants",
    "Everybody who ever entered.",
    lambda tournament, stage: exports_csv.entrants(tournament),
)
