"""Packets: which card of the deck goes where (R18, R20)."""

from dataclasses import dataclass

from engine.cards import PACK

HAND = 4
TABLE = 4


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet: a hand per seat, the cards for the table (none after the first), the stock that
    is left.
    """

    hands: tuple[int, ...]
    table: int
    stock: tuple[int, ...]


def packets_of_deal(seats: int) -> int:
    """R18: how many packets a deal has."""
    return (PACK - TABLE) // (HAND * seats)


def deal_packet(order: str, seats: int, dealer: int, stock: tuple[int, ...], first: bool) -> Packet:
    """The next packet from the top of the stock, in the ruleset's `deal_order`."""
    hands = [0] * seats
    table = 0
    at = 0
    for seat, count in _rounds(order, seats, dealer, first):
        cards = 0
        for card in stock[at : at + count]:
            cards |= 1 << card
        at += count
        if seat < 0:
            table |= cards
        else:
            hands[seat] |= cards
    return Packet(tuple(hands), table, stock[at:])


def _rounds(order: str, seats: int, dealer: int, first: bool) -> list[tuple[int, int]]:
    # R20: (seat, cards) in dealing order; the table is seat -1.
    left = [(dealer + step) % seats for step in range(1, seats)]
    if order == "singly":
        once = [(seat, 1) for seat in [*left, dealer]]
        return once * HAND + ([(-1, TABLE)] if first else [])
    twice = [(seat, 2) for seat in left] + ([(-1, 2)] if first else []) + [(dealer, 2)]
    return twice * 2
