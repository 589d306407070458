"""The schema of REST, over REST."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.queries import Queries
from tournaments.formats import FORMATS


class Choosing(DefaultContentNegotiation):
    """By `?format=`, which means something here alone, or by what is accepted."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return super().select_renderer(
            request, renderers, format_suffix or request.query_params.get("format")
        )


class SchemaQuery(serializers.Serializer[Any]):
    format = serializers.ChoiceField(["yaml", "json"], required=False)
    lang = serializers.CharField(required=False)


# The schema as it is sent, with its headers, by its form and the formats that it knows.
MADE: dict[tuple[str, ...], tuple[bytes, dict[str, str]]] = {}


class SchemaView(SpectacularAPIView):
    """The schema, made once a process in each form; in a language that is asked for, each time."""

    expensive = True
    content_negotiation_class = Choosing
    queries: Queries = {"GET": SchemaQuery}

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        of = (request.accepted_renderer.media_type, *FORMATS)
        is_usual = "lang" not in request.query_params
        if is_usual and of in MADE:
            content, headers = MADE[of]
            return HttpResponse(content, headers=headers)
        answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        if is_usual:
            answer.add_post_render_callback(partial(_keep, of))
        return answer


def _keep(of: tuple[str, ...], answer: HttpResponse) -> None:
    MADE[of] = answer.content, dict(answer.items())


class ExplorerQuery(serializers.Serializer[Any]):
    script = serializers.CharField(required=False)


class ExplorerView(SpectacularSwaggerSplitView):
    """The page that tries the API out; its script comes from the same address."""

    queries: Queries = {"GET": ExplorerQuery}
