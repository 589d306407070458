"""`/api/v1/`: where everything begins that can be read without knowing a name."""

from typing import Any, TypedDict

from django.urls import URLPattern, get_resolver
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.serializers_of_documents import serializer_of

ROOT = "api/v1/"


class IndexDocument(TypedDict):
    """By what stands behind `/api/v1/`, the address."""

    links: dict[str, Any]


class IndexView(APIView):
    @extend_schema(operation_id="index", responses=serializer_of(IndexDocument))
    def get(self, request: Request) -> Response:
        """The addresses that are read as they stand."""
        found = {name.rstrip("/"): request.build_absolute_uri(name) for name in _plain()}
        return Response({"links": found})


def _plain() -> list[str]:
    """What may be read behind the root, without a part that has to be filled in."""
    root = next(one for one in get_resolver().url_patterns if str(one.pattern) == ROOT)
    return sorted(
        route for route, view in _routes(root, "") if route and "<" not in route and _is_read(view)
    )


def _routes(resolver: Any, before: str) -> list[tuple[str, Any]]:
    found = []
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            found.append((route, pattern.callback))
        else:
            found += _routes(pattern, route)
    return found


def _is_read(view: Any) -> bool:
    return hasattr(getattr(view, "cls", None), "get")
