"""What the public facts of a match tell by themselves: every card of the deals whose secret has
been revealed, and of other deals no card but those that were seen.

Nothing here is given a secret part of a fact, so nothing here can give one away.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import get_args

from engine.match.decks import deck_of, source_of
from engine.match.events import DealScored, Event, MatchAnnulled, MatchFinished
from engine.match.evolve import evolve
from engine.match.state import NEW, Deal, MatchState
from engine.record.entries import Record, UnrevealedDeal, record_of
from engine.record.unrevealed import endings_of
from engine.rules.cards import card_text, texts
from engine.rules.dealing import deal_packet
from engine.rules.shuffle import secret_of_deal
from engine.wire.decoding import from_fact

_HIDING_TYPES = ("deal_started", "packet_dealt", "card_drawn")
_Revealing = DealScored | MatchFinished | MatchAnnulled
_REVEALING_TYPES = frozenset(kind.type for kind in get_args(_Revealing))
_NO_SEED = {"seed": "00" * 32}


@dataclass(frozen=True, slots=True)
class PublicFact:
    """A fact as anyone may see it."""

    type: str
    schema: int
    data: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class RevealedFact:
    """A fact and what it tells: `event` is None where a part of it stays hidden, `state` (after it)
    is None from the first such fact on.
    """

    event: Event | None
    state: MatchState | None


def revealed_facts(facts: Iterable[PublicFact], seed: bytes | None = None) -> list[RevealedFact]:
    """What each fact tells; the server's seed counts as zeros. `seed` is the secret of the board
    that the match is on, once it is published. Raises ValueError for facts that no match has.
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
    """The record of a match that has started, as anyone may have it: a deal whose secret is not
    revealed stays untold, and with it all that came after but the end of the match.
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
    """The revealed secrets by deal; that of a deal which was broken off comes with the end."""
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
    """The part of the fact that its deal's secret gives."""
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
