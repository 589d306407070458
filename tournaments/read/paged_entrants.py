"""Who is in a tournament, or waits, a page at a time in order of entry."""

from django.db.models import Q

from games.paging import filled, picked
from tournaments.models import Entrant, Member, Tournament
from tournaments.read.heads import Head
from tournaments.read.paged_rounds import Made
from tournaments.store.entrant_views import entrant_json, entrant_rows


def page(
    head: Head,
    after: int,
    limit: int,
    state: str | None = None,
    q: str | None = None,
    fields: frozenset[str] | None = None,
) -> Made:
    """From the one after number `after` on; those in a state, who may then be gone, and those with
    a text in their name, their club or a handle.
    """
    found = entrant_rows(Tournament(pk=head.id)).filter(number__gt=after)
    gone = Q(state__in=Entrant.GONE)
    found = found.exclude(gone) if state is None else found.filter(state=state)
    if q:
        members = Member.objects.filter(tournament=head.id, player__handle__icontains=q)
        named = Q(name__icontains=q) | Q(club__icontains=q)
        found = found.filter(named | Q(pk__in=members.values("entrant")))
    rows = list(found.order_by("number")[: limit + 1])
    made = filled(rows, lambda row: picked(entrant_json(row), fields), limit)
    cursor = str(rows[len(made.results) - 1].number) if made.more else None
    return Made(b'{"results":' + made.text, cursor)
