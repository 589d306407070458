"""What many viewers of a stream miss costs one read, and what one does not read costs the others
nothing.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from uuid import UUID, uuid4

import pytest

from games.live import following as following_
from games.live import hints, hub
from games.live.following import MOST_MISSED, Following, Source, reader_of
from games.live.reading import Reader, Wanted
from tests.patience import PATIENCE

VIEWERS = 5000


@dataclass(frozen=True)
class Fact:
    version: int
    rewords: bool = False
    ends: bool = False
    closes: bool | None = None

    def text(self, viewer: int | None) -> str:
        return f"{self.version} for {viewer}"


@dataclass
class Store:
    """A stream somewhere else, and how often it was asked."""

    version: int = 10
    asked: Counter[str] = field(default_factory=Counter)

    def read(self, wanted: Sequence[Wanted], limit: int) -> Sequence[Sequence[Fact]]:
        self.asked["read"] += 1
        return [self._facts(after, limit) for _, after in wanted]

    def _facts(self, after: int, limit: int) -> Sequence[Fact]:
        return [Fact(version) for version in range(after + 1, self.version + 1)][:limit]

    def heads(self, ids: Collection[UUID]) -> Mapping[UUID, int]:
        self.asked["heads"] += 1
        return dict.fromkeys(ids, self.version)

    @property
    def source(self) -> Source:
        return Source("story", self.read, self.heads)


class Viewer:
    """A viewer whose client has a version."""

    def __init__(self, sent: int, viewer: int | None = None) -> None:
        self.sent, self.viewer = sent, viewer
        self.heard: list[str] = []
        self.following: Following | None = None

    def catch_up(self) -> None:
        assert self.following is not None
        if parcel := self.following.parcel(self.viewer, self.sent):
            self.heard += parcel.texts
            self.sent = self.following.version


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
async def viewers(store: Store) -> AsyncIterator[list[Viewer]]:
    """So many that have what the store has."""
    id_ = uuid4()
    found = [Viewer(store.version) for _ in range(VIEWERS)]
    for viewer in found:
        viewer.following = hub.hub().follow(store.source, id_, viewer)
        viewer.following.known(store.version)
    yield found
    for viewer in found:
        assert viewer.following
        hub.hub().leave(viewer.following, viewer)
    await asyncio.sleep(0)


async def all_heard(viewers: Sequence[Viewer], version: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(viewer.sent < version for viewer in viewers):
            await asyncio.sleep(0.01)


async def test_a_hint_makes_one_read_for_all_viewers_of_the_process(
    store: Store, viewers: list[Viewer]
) -> None:
    following = viewers[0].following
    assert following
    store.version = 13
    for _ in range(3):
        hints.sender.send(("story", following.id), 13)
    await all_heard(viewers, 13)
    assert {tuple(viewer.heard) for viewer in viewers} == {
        ("11 for None", "12 for None", "13 for None")
    }
    assert store.asked["read"] == 1


async def test_after_redis_was_away_a_sweep_makes_one_read_for_all(
    store: Store, viewers: list[Viewer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No hint of the three facts came."""
    store.version = 13
    sweeping = asyncio.current_task()
    assert sweeping
    monkeypatch.setattr(hub, "SWEEP_SECONDS", 0.01)
    sweep = asyncio.create_task(hub.hub()._sweep())
    await all_heard(viewers, 13)
    sweep.cancel()
    with suppress(asyncio.CancelledError):
        await sweep
    assert store.asked["read"] == 1


