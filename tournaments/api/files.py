"""Tournaments as CSV files."""

from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from tournaments.api.serializers import OfStage
from tournaments.models import Tournament
from tournaments.read import exports_csv, queries, trf

Rows = Callable[[Tournament, int | None], Iterator[exports_csv.Cells]]


def _file(called: str, summary: str, rows: Rows) -> Any:
    """A view of a file: `rows` of a tournament, and of a stage if one is asked for."""

    @extend_schema(
        operation_id=f"{called}_csv",
        description=summary,
        parameters=[OfStage],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(view: APIView, request: Request, name: str) -> StreamingHttpResponse:
        asked = OfStage(data=request.query_params)
        asked.is_valid(raise_exception=True)
        tournament = queries.find(name)
        found = rows(tournament, asked.validated_data.get("stage"))
        answer = StreamingHttpResponse(
            exports_csv.lines(found), content_type="text/csv; charset=utf-8"
        )
        file = f"{tournament.slug}-{called}.csv"
        answer["Content-Disposition"] = f'attachment; filename="{file}"'
        return answer

    view: type[APIView] = type(f"{called.title()}Csv", (APIView,), {"get": get, "expensive": True})
    return view.as_view()


class TrfView(APIView):
    expensive = True

    @extend_schema(
        operation_id="trf",
        parameters=[OfStage],
        responses={(200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """A Swiss or a round robin of two at a table, for programs of chess federations (TRF16)."""
        asked = OfStage(data=request.query_params)
        asked.is_valid(raise_exception=True)
        tournament = queries.find(name)
        body = trf.report(tournament, asked.validated_data.get("stage"))
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
