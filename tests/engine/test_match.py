"""A match from its creation to its end: the events of each command, and the refusals."""

from dataclasses import replace
from itertools import pairwise

import pytest

from engine import (
    NEW,
    CardPlayed,
    ClockRanOut,
    CreateMatch,
    CutMade,
    DealScored,
    DealStarted,
    HandOver,
    MakeCut,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    PacketDealt,
    PlayMove,
    Refusal,
    Resign,
    RunOutClock,
    SeatHandedOver,
    SeatResigned,
    Table,
    TakeSeat,
    Timeouts,
    Trail,
    cards_in,
    decide,
    default_move,
    fold,
    parse_move,
    shuffled_deck,
    spare_cut,
)
from engine.errors import Kind
from engine.match.state import Deal, MatchState
from engine.rules.rulesets import ruleset
from engine.rules.shuffle import follows
from tests.engine.builders import (
    FORFEIT,
    SEED,
    Chance,
    Game,
    cards,
    play_on,
    played_match,
    started,
    waiting,
)

BOT = Timeouts(2, "bot", "greedy")


def refusal_of(state: MatchState, command: object) -> Refusal:
    with pytest.raises(Refusal) as refused:
        decide(state, command)  # type: ignore[arg-type]
    return refused.value


def test_creating_a_match_commits_to_every_deal() -> None:
    game = waiting()
    (created,) = game.events
    assert isinstance(created, MatchCreated)
    assert created.commitment == game.state.commitment
    assert game.state.status == "waiting"
    assert game.state.version == 1


def test_the_last_cut_starts_the_match_and_deals_the_first_packet() -> None:
    game = waiting()
    for seat in (1, 0):
        game.do(TakeSeat(seat, f"player-{seat}", "greedy" if seat else None))
    game.do(MakeCut(0, b"0" * 16, "player"))
    cut, match, deal, packet = game.do(MakeCut(1, spare_cut(SEED, "match-1", 1), "bot"))
    assert isinstance(cut, CutMade)
    assert isinstance(match, MatchStarted)
    assert isinstance(deal, DealStarted)
    assert isinstance(packet, PacketDealt)
    assert deal.dealer == match.dealer
    assert packet.turn == 1 - deal.dealer
    assert (packet.packet, packet.last, packet.stock) == (1, False, 40)
    assert packet.table.bit_count() == 4
    assert game.state.turn_since == game.state.version == len(game.events)
    assert game.state.seats[1].bot == "greedy"


def test_six_packets_make_a_deal_and_the_last_is_announced() -> None:
    """R18."""
    packets = [e for e in played_match(1).events if isinstance(e, PacketDealt) and e.deal == 1]
    assert [packet.packet for packet in packets] == [1, 2, 3, 4, 5, 6]
    assert [packet.last for packet in packets] == [False] * 5 + [True]
    assert [packet.stock for packet in packets] == [40, 32, 24, 16, 8, 0]
    assert [packet.table.bit_count() for packet in packets] == [4, 0, 0, 0, 0, 0]


def test_the_deal_passes_to_the_left_and_his_left_plays_first() -> None:
    """R19."""
    for seats in (2, 3):
        events = played_match(4, seats).events
        dealers = [event.dealer for event in events if isinstance(event, DealStarted)]
        assert len(dealers) > 1
        for before, after in pairwise(dealers):
            assert after == (before + 1) % seats
        for packet in (event for event in events if isinstance(event, PacketDealt)):
            assert packet.turn == (dealers[packet.deal - 1] + 1) % seats


def test_every_deck_can_be_checked_once_its_secret_is_revealed() -> None:
    events = played_match(2).events
    cuts = [event.cut for event in events if isinstance(event, CutMade)]
    decks = [event.deck for event in events if isinstance(event, DealStarted)]
    created = events[0]
    assert isinstance(created, MatchCreated)
    before = created.commitment
    for scored in (event for event in events if isinstance(event, DealScored)):
        assert follows(scored.secret, before)
        assert shuffled_deck(scored.secret, "match-1", scored.deal, cuts) == decks[scored.deal - 1]
        before = scored.secret


