import json

import pytest

from engine import (
    PacketDealt,
    PlayMove,
    Refusal,
    RunOutClock,
    default_move,
    observe,
    observe_event,
    ruleset,
    texts,
    view_json,
)
from engine.match.state import MatchState
from engine.wire.rules_json import rules_json
from tests.engine.builders import played_match, started, waiting

VIEW = """match version status ruleset you seats sides deal last_play sheets commitment digests
dealing
result"""
DEAL = """number dealer packet packets last stock turn loose builds last_capture hand"""


def view(state: MatchState, viewer: int | None) -> dict[str, object]:
    seen = view_json(observe(state, viewer))
    assert json.loads(json.dumps(seen)) == seen
    return seen


def test_before_the_start_there_is_no_deal_and_no_result() -> None:
    seen = view(waiting().state, None)
    assert list(seen) == VIEW.split()
    assert (seen["status"], seen["deal"], seen["result"], seen["sheets"]) == (
        "waiting",
        None,
        None,
        [],
    )
    assert seen["seats"] == [
        {
            "seat": seat,
            "side": seat,
            "player": None,
            "bot": None,
            "cut": False,
            "committed": None,
            "cards": 0,
            "timeouts": 0,
            "bank_ms": 0,
            "left": None,
        }
        for seat in (0, 1)
    ]


def test_a_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    state = started().state
    assert state.deal is not None
    for viewer in (0, 1):
        deal = view(state, viewer)["deal"]
        assert isinstance(deal, dict)
        assert list(deal) == DEAL.split()
        assert deal["hand"] == texts(state.deal.hands[viewer])
    deal = view(state, None)["deal"]
    assert isinstance(deal, dict)
    assert deal["hand"] is None


def test_everybody_sees_counts_of_hands_piles_and_stock() -> None:
    seen = view(started().state, None)
    assert seen["ruleset"] == {
        "key": "classic",
        "overrides": {},
        "rules": rules_json(ruleset("classic", {})),
        "words": [],
        "first_to": 21,
        "draws": False,
    }
    assert [seat["cards"] for seat in seen["seats"]] == [4, 4]  # type: ignore[attr-defined, index]
    assert seen["sides"] == [
        {"side": side, "seats": [side], "score": 0, "pile": 0, "sweeps": 0} for side in (0, 1)
    ]
    assert seen["deal"]["stock"] == 40  # type: ignore[index]


def test_the_last_play_is_shown_as_its_fact() -> None:
    game = started()
    seat = game.state.turn
    assert seat is not None
    (played,) = game.do(PlayMove(seat, default_move(game.state.position(seat))))
    assert view(game.state, None)["last_play"] == observe_event(played, None)


def test_a_finished_match_shows_its_sheets_its_secrets_and_its_result() -> None:
    game = played_match(1)
    seen = view(game.state, 0)
    assert game.state.result is not None
    assert seen["result"] == {
        "winner": game.state.result.winner,
        "reason": "score",
        "scores": list(game.state.scores),
    }
    sheets = seen["sheets"]
    assert isinstance(sheets, list)
    assert [sheet["deal"] for sheet in sheets] == list(range(1, len(sheets) + 1))
    assert all(list(sheet) == ["deal", "sheet", "scores", "residue", "secret"] for sheet in sheets)


def test_the_seed_and_the_secret_of_a_running_deal_are_never_shown() -> None:
    state = started().state
    for viewer in (None, 0, 1):
        shown = json.dumps(view(state, viewer))
        assert state.seed.hex() not in shown
        assert "secret" not in shown


def test_a_packet_shows_each_seat_its_own_hand() -> None:
    game = started()
    packet = game.events[-1]
    assert isinstance(packet, PacketDealt)
    for viewer in (0, 1):
        assert observe_event(packet, viewer)["hand"] == texts(packet.hands[viewer])
    assert "hand" not in observe_event(packet, None)


def test_only_the_seat_to_play_has_a_position() -> None:
    state = started().state
    turn = state.turn
    assert turn is not None
    assert observe(state, turn).position() == state.position(turn)
    for viewer in (1 - turn, None):
        with pytest.raises(Refusal) as refused:
            observe(state, viewer).position()
        assert refused.value.code == "not_your_turn"


def test_timeouts_and_bots_are_public() -> None:
    game = started()
    seat = game.state.turn
    assert seat is not None
    game.do(RunOutClock(seat))
    seats = view(game.state, None)["seats"]
    assert isinstance(seats, list)
    assert seats[seat]["timeouts"] == 1
