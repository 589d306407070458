from dataclasses import replace

import pytest

from engine import (
    BOTS,
    Bot,
    Capture,
    MatchState,
    Move,
    PlayMove,
    Position,
    Refusal,
    Table,
    apply,
    card_set,
    judge,
    know,
    move_text,
    parse_card,
)
from engine.bots.greedy_bot import _worth
from engine.rules.enumeration import legal_moves
from tests.engine.builders import Chance, draw, lively_move, play_on, started
from tests.long import thinned

SEEDS = range(8)
PLAYED = ["classic", "face-value", "california", "royal", "spade"]


def best(position: Position) -> set[str]:
    moves: list[Move] = list(legal_moves(position))
    top = max(_worth(position, move) for move in moves)
    return {move_text(move) for move in moves if _worth(position, move) == top}


def test_the_bots_are_found_by_their_own_keys() -> None:
    assert {"random", "greedy"} <= set(BOTS)
    assert all(bot.key == key for key, bot in BOTS.items())


@pytest.mark.parametrize(
    ("key", "rules"),
    thinned(
        [(key, rules) for key in BOTS for rules in PLAYED],
        lambda case: case[0] != "master" or case[1] == "classic",
    ),
)
def test_a_bot_plays_whole_matches_without_a_refusal(key: str, rules: str) -> None:
    bot = BOTS[key]
    for seats in (2, 3):
        game = play_on(started(seats, rules), Chance(1), [bot.key])
        assert game.state.status == "finished"


@pytest.mark.parametrize("bot", BOTS.values(), ids=list(BOTS))
def test_a_bot_plays_a_legal_move_on_a_crowded_table(bot: Bot) -> None:
    state = crowded()
    assert state.turn is not None
    move = bot.choose(know(state, state.turn), Chance(2)).move
    assert judge(state.position(state.turn), move) is None


def crowded() -> MatchState:
    state = started().state
    deal = state.deal
    assert deal is not None
    assert deal.turn is not None
    hands = [0, 0]
    hands[deal.turn] = card_set([39, 35, 31, 7])
    table = Table((1 << 44) - 1 & ~hands[deal.turn])
    return replace(state, deal=replace(deal, hands=tuple(hands), stock=(), table=table))


@pytest.mark.parametrize("bot", BOTS.values(), ids=list(BOTS))
def test_a_bot_does_not_choose_out_of_turn(bot: Bot) -> None:
    state = started().state
    assert state.turn is not None
    with pytest.raises(Refusal) as refused:
        bot.choose(know(state, 1 - state.turn), Chance(1))
    assert refused.value.code == "not_your_turn"


@pytest.mark.parametrize(
    ("hand", "loose", "builds", "expected"),
    [
        ("Tc 5c", "Td 5d 5h", "", "Tcx5d5hTd"),
        ("9c 5c", "5d 4d 9d Kc", "", "9cx4d5d9d"),
        ("8c 2h", "8d As 2s Kc", "", "2hx2s"),
        ("9c 9h", "5d 4d", "opp 9: 7c 2c", "9cx4d5d[9]"),
        ("3c 9d Kc", "6s", "", "3c+6s=9"),
        ("Ac Kc 2s", "Qd", "", "Kc"),
    ],
)
def test_greedy_takes_points_then_spades_then_cards(
    hand: str, loose: str, builds: str, expected: str
) -> None:
    assert expected in best(draw(hand, loose, builds))


@pytest.mark.parametrize(("rules", "seats"), [("classic", 4), ("royal", 2), ("california", 3)])
def test_greedy_foresees_what_its_play_makes(rules: str, seats: int) -> None:
    chance, game, seen = Chance(5), started(seats, rules), set[str]()
    while game.state.turn is not None and len(game.state.sheets) < 2:
        position = game.state.position(game.state.turn)
        for move in legal_moves(position).bounded(100)[0]:
            made, worth = apply(position, move), _worth(position, move)
            if isinstance(move, Capture):
                assert worth[3] == made.captured.bit_count()
            elif made.build is not None:
                assert worth[2:] == (made.build.multiple, made.build.cards.bit_count())
            seen.add(type(move).__name__)
        game.do(PlayMove(game.state.turn, lively_move(position, chance)))
    assert seen == {"Trail", "Capture", "BuildPlay"}


def test_greedy_counts_a_sweep() -> None:
    swept, other = draw("9c Kd", "5d 4d"), draw("9c Kd", "5d 4d Qh")
    take = Capture(parse_card("9c"), card_set([parse_card("5d"), parse_card("4d")]))
    assert (_worth(swept, take)[1], _worth(other, take)[1]) == (1, 0)


def test_greedy_beats_random_nearly_always() -> None:
    wins = 0
    for seed in SEEDS:
        chance = Chance(seed)
        game = started(seed=chance.random.randbytes(32))
        result = play_on(game, chance, ["greedy", "random"]).state.result
        assert result is not None
        wins += result.winner == 0
    assert wins >= len(SEEDS) - 1
