"""Documents that a client need not be sent twice."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response


def conditional(
    request: Request, etag: str, build: Callable[[], Mapping[str, Any]]
) -> HttpResponseBase:
    """The document, or 304 for a client that has it by this tag; `build` is called if needed."""
    quoted = f'"{etag}"'
    answer = get_conditional_response(request, etag=quoted) or Response(build())
    answer["ETag"] = quoted
    answer["Cache-Control"] = "no-cache"
    return answer
