import pytest

from engine import ALL_CARDS, Refusal, card_set, card_text, cards_in, parse_card, texts


def test_every_card_has_one_text_and_reads_back() -> None:
    written = [card_text(card) for card in range(52)]
    assert len(set(written)) == 52
    assert [parse_card(text) for text in written] == list(range(52))


def test_cards_are_ordered_by_rank_then_suit() -> None:
    assert texts(ALL_CARDS)[:6] == ["Ac", "Ad", "Ah", "As", "2c", "2d"]
    assert texts(ALL_CARDS)[-1] == "Ks"


def test_a_set_gives_its_cards_back_ascending() -> None:
    assert cards_in(card_set([51, 0, 17])) == [0, 17, 51]


@pytest.mark.parametrize(
    "text", ["", "1c", "10c", "tc", "Tx", "TD", " Td", "Td\n", "\u0422d", "A" * 999]
)
def test_what_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_card(text)
    assert refused.value.code == "unknown_card"
    assert refused.value.kind.status == 400
    assert len(refused.value.detail) < 120
