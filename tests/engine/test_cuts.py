"""Cuts are committed to before they are shown, and the server's are fixed before anybody's."""

from itertools import permutations

import pytest

from engine import (
    CommitCut,
    CreateMatch,
    CutCommitted,
    CutMade,
    Forfeit,
    HandOver,
    MakeCut,
    MatchCreated,
    MatchState,
    Refusal,
    TakeSeat,
    cut_digest,
    decide,
    fold,
    spare_cut,
    view_json,
)
from engine.wire.observation import observe
from tests.engine.builders import FORFEIT, SEED, Game, waiting

MATCH = "match-1"
OWN = [bytes([seat + 1]) * 16 for seat in range(4)]


def seated(people: int, bots: int = 0, **options: object) -> Game:
    game = waiting(people + bots, **options)  # type: ignore[arg-type]
    for seat in range(people + bots):
        game.do(TakeSeat(seat, f"player-{seat}", "greedy" if seat >= people else None))
    for seat in range(people, people + bots):
        game.do(MakeCut(seat, spare(seat), "bot"))
    return game


def spare(seat: int) -> bytes:
    return spare_cut(SEED, MATCH, seat)


def commit(seat: int) -> CommitCut:
    return CommitCut(seat, cut_digest(MATCH, seat, OWN[seat]))


def own(seat: int) -> MakeCut:
    return MakeCut(seat, OWN[seat], "player")


def refused(state: MatchState, command: object) -> str:
    with pytest.raises(Refusal) as refusal:
        decide(state, command)  # type: ignore[arg-type]
    return refusal.value.code


def cutters(game: Game) -> list[tuple[int, str]]:
    return [(event.seat, event.by) for event in game.events if isinstance(event, CutMade)]


def test_a_match_begins_with_the_digest_of_every_cut_that_the_server_has_ready() -> None:
    (created,) = waiting(3).events
    assert isinstance(created, MatchCreated)
    assert created.digests == tuple(cut_digest(MATCH, seat, spare(seat)) for seat in range(3))


def test_no_two_seats_matches_or_seeds_have_the_same_spare() -> None:
    """A seed that many tables share gives each of them spares of its own."""
    spares = {
        spare_cut(seed, match, seat)
        for seed in (SEED, bytes(32))
        for match in ("match-1", "match-2")
        for seat in range(6)
    }
    assert len(spares) == 24
    assert all(len(one) == 16 for one in spares)


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_players_commit_and_then_show_their_cuts_in_any_order(order: tuple[int, ...]) -> None:
    game = seated(3)
    for seat in order:
        assert not game.state.awaits_reveals
        assert game.do(commit(seat)) == (CutCommitted(seat, cut_digest(MATCH, seat, OWN[seat])),)
    for seat in reversed(order):
        assert game.state.awaits_reveals
        game.do(own(seat))
    assert game.state.status == "playing"
    assert cutters(game) == [(seat, "player") for seat in reversed(order)]
    assert [seat.cut for seat in game.state.seats] == OWN[:3]


def test_who_is_alone_with_bots_shows_the_cut_at_once() -> None:
    """The bots' cuts are fixed since the beginning: nobody can answer to this one."""
    game = seated(1, bots=2)
    game.do(own(0))
    assert game.state.status == "playing"
    assert cutters(game) == [(1, "bot"), (2, "bot"), (0, "player")]


def test_a_cut_that_somebody_can_still_answer_to_is_open() -> None:
    game = seated(3)
    game.do(commit(1))
    game.do(own(0))
    assert game.state.status == "waiting"
    game.do(own(1))
    game.do(own(2))
    assert cutters(game) == [(0, "open"), (1, "open"), (2, "player")]


def test_a_bot_that_is_yet_to_cut_can_answer_to_nothing() -> None:
    game = waiting(2)
    game.do(TakeSeat(0, "ann", None))
    game.do(TakeSeat(1, "greedy-1", "greedy"))
    game.do(own(0))
    game.do(MakeCut(1, spare(1), "bot"))
    assert cutters(game) == [(0, "player"), (1, "bot")]