def last_card(
    hand: str, table: Table, capture: int | None, piles: tuple[int, int] = (0, 0)
) -> MatchState:
    """A match of which seat 0 is to play the very last card of a deal."""
    state = started().state
    assert state.deal is not None
    deal: Deal = replace(
        state.deal,
        stock=(),
        hands=(cards(hand), 0),
        table=table,
        turn=0,
        packet=6,
        last_capture=capture,
        piles=piles,
    )
    return replace(state, deal=deal)


def scored_after(state: MatchState, text: str) -> tuple[CardPlayed, DealScored]:
    played, scored, *_ = decide(state, PlayMove(0, parse_move(text)))
    assert isinstance(played, CardPlayed)
    assert isinstance(scored, DealScored)
    return played, scored


def test_the_residue_goes_to_the_last_capture_and_is_no_sweep() -> None:
    """R21."""
    state = last_card("9c", Table(cards("Kc Td")), capture=1, piles=(0, cards("2c 2d")))
    played, scored = scored_after(state, "9c")
    assert played.turn is None
    assert (scored.residue.seat, scored.residue.cards) == (1, cards("Kc Td 9c"))
    assert scored.piles == (0, cards("2c 2d Kc Td 9c"))
    assert [row.sweeps for row in scored.sheet] == [0, 0]


def test_a_capture_with_the_last_card_takes_the_residue_too() -> None:
    """R21."""
    _, scored = scored_after(last_card("9c", Table(cards("9d Kc")), capture=1), "9cx9d")
    assert (scored.residue.seat, scored.residue.cards) == (0, cards("Kc"))
    assert scored.piles[0] == cards("9c 9d Kc")


def test_a_last_card_that_clears_the_table_is_a_sweep() -> None:
    """R22."""
    played, scored = scored_after(last_card("9c", Table(cards("9d")), capture=1), "9cx9d")
    assert played.sweep
    assert scored.sheet[0].sweeps == 1
    assert scored.residue.cards == 0


def test_a_last_card_sweeps_or_not_as_a_field_says() -> None:
    """R22: of the sources one leaves the sweep at the end of the round out."""
    state = last_card("9c", Table(cards("9d")), capture=1)
    for rules, sweeps in (
        (ruleset("classic", {}), True),
        (ruleset("classic", {"last_card_sweep": False}), False),
        (ruleset("face-value", {}), False),
        (ruleset("face-value", {"last_card_sweep": True}), True),
    ):
        played, scored = scored_after(replace(state, ruleset=rules), "9cx9d")
        assert (played.sweep, scored.sheet[0].sweeps) == (sweeps, int(sweeps))
        assert scored.piles[0] == cards("9c 9d")


def test_if_nobody_captured_all_deal_nobody_gets_the_residue() -> None:
    """R21."""
    _, scored = scored_after(last_card("9c", Table(cards("Kc Td")), capture=None), "9c")
    assert scored.residue.seat is None
    assert scored.piles == (0, 0)
    assert scored.scores == (0, 0)


def test_at_equal_totals_past_the_target_another_deal_is_played() -> None:
    """R26."""
    state = replace(last_card("9c", Table(cards("Kc")), capture=None), scores=(21, 21))
    events = decide(state, PlayMove(0, parse_move("9c")))
    assert [event.type for event in events[1:]] == ["deal_scored", "deal_started", "packet_dealt"]


def test_the_target_is_checked_when_the_deal_is_scored() -> None:
    """R26: points taken earlier in the deal do not end it."""
    state = replace(last_card("9c", Table(cards("9d")), capture=1), scores=(20, 20))
    finished = decide(state, PlayMove(0, parse_move("9cx9d")))[-1]
    assert isinstance(finished, MatchFinished)
    assert (finished.winner, finished.reason, finished.scores) == (0, "score", (24, 20))


def test_the_state_after_the_end_keeps_the_result_and_has_no_turn() -> None:
    state = played_match(3).state
    assert state.status == "finished"
    assert state.result is not None
    assert state.result.scores == state.scores
    assert state.turn is None


def test_partners_share_a_pile_a_score_and_the_last_capture() -> None:
    """R27."""
    game = played_match(5, seats=4)
    assert game.state.sides == (0, 1, 0, 1)
    assert len(game.state.scores) == 2
    scored = next(event for event in game.events if isinstance(event, DealScored))
    assert len(scored.piles) == len(scored.sheet) == 2


