"""The page that checks the deals, as it comes from the server: what is known, and nothing else."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client

from games.identity import new_id
from games.match import commands
from games.match.clocks import CUT_SECONDS, GRACE, REVEAL_SECONDS
from games.match.match_log import match_log
from games.models import Player
from tests.games.exports import resigned_match
from tests.games.tables import OpenMatch
from tests.long import SQLITE_FIRST
from tests.noon import NOON

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def test_commitment_cuts_and_revealed_secrets_stand_on_the_page(
    alice: Player, bots: list[Player]
) -> None:
    match_id = resigned_match(alice, bots[0])
    state = match_log.load(match_id)
    page = Client().get(f"/matches/{match_id.hex}/fairness/").content.decode()
    assert state.commitment.hex() in page
    for seat in state.seats:
        assert seat.cut is not None
        assert seat.cut.hex() in page
    assert page.count("own cut</span>") == 1
    assert page.count("a bot: the server drew its cut") == 1
    assert state.sheets[0].secret is not None
    assert state.sheets[0].secret.hex() in page
    assert state.result is not None
    assert state.result.secret is not None
    assert state.result.secret.hex() in page
    assert page.count("This deal was broken off before it could be scored.") == 1


ALONE = "In this match the server made every cut"
UNBOUND = "In this match the server drew the last cut"


def page_of(match_id: UUID) -> str:
    return Client().get(f"/matches/{match_id.hex}/fairness/").content.decode()


def test_the_page_says_where_the_server_made_all_the_cuts(
    open_match: OpenMatch, alice: Player, bob: Player, bots: list[Player]
) -> None:
    nobody = open_match(alice, bob, cut=False)
    assert ALONE not in page_of(nobody)  # not cut yet
    commands.run_out_clock(nobody, NOON + timedelta(seconds=CUT_SECONDS) + GRACE)
    assert page_of(nobody).count("absent: the server drew the cut") == 2

    assert ALONE in page_of(nobody)
    assert ALONE in page_of(open_match(*bots))
    assert ALONE not in page_of(open_match(alice, bob))
    assert ALONE not in page_of(open_match(bots[0], alice))
    assert UNBOUND not in page_of(nobody)


def test_the_page_says_whose_cuts_these_are(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_match(alice, bob, charlie, cut=False)
    commands.cut(match_id, alice, bytes(16), now=NOON)
    commands.commit_cut(match_id, bob, bytes(32), now=NOON)
    commands.waive_cut(match_id, charlie, now=NOON)
    commands.run_out_clock(match_id, NOON + timedelta(seconds=REVEAL_SECONDS + 10) + GRACE)
    page = page_of(match_id)
    assert match_log.load(match_id).status == "playing"
    assert page.count("shown while others could still choose theirs</span>") == 1
    assert page.count("not revealed: the player committed to a cut") == 1
    assert page.count("left to the server by the player") == 1


def test_a_deal_in_play_keeps_its_secret(open_match: OpenMatch, alice: Player, bob: Player) -> None:
    match_id = open_match(alice, bob)
    page = Client().get(f"/matches/{match_id.hex}/fairness/").content.decode()
    assert page.count("Still being played.") == 1
    assert "data-deck" not in page
    assert match_log.load(match_id).seed.hex() not in page


def test_the_match_page_leads_there_once_a_deal_is_scored(
    open_match: OpenMatch, alice: Player, bob: Player, bots: list[Player]
) -> None:
    playing, scored = open_match(alice, bob), resigned_match(alice, bots[0])
    assert "/fairness/" not in Client().get(f"/matches/{playing.hex}/").content.decode()
    assert "/fairness/" in Client().get(f"/matches/{scored.hex}/").content.decode()


def test_before_the_cuts_nothing_was_dealt(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob, cut=False)
    page = Client().get(f"/matches/{match_id.hex}/fairness/").content.decode()
    assert page.count("not cut yet") == 2
    assert "Nothing has been dealt yet." in page


def test_an_unknown_match_has_no_page() -> None:
    assert Client().get(f"/matches/{new_id().hex}/fairness/").status_code == 404