def test_who_does_not_come_who_does_not_care_and_who_is_silent_get_their_spares() -> None:
    game = seated(4, overrides={"partnership": False})
    game.do(commit(0))
    game.do(commit(1))
    game.do(MakeCut(2, spare(2), "waived"))
    game.do(MakeCut(3, spare(3), "absent"))
    game.do(own(0))
    game.do(MakeCut(1, spare(1), "not_revealed"))
    assert game.state.status == "playing"
    assert cutters(game) == [(2, "waived"), (3, "absent"), (0, "player"), (1, "not_revealed")]
    assert [seat.came for seat in game.state.seats] == [True, True, True, False]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (MakeCut(0, OWN[1], "player"), "cut_differs"),
        (MakeCut(0, spare(0), "player"), "cut_differs"),
        (MakeCut(0, spare(0), "absent"), "bad_cut"),
        (MakeCut(0, spare(0), "waived"), "bad_cut"),
        (MakeCut(0, spare(0), "bot"), "bad_cut"),
        (MakeCut(0, spare(0), "not_revealed"), "bad_cut"),
        (MakeCut(0, OWN[0], "open"), "bad_cut"),
        (CommitCut(0, bytes(32)), "cut_already_committed"),
        (MakeCut(1, OWN[1], "absent"), "cut_differs"),
        (MakeCut(1, spare(0), "waived"), "cut_differs"),
        (MakeCut(1, spare(1), "not_revealed"), "bad_cut"),
        (MakeCut(1, spare(1), "bot"), "bad_cut"),
        (CommitCut(1, bytes(31)), "bad_cut"),
        (MakeCut(2, OWN[2], "bot"), "cut_differs"),
        (MakeCut(2, OWN[2], "player"), "bad_cut"),
        (MakeCut(2, spare(2), "absent"), "bad_cut"),
        (CommitCut(2, bytes(32)), "bad_cut"),
        (CommitCut(3, bytes(32)), "no_such_seat"),
    ],
)
def test_no_cut_is_made_but_the_one_that_was_committed_to(command: object, code: str) -> None:
    """Seat 0 has committed, seat 1 has not, and seat 2 is a bot's that has not cut."""
    game = waiting(3)
    for seat in range(3):
        game.do(TakeSeat(seat, f"player-{seat}", "greedy" if seat == 2 else None))
    game.do(commit(0))
    assert refused(game.state, command) == code


def test_nobody_commits_twice_after_cutting_or_without_a_player() -> None:
    game = waiting(2)
    assert refused(game.state, commit(0)) == "seat_empty"
    for seat in range(2):
        game.do(TakeSeat(seat, f"player-{seat}", None))
    game.do(own(0))
    assert refused(game.state, commit(0)) == "cut_already_made"
    game.do(own(1))
    assert refused(game.state, commit(0)) == "match_not_waiting"


def test_another_seats_digest_opens_nothing() -> None:
    """Who copies a digest to answer with the same cut cannot: it names the seat."""
    game = seated(2)
    game.do(commit(0))
    game.do(CommitCut(1, cut_digest(MATCH, 0, OWN[0])))
    game.do(own(0))
    assert refused(game.state, MakeCut(1, OWN[0], "player")) == "cut_differs"
    game.do(MakeCut(1, spare(1), "not_revealed"))
    assert game.state.status == "playing"


def test_a_seat_that_a_bot_plays_for_who_left_keeps_its_cut_to_itself() -> None:
    game = seated(3, overrides={"partnership": False}, stand_in="greedy")
    game.do(commit(0))
    game.do(Forfeit(0))
    game.do(HandOver(1, "random"))
    game.do(own(2))
    assert refused(game.state, MakeCut(1, spare(1), "bot")) == "bad_cut"
    game.do(MakeCut(1, spare(1), "absent"))
    assert game.state.awaits_reveals
    game.do(MakeCut(0, spare(0), "not_revealed"))
    assert game.state.status == "playing"


def test_what_is_committed_to_is_seen_and_the_cut_itself_is_not() -> None:
    game = seated(2)
    game.do(commit(0))
    for viewer in (None, 0, 1):
        seen = view_json(observe(game.state, viewer))
        assert seen["digests"] == [cut_digest(MATCH, n, spare(n)).hex() for n in range(2)]
        assert [seat["committed"] for seat in seen["seats"]] == [  # type: ignore[attr-defined]
            cut_digest(MATCH, 0, OWN[0]).hex(),
            None,
        ]
        for hidden in (OWN[0], spare(0), spare(1), SEED):
            assert hidden.hex() not in str(seen)


def test_a_match_of_an_earlier_version_cuts_as_it_did() -> None:
    game = waiting(2, bound=False)
    for seat in range(2):
        game.do(TakeSeat(seat, f"player-{seat}", None))
    assert refused(game.state, commit(0)) == "cuts_not_committed"
    assert refused(game.state, MakeCut(0, OWN[0], "waived")) == "bad_cut"
    game.do(own(0))
    game.do(MakeCut(1, OWN[1], "absent"))
    assert cutters(game) == [(0, "player"), (1, "absent")]


def test_the_state_is_the_fold_of_what_happened() -> None:
    game = seated(2)
    for command in (commit(1), commit(0), own(1), own(0)):
        game.do(command)
        assert fold(game.events) == game.state


def test_the_seed_alone_does_not_fix_the_digests_of_another_match() -> None:
    one, other = (
        decide(Game().state, CreateMatch(match, "classic", {}, 2, SEED, FORFEIT, board="b/1/1"))[0]
        for match in ("match-1", "match-2")
    )
    assert isinstance(one, MatchCreated)
    assert isinstance(other, MatchCreated)
    assert one.commitment == other.commitment
    assert not set(one.digests or ()) & set(other.digests or ())