async def test_who_could_not_be_brought_on_is_by_the_next_sweep(
    store: Store, viewers: list[Viewer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store was away when it was asked for what one of them had missed."""
    following = viewers[0].following
    assert following
    following.tell([Fact(11)])
    viewers[0].sent = 10
    monkeypatch.setattr(hub, "SWEEP_SECONDS", 0.01)
    sweep = asyncio.create_task(hub.hub()._sweep())
    store.version = 11
    await all_heard(viewers, 11)
    sweep.cancel()
    with suppress(asyncio.CancelledError):
        await sweep


async def test_the_pings_of_all_viewers_make_one_read(store: Store, viewers: list[Viewer]) -> None:
    following = viewers[0].following
    assert following
    store.version = 13
    await asyncio.gather(*(following.refresh(viewer.sent) for viewer in viewers))
    await all_heard(viewers, 13)
    await following.refresh(13)
    assert store.asked["read"] == 1


async def test_a_ping_later_reads_again(
    store: Store, viewers: list[Viewer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: what was read is not taken for new for ever."""
    following = viewers[0].following
    assert following
    monkeypatch.setattr(following_, "FRESH_SECONDS", 0.0)
    await following.refresh(10)
    store.version = 11
    await following.refresh(10)
    await all_heard(viewers, 11)
    assert store.asked["read"] == 2


async def test_who_comes_back_with_the_same_version_is_filled_by_one_read(
    store: Store, viewers: list[Viewer]
) -> None:
    following = viewers[0].following
    assert following
    for viewer in viewers:
        viewer.sent = 4
    assert all(await asyncio.gather(*(following.fill(4) for _ in viewers)))
    for viewer in viewers:
        viewer.catch_up()
    assert {viewer.heard[0] for viewer in viewers} == {"5 for None"}
    assert store.asked["read"] == 1


async def test_who_has_missed_too_much_is_not_filled(store: Store) -> None:
    store.version = 10 + MOST_MISSED
    following = Following(store.source, uuid4(), reader_of(store.source))
    assert not await following.fill(5)
    assert await following.fill(10)
    assert following.version == store.version


async def test_streams_that_change_while_one_is_read_are_read_together(store: Store) -> None:
    reader = Reader(store.read, MOST_MISSED)
    found = await asyncio.gather(*(reader.read(uuid4(), after) for after in range(1, 11)))

    assert [len(facts) for facts in found] == list(range(9, -1, -1))
    assert store.asked["read"] == 1


async def test_a_stream_that_cannot_be_read_takes_no_other_with_it(store: Store) -> None:
    broken = uuid4()

    def read(wanted: Sequence[Wanted], limit: int) -> Sequence[Sequence[Fact]]:
        if broken in [id_ for id_, _ in wanted]:
            raise ValueError
        return store.read(wanted, limit)

    reader = Reader(read, MOST_MISSED)
    asked = [reader.read(id_, 8) for id_ in (uuid4(), broken, uuid4())]
    one, fault, other = await asyncio.gather(*asked, return_exceptions=True)

    assert isinstance(fault, ValueError)
    assert one == other == [Fact(9), Fact(10)]


async def test_each_audience_is_encoded_once(store: Store, viewers: list[Viewer]) -> None:
    encoded: Counter[int | None] = Counter()

    class Counted(Fact):
        def text(self, viewer: int | None) -> str:
            encoded[viewer] += 1
            return super().text(viewer)

    for viewer, seat in zip(viewers, (0, 1), strict=False):
        viewer.viewer = seat
    assert viewers[0].following
    hub.tell(("story", viewers[0].following.id), [Counted(11)])
    await all_heard(viewers, 11)
    assert encoded == {None: 1, 0: 1, 1: 1}
    assert viewers[1].heard == ["11 for 1"]


async def test_who_comes_back_after_words_were_taken_away_is_not_told_them(
    store: Store, viewers: list[Viewer]
) -> None:
    following = viewers[0].following
    assert following
    hub.tell(("story", following.id), [Fact(11)])
    await all_heard(viewers, 11)
    assert following.holds(10)
    hub.tell(("story", following.id), [Fact(12, rewords=True)])
    await all_heard(viewers, 12)
    assert not following.holds(10)
    assert following.holds(11)


async def test_facts_that_come_twice_or_late_are_told_once_and_in_order(
    store: Store, viewers: list[Viewer]
) -> None:
    following = viewers[0].following
    assert following
    store.version = 14
    following.tell([Fact(11)])
    following.tell([Fact(13), Fact(14)])
    following.tell([Fact(11)])
    await all_heard(viewers, 14)
    assert viewers[0].heard == [f"{version} for None" for version in range(11, 15)]
