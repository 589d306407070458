"""Matches that share their decks: dealt alike, closed until their round has ended, then proved."""

from collections.abc import Iterator
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from rest_framework.test import APIClient

from games.identity import new_id
from games.jobs.bot_turns import play_due_bots
from games.live.sockets import UNKNOWN
from games.match import boards, commands, queries
from games.match.clocks import ClockRules
from games.match.match_log import MATCHES, match_log
from games.match.opening import Dealing
from games.models import Match, Player
from games.store import eventstore
from games.store.replay import check
from tests.games.exports import is_proved, verify
from tests.games.opened_matches import create_match
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.product import ROOT
from tests.refusals import refusal_of
from tests.sockets import open_socket

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
BOARD, SECRET = "friday-night/1/2", bytes(range(32))
WITH_RULES = ("--engine", str(ROOT))
GIVEN = ("--round-secret", SECRET.hex())


@pytest.fixture
def published() -> Iterator[dict[str, bytes]]:
    """The secrets that an app above has published."""
    found: dict[str, bytes] = {}
    boards.register_secrets(found.get)
    yield found
    boards._finders.remove(found.get)


def open_on_board(*players: Player, mirrored: bool = False) -> UUID:
    match_id = new_id()
    create_match(
        match_id,
        ruleset="classic",
        overrides={},
        players=players,
        clock=ClockRules(),
        now=NOON,
        dealing=Dealing(BOARD, SECRET),
        mirrored=mirrored,
    )
    for number, player in enumerate(players):
        if player.kind == Player.Kind.PERSON:
            commands.cut(match_id, player, bytes([number]) * 16, now=NOON)
    return match_id


def play_out(match_id: UUID) -> UUID:
    while play_due_bots(match_id, lambda: NOON):
        pass
    return match_id


def decks(match_id: UUID) -> list[object]:
    facts = eventstore.read(match_log.stream_of(match_id))
    return [(f.data["dealer"], f.secret) for f in facts if f.type == "deal_started"]


def test_every_match_on_a_board_is_dealt_alike(bots: list[Player]) -> None:
    one, other = (decks(play_out(open_on_board(*players))) for players in (bots, bots[::-1]))
    assert one[: len(other)] == other[: len(one)]
    assert set(Match.objects.values_list("board", flat=True)) == {BOARD}


def test_a_match_on_a_board_can_be_replayed_and_checked(bots: list[Player]) -> None:
    for mirrored in (False, True):
        match_id = play_out(open_on_board(*bots, mirrored=mirrored))
        assert check(MATCHES, match_log.stream_of(match_id)).fault is None


def test_only_its_seats_see_a_match_on_a_board_until_the_secret_is_published(
    alice: Player, bob: Player, charlie: Player, published: dict[str, bytes]
) -> None:
    match_id = open_on_board(alice, bob)
    path = f"/api/v1/matches/{match_id.hex}/"

    def answers(player: Player | None) -> list[int]:
        client, browser = APIClient(), Client()
        if player is not None:
            client.force_authenticate(player)
            browser.force_login(player)
        api = [client.get(path + more).status_code for more in ("", "events/", "moves/", "export/")]
        return [*api, browser.get(f"/matches/{match_id.hex}/").status_code]

    assert answers(None) == answers(charlie) == [403] * 5
    assert answers(alice) == [200, 200, 200, 403, 200]
    assert APIClient().get(path).json()["code"] == "match_closed"
    published[BOARD] = SECRET
    assert answers(None) == answers(alice) == [200] * 5


def test_a_seat_is_offered_the_record_once_the_cards_are_published(
    alice: Player, bots: list[Player], published: dict[str, bytes]
) -> None:
    match_id, browser = open_on_board(alice, bots[0]), Client()
    commands.resign(match_id, alice, command_id="r", now=NOON)
    browser.force_login(alice)
    record = f"/api/v1/matches/{match_id.hex}/record/"

    def page() -> str:
        return browser.get(f"/matches/{match_id.hex}/").content.decode()

    assert record not in page()
    assert "once the round is over" in page()
    published[BOARD] = SECRET
    assert record in page()
    assert browser.get(record).status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_a_lookers_on_socket_is_refused(alice: Player, bots: list[Player]) -> None:
    match_id = await database_sync_to_async(open_on_board)(alice, bots[0])
    async with open_socket(f"/ws/matches/{match_id.hex}/") as socket:
        await socket.say(type="join")
        assert (await socket.hear("refused"))["data"]["code"] == "match_closed"
        assert await socket.closed_with() == UNKNOWN


def test_the_fairness_page_shows_the_secrets_once_the_round_has_published_its_own(
    bots: list[Player], published: dict[str, bytes]
) -> None:
    match_id = play_out(open_on_board(*bots))
    page = Client().get(f"/matches/{match_id.hex}/fairness/").content.decode()
    assert page.count("Not revealed yet") == len(match_log.load(match_id).sheets)
    assert SECRET.hex() not in page
    assert "data-deck" not in page
    published[BOARD] = SECRET
    page = Client().get(f"/matches/{match_id.hex}/fairness/").content.decode()
    assert f'data-round-secret="{SECRET.hex()}"' in page
    assert page.count("data-deck") == len(match_log.load(match_id).sheets)


def test_no_fact_of_a_match_on_a_board_shows_a_card_that_was_not_played(
    alice: Player, bots: list[Player], published: dict[str, bytes]
) -> None:
    """The match ends in the middle of a deal: the rest of its deck is still being played."""
    match_id = open_on_board(alice, bots[0])
    commands.resign(match_id, alice, command_id="r", now=NOON)
    published[BOARD] = SECRET  # so that there is an export to look into
    facts = eventstore.read(match_log.stream_of(match_id))
    deck = next(fact.secret["deck"] for fact in facts if fact.type == "deal_started")  # type: ignore[index]
    shown = {card for fact in facts if fact.type == "packet_dealt" for card in fact.data["table"]}
    shown |= {fact.data["move"]["card"] for fact in facts if fact.type == "card_played"}
    exported = queries.export(match_id).decode()
    assert len(shown) < 10
    assert not [card for card in deck if card not in shown and f'"{card}"' in exported]
    assert facts[-1].data["secret"] is None


def test_a_match_on_a_board_is_proved_with_the_secret_of_its_round(
    bots: list[Player], published: dict[str, bytes]
) -> None:
    for mirrored in (False, True):
        match_id = play_out(open_on_board(*bots, mirrored=mirrored))
        published[BOARD] = SECRET
        content = queries.export(match_id)
        code, said = verify(content, *GIVEN, *WITH_RULES)
        assert is_proved(code, said), said
        assert said.count("by the rules") == len(match_log.load(match_id).sheets)
        code, said = verify(content, *WITH_RULES)
        assert code == 0
        assert said.count("is not revealed yet") == len(match_log.load(match_id).sheets)
        assert said.splitlines()[-1].startswith("PROVED so far; the decks are not")
        code, said = verify(content, "--round-secret", "ab" * 32)
        assert (code, "does not lead to the commitment" in said) == (1, True)
        assert verify(content, "--round-secret", "no hex")[0] == 2


def test_an_unfinished_match_is_never_created_on_a_board_without_a_name(
    bots: list[Player],
) -> None:
    def create() -> None:
        create_match(
            new_id(),
            ruleset="classic",
            overrides={},
            players=bots,
            clock=ClockRules(),
            now=NOON,
            dealing=Dealing("", SECRET),
        )

    assert refusal_of(create) == "bad_dealing"
    assert Match.objects.count() == 0
