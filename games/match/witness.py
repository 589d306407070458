"""What the rows of matches know of their streams, and what players asked for (`games.store`)."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from engine.wire.decoding import SCHEMAS
from games.models import Match
from games.store.witnesses import Witness


def _versions(match_id: UUID) -> Iterable[int]:
    return Match.objects.filter(id=match_id).values_list("version", flat=True)


def _named() -> Iterable[UUID]:
    return Match.objects.values_list("id", flat=True)


def _asked(type_: str, data: dict[str, Any]) -> Any | None:
    """As `games.match.commands` makes the digests of commands."""
    if type_ == "card_played" and not data["default"]:
        return {"play": data["move"]}
    if type_ == "seat_taken_back":
        return {"take_back": data["seat"]}
    if type_ == "seat_resigned":
        return {"resign": data["seat"]}
    return None


MATCH_WITNESS = Witness("match", _versions, _named, _asked, SCHEMAS)
