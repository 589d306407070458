"""The archive over REST: lists of what has been played, and records of many matches in one file."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from engine import RULESETS
from games.api.kept import document, sent
from games.api.queries import FieldsOf, Paged, Queries, asked
from games.api.serializers_of_documents import serializer_of
from games.api.streaming import streamed
from games.records.many_records import records_of
from games.replays.seen_together import seen_now
from tournaments.core.refusals import BadField, UnknownPlayer
from tournaments.documents.events import TournamentDocument, TournamentList
from tournaments.documents.tables import ArchivedMatchDocument, ArchivedMatchList
from tournaments.formats import FORMATS
from tournaments.read import archive, paged_archive, queries
from tournaments.store.slugs import as_id

MOST = 500


def _of(help_text: str) -> serializers.CharField:
    return serializers.CharField(required=False, allow_blank=True, help_text=help_text)


class Plain(JSONRenderer):
    """The type of records, for `Accept` and the schema; the view has the text already."""

    media_type = "text/plain"
    format = "txt"


class RecordsQuery(serializers.Serializer[Any]):
    event = _of("Of this event, by id or slug.")
    player = _of("Of this player, by handle.")
    month = _of("Of the month in which they began: 2026-11.")
    before = _of("Older than the match with this id.")


class ArchiveQuery(Paged):
    """What people look for in the archive. The views say what `result` and `format` take."""

    q = _of("In the name of the event; of an event, in the organiser's handle too.")
    player = _of("Of this player, by handle.")
    month = _of("Of the month in which they began: 2026-11.")
    ruleset = serializers.ChoiceField(sorted(RULESETS), required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuses `bad_field` what is no month, and `unknown_player`."""
        check_month(attrs.get("month", ""))
        check_player(attrs.get("player", ""))
        if attrs.get("result") in (archive.WON, archive.LOST) and not attrs.get("player"):
            raise BadField(field="result", problem="it takes a player")
        return attrs


class ArchivedMatchesQuery(ArchiveQuery):
    event = _of("Of this event, by id or slug.")
    format = serializers.ChoiceField(
        [*FORMATS, archive.CASUAL], required=False, help_text="Of its event; or of no event."
    )
    result = serializers.ChoiceField(
        [archive.WON, archive.LOST, *archive.REASONS],
        required=False,
        help_text="Won or lost by the player; or how it ended.",
    )
    fields = FieldsOf(ArchivedMatchDocument)  # type: ignore[assignment]  # a query


class ArchivedEventsQuery(ArchiveQuery):
    format = serializers.ChoiceField([*FORMATS], required=False, help_text="Of its first stage.")
    result = serializers.ChoiceField(
        [archive.WON, *archive.OVER], required=False, help_text="Won by the player; or its state."
    )
    fields = FieldsOf(TournamentDocument)  # type: ignore[assignment]  # a query


def check_month(month: str) -> None:
    """Refuses `bad_field`."""
    if month and archive.bounds_of(month) is None:
        raise BadField(field="month", problem="it is no month as 2026-11")


def check_player(handle: str) -> None:
    """Refuses `unknown_player`."""
    if handle and not handle.isprintable():
        raise UnknownPlayer()
    if handle and archive.player_called(handle) is None:
        raise UnknownPlayer()


def _wanted(given: dict[str, Any]) -> archive.Wanted:
    event = given.get("event", "")
    return archive.Wanted(
        month=given.get("month", ""),
        player=given.get("player", ""),
        ruleset=given.get("ruleset", ""),
        format=given.get("format", ""),
        result=given.get("result", ""),
        text=given.get("q", ""),
        event=queries.find(event).pk if event else None,
    )


class MatchesView(APIView):
    queries: Queries = {"GET": ArchivedMatchesQuery}
    expensive = True

    @extend_schema(
        operation_id="archive_matches",
        responses={200: serializer_of(ArchivedMatchList), 304: None},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Finished matches of events and of the lobby, newest first."""
        given = asked(self, request)
        made = paged_archive.matches(
            _wanted(given), given["limit"], given.get("cursor"), given.get("fields")
        )
        return sent(request, document(made.start, made.cursor))


class EventsView(APIView):
    queries: Queries = {"GET": ArchivedEventsQuery}
    expensive = True

    @extend_schema(
        operation_id="archive_events", responses={200: serializer_of(TournamentList), 304: None}
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Events that are over, newest first."""
        given = asked(self, request)
        made = paged_archive.events(
            _wanted(given), given["limit"], given.get("cursor"), given.get("fields")
        )
        return sent(request, document(made.start, made.cursor))


class RecordsView(APIView):
    queries: Queries = {"GET": RecordsQuery}
    expensive = True
    renderer_classes = (Plain, JSONRenderer)

    @extend_schema(operation_id="archive_records", responses={(200, Plain.media_type): str})
    def get(self, request: Request) -> HttpResponseBase:
        """The newest finished matches as records, 500 a file; `Link` leads to those before them."""
        given = {name: request.query_params.get(name, "") for name in ("event", "player", "month")}
        wanted = self._asked_for(request, given)
        several = archive.match_rows(wanted, MOST + 1)
        matches = several[:MOST]
        kept = {name: value for name, value in given.items() if value}
        name = "-".join(["records", *kept.values()])
        headers = {
            "Content-Disposition": f'attachment; filename="{name}.txt"',
            "Cache-Control": "no-cache",
        }
        last: Iterator[bytes] = iter(())
        if len(several) > MOST:
            query = request.query_params.copy()
            query["before"] = matches[-1].pk.hex
            path = f"{reverse('api-archive-records')}?{query.urlencode()}"
            address = request.build_absolute_uri(path)
            headers["Link"] = f'<{address}>; rel="next"'
            last = iter((f"; older ones: {address}\n".encode(),))
        pieces = chain(records_of(seen_now(matches)), last)
        return streamed(request._request, pieces, "text/plain; charset=utf-8", headers)

    def _asked_for(self, request: Request, given: dict[str, str]) -> archive.Wanted:
        before = request.query_params.get("before", "")
        after = as_id(before) if before else None
        if before and after is None:
            raise BadField(field="before", problem="it is no id")
        check_month(given["month"])
        check_player(given["player"])
        return replace(_wanted(given), before=after)
