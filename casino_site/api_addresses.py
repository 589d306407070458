"""How the API takes addresses: without a slash at the end too, and with no query that the operation
does not know.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import is_valid_path

from games.api.queries import UNKNOWN, unknown_in
from games.problems import problem

API = "/api/"
PROBLEM_JSON = "application/problem+json"
# Redirected, as pages are: nothing is lost on the way.
READING = frozenset({"GET", "HEAD"})
LONGEST_NAMED = 64
MOST_NAMED = 20


class ApiAddresses:
    """Middleware."""

    def __init__(self, inner: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.inner = inner

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if request.method not in READING and _lacks_its_slash(path):
            # A redirect would lose what is sent.
            request.path_info, request.path = f"{path}/", f"{request.path}/"
        return self.inner(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: object, kwargs: object
    ) -> HttpResponseBase | None:
        if not request.META.get("QUERY_STRING") or not request.path.startswith(API):
            return None
        made_of, method = getattr(view, "cls", None), str(request.method)
        if method == "OPTIONS" or not hasattr(made_of, method.lower()):
            return None  # what does not take this method says so itself
        strange = unknown_in(made_of, method, request.GET)
        if not strange:
            return None
        fields = {name[:LONGEST_NAMED]: [UNKNOWN] for name in strange[:MOST_NAMED]}
        document = problem("invalid", 400, UNKNOWN, {"fields": fields})
        return JsonResponse(document, status=400, content_type=PROBLEM_JSON)


def _lacks_its_slash(path: str) -> bool:
    bare = path.startswith(API) and not path.endswith("/")
    return bare and not is_valid_path(path) and bool(is_valid_path(f"{path}/"))
