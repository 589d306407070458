"""Nothing is told by what is not text either: how many frames a viewer gets over a real connection,
in which order, and of how many bytes each.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.core.cache import cache
from websockets.asyncio.client import connect

from casino_site.asgi import application
from games.live import broadcast, following
from games.live.lines import Parcel
from games.models import Player
from tests.engine.two_worlds import World
from tests.long import LONG, sqlite_first
from tests.site.served import served
from tests.site.watching import House, in_db, play_as_bot, play_over_rest, signed_in, write
from tests.site.worlds import CASES, Case, house_of, two_worlds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("still")]
# Of a match with a bot; another game sends the same frames.
WATCHED = [case for case in CASES if not case.is_shared] if LONG else [CASES[1]]

Frames = list[tuple[int, bytes]]


async def heard(house: House, world: World, who: Player | None) -> Frames:
    """The frames that come to somebody who asks for the match from its beginning, and stays while
    the world's plays are made: their lengths and their bytes.
    """
    cache.clear()  # of the throttles
    await in_db(write)(house, world)
    cookies = (await in_db(signed_in)(who)).cookies
    frames: Frames = []
    async with (
        served(application) as port,
        connect(
            f"ws://127.0.0.1:{port}/ws/matches/{house.match_id.hex}/",
            origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
            additional_headers=[("Cookie", cookies.output(header="", sep=";"))],
            compression=None,
        ) as socket,
    ):

        async def until(version: int) -> None:
            while not frames or json.loads(frames[-1][1]).get("version") != version:
                frame = await socket.recv(decode=False)
                assert isinstance(frame, bytes)
                frames.append((len(frame), frame))

        await socket.send('{"type": "join", "after": 0}')
        await until(len(world.past))
        for number, play in enumerate(world.plays):
            if house.seats[play.seat].kind == Player.Kind.BOT:
                await in_db(play_as_bot)(house, play.move)
            else:
                await in_db(play_over_rest)(house, world, number)
        await until(len(world.past) + len(world.future))
    return frames


@sqlite_first
@pytest.mark.long
@pytest.mark.parametrize("case", WATCHED, ids=str)
async def test_two_worlds_send_the_same_frames_in_number_order_and_length(case: Case) -> None:
    house = await in_db(house_of)(case)
    for viewer in [None, *range(case.seats - case.bots)]:
        who = None if viewer is None else house.seats[viewer]
        one, other = [await heard(house, world, who) for world in two_worlds(case, viewer)]
        assert len(one) > len(two_worlds(case, viewer)[0].past)
        assert [length for length, _ in one] == [length for length, _ in other]
        assert one == other


Secret = Callable[[], bool]


def by_length(patch: pytest.MonkeyPatch, secret: Secret) -> None:
    """The same JSON in more bytes."""
    plain = broadcast.ToldEvent.text

    def leaking(fact: Any, viewer: int | None) -> str:
        return plain(fact, viewer) + " " * secret()

    patch.setattr(broadcast.ToldEvent, "text", leaking)


def by_number(patch: pytest.MonkeyPatch, secret: Secret) -> None:
    """A frame more, which says nothing."""

    def leaking(texts: Sequence[str]) -> Parcel:
        return Parcel([*["{}"] * secret(), *texts])

    patch.setattr(following, "Parcel", leaking)


def by_order(patch: pytest.MonkeyPatch, secret: Secret) -> None:
    """The same frames, with the first two in another order."""

    def leaking(texts: Sequence[str]) -> Parcel:
        first, rest = list(texts[:2]), texts[2:]
        return Parcel([*(reversed(first) if secret() else first), *rest])

    patch.setattr(following, "Parcel", leaking)


@pytest.mark.parametrize(
    ("leak", "alike"),
    [
        (by_length, lambda frames: [frame.strip() for _, frame in frames]),
        (by_number, lambda frames: [frame for _, frame in frames if frame != b"{}"]),
        (by_order, sorted),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_what_leaks_by_the_shape_of_frames_is_found_out(
    leak: Callable[[pytest.MonkeyPatch, Secret], None],
    alike: Callable[[Frames], list[Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The negative control: each tells one bit of the stock, and not by any text."""
    house = await in_db(house_of)(CASES[0])
    worlds = two_worlds(CASES[0], None)
    told = worlds[0]
    leak(monkeypatch, lambda: told.then.deal != worlds[0].then.deal)
    one = await heard(house, worlds[0], None)
    told = worlds[1]
    other = await heard(house, worlds[1], None)
    assert one != other
    assert alike(one) == alike(other)
