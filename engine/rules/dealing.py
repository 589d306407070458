"""The deal in packets: which card goes to which seat or to the table (R18, R20)."""

from dataclasses import dataclass
from typing import Final

from engine.rules.cards import PACK

HAND: Final = 4
TABLE: Final = 4
TO_TABLE: Final = -1


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet: the hands by seat, the cards for the table, and the stock that is left.

    Hands and table are sets of cards, the stock is in dealing order; only the first packet gives
    cards to the table.
    """

    hands: tuple[int, ...]
    table: int
    stock: tuple[int, ...]


def packets_of_deal(seats: int) -> int:
    """R18: the number of packets in a deal for so many seats."""
    return (PACK - TABLE) // (HAND * seats)


def deal_packet(order: str, seats: int, dealer: int, stock: tuple[int, ...], first: bool) -> Packet:
    """R20: the next packet from the top of the stock; `order` is the ruleset's `deal_order`."""
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
    """R20: the receiver of each card of a packet, in dealing order: a seat, or -1 for the table."""
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
