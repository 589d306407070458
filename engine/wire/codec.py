"""Events as stored facts and back: `to_fact` writes an event, `from_fact` reads one.

`data` is public by construction and `secret` is for the server only. A fact that cannot be read
means a corrupt store, so `from_fact` raises ValueError and never a refusal.
"""

from dataclasses import dataclass

from engine.match.events import (
    CardDrawn,
    CardPlayed,
    ClockCharged,
    ClockRanOut,
    CutCommitted,
    CutMade,
    DealScored,
    DealStarted,
    Event,
    MatchAbandoned,
    MatchAnnulled,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    PacketDealt,
    Residue,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
    SeatTaken,
    SeatTakenBack,
    TimeGivenBack,
)
from engine.rules.cards import card_text, texts
from engine.rules.moves import move_text, move_to_json
from engine.rules.scoring import SheetRow
from engine.rules.table import build_json
from engine.wire.decoding import from_fact
from engine.wire.rules_json import rules_json

__all__ = [
    "Fact",
    "card_played_json",
    "from_fact",
    "hex_or_none",
    "residue_json",
    "row_json",
    "to_fact",
]

Data = dict[str, object]


@dataclass(frozen=True, slots=True)
class Fact:
    """A stored event: permanent type, schema number, public data, and data for the server only."""

    type: str
    schema: int
    data: Data
    secret: Data | None


def to_fact(event: Event) -> Fact:
    """The fact of an event; `from_fact` of its fields gives the event back."""
    secret = _secret(event)
    return Fact(event.type, event.schema, _data(event), secret)


def row_json(row: SheetRow) -> Data:
    """The JSON object of a row of a score sheet; `each_spade` is absent where it is None."""
    each_spade = {} if row.each_spade is None else {"each_spade": row.each_spade}
    return {
        "side": row.side,
        "cards": row.cards,
        "spades": row.spades,
        "most_cards": row.most_cards,
        "most_spades": row.most_spades,
        "big_casino": row.big_casino,
        "little_casino": row.little_casino,
        "aces": row.aces,
        "sweeps": row.sweeps,
        **each_spade,
        "total": row.total,
    }


def hex_or_none(secret: bytes | None) -> str | None:
    """A secret that may be kept."""
    return None if secret is None else secret.hex()


def residue_json(residue: Residue) -> Data:
    """The residue of a deal."""
    return {"seat": residue.seat, "cards": texts(residue.cards)}


def _secret(event: Event) -> Data | None:
    if isinstance(event, MatchCreated):
        return {"seed": event.seed.hex()}
    if isinstance(event, DealStarted):
        return {"deck": [card_text(card) for card in event.deck]}
    if isinstance(event, PacketDealt):
        return {"hands": [texts(hand) for hand in event.hands]}
    if isinstance(event, CardDrawn):
        return {"card": card_text(event.card)}
    return None


def _data(event: Event) -> Data:
    if isinstance(event, CardPlayed):
        return card_played_json(event)
    if isinstance(event, DealScored):
        return _deal_scored_json(event)
    if isinstance(event, PacketDealt):
        return {
            "deal": event.deal,
            "packet": event.packet,
            "last": event.last,
            "table": texts(event.table),
            "stock": event.stock,
            "turn": event.turn,
        }
    if isinstance(event, MatchCreated):
        return _match_created_json(event)
    return _short_json(event)


def _match_created_json(event: MatchCreated) -> Data:
    timeouts: Data = {"limit": event.timeouts.limit, "then": event.timeouts.then}
    if event.timeouts.bot is not None:
        timeouts["bot"] = event.timeouts.bot
    timeouts["both"] = event.timeouts.both
    return {
        "match": event.match,
        "ruleset": event.ruleset,
        "overrides": dict(event.overrides),
        "rules": rules_json(event.rules),
        "seats": event.seats,
        "commitment": event.commitment.hex(),
        "timeouts": timeouts,
        "clock": {
            "turn_seconds": event.clock.turn_seconds,
            "bot_pace_ms": event.clock.bot_pace_ms,
            "bank_seconds": event.clock.bank_seconds,
        },
        "stand_in": event.stand_in,
        "board": event.board,
        "mirrored": event.mirrored,
        "reveal": event.reveal,
        "digests": None if event.digests is None else [one.hex() for one in event.digests],
    }


def card_played_json(event: CardPlayed) -> Data:
    """The public data of a played card."""
    return {
        "seat": event.seat,
        "move": move_to_json(event.move),
        "text": move_text(event.move),
        "captured": texts(event.captured),
        "build": None if event.build is None else build_json(event.build),
        "sweep": event.sweep,
        "default": event.default,
        "turn": event.turn,
    }


def _deal_scored_json(event: DealScored) -> Data:
    return {
        "deal": event.deal,
        "residue": residue_json(event.residue),
        "sheet": [row_json(row) for row in event.sheet],
        "scores": list(event.scores),
        "piles": [texts(pile) for pile in event.piles],
        "secret": hex_or_none(event.secret),
    }


def _short_json(event: Event) -> Data:
    if isinstance(event, SeatTaken):
        return {"seat": event.seat, "player": event.player, "bot": event.bot}
    if isinstance(event, CutCommitted):
        return {"seat": event.seat, "digest": event.digest.hex()}
    if isinstance(event, CutMade):
        return {"seat": event.seat, "cut": event.cut.hex(), "by": event.by}
    if isinstance(event, MatchStarted):
        return {"dealer": event.dealer}
    if isinstance(event, DealStarted):
        return {"deal": event.deal, "dealer": event.dealer}
    if isinstance(event, CardDrawn):
        return {"seat": event.seat, "stock": event.stock}
    if isinstance(event, ClockRanOut):
        return {"seat": event.seat, "in_a_row": event.in_a_row}
    if isinstance(event, ClockCharged):
        return {
            "seat": event.seat,
            "over_ms": event.over_ms,
            "lag_ms": event.lag_ms,
            "bank_ms": event.bank_ms,
        }
    if isinstance(event, TimeGivenBack):
        return {"seat": event.seat, "ms": event.ms, "reason": event.reason}
    if isinstance(event, SeatResigned | SeatForfeited | SeatTakenBack):
        return {"seat": event.seat}
    if isinstance(event, SeatHandedOver):
        return {"seat": event.seat, "bot": event.bot}
    if isinstance(event, MatchFinished):
        return {
            "winner": event.winner,
            "reason": event.reason,
            "scores": list(event.scores),
            "secret": hex_or_none(event.secret),
        }
    if isinstance(event, MatchAbandoned):
        return {"scores": list(event.scores), "secret": hex_or_none(event.secret)}
    if isinstance(event, MatchAnnulled):
        return {"reason": event.reason, "secret": hex_or_none(event.secret)}
    raise ValueError(f"no data for {event!r}")
