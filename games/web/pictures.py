"""Pictures over HTTP: drawn once, kept for a while, and not sent to who has them."""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.match import queries
from games.match.shown_tables import shown_tables
from games.models import Match
from games.refusals import UnknownMatch
from games.replays.match_pictures import match_picture as drawn
from games.replays.moments import Moment, moment_in
from games.replays.pictures import EDITION
from games.replays.seen import may_be_seen_now
from games.replays.telling import edition_of

KEPT = 64
# Who has a picture asks again after so many seconds whether it is still the same.
FRESH_SECONDS = 300


@require_safe
def match_picture(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """The picture of a match; `?deal=&play=`: of a moment."""
    try:
        match = queries.find_match(match_id)
    except UnknownMatch as unknown:
        raise Http404(unknown.detail) from unknown
    moment = moment_in(request.GET) if may_be_seen_now(match) else None
    context = queries.context_of(match_id)
    where = str(context["name"]) if context else ""
    state = edition_of(match) if may_be_seen_now(match) else _names(match)
    return answer(request, [state, where, str(moment)], lambda: _drawn(match, moment, where))


match_picture.expensive = True  # type: ignore[attr-defined]  # read by games.limits.costs


def _names(match: Match) -> str:
    """Of a match that nobody may see yet, the picture hangs on nothing else."""
    shown = shown_tables([match]).get(match.pk)
    status = shown.status if shown else match.status
    return " ".join([match.pk.hex, status, *(seat.player.handle for seat in match.seats.all())])


def _drawn(match: Match, moment: Moment | None, where: str) -> bytes:
    return drawn(match, moment, where)


class _Drawing:
    """What draws a picture, taken by the cache for its tag."""

    def __init__(self, tag: str, draw: Callable[[], bytes]) -> None:
        self.tag, self.draw = tag, draw

    def __hash__(self) -> int:
        return hash(self.tag)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Drawing) and other.tag == self.tag


@lru_cache(maxsize=KEPT)
def _kept(drawing: _Drawing) -> bytes:
    return drawing.draw()


def answer(request: HttpRequest, made_of: list[str], draw: Callable[[], bytes]) -> HttpResponseBase:
    """A PNG whose tag follows from all that it is `made_of`; `draw` is called if nobody has it."""
    told = "\n".join([str(EDITION), get_language() or "", *made_of])
    tag = f'"{hashlib.sha256(told.encode()).hexdigest()[:32]}"'
    found = get_conditional_response(request, etag=tag)
    if found is None:
        found = HttpResponse(_kept(_Drawing(tag, draw)), content_type="image/png")
    found["ETag"] = tag
    found["Cache-Control"] = f"public, max-age={FRESH_SECONDS}"
    return found
