"""How a tournament goes, over REST: stages, rounds, tables, standings, bracket, and its facts."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.matches import Lines
from games.api.serializers_of_documents import serializer_of
from tournaments.api.serializers import After, AtVersion, OfStage, RankingQuery, StandingsQuery
from tournaments.documents import (
    BracketDocument,
    ExplanationDocument,
    FactsDocument,
    RankingDocument,
    RoundsDocument,
    StagesDocument,
    StandingsDocument,
    TablesDocument,
)
from tournaments.read import brackets, queries, ranking, round_views, standings_views
from tournaments.read.standings import NO_PAGES, standings_of, wording_of

# What a client may accept to get JSON, as far as it takes no thought.
_JSON = ("*/*", "application/json", "application/json, */*")


class StagesView(APIView):
    @extend_schema(operation_id="stages", responses=serializer_of(StagesDocument))
    def get(self, request: Request, name: str) -> Response:
        """The stages that have started."""
        found: StagesDocument = {"results": queries.stages(queries.find(name))}
        return Response(found)


class RoundsView(APIView):
    @extend_schema(
        operation_id="rounds", parameters=[OfStage], responses=serializer_of(RoundsDocument)
    )
    def get(self, request: Request, name: str) -> Response:
        """The rounds that have been paired; drafts are shown to directors only."""
        stage = _query(OfStage, request).get("stage")
        tournament = queries.find(name)
        drafts = queries.is_director(tournament, request.user)
        return Response(round_views.rounds(tournament, stage, drafts=drafts))


class RoundView(APIView):
    @extend_schema(operation_id="round", responses=serializer_of(RoundsDocument))
    def get(self, request: Request, name: str, stage: int, round: int) -> Response:
        """One round: a list of one, or of none while it is not paired."""
        tournament = queries.find(name)
        drafts = queries.is_director(tournament, request.user)
        return Response(round_views.rounds(tournament, stage, round, drafts=drafts))


class MatchesView(APIView):
    @extend_schema(operation_id="tournament_matches", responses=serializer_of(TablesDocument))
    def get(self, request: Request, name: str) -> Response:
        """The tables of all rounds, newest round first."""
        return Response(queries.matches(queries.find(name)))


class StandingsView(APIView):
    expensive = ("version",)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Page 1 for whoever comes without a token, which is what thousands ask for, is answered
        before anything is made of the request.
        """
        accepted = request.headers.get("Accept", "*/*")
        plain = request.method == "GET" and not request.META.get("QUERY_STRING")
        if plain and "Authorization" not in request.headers and accepted in _JSON:
            found = standings_views.first_page(kwargs["name"])
            if found is not None:
                tag, body = found
                answer = get_conditional_response(request, etag=tag)
                return _tagged(answer or HttpResponse(body, content_type="application/json"), tag)
        return super().dispatch(request, *args, **kwargs)

    @extend_schema(
        operation_id="standings",
        parameters=[StandingsQuery],
        responses={200: serializer_of(StandingsDocument), 304: None},
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """A page of a hundred lines, best first, or the lines around an entrant; of the stage
        that is being played or of any, now or at a past version. Empty before the start.
        """
        asked = _query(StandingsQuery, request)
        tournament = queries.find(name)
        stage = queries.find_stage(tournament, asked.get("stage"))
        if stage is None:
            return Response(standings_views.document(tournament, None))
        around, number = asked.get("around"), asked["page"]
        wanted = range(number, number + 1) if around is None else NO_PAGES
        found = standings_of(tournament, stage, asked.get("version"), wanted)
        tag = standings_views.tag_of(
            tournament.pk, stage.number, found.version, tournament.state, *wording_of(tournament)
        )
        answer = get_conditional_response(request, etag=tag)
        if answer is None:
            if around is not None:
                entrant = queries.find_entrant(tournament, around)
                answer = Response(standings_views.around(tournament, found, entrant.pk))
            else:
                body = standings_views.page(tournament.state, found, number)
                answer = HttpResponse(body, content_type="application/json")
        return _tagged(answer, tag)


class RankingView(APIView):
    expensive = True

    @extend_schema(
        operation_id="ranking",
        parameters=[RankingQuery],
        responses={200: serializer_of(RankingDocument), 304: None},
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """One ranking over all stages: everybody who has taken part, best first, five hundred a
        page.
        """
        asked = _query(RankingQuery, request)
        tournament = queries.find(name)
        tag = f'"{tournament.pk.hex}-r{tournament.version}-n{tournament.renamings}"'
        answer = get_conditional_response(request, etag=tag) or Response(
            ranking.document(tournament, asked["page"])
        )
        return _tagged(answer, tag)


class ExplanationView(APIView):
    expensive = True

    @extend_schema(
        operation_id="explain_standing",
        parameters=[AtVersion],
        responses=serializer_of(ExplanationDocument),
    )
    def get(self, request: Request, name: str, entrant: str) -> Response:
        """How an entrant's score and tie-breaks come about in the stage that is being played or in
        any, now or at a past version.
        """
        tournament, asked = queries.find(name), _query(AtVersion, request)
        found = queries.find_entrant(tournament, entrant)
        stage = queries.find_stage(tournament, asked.get("stage"))
        version = asked.get("version")
        return Response(standings_views.explanation(tournament, stage, found, version))


class BracketView(APIView):
    @extend_schema(
        operation_id="bracket",
        parameters=[OfStage],
        responses={200: serializer_of(BracketDocument), 304: None},
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """All rounds of a bracket, those to come too. Empty before the start."""
        asked = _query(OfStage, request)
        tournament = queries.find(name)
        tag = f'"{tournament.pk.hex}-v{tournament.version}"'
        answer = get_conditional_response(request, etag=tag) or Response(
            brackets.bracket(tournament, queries.find_stage(tournament, asked.get("stage")))
        )
        return _tagged(answer, tag)


class EventsView(APIView):
    @extend_schema(
        operation_id="tournament_events", parameters=[After], responses=serializer_of(FactsDocument)
    )
    def get(self, request: Request, name: str) -> Response:
        """The tournament's facts after a version."""
        tournament = queries.find(name)
        found = queries.facts(tournament.pk, **_query(After, request))
        head = max([tournament.version, *(fact["version"] for fact in found)])
        facts: FactsDocument = {"results": found, "version": head}
        return Response(facts)


class ExportView(APIView):
    renderer_classes = (Lines, JSONRenderer)

    @extend_schema(operation_id="tournament_export", responses={(200, Lines.media_type): bytes})
    def get(self, request: Request, name: str) -> HttpResponse:
        """The tournament as anybody may see it, one fact a line (docs/events.md, The export)."""
        tournament = queries.find(name)
        file = f'attachment; filename="{tournament.slug}.jsonl"'
        return HttpResponse(
            queries.export(tournament.pk),
            content_type=Lines.media_type,
            headers={"Content-Disposition": file, "Cache-Control": "no-cache"},
        )


def _query(form: Callable[..., Any], request: Request) -> dict[str, Any]:
    checked = form(data=request.query_params)
    checked.is_valid(raise_exception=True)
    found: dict[str, Any] = checked.validated_data
    return found


def _tagged(answer: HttpResponseBase, tag: str) -> HttpResponseBase:
    answer["ETag"] = tag
    answer["Cache-Control"] = "no-cache"
    return answer
