"""What a viewer may see of a match (R23), built field by field from what is allowed.

A viewer is a seat, or None for a spectator. A seat sees what everybody sees and its own hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import NotYourTurn
from engine.match.events import CardDrawn, CardPlayed, Event, PacketDealt
from engine.match.state import Deal, MatchState, Result, Sheet
from engine.rules.cards import card_text, texts
from engine.rules.in_words import differences_in_words
from engine.rules.legality import Position
from engine.rules.rulesets import Ruleset
from engine.rules.table import Table, seen_build_json
from engine.wire.codec import card_played_json, hex_or_none, residue_json, row_json, to_fact
from engine.wire.rules_json import rules_json


@dataclass(frozen=True, slots=True)
class SeenSeat:
    """A seat as everybody sees it: whether it has cut, the digest that its player committed to, and
    the number of cards in its hand.
    """

    player: str | None
    bot: str | None
    cut: bool
    digest: bytes | None
    cards: int
    timeouts: int
    bank_ms: int = 0
    left: str | None = None


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """A deal as everybody sees it, with the viewer's own `hand` (None for a spectator).

    `stock` is a count of cards; `piles` and `sweeps` are counts by side.
    """

    number: int
    dealer: int
    packet: int
    packets: int
    stock: int
    turn: int | None
    table: Table
    piles: tuple[int, ...]
    sweeps: tuple[int, ...]
    last_capture: int | None
    last_play: CardPlayed | None
    hand: int | None


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that a viewer knows of a match at a version; a bot decides on nothing else."""

    viewer: int | None
    version: int
    status: str
    match: str
    ruleset: Ruleset
    overrides: Mapping[str, object]
    seats: tuple[SeenSeat, ...]
    sides: tuple[int, ...]
    scores: tuple[int, ...]
    deal: SeenDeal | None
    sheets: tuple[Sheet, ...]
    commitment: bytes
    board: str | None
    mirrored: bool
    digests: tuple[bytes, ...] | None
    result: Result | None

    def position(self) -> Position:
        """The position of the viewer, which must be on turn; else refused (`not_your_turn`)."""
        deal = self.deal
        if deal is None or deal.hand is None or self.viewer is None or deal.turn != self.viewer:
            raise NotYourTurn(seat=self.viewer)
        return Position(self.ruleset, self.viewer, self.sides, deal.hand, deal.table)


def observe(state: MatchState, viewer: int | None) -> Observation:
    """R23: what the viewer, a seat or None for a spectator, sees of the state."""
    deal = state.deal
    return Observation(
        viewer=viewer,
        version=state.version,
        status=state.status,
        match=state.match,
        ruleset=state.ruleset,
        overrides=state.overrides,
        seats=tuple(_seen_seat(state, seat) for seat in range(len(state.seats))),
        sides=state.sides,
        scores=state.scores,
        deal=None if deal is None else _seen_deal(deal, viewer),
        sheets=state.sheets,
        commitment=state.commitment,
        board=state.board,
        mirrored=state.mirrored,
        digests=state.digests,
        result=state.result,
    )


def _seen_seat(state: MatchState, number: int) -> SeenSeat:
    seat = state.seats[number]
    cards = 0 if state.deal is None else state.deal.hands[number].bit_count()
    cut = seat.cut is not None
    bank = state.bank_ms(number)
    return SeenSeat(seat.player, seat.bot, cut, seat.digest, cards, seat.timeouts, bank, seat.left)


def _seen_deal(deal: Deal, viewer: int | None) -> SeenDeal:
    return SeenDeal(
        number=deal.number,
        dealer=deal.dealer,
        packet=deal.packet,
        packets=deal.packets,
        stock=len(deal.stock),
        turn=deal.turn,
        table=deal.table,
        piles=tuple(pile.bit_count() for pile in deal.piles),
        sweeps=deal.sweeps,
        last_capture=deal.last_capture,
        last_play=deal.last_play,
        hand=None if viewer is None else deal.hands[viewer],
    )


def observe_event(event: Event, viewer: int | None) -> dict[str, object]:
    """R23: the data of an event as the viewer sees it.

    It is the public data and, for a seat, its own hand of a packet and the card that it drew.
    """
    data = to_fact(event).data
    if isinstance(event, PacketDealt) and viewer is not None:
        return {**data, "hand": texts(event.hands[viewer])}
    if isinstance(event, CardDrawn) and viewer == event.seat:
        return {**data, "card": card_text(event.card)}
    return data


def view_json(observation: Observation) -> dict[str, object]:
    """The JSON view of `docs/protocol.md`, without the fields that the engine does not know.

    Those are the players' names, the clock, the tournament and the time now.
    """
    deal, digests = observation.deal, observation.digests
    last_play = None if deal is None else deal.last_play
    return {
        "match": observation.match,
        "version": observation.version,
        "status": observation.status,
        "ruleset": {
            "key": observation.ruleset.key,
            "overrides": dict(observation.overrides),
            "rules": rules_json(observation.ruleset),
            "words": differences_in_words(observation.ruleset, len(observation.seats)),
            "first_to": observation.ruleset.first_to,
            "draws": observation.ruleset.draws,
        },
        "you": observation.viewer,
        "seats": [_seat_json(observation, seat) for seat in range(len(observation.seats))],
        "sides": [_side_json(observation, side) for side in range(len(observation.scores))],
        "deal": None if deal is None else _deal_json(deal),
        "last_play": None if last_play is None else card_played_json(last_play),
        "sheets": [_sheet_json(sheet) for sheet in observation.sheets],
        "commitment": observation.commitment.hex(),
        "digests": None if digests is None else [digest.hex() for digest in digests],
        "dealing": {"board": observation.board, "mirrored": observation.mirrored},
        "result": None if observation.result is None else _result_json(observation.result),
    }


def _seat_json(observation: Observation, number: int) -> dict[str, object]:
    seat = observation.seats[number]
    return {
        "seat": number,
        "side": observation.sides[number],
        "player": seat.player,
        "bot": seat.bot,
        "cut": seat.cut,
        "committed": hex_or_none(seat.digest),
        "cards": seat.cards,
        "timeouts": seat.timeouts,
        "bank_ms": seat.bank_ms,
        "left": seat.left,
    }


def _side_json(observation: Observation, side: int) -> dict[str, object]:
    deal = observation.deal
    return {
        "side": side,
        "seats": [seat for seat, of in enumerate(observation.sides) if of == side],
        "score": observation.scores[side],
        "pile": 0 if deal is None else deal.piles[side],
        "sweeps": 0 if deal is None else deal.sweeps[side],
    }


def _deal_json(deal: SeenDeal) -> dict[str, object]:
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "packet": deal.packet,
        "packets": deal.packets,
        "last": not deal.stock,
        "stock": deal.stock,
        "turn": deal.turn,
        "loose": texts(deal.table.loose),
        "builds": [seen_build_json(build) for build in deal.table.builds],
        "last_capture": deal.last_capture,
        "hand": None if deal.hand is None else texts(deal.hand),
    }


def _sheet_json(sheet: Sheet) -> dict[str, object]:
    return {
        "deal": sheet.deal,
        "sheet": [row_json(row) for row in sheet.rows],
        "scores": list(sheet.scores),
        "residue": residue_json(sheet.residue),
        "secret": hex_or_none(sheet.secret),
    }


def _result_json(result: Result) -> dict[str, object]:
    return {"winner": result.winner, "reason": result.reason, "scores": list(result.scores)}
