"""The public facts of a match, completed by the secrets that have been revealed.

They give every card of a deal whose secret is revealed, and of any other deal only the cards that
everybody has seen. This module takes no secret data of a fact, so it cannot leak any.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import get_args

from engine.match.decks import deck_of, source_of
from engine.match.events import DealScored, Event, MatchAbandoned, MatchAnnulled, MatchFinished
from engine.match.evolve import evolve
from engine.match.state import NEW, Deal, MatchState
from engine.record.entries import Record, UnrevealedDeal, record_of
from engine.record.unrevealed import endings_of
from engine.rules.cards import card_text, texts
from engine.rules.dealing import deal_packet
from engine.rules.shuffle import secret_of_deal
from engine.wire.decoding import from_fact

_HIDING_TYPES = ("deal_started", "packet_dealt", "card_drawn")
_Revealing = DealScored | MatchFinished | MatchAnnulled | MatchAbandoned
_REVEALING_TYPES = frozenset(kind.type for kind in get_args(_Revealing))
_NO_SEED = {"seed": "00" * 32}


@dataclass(frozen=True, slots=True)
class PublicFact:
    """A stored fact without the data for the server only."""

    type: str
    schema: int
    data: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class RevealedFact:
    """The event of a public fact, and the state after it.

    `event` is None where a part of it stays hidden; `state` is None from the first unrevealed deal
    on.
    """

    event: Event | None
    state: MatchState | None


def revealed_facts(facts: Iterable[PublicFact], seed: bytes | None = None) -> list[RevealedFact]:
    """The event and the state of each fact, in order.

    `seed` is the published seed of the board that the match is on, or None. The seed in the events
    is 32 zero bytes. Raises ValueError for facts that no match has.
    """
    known = list(facts)
    secrets = _secrets_in(known, seed)
    state, hidden, revealed = NEW, False, list[RevealedFact]()
    for fact in known:
        if fact.type == "deal_started" and fact.data["deal"] not in secrets:
            hidden = True
        if hidden:
            event = None if fact.type in _HIDING_TYPES else _event(fact, None)
            revealed.append(RevealedFact(event, None))
            continue
        event = _event(fact, _hidden_part(fact, state, secrets))
        state = evolve(state, event)
        revealed.append(RevealedFact(event, state))
    return revealed


def record_of_public(facts: Iterable[PublicFact], seed: bytes | None = None) -> Record:
    """The record of a match, as everybody may have it; the arguments are as in `revealed_facts`.

    From the first deal whose secret is not revealed it has only who left and how the match ended.
    Raises ValueError for a match that has not started.
    """
    known = list(facts)
    revealed = revealed_facts(known, seed)
    events = [fact.event for fact in revealed if fact.state is not None and fact.event is not None]
    record = record_of(events)
    if len(events) == len(known):
        return record
    data = known[len(events)].data
    unrevealed = UnrevealedDeal(_number(data["deal"]), _number(data["dealer"]))
    ending = endings_of([fact.event for fact in revealed[len(events) :]])
    return replace(record, entries=(*record.entries, unrevealed, *ending))


def _event(fact: PublicFact, hidden: Mapping[str, object] | None) -> Event:
    return from_fact(fact.type, fact.schema, fact.data, hidden)


def _secrets_in(facts: Iterable[PublicFact], seed: bytes | None) -> dict[int, bytes]:
    """The revealed secrets by deal; the end of the match reveals that of a deal broken off."""
    known, deal = dict[int, bytes](), 0
    for fact in facts:
        if fact.type == "deal_started":
            deal = _number(fact.data["deal"])
            if seed is not None:
                known[deal] = secret_of_deal(seed, deal)
        elif fact.type in _REVEALING_TYPES:
            event = _event(fact, None)
            if isinstance(event, _Revealing) and event.secret is not None:
                known[deal] = event.secret
    return known


def _hidden_part(
    fact: PublicFact, state: MatchState, secrets: Mapping[int, bytes]
) -> Mapping[str, object] | None:
    """The secret data of a fact, computed from the revealed secret of its deal."""
    if fact.type == "match_created":
        return _NO_SEED
    if fact.type == "deal_started":
        number = _number(fact.data["deal"])
        source = source_of(state, number)
        deck = deck_of(state, source, secrets[source])
        return {"deck": [card_text(card) for card in deck]}
    if fact.type == "packet_dealt":
        deal = _current_deal(state)
        order, seats = state.ruleset.deal_order, len(state.seats)
        dealt = deal_packet(order, seats, deal.dealer, deal.stock, first=deal.packet == 0)
        return {"hands": [texts(hand) for hand in dealt.hands]}
    if fact.type == "card_drawn":
        return {"card": card_text(_current_deal(state).stock[0])}
    return None


def _current_deal(state: MatchState) -> Deal:
    if state.deal is None:
        raise ValueError("a fact of play before the first deal")
    return state.deal


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError(f"{value!r} is not a number")
    return value
