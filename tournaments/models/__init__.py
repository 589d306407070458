"""The rows of tournaments and of ratings, which can be thrown away and folded anew."""

from tournaments.models.ratings import Ladder, RatedMatch, Rating, RatingChange, RatingProgress
from tournaments.models.tournaments import (
    Entrant,
    Member,
    Pairing,
    Round,
    Seating,
    Stage,
    StandingsEdition,
    StandingsPage,
    SupersededMatch,
    Tournament,
)

__all__ = [
    "Entrant",
    "Ladder",
    "Member",
    "Pairing",
    "RatedMatch",
    "Rating",
    "RatingChange",
    "RatingProgress",
    "Round",
    "Seating",
    "Stage",
    "StandingsEdition",
    "StandingsPage",
    "SupersededMatch",
    "Tournament",
]
