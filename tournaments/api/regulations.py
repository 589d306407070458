"""The regulations of an event over REST: what is set, in the sentences that people read."""

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.serializers_of_documents import serializer_of
from tournaments.documents.events import RegulationsDocument
from tournaments.read import queries
from tournaments.text.regulations import regulations


class RegulationsView(APIView):
    @extend_schema(
        operation_id="regulations",
        responses={200: serializer_of(RegulationsDocument), 304: None},
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """Everything that is set, in parts with sentences, and what the organiser writes."""
        tournament = queries.find(name)
        tag = f'"{tournament.pk.hex}-v{tournament.version}"'
        answer = get_conditional_response(request, etag=tag)
        if answer is None:
            found: RegulationsDocument = {
                "version": tournament.version,
                "description": tournament.description,
                "results": [
                    {"title": part.title, "sentences": part.sentences}
                    for part in regulations(tournament.settings)
                ],
            }
            answer = Response(found)
        answer["ETag"] = tag
        answer["Cache-Control"] = "no-cache"
        return answer
