"""The entrants that a director means or looks for."""

from django.db.models import Q, QuerySet

from tournaments.models import Entrant, Tournament
from tournaments.store.entrant_views import entrant_rows


def entrant_named(tournament: Tournament, text: str) -> Entrant | None:
    """By number, by name, or by the handle of a member; the earliest of several."""
    text = text.replace("\x00", "").strip()
    rows = entrant_rows(tournament).order_by("number")
    if text.isascii() and text.isdigit() and len(text) < 9:
        return rows.filter(number=int(text)).first()
    return rows.filter(called(text, "iexact")).distinct().first()


def looked_for(tournament: Tournament, text: str, state: str) -> QuerySet[Entrant]:
    """Those whose name, handle or club holds the text, in this state; "" takes all."""
    rows = entrant_rows(tournament).order_by("number")
    if state in Entrant.State.values:
        rows = rows.filter(state=state)
    text = text.replace("\x00", "").strip()
    if text:
        rows = rows.filter(called(text, "icontains") | Q(club__icontains=text)).distinct()
    return rows


def called(text: str, how: str) -> Q:
    """Those whose own name, or the handle of a member, is so."""
    return Q(**{f"name__{how}": text}) | Q(
        **{f"members__player__handle__{how}": text, "members__plays": True}
    )
