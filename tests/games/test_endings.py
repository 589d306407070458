"""A socket ends as soon as what let its player in is no more."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client

from engine.rules.moves import move_to_json
from games.accounts import tokens
from games.identity import new_id
from games.live import endings, hub, sockets
from games.live.presence import Ending, Pass, Presence, digest_of
from games.match.match_log import match_log
from games.models import Player
from tests.games.opened_matches import begun_match
from tests.games.tables import a_legal_move, on_turn
from tests.long import SQLITE_FIRST
from tests.sockets import Socket, open_socket

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db(transaction=True)]
PASSWORD = "zebra-crossing-9"
in_db: Callable[..., Any] = database_sync_to_async


@pytest.fixture
def people(transactional_db: None) -> tuple[Player, Player]:
    ann, ben = (Player.objects.create_person(name, PASSWORD) for name in ("ann", "ben"))
    return ann, ben


@pytest.fixture
def match_id(people: tuple[Player, Player]) -> UUID:
    return begun_match(people)


def browser_of(player: Player) -> Client:
    browser = Client()
    assert browser.login(handle=player.handle, password=PASSWORD)
    return browser


def page_of(match_id: UUID, browser: Client) -> Any:
    """A socket of a page, with its session."""
    cookies = f"sessionid={browser.cookies['sessionid'].value}"
    page = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    return open_socket(f"/ws/matches/{match_id.hex}/", *page, (b"cookie", cookies.encode()))


def program_of(match_id: UUID) -> Any:
    return open_socket(f"/ws/matches/{match_id.hex}/")


async def joined(client: Socket, **frame: Any) -> dict[str, Any]:
    await client.say(type="join", **frame)
    return await client.hear("snapshot")


async def stays(client: Socket) -> bool:
    await client.say(type="ping")
    return (await client.hear("pong"))["type"] == "pong"


async def test_a_revoked_token_ends_its_sockets_and_no_other(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    mover, _ = await in_db(on_turn)(match_id, *people)
    state = await in_db(match_log.load)(match_id)
    issued, other = [(await in_db(tokens.issue)(mover)).token for _ in range(2)]
    async with program_of(match_id) as revoked, program_of(match_id) as kept:
        await joined(revoked, token=issued)
        await joined(kept, token=other)
        word = {"Authorization": f"Token {issued}"}
        answer = await in_db(Client().delete)("/api/v1/tokens/", headers=word)
        assert answer.status_code == 204
        assert await revoked.closed_with() == 4401
        move = move_to_json(a_legal_move(state))
        await revoked.say(type="move", command_id="late", version=state.version, move=move)
        assert await stays(kept)
        assert (await in_db(match_log.load)(match_id)).version == state.version


async def test_nothing_is_played_between_the_ending_and_the_close(
    match_id: UUID, people: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is held up, so that the close waits; what was said meanwhile is not done."""
    mover, _ = await in_db(on_turn)(match_id, *people)
    state = await in_db(match_log.load)(match_id)
    issued = (await in_db(tokens.issue)(mover)).token
    held_up = asyncio.Event()

    async def until_then(line: object) -> None:
        await held_up.wait()

    async with program_of(match_id) as client:
        await joined(client, token=issued)
        monkeypatch.setattr("games.live.lines.AsgiLine._until_sent", until_then)
        await in_db(endings.end_sockets_of)(mover.pk)
        await asyncio.sleep(0)  # the hub takes it
        move = move_to_json(a_legal_move(state))
        await client.say(type="move", command_id="late", version=state.version, move=move)
        held_up.set()
        assert await client.closed_with() == 4401
        assert [frame["type"] for frame in client.heard] == ["snapshot"]
    assert (await in_db(match_log.load)(match_id)).version == state.version