def run_out(game: Game) -> list[str]:
    assert game.state.turn is not None
    return [event.type for event in game.do(RunOutClock(game.state.turn))]


def test_a_clock_that_runs_out_plays_the_default_move() -> None:
    game = started()
    seat = game.state.turn
    assert seat is not None
    expected = default_move(game.state.position(seat))
    ran_out, played = game.do(RunOutClock(seat))
    assert isinstance(ran_out, ClockRanOut)
    assert isinstance(played, CardPlayed)
    assert (ran_out.in_a_row, played.move, played.default) == (1, expected, True)
    assert game.state.seats[seat].timeouts == 1


def test_playing_oneself_forgives_the_timeouts_before() -> None:
    game = started()
    seat = game.state.turn
    assert seat is not None
    run_out(game)
    run_out(game)
    game.do(PlayMove(seat, default_move(game.state.position(seat))))
    assert game.state.seats[seat].timeouts == 0
    assert game.state.seats[1 - seat].timeouts == 1


def test_after_the_last_timeout_in_a_row_the_match_is_forfeited() -> None:
    game = started()
    loser = game.state.turn
    assert loser is not None
    for _ in range(4):
        run_out(game)
    ran_out, finished = game.do(RunOutClock(loser))
    assert isinstance(ran_out, ClockRanOut)
    assert isinstance(finished, MatchFinished)
    assert ran_out.in_a_row == 3
    assert (finished.winner, finished.reason) == (1 - loser, "timeouts")


def test_after_the_last_timeout_in_a_row_a_bot_may_take_over() -> None:
    game = started(timeouts=BOT)
    seat = game.state.turn
    assert seat is not None
    run_out(game)
    run_out(game)
    since = game.state.turn_since
    ran_out, handed = game.do(RunOutClock(seat))
    assert isinstance(ran_out, ClockRanOut)
    assert isinstance(handed, SeatHandedOver)
    assert handed.bot == "greedy"
    assert game.state.turn == seat
    assert game.state.turn_since == since
    assert game.state.seats[seat].timeouts == 0
    # A bot that stalls is played for: the seat cannot be handed over again.
    assert run_out(game) == ["clock_ran_out", "card_played"]


def test_players_who_are_both_absent_play_deal_after_deal_without_a_point() -> None:
    game = started(timeouts=Timeouts(10**6, "forfeit"))
    while len(game.state.sheets) < 3:
        run_out(game)
    plays = [event for event in game.events if isinstance(event, CardPlayed)]
    assert all(play.default and isinstance(play.move, Trail) for play in plays)
    assert game.state.scores == (0, 0)
    assert game.state.status == "playing"


def test_who_resigns_loses() -> None:
    game = started()
    resigned, finished = game.do(Resign(0))
    assert isinstance(resigned, SeatResigned)
    assert isinstance(finished, MatchFinished)
    assert (finished.winner, finished.reason, finished.scores) == (1, "resigned", (0, 0))
    assert refusal_of(game.state, Resign(1)).code == "match_finished"


def test_one_may_resign_when_it_is_not_ones_turn() -> None:
    game = started()
    assert game.state.turn is not None
    assert game.do(Resign(1 - game.state.turn))[1].type == "match_finished"


def test_a_seat_can_be_handed_to_a_bot_at_any_time() -> None:
    game = waiting()
    game.do(TakeSeat(0, "ann", None))
    game.do(HandOver(0, "greedy"))
    assert game.state.seats[0].bot == "greedy"
    assert game.state.seats[0].player == "ann"


