"""Packets: which card of the deck goes where (R18, R20)."""

from dataclasses import dataclass
from typing import Final

from engine.rules.cards import PACK

HAND: Final = 4
TABLE: Final = 4
TO_TABLE: Final = -1


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
    dealt = 0
    for seat in receivers(order, seats, dealer, first):
        if seat < 0:
            table |= 1 << stock[dealt]
        else:
            hands[seat] |= 1 << stock[dealt]
        dealt += 1
    return Packet(tuple(hands), table, stock[dealt:])


_KNOWN: Final[dict[tuple[str, int, int, bool], list[int]]] = {}


def receivers(order: str, seats: int, dealer: int, first: bool) -> list[int]:
    """R20: the seat that each card of a packet goes to, in dealing order; the table is -1."""
    key = (order, seats, dealer, first)
    known = _KNOWN.get(key)
    if known is None:
        known = _KNOWN[key] = _receivers(order, seats, dealer, first)
    return known


def _receivers(order: str, seats: int, dealer: int, first: bool) -> list[int]:
    left = [(dealer + step) % seats for step in range(1, seats)]
    if order == "singly":
        return [*left, dealer] * HAND + ([TO_TABLE] * TABLE if first else [])
    twos = [*left, *([TO_TABLE] if first else []), dealer]
    return [seat for seat in twos for _ in range(2)] * 2
