"""The arena of bots: any bot account joins it, and there is always one."""

from datetime import timedelta

import pytest
from rest_framework.test import APIClient

from games.match import commands
from games.match.match_log import match_log
from games.models import Match, Player
from tests.api import code_of, signed_in
from tests.bot_accounts import bot_of
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.tournaments.factories import made, opened
from tournaments.actions import services
from tournaments.actions.standing_arena import keep_arena_open
from tournaments.core.refusals import BotsAlone, NoBotAccounts
from tournaments.models import Pairing, Tournament
from tournaments.progress import advance

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def test_a_house_without_bots_has_no_arena(ann: Player) -> None:
    keep_arena_open(NOON)
    assert not Tournament.objects.exists()
    assert code_of(signed_in(None).get("/api/v1/arena/")) == (404, "unknown_tournament")


def test_two_bots_join_and_it_begins_and_another_opens_when_it_is_over(
    ann: Player, olga: Player
) -> None:
    bots = [bot_of(owner, f"{owner.handle}-bot")[1] for owner in (ann, olga)]
    for token in bots:
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
        assert client.post("/api/v1/arena/").status_code == 201
    told = signed_in(None).get("/api/v1/arena/").json()
    assert (told["state"], told["entrants"]) == ("running", 2)
    arena = Tournament.objects.get(pk=told["id"])
    later = arena.started_at + timedelta(seconds=5)
    advance.advance(arena.pk, lambda: later)
    assert Pairing.objects.filter(tournament=arena, match__isnull=False).count() == 1
    keep_arena_open(later)
    keep_arena_open(later)
    assert Tournament.objects.count() == 1
    house = arena.organiser
    end = later + timedelta(days=2)
    match = Match.objects.get()
    commands.run_out_clock(match.pk, end)
    for _ in range(20):
        if match_log.load(match.pk).status == "finished":
            break
        end += timedelta(hours=1)
        commands.run_out_clock(match.pk, end)
    advance.advance(arena.pk, lambda: end)
    arena.refresh_from_db()
    assert arena.state == "completed"
    keep_arena_open(end)
    assert Tournament.objects.get(state="registration").organiser == house


def test_events_say_whether_they_are_for_bots(ann: Player, olga: Player) -> None:
    bot, _ = bot_of(ann, "annbot")
    for_people = opened(olga)
    with pytest.raises(NoBotAccounts):
        services.enter(for_people, bot, now=NOON)
    for_both = opened(olga, policies={"bot_accounts": "allowed"})
    services.enter(for_both, bot, now=NOON)
    services.enter(for_both, ann, now=NOON)
    for_bots = opened(olga, policies={"bot_accounts": "only"})
    services.enter(for_bots, bot, now=NOON)
    with pytest.raises(BotsAlone):
        services.enter(for_bots, ann, now=NOON)
    assert "bot_accounts" not in made(olga).settings["policies"], "facts of before stay as they are"
