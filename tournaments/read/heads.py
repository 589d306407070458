"""The head of a tournament: what its documents hang on, read by one query before anything else, so
that a document may be newer than the version that it names, never older.
"""

from typing import NamedTuple
from uuid import UUID

from django.core.validators import slug_re

from tournaments.core.refusals import TournamentIsHidden, UnknownTournament
from tournaments.models import Tournament
from tournaments.read.bare_rows import head_by
from tournaments.store.slugs import as_id


class Head(NamedTuple):
    """`renamings` and `reworded` say how names and words may have changed without a fact."""

    id: UUID
    slug: str
    version: int
    state: str
    stage: int
    renamings: int
    reworded: int
    hidden: bool


def head_of(name: str) -> Head:
    """The head of the tournament with this id or slug. Refuses as `queries.find` does."""
    id_ = as_id(name)
    if id_ is None and not slug_re.fullmatch(name):
        raise UnknownTournament()  # unasked: a database may choke on such a text
    column, value = ("slug", name) if id_ is None else ("id", id_)
    row = head_by(column, value, Head._fields)
    if row is None:
        raise UnknownTournament()
    head = Head._make(row)
    if head.state == Tournament.State.DELETED:
        raise UnknownTournament()
    if head.hidden:
        raise TournamentIsHidden()
    return head
