"""Reports over REST."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino_site.staff import reports
from casino_site.staff.models import Report
from games.accounts.bot_accounts import refuse_programs
from games.accounts.callers import signed_in
from games.accounts.scopes import Scope, Scopes
from games.api.strict import StrictSerializer
from games.texts import seen


class NewReport(StrictSerializer):
    kind = serializers.ChoiceField(Report.Kind.values)
    subject = serializers.RegexField(
        r"^[0-9a-f]{32}$", help_text="The id of the player, the event or the match."
    )
    words = serializers.CharField(max_length=reports.WORDS_LENGTH, validators=[seen])


class ReportDocument(serializers.Serializer[Any]):
    id = serializers.CharField()
    kind = serializers.CharField()
    subject = serializers.CharField()
    words = serializers.CharField()
    made = serializers.DateTimeField()
    state = serializers.CharField(help_text="open or done")
    answer = serializers.CharField(allow_blank=True)


class ReportDocuments(serializers.Serializer[Any]):
    results = ReportDocument(many=True)
    next = serializers.CharField(allow_null=True)


class ReportsView(APIView):
    permission_classes = (IsAuthenticated,)
    scopes: Scopes = {"POST": frozenset({Scope.PLAY})}

    @extend_schema(operation_id="my_reports", responses=ReportDocuments)
    def get(self, request: Request) -> Response:
        """What the caller has reported, newest first, and what came of it."""
        mine = [reports.document(row) for row in reports.of(signed_in(request.user))]
        return Response(ReportDocuments({"results": mine, "next": None}).data)

    @extend_schema(operation_id="report", request=NewReport, responses={201: ReportDocument})
    def post(self, request: Request) -> Response:
        """Reports a name, an event or conduct at a table to the staff."""
        asked = NewReport(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        refuse_programs(signed_in(request.user))
        made = reports.report(
            signed_in(request.user),
            given["kind"],
            UUID(given["subject"]),
            given["words"],
            timezone.now(),
        )
        return Response(ReportDocument(reports.document(made)).data, status=201)
