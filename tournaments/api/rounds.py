"""Rounds, tables and brackets over REST, a page at a time."""

from dataclasses import replace
from typing import Any, TypedDict

from django.http import HttpRequest, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.kept import Document, document, sent
from games.api.queries import FieldsOf, Paged, Queries, asked
from games.api.serializers_of_documents import serializer_of
from games.documents import Url
from games.models import Match, Player
from tournaments.api.kept_pages import QuickView, kept
from tournaments.api.serializers import LARGEST_VERSION, OfStage
from tournaments.core.refusals import UnknownStage
from tournaments.documents.events import BracketDocument, RoundDocument, RoundsDocument
from tournaments.documents.tables import TablesDocument
from tournaments.read import paged_brackets, paged_crosstables, paged_rounds, paged_tables, queries
from tournaments.read.heads import Head, head_of
from tournaments.read.paged_crosstables import CrosstableRow
from tournaments.read.paged_rounds import Made, Wanted

LARGEST_ROUND = 2**15 - 1


class OfRounds(Paged, OfStage):
    entrant = serializers.CharField(
        required=False, max_length=32, help_text="An entrant's id: only where they play."
    )
    since = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_VERSION,
        help_text="A version: only what the facts after it have touched.",
    )


class RoundsQuery(OfRounds):
    round = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ROUND)
    fields = FieldsOf(RoundDocument)  # type: ignore[assignment]  # a query, and no attribute


class TablesQuery(OfRounds):
    round = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ROUND)
    status = serializers.ChoiceField(Match.Status.values, required=False)


class BracketQuery(Paged, OfStage):
    round = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ROUND)


class CrosstableQuery(Paged, OfStage):
    limit = serializers.IntegerField(default=100, min_value=1, max_value=100)
    fields = FieldsOf(CrosstableRow)  # type: ignore[assignment]  # a query, and no attribute


class CrosstableDocument(TypedDict):
    version: int
    stage: int
    count: int
    rounds: list[int]
    results: list[CrosstableRow]
    next: Url | None


class RoundsView(QuickView):
    queries: Queries = {"GET": RoundsQuery}
    differs = True

    def quick(self, request: HttpRequest, **named: Any) -> HttpResponseBase | None:
        return sent(request, _rounds(head_of(named["name"]), Wanted()), private=False)

    @extend_schema(operation_id="rounds", responses={200: serializer_of(RoundsDocument), 304: None})
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """The rounds that have been paired, with as many pairings as a page holds; drafts are
        shown to directors only.
        """
        return _answered(self, request, name)


class RoundView(QuickView):
    queries: Queries = {"GET": OfRounds}
    differs = True

    def quick(self, request: HttpRequest, **named: Any) -> HttpResponseBase | None:
        wanted = Wanted(stage=named["stage"], round=named["round"])
        return sent(request, _rounds(head_of(named["name"]), wanted), private=False)

    @extend_schema(operation_id="round", responses={200: serializer_of(RoundsDocument), 304: None})
    def get(self, request: Request, name: str, stage: int, round: int) -> HttpResponseBase:
        """One round: a list of one, or of none while it is not paired."""
        return _answered(self, request, name, stage=stage, round=round)


class MatchesView(QuickView):
    queries: Queries = {"GET": TablesQuery}

    def quick(self, request: HttpRequest, **named: Any) -> HttpResponseBase | None:
        return sent(request, _tables(head_of(named["name"]), Wanted(), None))

    @extend_schema(
        operation_id="tournament_matches",
        responses={200: serializer_of(TablesDocument), 304: None},
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """The tables, newest round first, as many as a page holds."""
        wanted, given = _wanted(self, request, name)
        return sent(request, _tables(head_of(name), wanted, given.get("status")))


class BracketView(QuickView):
    queries: Queries = {"GET": BracketQuery}

    def quick(self, request: HttpRequest, **named: Any) -> HttpResponseBase | None:
        return sent(request, _bracket(head_of(named["name"]), Wanted()))

    @extend_schema(
        operation_id="bracket", responses={200: serializer_of(BracketDocument), 304: None}
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """The rounds of a bracket, those to come too, with as many pairings as a page holds.
        Empty before the start.
        """
        wanted, _ = _wanted(self, request, name)
        return sent(request, _bracket(head_of(name), wanted))


class CrosstableView(APIView):
    queries: Queries = {"GET": CrosstableQuery}

    @extend_schema(
        operation_id="crosstable",
        responses={200: serializer_of(CrosstableDocument), 304: None},
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """Who met whom with what result, by round, in the order of the standings."""
        given = asked(self, request)
        tournament = queries.find(name)
        stage = queries.find_stage(tournament, given.pop("stage", None))
        if stage is None:
            raise UnknownStage()
        made = paged_crosstables.page(tournament, stage, **given)
        return sent(request, document(made.start, made.cursor))


def _rounds(head: Head, wanted: Wanted) -> Document:
    def make() -> Made:
        return paged_rounds.page(head, wanted)

    return kept("rounds", head, wanted, make, paged_rounds.look)


def _tables(head: Head, wanted: Wanted, status: str | None) -> Document:
    if status is not None:
        # Whether a match begins or ends no fact of the tournament says.
        made = paged_tables.page(head, wanted, status)
        return document(made.start, made.cursor)

    def make() -> Made:
        return paged_tables.page(head, wanted)

    return kept("tables", head, wanted, make, paged_tables.look)


def _bracket(head: Head, wanted: Wanted) -> Document:
    def make() -> Made:
        stage = queries.stage_row(head.id, wanted.stage or head.stage)
        if stage is None and wanted.stage is not None:
            raise UnknownStage()
        return paged_brackets.page(head, stage, wanted)

    return kept("bracket", head, wanted, make, paged_rounds.look)


def _answered(view: APIView, request: Request, name: str, **named: int) -> HttpResponseBase:
    wanted, _ = _wanted(view, request, name, **named)
    drafts = False
    if isinstance(request.user, Player):
        drafts = queries.is_director(queries.find(name), request.user)
    found = _rounds(head_of(name), replace(wanted, drafts=drafts))
    return sent(request, found, private=drafts)


def _wanted(
    view: APIView, request: Request, name: str, **named: int
) -> tuple[Wanted, dict[str, Any]]:
    """What is asked for of a tournament; and all that is asked for. Refuses `unknown_entrant`."""
    given = {**asked(view, request), **named}
    known = {field: given[field] for field in _NAMED if field in given}
    if "entrant" in given:
        known["entrant"] = queries.find_entrant(queries.find(name), given["entrant"]).pk
    return Wanted(**known), given


_NAMED = ("stage", "round", "since", "cursor", "limit", "fields")
