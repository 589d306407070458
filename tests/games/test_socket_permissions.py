"""Who may act on a match's socket: its players. A stranger, a guest and nobody look on."""

from uuid import UUID

import pytest
from channels.db import database_sync_to_async as in_db

from games.accounts import guests, tokens
from games.match.requests import COMMANDS
from games.models import Player
from tests.games.tables import OpenMatch
from tests.sockets import open_socket

pytestmark = [pytest.mark.django_db(transaction=True)]
ACTS = {
    "move": {"command_id": "a", "version": 8, "move": "Ac"},
    "cut": {"cut": "0" * 32},
    "resign": {"command_id": "b"},
    "take_back": {"command_id": "back"},
}


async def refusals(match_id: UUID, player: Player | None) -> list[str]:
    """What is refused of everything that can be done, one after the other."""
    said = {"type": "join"}
    if player is not None:
        said["token"] = (await in_db(tokens.issue)(player)).token
    found = []
    async with open_socket(f"/ws/matches/{match_id.hex}/") as socket:
        await socket.say(**said)
        await socket.hear("snapshot")
        for type_ in COMMANDS:
            await socket.say(type=type_, **ACTS[type_])
            answer = await socket.hear("refused", "accepted")
            found.append(answer["data"].get("code", ""))
    return found


def test_every_act_is_tried() -> None:
    assert set(ACTS) == set(COMMANDS)


async def test_only_who_sits_at_a_table_acts_there(
    transactional_db: None, open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = await in_db(open_match)(alice, bob)
    for player in (charlie, await in_db(guests.play_as_guest)(), None):
        assert await refusals(match_id, player) == ["not_seated"] * len(COMMANDS)
    assert "not_seated" not in await refusals(match_id, bob)
