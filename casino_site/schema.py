"""The schema of REST, over REST."""

from typing import Any

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

from games.api.queries import Queries


class Choosing(DefaultContentNegotiation):
    """By `?format=`, which means something here alone, or by what is accepted."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return super().select_renderer(
            request, renderers, format_suffix or request.query_params.get("format")
        )


class SchemaQuery(serializers.Serializer[Any]):
    format = serializers.ChoiceField(["yaml", "json"], required=False)
    lang = serializers.CharField(required=False)


class SchemaView(SpectacularAPIView):
    """The schema, which is made anew for each who asks."""

    expensive = True
    content_negotiation_class = Choosing
    queries: Queries = {"GET": SchemaQuery}


class ExplorerQuery(serializers.Serializer[Any]):
    script = serializers.CharField(required=False)


class ExplorerView(SpectacularSwaggerSplitView):
    """The page that tries the API out; its script comes from the same address."""

    queries: Queries = {"GET": ExplorerQuery}
