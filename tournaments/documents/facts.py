"""The documents of docs/protocol.md about the facts of a tournament, and what comes before them."""

from typing import Annotated, NotRequired, TypedDict

from games.documents import Shape, Url
from games.envelopes import Envelope
from tournaments.documents.events import BracketDocument, TournamentDocument
from tournaments.documents.standings import StandingsDocument


class FactDocument(Envelope):
    pass


class FactsDocument(TypedDict):
    results: list[Annotated[FactDocument, Shape("TournamentFact")]]
    version: int
    next: NotRequired[Url | None]


class SnapshotDocument(TypedDict):
    """What a socket sends of a tournament to begin with."""

    tournament: TournamentDocument
    bracket: BracketDocument | None
    standings: StandingsDocument
