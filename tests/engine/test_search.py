"""The search of the bots: legal, repeatable and bounded, whatever the rules and the table."""

from dataclasses import replace

import pytest

from engine import BOTS, LADDER, RULESETS, MatchState, PlayMove, Table, card_set, judge, know
from engine.bots.beliefs import dealer_of
from engine.bots.dealer import Dice
from engine.bots.evaluation_data import weights_of
from engine.bots.instinct import Instinct
from engine.bots.outlook import Outlook
from engine.bots.self_play import SelfPlay
from engine.bots.takes import Takes
from engine.bots.worths import worths_of
from engine.cli.evaluation import learned
from engine.rules.legality import move_of
from engine.rules.rulesets import sides_of
from engine.rules.terms import terms_of
from tests.engine.builders import FEW, Chance, lively_move, started
from tests.engine.test_speed import steps_of
from tests.long import enough

KINDS = [(rules.key, seats) for rules in RULESETS.values() for seats in rules.players]
ids = [f"{key}-{seats}" for key, seats in KINDS]


@pytest.mark.parametrize("kind", KINDS, ids=ids)
def test_the_player_of_play_outs_makes_legal_moves_by_every_ruleset(kind: tuple[str, int]) -> None:
    chance, game = Chance(7), started(kind[1], kind[0])
    rules = game.state.ruleset
    while game.state.turn is not None and len(game.state.sheets) < 2:
        position = game.state.position(game.state.turn)
        takes = Takes(terms_of(rules), worths_of(rules))
        outlook = Outlook(takes, know(game.state, game.state.turn).hidden, 4, 4)
        move = move_of(*Instinct(takes).choose(position.board(), outlook))
        assert judge(position, move) is None
        if chance.below(2):
            move = lively_move(position, chance)
        game.do(PlayMove(game.state.turn, move))


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=ids)
def test_every_rung_plays_a_deal_by_every_ruleset_and_the_same_again(
    kind: tuple[str, int],
) -> None:
    one = LADDER[KINDS.index(kind) % len(LADDER)]
    for bot in enough([one], LADDER):
        chosen = []
        for _ in range(2):
            chance, game = Chance(11), started(kind[1], kind[0])
            while game.state.turn is not None and not game.state.sheets:
                choice = bot.choose(know(game.state, game.state.turn), chance, FEW)
                assert judge(game.state.position(game.state.turn), choice.move) is None
                chosen.append(choice)
                game.do(PlayMove(game.state.turn, choice.move))
        half = len(chosen) // 2
        assert chosen[:half] == chosen[half:]


@pytest.mark.parametrize("kind", KINDS, ids=ids)
def test_sampled_hands_are_of_unseen_cards_and_hold_what_was_built_for(
    kind: tuple[str, int],
) -> None:
    chance, game = Chance(5), started(kind[1], kind[0])
    terms, worths = terms_of(game.state.ruleset), worths_of(game.state.ruleset)
    while game.state.turn is not None and not game.state.sheets:
        assert game.state.deal is not None
        seat, deal = game.state.turn, game.state.deal
        knowledge = know(game.state, seat)
        hands = dealer_of(knowledge, Takes(terms, worths)).deal(Dice(3))
        dealt = [card for hand in hands for card in hand]
        assert len(dealt) == len(set(dealt))
        assert not card_set(dealt) & ~knowledge.hidden
        for other, hand in enumerate(hands):
            held = 0 if other == seat else deal.hands[other].bit_count()
            assert len(hand) == held
        for build in deal.table.builds:
            if build.owner != seat:
                assert any(terms.plays[card] >> build.value & 1 for card in hands[build.owner])
        game.do(PlayMove(seat, lively_move(game.state.position(seat), chance)))


def crowded(cards: int) -> MatchState:
    """A table with so many loose cards, in the last packet but one."""
    state = started().state
    assert state.deal is not None
    assert state.turn is not None
    hand = card_set([39, 35, 31, 7])
    loose = card_set([card for card in range(52) if not hand >> card & 1][:cards])
    hands = [0, 0]
    hands[state.turn] = hand
    rest = [card for card in range(52) if not (hand | loose) >> card & 1]
    hands[1 - state.turn] = card_set(rest[:4])
    deal = replace(
        state.deal, hands=tuple(hands), stock=tuple(rest[4:]), table=Table(loose), piles=(0, 0)
    )
    return replace(state, deal=deal)


@pytest.mark.parametrize("key", ["counter", "closer", "master"])
def test_a_crowded_table_costs_little_more_than_a_usual_one(key: str) -> None:
    def steps(cards: int) -> int:
        state = crowded(cards)
        assert state.turn is not None
        knowledge = know(state, state.turn)
        return steps_of(lambda: BOTS[key].choose(knowledge, Chance(1), 64))

    assert steps(40) < 12 * steps(8)


def test_weights_are_learned_for_every_ruleset_and_number_of_seats() -> None:
    for key, seats in KINDS:
        packets = 48 // (4 * seats)
        assert set(weights_of(key, seats)) == set(range(1, packets))


def test_the_same_seed_learns_the_same_weights_which_explain_something() -> None:
    first, again = (learned(("classic", 3), deals=40, seed=1) for _ in range(2))
    assert first == again
    assert first[1][1] > 0.05


def test_what_self_play_notes_comes_to_nothing_over_all_sides() -> None:
    rules = RULESETS["california"]
    player = SelfPlay(terms_of(rules), worths_of(rules), sides_of(rules, 3, {}), 1)
    notes = player.deal()
    assert len(notes) == 3 * 3
    for at in range(0, len(notes), 3):
        assert abs(sum(gained for _, gained, _ in notes[at : at + 3])) <= 6