async def test_signing_out_ends_the_sockets_of_that_browser(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    here, there = [await in_db(browser_of)(people[0]) for _ in range(2)]
    async with page_of(match_id, here) as left, page_of(match_id, there) as stayed:
        assert (await joined(left))["data"]["you"] == 0
        await joined(stayed)
        await in_db(here.post)("/sign-out/")
        assert await left.closed_with() == 4401
        assert await stays(stayed)


async def test_a_session_that_ends_before_its_socket_has_joined_lets_nobody_in(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    browser = await in_db(browser_of)(people[0])
    async with page_of(match_id, browser) as client:
        await in_db(browser.post)("/sign-out/")
        await client.say(type="join")
        assert await client.closed_with() == 4401


def _set_password(player: Player, password: str) -> None:
    changed = Player.objects.get(pk=player.pk)
    changed.set_password(password)
    changed.save()


async def test_a_changed_password_ends_all_sockets(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    browser = await in_db(browser_of)(people[0])
    issued = (await in_db(tokens.issue)(people[0])).token
    async with (
        page_of(match_id, browser) as page,
        program_of(match_id) as program,
        program_of(match_id) as opponent,
    ):
        await joined(page)
        await joined(program, token=issued)
        await joined(opponent, token=(await in_db(tokens.issue)(people[1])).token)
        await in_db(_set_password)(people[0], "quagga-crossing-9")
        assert await page.closed_with() == 4401
        assert await program.closed_with() == 4401
        assert await stays(opponent)


async def test_the_browser_that_changed_the_password_stays(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    here, there = [await in_db(browser_of)(people[0]) for _ in range(2)]
    async with page_of(match_id, here) as stayed, page_of(match_id, there) as left:
        await joined(stayed)
        await joined(left)
        own = here.cookies["sessionid"].value
        await in_db(endings.end_sockets_of)(people[0].pk, except_session=own)
        assert await left.closed_with() == 4401
        assert await stays(stayed)


def _ban(player: Player) -> None:
    banned = Player.objects.get(pk=player.pk)
    banned.is_active = False
    banned.save()


async def test_a_ban_ends_all_sockets(match_id: UUID, people: tuple[Player, Player]) -> None:
    browser = await in_db(browser_of)(people[0])
    async with page_of(match_id, browser) as page, program_of(match_id) as program:
        await joined(page)
        await joined(program, token=(await in_db(tokens.issue)(people[0])).token)
        await in_db(_ban)(people[0])
        assert await page.closed_with() == 4401
        assert await program.closed_with() == 4401


async def test_another_process_hears_of_it(
    match_id: UUID, people: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with program_of(match_id) as client:
        await joined(client, token=(await in_db(tokens.issue)(people[0])).token)
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(hub, "_hubs", {})
            await in_db(endings.end_sockets_of)(people[0].pk)
        assert await client.closed_with() == 4401


def _update_password(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(password="!")


def _update_ban(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(is_active=False)


def _delete_sessions(player: Player) -> None:
    Session.objects.all().delete()


@pytest.mark.parametrize("change", [_update_password, _update_ban, _delete_sessions])
async def test_what_nobody_told_of_is_found_in_the_database(
    match_id: UUID,
    people: tuple[Player, Player],
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Player], None],
) -> None:
    """Rows change behind everybody's back, and Redis has nothing to say."""
    monkeypatch.setattr(hub, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(hub, "DEAF_SECONDS", -1.0)
    browser = await in_db(browser_of)(people[0])
    async with page_of(match_id, browser) as client:
        await joined(client)
        assert await stays(client)
        await in_db(change)(people[0])
        assert await client.closed_with() == 4401


async def test_who_never_joins_is_shown_the_door(
    match_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "SECONDS_TO_JOIN", 0.05)
    async with program_of(match_id) as silent:
        assert await silent.closed_with() == 4408


async def test_who_joins_while_the_database_is_away_is_to_come_back(
    match_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*arguments: object) -> None:
        raise OperationalError

    async with program_of(match_id) as client:
        monkeypatch.setattr(sockets.StreamConsumer, "_join", away)
        await client.say(type="join")
        assert (await client.hear("refused"))["data"]["code"] == "unavailable"
        assert await client.closed_with() == 1012


async def test_who_has_joined_stays(match_id: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    async with program_of(match_id) as client:
        await joined(client)
        monkeypatch.setattr(sockets, "SECONDS_TO_JOIN", 0.05)
        async with program_of(match_id) as later:
            assert await later.closed_with() == 4408
        assert await stays(client)


async def test_nothing_is_sent_after_the_close(match_id: UUID) -> None:
    async with program_of(match_id) as client:
        await joined(client)
        for _ in range(200):
            await client.say(type="ping")
        assert await client.closed_with() == 4429
        await client.say(type="ping")
        await client.say(type="join")
        assert await client.inner.receive_nothing(timeout=0.2)


@pytest.mark.parametrize("after", [9, 1000])
async def test_who_says_to_know_more_than_there_is_gets_the_table(
    match_id: UUID, after: int
) -> None:
    async with program_of(match_id) as client:
        frame = await joined(client, after=after)
        assert (frame["type"], frame["version"]) == ("snapshot", 8)


async def test_who_knows_all_there_is_gets_nothing_anew(match_id: UUID) -> None:
    async with program_of(match_id) as client:
        await client.say(type="join", after=8)
        await client.say(type="ping")
        assert (await client.hear())["type"] == "pong"


def test_an_ending_also_ends_who_was_looked_up_before_it_and_came_after_it() -> None:
    class Guest:
        address, held = "x", None

        def end(self) -> None: ...
        def renew(self) -> None: ...

    player, presence, guest = new_id(), Presence(), Guest()
    held = Pass(player, "p", session="key")
    presence.come(guest)
    presence.end(Ending(player.hex, session=digest_of("key")))
    assert not presence.let_in(guest, held, since=0.0)
    assert presence.let_in(guest, held, since=float("inf"))
    assert presence.let_in(guest, Pass(player, "p", session="other"), since=0.0)
    assert (presence.at("x"), presence.of(player)) == (1, 1)
    presence.go(guest)
    presence.go(guest)
    assert (presence.at("x"), presence.of(player)) == (0, 0)


async def test_a_transaction_that_is_undone_ends_nothing(
    match_id: UUID, people: tuple[Player, Player]
) -> None:
    from django.db import transaction

    def undone() -> None:
        with transaction.atomic():
            endings.end_sockets_of(people[0].pk)
            transaction.set_rollback(True)

    async with program_of(match_id) as client:
        await joined(client, token=(await in_db(tokens.issue)(people[0])).token)
        await in_db(undone)()
        assert await stays(client)
