"""Pages of a tournament that are kept ready while nothing that they hang on changes."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import get_language
from rest_framework.views import APIView

from engine.errors import Refusal
from games.api.kept import Document, Shelf, document
from tournaments.read.heads import Head
from tournaments.read.paged_rounds import Made, Watched

# In a process; as much as a hundred of the longest pages, or a thousand short ones. Whatever comes
# and goes leaves gaps between what stays, so that little which is soon full is better than much.
MOST_BYTES, MOST_DOCUMENTS = 12 * 2**20, 512
# What a client may accept to get JSON, as far as it takes no thought.
JSON = ("*/*", "application/json", "application/json, */*")

Look = Callable[[Sequence[Any]], tuple[object, ...]]
shelf = Shelf(MOST_BYTES, MOST_DOCUMENTS)


def kept(kind: str, head: Head, wanted: object, make: Callable[[], Made], look: Look) -> Document:
    """The page, made anew if the tournament has moved on, or one of the matches that it watches."""
    key = (kind, head, wanted, get_language())
    found = shelf.get(key)
    if found is not None:
        page, watched = found
        assert isinstance(watched, Watched)
        if look(watched.ids) == watched.seen:
            return page
    made = make()
    fresh = document(made.start, made.cursor)
    shelf.put(key, fresh, made.watched)
    return fresh


class QuickView(APIView):
    """Answers what thousands ask for, the address as it stands without a token, before anything
    is made of the request.
    """

    # Whether people who have signed in may see another document.
    differs = False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if self._is_plain(request):
            try:
                answer = self.quick(request, **kwargs)
            except Refusal:
                answer = None  # the long way says so
            if answer is not None:
                return answer
        return super().dispatch(request, *args, **kwargs)

    def _is_plain(self, request: HttpRequest) -> bool:
        named = request.META
        plain = request.method == "GET" and not named.get("QUERY_STRING")
        plain = plain and "HTTP_AUTHORIZATION" not in named
        plain = plain and named.get("HTTP_ACCEPT", "*/*") in JSON
        return plain and not (self.differs and _may_be_somebody(request))

    def quick(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase | None:
        """The answer, or None where it takes more to give one."""
        raise NotImplementedError


def _may_be_somebody(request: HttpRequest) -> bool:
    """Whether a session or whatever DRF takes may say who asks."""
    return bool(request.COOKIES) or getattr(request, "_force_auth_user", None) is not None


def held(key: object, make: Callable[[], Document]) -> Document:
    """The document of this key, which says all that it hangs on; made if it is not there."""
    whole_key = (key, get_language())
    found = shelf.get(whole_key)
    if found is not None:
        return found[0]
    made = make()
    shelf.put(whole_key, made)
    return made
