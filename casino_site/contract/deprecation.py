"""What will go says so in its own answers (docs/stability.md)."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.api.deprecated import deprecated_by


class DeprecationHeaders:
    """Middleware."""

    def __init__(self, inner: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.inner = inner

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.inner(request)
        found = request.resolver_match
        view = getattr(found.func, "cls", None) if found is not None else None
        known = deprecated_by(view, str(request.method))
        if known is not None:
            for name, value in known.headers.items():
                # The link to the next page stays beside it.
                said = answer.get(name) if name == "Link" else None
                answer[name] = f"{said}, {value}" if said else value
        return answer
