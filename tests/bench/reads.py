"""What is read most, of events of 10 to 10,000: `python -m tests.bench.reads`.

The standings, rounds, matches and the ranking of a Swiss, and the bracket of a knockout, whose
first round is over and whose second is being played. Page 1 through the whole ASGI handler, by
turns with a plain Django view that answers the same values by `JsonResponse`, and asked for again
by who has it. By this process's own time, which what else the machine does hardly disturbs: on
SQLite that is all there is. Exits 1 where one is behind (docs/performance.md).
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median

from tests.bench.event import NOW, Event, QuickSwiss, store

SIZES = (10, 100, 1_000, 10_000)
SECONDS, TURNS = 0.3, 8
WANTED_200, WANTED_304 = 0.7, 0.9
# The slowest hundredth of the largest event beside that of the smallest, by the same bytes.
WANTED_FLAT = 2.0
PARTS = ("standings", "rounds", "matches", "ranking", "bracket")


@dataclass
class Read:
    """What was measured of one document of one event."""

    size: int
    part: str
    bytes: int = 0
    # Answers a second, turn by turn.
    whole: list[float] = field(default_factory=list)
    unchanged: list[float] = field(default_factory=list)
    plain: list[float] = field(default_factory=list)
    # Seconds where nothing was kept ready; of the ranking, the state of the event alone.
    anew: float = 0
    took: list[float] = field(default_factory=list)

    @property
    def p99(self) -> float:
        """In milliseconds."""
        return sorted(self.took)[int(len(self.took) * 0.99)] * 1000

    def beside_plain(self, rates: list[float]) -> float:
        """In the middle of all turns: a processor is not as fast in one as in the next."""
        return median(rate / plain for rate, plain in zip(rates, self.plain, strict=True))

    def line(self) -> str:
        plain, whole, unchanged = map(median, (self.plain, self.whole, self.unchanged))
        return (
            f"{self.part:<12}{self.size:>7,}{self.bytes / 1000:>8.1f} kB"
            f"{plain:>9,.0f}/s{whole:>9,.0f}/s{self.beside_plain(self.whole):>7.2f} x"
            f"{unchanged:>9,.0f}/s{self.beside_plain(self.unchanged):>7.2f} x{self.p99:>8.2f} ms"
            f"{self.anew * 1000:>9.1f} ms"
        )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.reads", description=__doc__)
    parser.add_argument("--largest", type=int, default=SIZES[-1])
    asked = parser.parse_args()
    with store("sqlite"):
        found = asyncio.run(_all([size for size in SIZES if size <= asked.largest]))
    return _judged(found)


async def _all(sizes: list[int]) -> list[Read]:
    from asgiref.sync import sync_to_async

    head = f"{'page 1 of':<12}{'':>7}{'':>11}{'plain':>11}{'200':>11}{'':>9}{'304':>11}"
    print(f"{head}{'':>9}{'p99 of 200':>11}{'made anew':>12}")
    found = []
    for size in sizes:
        slugs = await sync_to_async(_made)(size)
        for part in PARTS:
            read = Read(size, part)
            await _measured(read, f"/api/v1/tournaments/{slugs[part == 'bracket']}/{part}/")
            print(read.line(), flush=True)
            found.append(read)
    return found


def _made(size: int) -> tuple[str, str]:
    """The slugs of a Swiss and of a knockout of so many bots."""
    from tournaments.formats import registered

    with registered(QuickSwiss()):
        swiss = _begun(Event(size, 3, name=f"Swiss of {size}", handle=f"olga-s-{size}"))
    knockout = Event(
        size, 0, name=f"Knockout of {size}", handle=f"olga-k-{size}", format_="single_elimination"
    )
    return swiss, _begun(knockout)


def _begun(event: Event) -> str:
    from tournaments.store import standings_snapshots

    event.register()
    event.start()
    event.record()
    event.go_on()
    _seat(event)
    standings_snapshots.publish_editions(event.tournament.pk, event.state)
    return str(event.tournament.slug)


def _seat(event: Event) -> None:
    """Rows of the matches, those of the open round being played: nobody plays here."""
    from games.models import Match, Seat
    from tournaments.models import Member, Pairing

    pairings = Pairing.objects.filter(tournament=event.tournament, match__isnull=False)
    rows = list(pairings.prefetch_related("seatings"))
    members = Member.objects.filter(tournament=event.tournament).values_list("entrant", "player")
    players = dict(members)
    Match.objects.bulk_create(
        Match(
            pk=row.match_id, ruleset="classic", status="finished" if row.decided else "playing",
            version=200, turn_seconds=30, scores=[21, 9], created_at=NOW,
        )
        for row in rows
    )  # fmt: skip
    Seat.objects.bulk_create(
        Seat(match_id=row.match_id, number=one.side, player_id=players[one.entrant_id])
        for row in rows
        for one in row.seatings.all()
    )


async def _measured(read: Read, path: str) -> None:
    from django.test import AsyncClient

    from tests.bench import event_urls

    client = AsyncClient()
    first = await client.get(path)
    assert first.status_code == 200, first.content
    event_urls.CONTENT = json.loads(first.content)
    read.bytes = len(first.content)
    # Reading a header costs all three alike.
    known, other = {"If-None-Match": first["ETag"]}, {"If-None-Match": '"something else"'}
    read.anew = min([await _anew(client, path) for _ in range(3)])
    for _ in range(TURNS):
        read.plain.append(await _rate(client, "/plain/", 200, other))
        read.whole.append(await _rate(client, path, 200, other, read.took))
        read.unchanged.append(await _rate(client, path, 304, known))


async def _anew(client: object, path: str) -> float:
    """The seconds of an answer for which nothing is kept but the state of the event."""
    from tournaments.api.kept_pages import shelf
    from tournaments.read import ranking, standings_views

    shelf.forget()
    ranking.kept_ranking.cache_clear()
    standings_views.kept_first_page.cache_clear()
    began = time.process_time()
    answer = await client.get(path)  # type: ignore[attr-defined]
    assert answer.status_code == 200, answer.content
    return time.process_time() - began


async def _rate(
    client: object,
    path: str,
    status: int,
    headers: dict[str, str],
    took: list[float] | None = None,
) -> float:
    """Answers a second."""
    done, began = 0, time.process_time()
    while (before := time.process_time()) - began < SECONDS:
        answer = await client.get(path, headers=headers)  # type: ignore[attr-defined]
        assert answer.status_code == status, answer.content
        done += 1
        if took is not None:
            took.append(time.process_time() - before)
    return done / (time.process_time() - began)


def _judged(found: list[Read]) -> int:
    behind = list(_behind(found))
    for what in behind:
        print(f"BEHIND: {what}")
    print("as wanted" if not behind else "BEHIND: see the figures")
    return 1 if behind else 0


def _behind(found: list[Read]) -> Iterator[str]:
    for read in found:
        named = f"{read.part} of {read.size:,}"
        if (whole := read.beside_plain(read.whole)) < WANTED_200:
            yield f"{named}: 200 at {whole:.2f} x"
        if (unchanged := read.beside_plain(read.unchanged)) < WANTED_304:
            yield f"{named}: 304 at {unchanged:.2f} x"
    for part in PARTS:
        # Of the sizes from which on page 1 is full: of 10 entrants it has fewer bytes.
        full = [read for read in found if read.part == part and read.size >= SIZES[2]]
        if len(full) > 1 and full[-1].p99 > WANTED_FLAT * full[0].p99:
            yield f"{part}: p99 {full[0].p99:.2f} ms of {full[0].size:,}, {full[-1].p99:.2f} ms"


if __name__ == "__main__":
    sys.exit(main())
