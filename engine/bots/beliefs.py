"""What the plays of a packet say about the hands of others."""

from engine.bots.deal_board import counts_of
from engine.bots.dealer import USUAL, HandDealer
from engine.bots.past_play import PastPlay
from engine.bots.takes import BEST, Takes
from engine.match.state import Play
from engine.rules.cards import PACK, cards_in
from engine.rules.dealing import HAND
from engine.rules.legality import Position, code_of
from engine.rules.moves import BuildPlay, Trail
from engine.rules.terms import Terms
from engine.wire.knowledge import Knowledge

# Who trails holds a card that could have captured one time in twenty as often as another.
_TRAILER_COULD = USUAL // 20
_LEAST = 4


def dealer_of(knowledge: Knowledge, takes: Takes) -> HandDealer:
    """Deals what the others may hold, by the cards unseen and the plays of the packet."""
    seats = len(knowledge.observation.seats)
    viewer = knowledge.observation.viewer
    counts = counts_of(knowledge)
    needs = _needs(knowledge, takes.terms)
    weights = [[USUAL] * PACK for _ in range(seats)]
    draws = takes.terms.draws
    since = [0] * seats
    for play in reversed(knowledge.plays):
        since[play.seat] += 1
        if play.seat != viewer and isinstance(play.move, Trail):
            new = since[play.seat] if draws else 0
            if new < HAND:
                _doubt(weights[play.seat], play, takes, new)
    if viewer is not None:
        counts[viewer] = needs[viewer] = 0
    return HandDealer(takes.terms, cards_in(knowledge.hidden), counts, needs, weights)


def past_plays(knowledge: Knowledge, takes: Takes) -> list[list[PastPlay]]:
    """By seat: what the others played in this packet; nothing where hands change by drawing."""
    observation = knowledge.observation
    seats, viewer = len(observation.seats), observation.viewer
    found: list[list[PastPlay]] = [[] for _ in range(seats)]
    if takes.terms.draws:
        return found
    since: list[list[int]] = [[] for _ in range(seats)]
    unseen = knowledge.hidden | _own_hand(knowledge)
    counts = counts_of(knowledge)
    for play in reversed(knowledge.plays):
        seat, card = play.seat, play.move.card
        counts[seat] += 1
        since[seat] = [card, *since[seat]]
        unseen |= 1 << card
        if seat == viewer:
            continue
        board = Position(observation.ruleset, seat, observation.sides, 0, play.table).board()
        foes = [number for number in range(seats) if board.sides[number] != board.sides[seat]]
        following = counts[(seat + 1) % seats]
        others = following * len(foes)
        code, items = code_of(play.move)
        found[seat].append(
            PastPlay(board, takes, unseen, following, others, since[seat], code, items)
        )
    return found


def _own_hand(knowledge: Knowledge) -> int:
    deal = knowledge.observation.deal
    return 0 if deal is None else deal.hand or 0


def _needs(knowledge: Knowledge, terms: Terms) -> list[int]:
    """By seat: the values of which it holds a card, since it built for them (R8, R15)."""
    needs = [0] * len(knowledge.observation.seats)
    for play in knowledge.plays:
        needs[play.seat] &= ~terms.plays[play.move.card]
        if isinstance(play.move, BuildPlay):
            needs[play.seat] |= 1 << play.move.value
    deal = knowledge.observation.deal
    for build in () if deal is None else deal.table.builds:
        needs[build.owner] |= 1 << build.value
    return needs


def _doubt(weights: list[int], play: Play, takes: Takes, new: int) -> None:
    """Makes the cards unlikely that could have captured where the seat trailed.

    `new` is the number of cards that it has drawn since.
    """
    offer = takes.of(play.table.loose)
    odds = (_TRAILER_COULD * (HAND - new) + USUAL * new) // HAND
    for card in range(PACK):
        could = offer[BEST + (card >> 2) + 1] > 0
        worths = takes.terms.plays[card]
        if could or any(worths >> build.value & 1 for build in play.table.builds):
            weights[card] = max(weights[card] * odds // USUAL, _LEAST)
