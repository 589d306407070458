import pytest

from engine.rules.cards import cards_in
from engine.rules.dealing import deal_packet, packets_of_deal

DECK = tuple(range(52))


@pytest.mark.parametrize(("seats", "packets"), [(2, 6), (3, 4), (4, 3), (6, 2)])
def test_the_pack_is_dealt_out_in_whole_packets(seats: int, packets: int) -> None:
    """R18."""
    assert packets_of_deal(seats) == packets
    for order in ("pairs", "singly"):
        stock, dealt = DECK, 0
        for packet in range(packets):
            given = deal_packet(order, seats, 0, stock, first=packet == 0)
            assert [hand.bit_count() for hand in given.hands] == [4] * seats
            dealt |= sum(given.hands) | given.table
            stock = given.stock
        assert stock == ()
        assert dealt == (1 << 52) - 1


def test_in_pairs_the_others_the_table_and_the_dealer_get_two_cards_twice() -> None:
    """R20."""
    given = deal_packet("pairs", 2, 1, DECK, first=True)
    assert cards_in(given.hands[0]) == [0, 1, 6, 7]
    assert cards_in(given.table) == [2, 3, 8, 9]
    assert cards_in(given.hands[1]) == [4, 5, 10, 11]


def test_singly_each_gets_a_card_four_times_and_the_table_four_at_the_end() -> None:
    """R20."""
    given = deal_packet("singly", 2, 1, DECK, first=True)
    assert cards_in(given.hands[0]) == [0, 2, 4, 6]
    assert cards_in(given.hands[1]) == [1, 3, 5, 7]
    assert cards_in(given.table) == [8, 9, 10, 11]


def test_the_dealer_is_served_last_and_his_left_first() -> None:
    given = deal_packet("pairs", 4, 1, DECK, first=True)
    assert [cards_in(hand)[0] for hand in given.hands] == [4, 8, 0, 2]


@pytest.mark.parametrize("order", ["pairs", "singly"])
def test_later_packets_put_nothing_on_the_table(order: str) -> None:
    given = deal_packet(order, 2, 0, DECK[12:], first=False)
    assert given.table == 0
    assert len(given.stock) == 32
