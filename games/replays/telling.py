"""A finished match told from its public facts and the secrets that were revealed since."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from engine.errors import MatchNotPlaying
from engine.match.events import CardPlayed, DealScored, MatchAnnulled, MatchFinished, MatchStarted
from engine.match.state import MatchState
from engine.record import PublicFact, RevealedFact, revealed_facts
from engine.rules.awards import awards_of
from engine.rules.cards import texts
from engine.rules.table import Table
from engine.wire.observation import observe, view_json
from games.envelopes import timestamp
from games.match.boards import published_secret
from games.match.match_log import match_log
from games.models import Match
from games.replays.documents import Replay, ReplayPly
from games.store import eventstore

MOST_FACTS = 10_000
KEPT = 16


@dataclass(frozen=True, slots=True)
class Ply:
    """A fact of a match that has begun, and what everybody may know after it.

    `deal` and `play` say where it is: after how many plays of which deal. `points` are by side the
    score and what each side has taken for certain in the deal; only the majorities are open until
    the deal is scored. `hands` and `table` are None where a card is hidden.
    """

    version: int
    type: str
    data: dict[str, Any]
    at: datetime
    deal: int
    play: int
    points: tuple[int, ...]
    hands: tuple[int, ...] | None
    table: Table | None


@dataclass(frozen=True, slots=True)
class ToldMatch:
    """A match from its first deal on: the state before it, and its plies."""

    first: MatchState
    plies: tuple[Ply, ...]
    complete: bool


def told(match: Match) -> ToldMatch:
    """What happened at the match, kept for those that were asked for last. Refuses
    `match_not_playing` where it was taken back before its first card.
    """
    secret = published_secret(match.board) if match.board else None
    return _told(match.pk, match.version, secret)


@lru_cache(maxsize=KEPT)
def _told(match_id: UUID, version: int, secret: bytes | None) -> ToldMatch:
    facts = eventstore.public(match_log.stream_of(match_id), limit=MOST_FACTS)
    known = [PublicFact(fact.type, fact.schema, fact.data) for fact in facts]
    revealed = revealed_facts(known, secret)
    begun = next((at for at, fact in enumerate(facts) if fact.type == MatchStarted.type), None)
    first = None if begun is None else revealed[begun].state
    if begun is None or first is None:
        raise MatchNotPlaying()
    points = _Points(first)
    plies = [
        _ply(fact, each, points)
        for fact, each in zip(facts[begun + 1 :], revealed[begun + 1 :], strict=True)
    ]
    return ToldMatch(first, tuple(plies), facts[-1].version >= version)


class _Points:
    """Follows where in the match one is, and what the sides have."""

    def __init__(self, first: MatchState) -> None:
        self.rules, self.sides = first.ruleset, first.sides
        self.scores = first.scores
        self.deal = self.play = 0
        self._clear()

    def _clear(self) -> None:
        self.piles, self.sweeps = [0] * len(self.scores), [0] * len(self.scores)

    def follow(self, fact: eventstore.Recorded, each: RevealedFact) -> tuple[int, ...]:
        event = each.event
        if fact.type == "deal_started":
            self.deal, self.play = int(fact.data["deal"]), 0
        elif isinstance(event, CardPlayed):
            side = self.sides[event.seat]
            self.play += 1
            self.piles[side] |= event.captured
            self.sweeps[side] += event.sweep
        elif isinstance(event, DealScored | MatchFinished):
            self.scores = event.scores
            self._clear()
        elif isinstance(event, MatchAnnulled):
            self._clear()
        certain = awards_of(self.rules, self.piles, self.sweeps)
        return tuple(
            score + won.total() - won.most_cards - won.most_spades
            for score, won in zip(self.scores, certain, strict=True)
        )


def _ply(fact: eventstore.Recorded, each: RevealedFact, points: _Points) -> Ply:
    now = points.follow(fact, each)
    deal = None if each.state is None else each.state.deal
    return Ply(
        version=fact.version,
        type=fact.type,
        data=fact.data,
        at=fact.recorded_at,
        deal=points.deal,
        play=points.play,
        points=now,
        hands=None if deal is None else tuple(deal.hands),
        table=None if deal is None else deal.table,
    )


def players_of(match: Match) -> list[dict[str, Any]]:
    """Who sits there, as the view of docs/protocol.md has it; the seats are to be prefetched."""
    return [
        {
            "seat": seat.number,
            "id": seat.player.id.hex,
            "handle": seat.player.handle,
            "kind": seat.player.kind,
        }
        for seat in match.seats.all()
    ]


def document(match: Match, now: datetime) -> Replay:
    """The replay of docs/protocol.md."""
    found = told(match)
    view = view_json(observe(found.first, None)) | {
        "players": players_of(match),
        "clock": {"turn_seconds": match.turn_seconds, "deadline": None},
        "tournament": None,
        "now": timestamp(now),
    }
    return {
        "view": view,
        "plies": [_ply_json(ply) for ply in found.plies],
        "complete": found.complete,
    }


def _ply_json(ply: Ply) -> ReplayPly:
    return {
        "version": ply.version,
        "type": ply.type,
        "data": ply.data,
        "at": timestamp(ply.at),
        "hands": None if ply.hands is None else [texts(hand) for hand in ply.hands],
        "points": list(ply.points),
    }


def edition_of(match: Match) -> str:
    """What a document about this match hangs on, for its ETag: its facts, names and secret."""
    names = [f"{seat.player.handle} {seat.player.kind}" for seat in match.seats.all()]
    secret = published_secret(match.board) if match.board else None
    told_of = [match.pk.hex, str(match.version), "" if secret is None else secret.hex(), *names]
    return hashlib.sha256("\n".join(told_of).encode()).hexdigest()[:32]


def plays_in(plies: Sequence[Ply]) -> Iterator[Ply]:
    """Those in which a card is played."""
    return (ply for ply in plies if ply.type == CardPlayed.type)
