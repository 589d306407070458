"""How a tournament goes, over REST: stages, standings, the ranking, and its facts."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from games.api.kept import Document, document, sent, tagged, whole
from games.api.matches import Lines
from games.api.queries import Queries, asked
from games.api.serializers_of_documents import serializer_of
from games.api.streamed import facts_of, streamed
from games.paging import Body, encoded, picked
from tournaments.api.kept_pages import QuickView, held
from tournaments.api.serializers import (
    EVENTS_AT_ONCE,
    AtVersion,
    EventsQuery,
    RankingQuery,
    StandingsQuery,
)
from tournaments.documents.events import StagesDocument
from tournaments.documents.facts import FactsDocument
from tournaments.documents.standings import ExplanationDocument, RankingDocument, StandingsDocument
from tournaments.models import Tournament
from tournaments.read import paged_facts, queries, ranking, standings_views
from tournaments.read.bare_rows import newest_ranking
from tournaments.read.heads import Head, head_of
from tournaments.read.standings import NO_PAGES, standings_of, wording_of
from tournaments.store.tournament_log import tournament_log


class StagesView(APIView):
    @extend_schema(operation_id="stages", responses=serializer_of(StagesDocument))
    def get(self, request: Request, name: str) -> Response:
        """The stages that have started."""
        found: StagesDocument = {"results": queries.stages(queries.find(name))}
        return Response(found)


class StandingsView(QuickView):
    expensive = ("version",)
    queries: Queries = {"GET": StandingsQuery}

    def quick(self, request: HttpRequest, **named: Any) -> HttpResponseBase | None:
        found = standings_views.first_page(named["name"])
        if found is None:
            return None
        tag, body, pages = found
        answer = get_conditional_response(request, etag=tag) or whole(body)
        return tagged(answer, tag, link=_page(request, 2) if pages > 1 else None)

    @extend_schema(
        operation_id="standings",
        responses={200: serializer_of(StandingsDocument), 304: None},
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """A page of a hundred lines, best first, or the lines around an entrant; of the stage
        that is being played or of any, now or at a past version. Empty before the start.
        """
        given = asked(self, request)
        tournament = queries.find(name)
        stage = queries.find_stage(tournament, given.get("stage"))
        if stage is None:
            return Response(standings_views.document(tournament, None))
        around, number = given.get("around"), given["page"]
        wanted = range(number, number + 1) if around is None else NO_PAGES
        found = standings_of(tournament, stage, given.get("version"), wanted)
        tag = standings_views.tag_of(
            tournament.pk, stage.number, found.version, tournament.state, *wording_of(tournament)
        )
        more = around is None and number < found.page_count
        answer = get_conditional_response(request, etag=tag)
        if answer is None:
            if around is not None:
                entrant = queries.find_entrant(tournament, around)
                body = encoded(standings_views.around(tournament, found, entrant.pk))
            else:
                body = standings_views.page(tournament.state, found, number)
            answer = whole(Body(_with_fields(body, given.get("fields"))))
        return tagged(answer, tag, link=_page(request, number + 1) if more else None)


def _page(request: HttpRequest | Request, number: int) -> str:
    """The address of another page of this list."""
    return replace_query_param(request.build_absolute_uri(), "page", str(number))


def _with_fields(body: bytes, fields: frozenset[str] | None) -> bytes:
    if fields is None:
        return body
    told = json.loads(body)
    return encoded({**told, "results": [picked(line, fields) for line in told["results"]]})


class RankingView(QuickView):
    queries: Queries = {"GET": RankingQuery}

    def quick(self, request: HttpRequest, **named: Any) -> HttpResponseBase | None:
        return sent(request, _ranking(head_of(named["name"]), 1, None))

    @extend_schema(
        operation_id="ranking",
        responses={200: serializer_of(RankingDocument), 304: None},
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """One ranking over all stages: everybody who has taken part, best first, two hundred a
        page.
        """
        given = asked(self, request)
        return sent(request, _ranking(head_of(name), given["page"], given.get("fields")))


def _ranking(head: Head, page: int, fields: frozenset[str] | None) -> Document:
    def make() -> Document:
        made = ranking.document(Tournament.objects.get(pk=head.id), page)
        told = {**made, "results": [picked(line, fields) for line in made["results"]]}
        following = told.pop("next")
        start = encoded(told)[:-1]
        return document(start, str(following) if following else None, by="page", counts=True)

    return held(("ranking", head, newest_ranking(head.id), page, fields), make)


class ExplanationView(APIView):
    expensive = True
    queries: Queries = {"GET": AtVersion}

    @extend_schema(operation_id="explain_standing", responses=serializer_of(ExplanationDocument))
    def get(self, request: Request, name: str, entrant: str) -> Response:
        """How an entrant's score and tie-breaks come about in the stage that is being played or in
        any, now or at a past version.
        """
        tournament, given = queries.find(name), asked(self, request)
        found = queries.find_entrant(tournament, entrant)
        stage = queries.find_stage(tournament, given.get("stage"))
        version = given.get("version")
        return Response(standings_views.explanation(tournament, stage, found, version))


class EventsView(QuickView):
    queries: Queries = {"GET": EventsQuery}

    def quick(self, request: HttpRequest, **named: Any) -> HttpResponseBase | None:
        return sent(request, _facts(head_of(named["name"]), 0, EVENTS_AT_ONCE))

    @extend_schema(
        operation_id="tournament_events",
        responses={200: serializer_of(FactsDocument), 304: None},
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """The tournament's facts after a version."""
        return sent(request, _facts(head_of(name), **asked(self, request)))


def _facts(head: Head, after: int, limit: int, fields: frozenset[str] | None = None) -> Document:
    def make() -> Document:
        found = paged_facts.page(head, after, limit, fields)
        return document(found.start, found.cursor, by="after")

    return held(("facts", head, after, limit, fields), make)


class ExportView(APIView):
    renderer_classes = (Lines, JSONRenderer)
    expensive = True

    @extend_schema(operation_id="tournament_export", responses={(200, Lines.media_type): bytes})
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """The tournament as anybody may see it, one fact a line (docs/events.md, The export)."""
        head = head_of(name)
        facts = facts_of(tournament_log.stream_of(head.id))
        return streamed(request._request, facts, Lines.media_type, f"{head.slug}.jsonl")
