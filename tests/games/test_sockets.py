"""Watching and playing a match over its socket, through the whole application and a real Redis."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone

from engine.rules.cards import texts
from engine.rules.moves import Trail, move_to_json
from games.accounts import tokens
from games.identity import new_id
from games.live import broadcast, hub
from games.live.following import MOST_MISSED
from games.live.hints import GROUP
from games.match import commands
from games.match.clocks import ClockRules
from games.match.match_log import match_log
from games.models import Player
from tests.games.opened_matches import begun_match, create_match
from tests.games.tables import a_legal_move, on_turn
from tests.sockets import Socket, open_socket

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]


def socket(match_id: UUID) -> AbstractAsyncContextManager[Socket]:
    return open_socket(f"/ws/matches/{match_id.hex}/")


@pytest.fixture
def people(transactional_db: None) -> tuple[Player, Player]:
    made = [Player.objects.create_person(name, "zebra-crossing-9") for name in ("ann", "ben")]
    return made[0], made[1]


@pytest.fixture
def match_id(people: tuple[Player, Player]) -> UUID:
    return begun_match(people)


in_db: Callable[..., Any] = database_sync_to_async


async def token_of(player: Player) -> str:
    return (await in_db(tokens.issue)(player)).token


async def test_players_see_their_hand_and_spectators_none(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    state = await in_db(match_log.load)(match_id)
    for seat, player in enumerate(people):
        async with socket(match_id) as own:
            await own.say(type="join", token=await token_of(player))
            view = (await own.hear("snapshot"))["data"]
            assert (view["you"], view["deal"]["hand"]) == (seat, texts(state.deal.hands[seat]))
    async with socket(match_id) as spectator:
        await spectator.say(type="join")
        frame = await spectator.hear()
        assert (frame["type"], frame["version"]) == ("snapshot", 8)
        assert (frame["data"]["you"], frame["data"]["deal"]["hand"]) == (None, None)


async def test_a_move_is_accepted_after_commit_and_everyone_hears_of_it(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    state = await in_db(match_log.load)(match_id)
    mover, _ = await in_db(on_turn)(match_id, *people)
    async with socket(match_id) as player, socket(match_id) as spectator:
        await player.say(type="join", token=await token_of(mover))
        await player.hear("snapshot")
        await spectator.say(type="join")
        await spectator.hear("snapshot")

        move = move_to_json(a_legal_move(state))
        await player.say(type="move", command_id="one", version=state.version, move=move)

        accepted = await player.hear("accepted")
        assert accepted["data"] == {"command_id": "one", "version": state.version + 1}
        fact = await spectator.hear("card_played")
        assert (fact["version"], fact["data"]["move"]) == (state.version + 1, move)


async def test_considering_cards_tells_the_moves_that_use_them(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    state = await in_db(match_log.load)(match_id)
    mover, other = await in_db(on_turn)(match_id, *people)
    card = texts(state.deal.hands[state.turn])[0]
    async with socket(match_id) as player, socket(match_id) as waiting:
        await player.say(type="join", token=await token_of(mover))
        await player.hear("snapshot")
        await player.say(type="consider", card=card, loose=[], builds=[], request=7)
        options = (await player.hear("options"))["data"]
        assert options == {
            "request": 7,
            "moves": [{"move": {"kind": "trail", "card": card}, "text": card}],
            "why": None,
            "goes_with": options["goes_with"],
        }
        kings = [other for other in texts(state.deal.table.loose) if other[0] != card[0]][:1]
        await player.say(type="consider", card=card, loose=kings, builds=[9], request=8)
        refused = (await player.hear("options"))["data"]
        assert refused["moves"] == []
        assert refused["why"]
        await waiting.say(type="join", token=await token_of(other))
        await waiting.say(type="consider", card=card, loose=[], builds=[])
        assert (await waiting.hear("options"))["data"]["moves"] == []
        for bad in ({"card": 3}, {"card": card, "loose": "x"}, {"card": card, "builds": ["9"]}):
            await player.say(type="consider", **bad)
            assert (await player.hear("refused"))["data"]["code"] == "malformed_field"


async def test_coming_back_brings_what_was_missed_and_nothing_else(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    async with socket(match_id) as spectator:
        await spectator.say(type="join", after=5)
        versions = [(await spectator.hear())["version"] for _ in range(3)]
        assert versions == [6, 7, 8]
        await spectator.say(type="ping")
        assert (await spectator.hear())["type"] == "pong"


async def test_a_hint_that_was_lost_is_made_good_by_the_next(
    match_id: UUID, people: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = await in_db(match_log.load)(match_id)
    mover, other = await in_db(on_turn)(match_id, *people)
    async with socket(match_id) as spectator:
        await spectator.say(type="join")
        await spectator.hear("snapshot")
        with monkeypatch.context() as lost:
            lost.setattr("games.live.hub.tell", lambda stream, told: None)
            await play(match_id, mover, "one")
        await play(match_id, other, "two")
        first, second = await spectator.hear(), await spectator.hear()
        assert [first["version"], second["version"]] == [state.version + 1, state.version + 2]


async def test_a_ping_finds_a_fact_whose_hint_was_lost(
    match_id: UUID, people: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    mover, _ = await in_db(on_turn)(match_id, *people)
    async with socket(match_id) as spectator:
        await spectator.say(type="join")
        await spectator.hear("snapshot")
        monkeypatch.setattr("games.live.hub.tell", lambda stream, told: None)
        await play(match_id, mover, "one")
        await spectator.say(type="ping")
        assert [(await spectator.hear())["type"] for _ in range(2)] == ["card_played", "pong"]


async def test_what_another_process_commits_is_heard_by_a_hint(
    match_id: UUID, people: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    mover, _ = await in_db(on_turn)(match_id, *people)
    async with socket(match_id) as spectator:
        await spectator.say(type="join")
        version = (await spectator.hear("snapshot"))["version"]
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(hub, "_hubs", {})
            await play(match_id, mover, "one")
        assert (await spectator.hear("card_played"))["version"] == version + 1


async def test_hints_out_of_order_or_twice_reach_the_viewer_once_and_in_order(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    mover, _ = await in_db(on_turn)(match_id, *people)
    async with socket(match_id) as spectator:
        await spectator.say(type="join", after=6)
        await spectator.hear()
        await spectator.hear()
        old = {"type": "changes", "changes": [("match", match_id.hex, 7)]}
        await get_channel_layer().group_send(GROUP, old)
        [old_facts] = await in_db(broadcast.MATCH.read)([(match_id, 6)], 1)
        hub.tell(("match", match_id), old_facts)
        await play(match_id, mover, "one")
        assert (await spectator.hear())["version"] == 9


async def play(match_id: UUID, player: Player, command_id: str) -> None:
    state = await in_db(match_log.load)(match_id)
    await in_db(commands.play)(
        match_id,
        player,
        a_legal_move(state),
        seen_version=state.version,
        command_id=command_id,
        now=timezone.now(),
    )


async def test_refusals_carry_their_code_and_command_and_change_nothing(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    state = await in_db(match_log.load)(match_id)
    mover, other = await in_db(on_turn)(match_id, *people)
    move = move_to_json(a_legal_move(state))
    async with socket(match_id) as player, socket(match_id) as waiting, socket(match_id) as third:
        await third.say(type="move", command_id="x", version=8, move=move)
        assert (await third.hear())["data"]["code"] == "not_joined"
        await third.say(type="join")
        await third.hear("snapshot")
        await third.say(type="move", command_id="x", version=8, move=move)
        assert (await third.hear())["data"]["code"] == "not_seated"

        await waiting.say(type="join", token=await token_of(other))
        await waiting.hear("snapshot")
        await waiting.say(type="move", command_id="x", version=8, move=move)
        refused = (await waiting.hear("refused"))["data"]
        assert (refused["code"], refused["command_id"], refused["status"]) == (
            "not_your_turn",
            "x",
            409,
        )

        await player.say(type="join", token=await token_of(mover))
        await player.hear("snapshot")
        unheld = Trail(next(c for c in range(52) if not state.deal.hands[state.turn] >> c & 1))
        for frame, code in (
            ({"type": "move", "command_id": "a", "version": 2, "move": move}, "stale"),
            ({"type": "move", "command_id": "b", "version": 8, "move": {}}, "malformed_move"),
            ({"type": "move", "version": 8, "move": move}, "malformed_field"),
            (
                {"type": "move", "command_id": "c", "version": 8, "move": move_to_json(unheld)},
                "card_not_in_hand",
            ),
            ({"type": "cut", "cut": 3}, "malformed_field"),
            ({"type": "cut", "cut": "0" * 32}, "match_not_waiting"),
            ({"type": "dance"}, "unknown_frame"),
            ({"type": "join", "after": "x"}, "malformed_field"),
        ):
            await player.say(**frame)
            assert (await player.hear("refused"))["data"]["code"] == code
    assert (await in_db(match_log.load)(match_id)).version == state.version


async def test_a_used_command_id_is_answered_again_a_minute_later(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    state = await in_db(match_log.load)(match_id)
    mover, _ = await in_db(on_turn)(match_id, *people)
    frame = {
        "type": "move",
        "command_id": "one",
        "version": state.version,
        "move": move_to_json(a_legal_move(state)),
    }
    async with socket(match_id) as player:
        await player.say(type="join", token=await token_of(mover))
        await player.hear("snapshot")
        await player.say(**frame)
        first = await player.hear("accepted")
    async with socket(match_id) as player:
        await player.say(type="join", token=await token_of(mover))
        await player.hear("snapshot")
        await player.say(**frame)
        assert (await player.hear("accepted"))["data"] == first["data"]
    assert (await in_db(match_log.load)(match_id)).version == state.version + 1


@pytest.mark.parametrize("text", ["nonsense", "[1]", "{}", '{"type": 3}', "[" * 9000, "1" * 17000])
async def test_what_is_no_frame_is_refused_and_the_third_time_ends_it(
    match_id: UUID, text: str
) -> None:
    async with socket(match_id) as client:
        for _ in range(3):
            await client.say_text(text)
            assert (await client.hear())["data"]["code"] == "malformed_frame"
        assert await client.closed_with() == 4400


async def test_bytes_are_no_frame(match_id: UUID) -> None:
    async with socket(match_id) as client:
        await client.say_bytes(b"\x00")
        assert (await client.hear())["data"]["code"] == "malformed_frame"


async def test_a_bad_token_and_an_unknown_match_are_final(match_id: UUID) -> None:
    for token in ("nobody's", "ä\u2028", 7):
        async with socket(match_id) as client:
            await client.say(type="join", token=token)
            assert await client.closed_with() == 4401
    async with socket(new_id()) as client:
        await client.say(type="join")
        assert (await client.hear())["data"]["code"] == "unknown_match"
        assert await client.closed_with() == 4404


async def test_who_talks_too_fast_is_cut_off(match_id: UUID) -> None:
    async with socket(match_id) as client:
        await client.say(type="join")
        await client.hear("snapshot")
        for _ in range(80):
            await client.say(type="ping")
        assert await client.closed_with() == 4429


async def test_who_was_away_for_long_gets_the_table_instead_of_the_story(
    bots_match: UUID,
) -> None:
    async with socket(bots_match) as client:
        await client.say(type="join", after=1)
        frame = await client.hear()
        assert frame["type"] == "snapshot"
        assert frame["version"] > MOST_MISSED + 1


@pytest.fixture
def bots_match(transactional_db: None) -> UUID:
    from games.jobs.bot_turns import play_due_bots

    players = [
        Player.objects.create(handle=f"greedy-{n}", kind="bot", bot="greedy") for n in (1, 2)
    ]
    match_id = new_id()
    for_all = {"first_to": 61}
    create_match(
        match_id,
        ruleset="classic",
        overrides=for_all,
        players=players,
        clock=ClockRules(),
        now=timezone.now(),
    )
    while play_due_bots(match_id, timezone.now):
        pass
    return match_id


async def test_nobody_hears_of_another_hand(match_id: UUID, people: tuple[Player, Player]) -> None:
    """The whole first deal: every frame of each viewer against the hands that were dealt."""
    hidden: dict[int, set[str]] = {0: set(), 1: set()}
    async with socket(match_id) as first, socket(match_id) as second, socket(match_id) as third:
        for client, player in ((first, people[0]), (second, people[1])):
            await client.say(type="join", token=await token_of(player))
        await third.say(type="join")
        for client in (first, second, third):
            await client.hear("snapshot")
        while not (state := await in_db(match_log.load)(match_id)).sheets:
            for seat, hand in enumerate(state.deal.hands):
                hidden[seat] |= set(texts(hand))
            await play(match_id, people[state.turn], f"play-{state.version}")
        for seat, hand in enumerate(state.deal.hands):  # the next deal's first packet
            hidden[seat] |= set(texts(hand))
        for client in (first, second, third):
            while (await client.hear())["version"] < state.version:
                pass
        for client, own in ((first, 0), (second, 1), (third, None)):
            seen = set[str]()
            for frame in client.heard:
                if frame["type"] == "snapshot":
                    seen |= set(frame["data"]["deal"]["hand"] or [])
                seen |= set(frame["data"].get("hand") or [])
            assert seen == (set() if own is None else hidden[own])
