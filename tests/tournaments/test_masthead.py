"""The head of every page says how many tables await who looks at it."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.casual.models import Table
from games.identity import new_id
from games.match import commands
from games.match.clocks import ClockRules
from games.models import Match, Player
from tests.games.opened_matches import create_match
from tests.games.tables import on_turn

pytestmark = [pytest.mark.django_db]


def awaiting(player: Player | None, address: str = "/ratings/") -> int:
    client = Client()
    if player is not None:
        client.force_login(player)
    said = re.search(r'class="account__awaiting">(\d+)', client.get(address).content.decode())
    return int(said[1]) if said else 0


def test_a_table_awaits_who_is_to_play_and_nobody_else(ann: Player, olga: Player) -> None:
    match, now = new_id(), timezone.now()
    create_match(
        match, ruleset="classic", overrides={}, players=(ann, olga), clock=ClockRules(), now=now
    )
    assert [awaiting(one) for one in (ann, olga, None)] == [1, 1, 0]  # to cut
    for player in (ann, olga):
        commands.cut(match, player, bytes(16), now=now)
    mover, other = on_turn(match, ann, olga)
    assert [awaiting(one) for one in (mover, other)] == [1, 0]
    assert awaiting(mover, f"/matches/{match.hex}/") == 0, "the table says so itself"
    commands.resign(match, mover, command_id="one", now=now)
    assert Match.objects.get().status == Match.Status.FINISHED
    assert [awaiting(one) for one in (mover, other)] == [0, 0]


def test_a_challenge_awaits_who_is_asked_until_it_ends(ann: Player, olga: Player) -> None:
    asking = Client()
    asking.force_login(ann)
    asking.post("/players/olga/challenge/", {})
    assert [awaiting(one) for one in (ann, olga)] == [0, 1]
    Table.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert awaiting(olga) == 0
