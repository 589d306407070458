"""What `make load` measures: each part starts what it needs, and returns its section."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.load import audience, bare, peers
from tests.load.house import House, durable_postgresql, house
from tests.load.measured import Measured, quantile, together
from tests.load.peers import Storage
from tests.load.report import Line, Section, chart, delays
from tests.load.shares import sampled, shares

MOVES = """Matches of two people over sockets. The reference is the same rows in transactions of a
bare database client. At 60 % of full speed the tables stand at different plays of their deals, as
tables do; where all began together they all deal in the same half second, and moves wait for it.
That is measured in three runs, in turns with bare transactions at 60 % of theirs, and all count."""
WAYS = """The same matches by other ways, each at full speed."""
AUDIENCE = """One fact to all watchers of a match, from the mover's socket to the last of them. The
reference is a bare ASGI application on the same server, which sends a text to everybody and stores
nothing; all take turns, fact by fact. Clients and servers share the processors, so how many
watchers two web processes carry is told by the processor time of each."""
WALLS = """A quarter as many viewers, each of whom follows many tables on one socket: one fact of
one of the tables, from the mover's socket to the last of them. The reference is the same frame to
as many sockets of the bare application."""

BESIDE = """What people would use instead, in the same run: an application of ten lines with one row
a message, and boardgame.io, whose players are told before anything is stored and whose files are
not waited for. What durability costs is the difference."""

PROCESSES = """The tables are shared out to so many processes, each with its own players, who all
sit at tables of their process; boardgame.io has no other way to use several. All processors serve
the players and the database too, so on two of them more processes can win little."""
PROFILE = """Samples of the web process at full speed, where its Python is at work."""

# At 60 %: one stall would decide the p99 of a single one.
RUNS = 3
NUMBERS = (1, 2, 4)
TABLES_OF_A_WALL = 20
STORAGES: tuple[Storage, ...] = ("memory", "files")

Scenario = Callable[[argparse.Namespace, Path], Section]


def moves(asked: argparse.Namespace, folder: Path) -> Section:
    section = Section("Moves", MOVES)
    with (
        durable_postgresql(folder) as url,
        house(folder / "house", url) as place,
        audience.bare_application() as (echo, _),
    ):
        one, four = (bare.transactions(url, number, asked.seconds / 4) for number in (1, 4))
        least = bare.round_trip_ms(url, echo, 0.1)
        full = place.play(place.prepare(asked.tables), "--seconds", str(asked.seconds))
        section.add(
            Line(
                f"{asked.tables} tables at full speed, one web process",
                f"{full.rate:,.0f} moves/s; {delays(full)}",
                f"{one:,.0f}/s on one connection, {four:,.0f}/s on four",
                full.rate / one, "≥ 0.4 of one connection", full.rate >= 0.4 * one,
            )
        )  # fmt: skip
        later = full.heard_p50 / full.answered_p50
        section.add(
            Line(
                "the opponent hears it", f"{full.heard_p50:.1f} ms",
                f"the mover is answered after {full.answered_p50:.1f} ms",
                later, "≤ 1.5", later <= 1.5,
            )
        )  # fmt: skip
        per_move = 1000 * full.cpu_seconds / full.moves
        section.add(Line("processor time of the web process", f"{per_move:.2f} ms a move"))
        idle = place.play(place.prepare(1), "--rate", "10", "--seconds", str(asked.seconds))
        section.add(
            Line(
                "one table, ten moves a second", delays(idle),
                f"bare round trip and transaction as often, {least:.2f} ms",
                idle.answered_p50 / least, "≤ 2.5", idle.answered_p50 <= 2.5 * least,
            )
        )  # fmt: skip
        pace = ("--rate", str(0.6 * full.rate), "--seconds", str(asked.seconds))
        busy, stalls = list[Measured](), list[list[float]]()
        for _ in range(RUNS):
            busy.append(place.play(place.prepare(asked.tables, "--spread"), *pace))
            stalls.append(bare.paced_ms(url, 1, 0.6 * one, asked.seconds))
        every = replace(together(busy), seconds=sum(one.seconds for one in busy))
        bare_p99 = quantile([one for each in stalls for one in each], 0.99)
        runs, bare_runs = _listed(map(_worst, busy)), _listed(quantile(one, 0.99) for one in stalls)
        section.add(
            Line(
                f"at 60 % of full speed, {every.rate:,.0f} moves/s",
                f"{delays(every)}; p99 of the runs {runs} ms",
                f"60 ms; one bare connection at 60 % of its full speed, p99 {bare_p99:.0f} ms, "
                f"of the runs {bare_runs} ms",
                _worst(every) / 60, "p99 ≤ 60 ms", _worst(every) <= 60,
            )
        )  # fmt: skip
        at_once = place.play(place.prepare(asked.tables), *pace)
        section.add(Line("as often, but all tables deal at the same moment", delays(at_once)))
        section.charts.append(
            chart(
                "Moves a second, and bare transactions", "a second",
                [("here", full.rate), ("bare, one", one), ("bare, four", four)],
            )
        )  # fmt: skip
    return section


def _worst(measured: Measured) -> float:
    return max(measured.answered_p99, measured.heard_p99)


def _listed(figures: Iterable[float]) -> str:
    return ", ".join(f"{figure:.0f}" for figure in figures)


def ways(asked: argparse.Namespace, folder: Path) -> Section:
    section, bars = Section("Other ways", WAYS), list[tuple[str, float]]()
    seconds = ("--seconds", str(asked.seconds))

    def add(what: str, name: str, place: House, *options: str, bot: bool = False) -> None:
        kind = ("--against-bot",) if bot else ()
        found = place.play(place.prepare(asked.tables, *kind), *seconds, *options)
        section.add(Line(what, f"{found.rate:,.0f} moves/s; {delays(found)}"))
        bars.append((name, found.rate))

    with durable_postgresql(folder) as url:
        with house(folder / "house", url, works=True) as place:
            add("people over sockets", "sockets", place)
            add("moves over REST, heard over sockets", "REST", place, "--rest")
            add("a bot as opponent, heard is its answer", "bots", place, bot=True)
        with house(folder / "two", url, webs=2) as place:
            add("opponents on two web processes", "two processes", place)
    with house(folder / "sqlite", None) as place:
        add("on SQLite", "SQLite", place)
    section.charts.append(chart("Moves a second", "a second", bars))
    return section


def watching(asked: argparse.Namespace, folder: Path) -> Section:
    section, watchers = Section("An audience", AUDIENCE), asked.watchers
    with (
        durable_postgresql(folder) as url,
        house(folder / "house", url, webs=2) as place,
        audience.bare_broadcast(watchers) as bare,
        audience.broadcast(place, watchers) as one,
        audience.broadcast(place, watchers, webs=2) as two,
    ):
        least, took, half = audience.in_turns([bare, one, two])
    section.add(
        Line(
            f"{watchers:,} watchers, one web process", f"{took.delay:.0f} ms to the last",
            f"{least.delay:.0f} ms", took.delay / least.delay,
            "≤ 1.4", took.delay <= 1.4 * least.delay,
        )
    )  # fmt: skip
    section.add(
        Line(
            "memory of a socket", f"{one.a_socket:.1f} KB", f"{bare.a_socket:.1f} KB",
            one.a_socket / bare.a_socket, "≤ 25 KB", one.a_socket <= 25,
        )
    )  # fmt: skip
    section.add(Line("all of them join", f"{one.seconds_to_open:.1f} s"))
    section.add(
        Line(
            f"the same on two web processes, {watchers // 2:,} each",
            f"{half.delay:.0f} ms to the last", f"{took.delay:.0f} ms on one",
            half.delay / took.delay,
        )
    )  # fmt: skip
    section.add(
        Line(
            "processor time of a fact",
            f"{took.server:.0f} ms of the web process and {took.clients:.0f} ms of the clients",
            f"{least.server:.0f} and {least.clients:.0f} ms", took.server / least.server,
        )
    )  # fmt: skip
    carried = took.server / half.server
    section.add(
        Line(
            "two web processes, where each has a processor",
            f"{half.server:.0f} ms of the busier one for half of the watchers",
            f"{took.server:.0f} ms of one for all", carried,
            "≥ 1.7 times the watchers", carried >= 1.7,
        )
    )  # fmt: skip
    return section


def walls(asked: argparse.Namespace, folder: Path) -> Section:
    section, viewers = Section("A wall of tables", WALLS), asked.watchers // 4
    with (
        durable_postgresql(folder) as url,
        house(folder / "house", url) as place,
        audience.bare_broadcast(viewers) as bare,
        audience.wall(place, viewers, TABLES_OF_A_WALL) as ours,
    ):
        least, took = audience.in_turns([bare, ours])
    section.add(
        Line(
            f"{viewers:,} viewers of {TABLES_OF_A_WALL} tables each, one web process",
            f"{took.delay:.0f} ms to the last", f"{least.delay:.0f} ms",
            took.delay / least.delay, "≤ 2", took.delay <= 2 * least.delay,
        )
    )  # fmt: skip
    section.add(Line("memory of such a socket", f"{ours.a_socket:.1f} KB"))
    section.add(Line("all of them follow all tables", f"{ours.seconds_to_open:.1f} s"))
    return section


def beside(asked: argparse.Namespace, folder: Path) -> Section:
    section, bars = Section("Beside other ways to build it", BESIDE), list[tuple[str, float]]()
    with durable_postgresql(folder) as url:
        with house(folder / "house", url) as place:
            ours = place.play(place.prepare(asked.tables), "--seconds", str(asked.seconds))
            redis_url = place.deployment.redis.url
            (folder / "lines").mkdir()
            lines = peers.ten_lines(
                folder / "lines", url, redis_url, asked.tables, int(asked.seconds)
            )
        section.add(
            Line(
                "ten lines of Channels that write a row a message", f"{ours.rate:,.0f} moves/s",
                f"{lines.rate:,.0f} moves/s; {delays(lines)}", ours.rate / lines.rate,
                "≥ 0.9", ours.rate >= 0.9 * lines.rate,
            )
        )  # fmt: skip
        bars += [("here", ours.rate), ("ten lines", lines.rate)]
    for storage in STORAGES:
        (folder / storage).mkdir()
        found = peers.boardgame(folder / storage, asked.tables, int(asked.seconds), storage)
        section.add(
            Line(
                f"boardgame.io 0.50.2, a counter as a game, its state in {storage}",
                f"{ours.rate:,.0f} moves/s", f"{found.rate:,.0f} moves/s; {delays(found)}",
                ours.rate / found.rate,
            )
        )  # fmt: skip
        bars.append((f"boardgame.io, {storage}", found.rate))
    section.charts.append(chart("Moves a second, one process", "a second", bars))
    return section


def processes(asked: argparse.Namespace, folder: Path) -> Section:
    section, ours, theirs = Section("One, two and four processes", PROCESSES), [], []
    folder.chmod(0o755)  # the user that PostgreSQL runs as passes through it
    for number in NUMBERS:
        place_of_database = folder / f"postgresql-{number}"
        place_of_database.mkdir()
        with (
            durable_postgresql(place_of_database) as url,
            house(folder / f"house-{number}", url, webs=number) as place,
        ):
            files = [place.prepare(asked.tables // number) for _ in range(number)]
            here = at_once(
                [
                    partial(place.play, file, "--seconds", str(asked.seconds), at=(socket,))
                    for file, socket in zip(files, place.sockets, strict=True)
                ]
            )
        folders = [folder / f"boardgame-{number}-{which}" for which in range(number)]
        for one in folders:
            one.mkdir()
        tables = asked.tables // number
        there = at_once(
            [partial(peers.boardgame, one, tables, int(asked.seconds), "memory") for one in folders]
        )
        section.add(
            Line(
                f"{number} of each", f"{here.rate:,.0f} moves/s; {delays(here)}",
                f"boardgame.io in memory {there.rate:,.0f} moves/s; {delays(there)}",
                here.rate / there.rate,
            )
        )  # fmt: skip
        ours.append((str(number), here.rate))
        theirs.append((str(number), there.rate))
    section.charts += [
        chart("Moves a second here, by processes", "a second", ours),
        chart("Moves a second of boardgame.io, by processes", "a second", theirs),
    ]
    return section


def at_once(plays: Sequence[Callable[[], Measured]]) -> Measured:
    """Plays that go on at the same time, each with a server and with players of its own."""
    with ThreadPoolExecutor(len(plays)) as threads:
        return together(list(threads.map(lambda play: play(), plays)))


def profile(asked: argparse.Namespace, folder: Path) -> Section:
    section, samples = Section("Where the time goes", PROFILE), folder / "samples"
    with (
        durable_postgresql(folder) as url,
        house(folder / "house", url) as place,
    ):
        file = place.prepare(asked.tables)
        ready = folder / "ready"
        with sampled(place.web().pid, asked.seconds, ready, samples):
            place.play(file, "--seconds", str(asked.seconds + 2), "--ready", str(ready))
    for kind, share in shares(samples):
        section.add(Line(kind, f"{share:.0%}"))
    return section


SCENARIOS: dict[str, Scenario] = {
    "moves": moves,
    "profile": profile,
    "ways": ways,
    "watching": watching,
    "walls": walls,
    "beside": beside,
    "processes": processes,
}