def test_a_refused_command_changes_nothing() -> None:
    game = started()
    before = game.state
    refusal_of(before, Resign(7))
    assert game.state == before == fold(game.events)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (TakeSeat(0, "zoe", None), "seat_taken"),
        (TakeSeat(1, "ann", None), "already_seated"),
        (TakeSeat(1, "zoe", ""), "bad_bot"),
        (TakeSeat(2, "zoe", None), "no_such_seat"),
        (TakeSeat(-1, "zoe", None), "no_such_seat"),
        (MakeCut(0, b"1" * 16, "player"), "cut_already_made"),
        (MakeCut(1, b"1" * 16, "player"), "seat_empty"),
        (MakeCut(1, b"1" * 15, "player"), "bad_cut"),
        (MakeCut(1, b"1" * 16, "fate"), "bad_cut"),
        (MakeCut(2, b"1" * 16, "player"), "no_such_seat"),
        (PlayMove(0, Trail(0)), "match_not_playing"),
        (RunOutClock(0), "match_not_playing"),
        (Resign(0), "match_not_playing"),
        (HandOver(1, "greedy"), "seat_empty"),
        (HandOver(0, ""), "bad_bot"),
        (HandOver(2, "greedy"), "no_such_seat"),
        (CreateMatch("m", "classic", {}, 2, SEED, FORFEIT), "match_exists"),
    ],
)
def test_before_play_a_command_out_of_place_is_refused(command: object, code: str) -> None:
    game = waiting()
    game.do(TakeSeat(0, "ann", None))
    game.do(MakeCut(0, b"0" * 16, "player"))
    assert refusal_of(game.state, command).code == code


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (TakeSeat(0, "zoe", None), "match_not_waiting"),
        (MakeCut(0, b"1" * 16, "player"), "match_not_waiting"),
        (PlayMove(2, Trail(0)), "no_such_seat"),
        (Resign(-1), "no_such_seat"),
        (RunOutClock(2), "no_such_seat"),
    ],
)
def test_during_play_a_command_out_of_place_is_refused(command: object, code: str) -> None:
    assert refusal_of(started().state, command).code == code


@pytest.mark.parametrize(
    "command",
    [
        TakeSeat(0, "zoe", None),
        MakeCut(0, b"1" * 16, "player"),
        PlayMove(0, Trail(0)),
        RunOutClock(0),
        Resign(0),
        HandOver(0, "greedy"),
    ],
)
def test_a_finished_match_takes_no_more_commands(command: object) -> None:
    game = started()
    game.do(Resign(0))
    refusal = refusal_of(game.state, command)
    assert (refusal.code, refusal.kind) == ("match_finished", Kind.CONFLICT)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (CreateMatch("m", "bridge", {}, 2, SEED, FORFEIT), "unknown_ruleset"),
        (CreateMatch("m", "classic", {"x": 1}, 2, SEED, FORFEIT), "bad_override"),
        (CreateMatch("m", "classic", {}, 5, SEED, FORFEIT), "bad_seats"),
        (CreateMatch("m", "classic", {}, 2, SEED, Timeouts(0, "forfeit")), "bad_timeouts"),
        (CreateMatch("m", "classic", {}, 2, SEED, Timeouts(1, "wait")), "bad_timeouts"),
        (CreateMatch("m", "classic", {}, 2, SEED, Timeouts(1, "bot")), "bad_timeouts"),
        (CreateMatch("m", "classic", {}, 2, SEED, Timeouts(1, "forfeit", "x")), "bad_timeouts"),
        (TakeSeat(0, "zoe", None), "match_not_waiting"),
        (Resign(0), "match_not_playing"),
    ],
)
def test_a_match_that_cannot_be_is_not_created(command: object, code: str) -> None:
    assert refusal_of(NEW, command).code == code


def test_a_seed_of_another_length_is_a_bug() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        decide(NEW, CreateMatch("m", "classic", {}, 2, b"short", FORFEIT))


def test_out_of_turn_nothing_is_said_about_any_card() -> None:
    """One refusal whatever card is named: one's own, the other's, or one of the stock."""
    state = started().state
    assert state.turn is not None
    answers = set()
    for card in range(52):
        refusal = refusal_of(state, PlayMove(1 - state.turn, Trail(card)))
        answers.add((refusal.code, str(refusal.params), refusal.detail))
    assert len(answers) == 1


def test_a_card_one_does_not_hold_is_refused_alike_wherever_it_is() -> None:
    state = started().state
    assert state.deal is not None
    assert state.turn is not None
    hand = state.deal.hands[state.turn]
    on_table = state.deal.table.loose
    for card in set(range(52)) - set(cards_in(hand | on_table)):
        refusal = refusal_of(state, PlayMove(state.turn, Trail(card)))
        assert (refusal.code, list(refusal.params)) == ("card_not_in_hand", ["card"])


def test_the_same_commands_bring_about_the_same_facts() -> None:
    first = play_on(started(), Chance(7))
    again = play_on(started(), Chance(7))
    assert first.events == again.events
