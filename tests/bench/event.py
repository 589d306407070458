"""A Swiss of 10,000 entrants and 13 rounds in the store: its standings made, written and served.

`python -m tests.bench.event` (`--on postgresql`, `--entrants`, `--rounds`) registers the entrants
in one command and records every result through the product's own commands; only the pairings are
made up here, at random inside score groups, since `tests.bench.swiss` measures those. Then it makes
the standings anew, serves them beside a plain view that answers as many bytes by `JsonResponse`,
reads a past version, and folds the event from nothing. Exits 1 where a figure is behind.
"""

import argparse
import asyncio
import hashlib
import json
import os
import random
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cryptography.fernet import Fernet

from tests.bench.__main__ import MILLION, reference_loop
from tests.servers import postgresql_in, start_redis
from tournaments.core.planning import Planned, PlannedRound
from tournaments.core.scores import bye
from tournaments.core.stages import Stage
from tournaments.formats.swiss import Swiss

if TYPE_CHECKING:
    from tournaments.models import Tournament

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
WANTED_SECONDS, WANTED_SHARE = 2.0, 0.7
SERVED_SECONDS, TURNS = 0.5, 6


class QuickSwiss(Swiss):
    """Neighbours in score meet, rematches or not."""

    def due(self, stage: Stage) -> tuple[PlannedRound, ...]:
        number = len(stage.rounds) + 1
        if (stage.rounds and not stage.rounds[-1].decided) or number > stage.options["rounds"]:
            return ()
        dice, score = random.Random(number), dict.fromkeys(stage.seeds, 0)
        for pairing in stage.pairings():
            for side, outcome in zip(pairing.sides, pairing.outcomes or (), strict=True):
                score[side[0]] += outcome.score
        order = sorted(stage.seeds, key=lambda one: (-score[one], dice.random()))
        sides = [tuple((one,) for one in order[at : at + 2]) for at in range(0, len(order), 2)]
        planned = tuple(
            Planned(table, found, outcomes=None if len(found) > 1 else bye())
            for table, found in enumerate(sides, 1)
        )
        return (PlannedRound(number, len(planned), planned),)


@contextmanager
def store(on: str) -> Iterator[None]:
    """Django on a new database, migrated, with nobody listening."""
    with tempfile.TemporaryDirectory(prefix="good-ten-event-") as folder:
        os.environ |= {
            "GOODTEN_DATA_DIR": f"{folder}/data",
            "DJANGO_SETTINGS_MODULE": "tests.bench.event_settings",
            "SECRET_KEY": "a key of this run only",
            "GOODTEN_LOG_KEYS": Fernet.generate_key().decode(),
            # Whoever measures asks for more, and more often, than one may.
            "GOODTEN_LIMIT_BOTS": "900000000/3600",
            **dict.fromkeys(
                ("GOODTEN_LIMIT_READS", "GOODTEN_LIMIT_EXPENSIVE_READS"), "900000000/60"
            ),
            "REDIS_URL": start_redis(Path(folder) / "redis"),
        }
        os.environ.pop("DATABASE_URL", None)
        if on == "postgresql":
            server = postgresql_in(Path(folder))
            os.environ |= {"DATABASE_URL": server.url, "GOODTEN_DATABASE_POOL": "1"}
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0, skip_checks=True)
        yield
        connections.close_all()


class Event:
    """The event, made through the product's own commands."""

    def __init__(
        self,
        entrants: int,
        rounds: int,
        name: str = "Ten thousand",
        handle: str = "olga",
        format_: str = "swiss",
    ) -> None:
        from games.models import Player
        from tournaments.actions import services
        from tournaments.domain.settings import Settings, StageSettings

        self.entrants, self.rounds = entrants, rounds
        self.olga = Player.objects.create_person(handle, "a password of olga")
        stage = StageSettings(format_, {"rounds": rounds} if rounds else {})
        settings = Settings(name, capacity=entrants, stages=(stage,))
        self.tournament: Tournament = services.create(self.olga, settings, now=NOW)
        services.open_registration(self.tournament, self.olga, now=NOW)

    def register(self) -> None:
        from tournaments.actions import services

        services.enter_bots(self.tournament, self.olga, "greedy", self.entrants, now=NOW)

    def start(self) -> None:
        from tournaments.actions import services

        services.start(self.tournament, self.olga, now=NOW)
        self.go_on()

    def go_on(self) -> None:
        """Starts the stage, or pairs the next round."""
        from games.store.actors import SYSTEM_ACTOR
        from tournaments.progress import advance
        from tournaments.store.tournament_log import run

        while run(
            self.tournament.pk,
            lambda state: advance.due_command(state, NOW),
            actor=SYSTEM_ACTOR,
            now=NOW,
        ).events:
            pass

    def record(self, most: int | None = None) -> None:
        """Records so many of the results that are awaited, in one command."""
        from games.store.actors import SYSTEM_ACTOR
        from tournaments.domain.round_commands import RecordResults
        from tournaments.store.tournament_log import run

        results = tuple(self._results(most))
        run(
            self.tournament.pk,
            lambda state: RecordResults(results, NOW),
            actor=SYSTEM_ACTOR,
            now=NOW,
        )

    def _results(self, most: int | None) -> Iterator[Any]:
        from tournaments.core.anchors import Anchor
        from tournaments.domain.round_commands import ReportedResult

        current = self.state.current
        assert current is not None
        round_ = current.open_rounds[-1]
        awaited = [one for one in round_.in_order if not one.decided]
        for pairing in awaited[:most]:
            assert pairing.match is not None
            dice = hashlib.sha256(pairing.match.encode()).digest()
            places = (1, 2) if dice[0] % 2 else (2, 1)
            anchor = Anchor(f"match-{pairing.match}", 1, dice.hex())
            points = tuple(21 if place == 1 else dice[1] % 21 for place in places)
            yield ReportedResult(pairing.match, places, points, (True, True), "points", anchor)

    @property
    def state(self) -> Any:
        from tournaments.store.tournament_log import tournament_log

        return tournament_log.load(self.tournament.pk)


class Report:
    """Each figure as it comes, beside the reference loop.

    By this process's own time where the database is part of it, so that what else the machine does
    hardly disturbs; by the clock on the wall where it is not.
    """

    def __init__(self, on: str) -> None:
        self.clock = time.process_time if on == "sqlite" else time.perf_counter
        reference = min(self.seconds_of(reference_loop) for _ in range(3))
        print(f"{'reference loop':<46}{MILLION / reference:>12,.0f} steps/s")
        self.behind = False

    def seconds_of(self, work: Callable[[], object]) -> float:
        began = self.clock()
        work()
        return self.clock() - began

    def took(self, name: str, work: Callable[[], object], times: int = 1) -> tuple[float, float]:
        """The seconds, and the million steps that the reference loop takes in them."""
        runs = [(self.seconds_of(work), self.seconds_of(reference_loop)) for _ in range(times)]
        seconds, ratio = min(one for one, _ in runs), min(one / loop for one, loop in runs)
        print(f"{name:<46}{seconds:>10.3f} s{ratio:>9.2f} million steps", flush=True)
        return seconds, ratio

    def need(self, good: bool, what: str) -> None:
        if not good:
            print(f"BEHIND: {what}")
            self.behind = True


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.event", description=__doc__)
    parser.add_argument("--on", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--entrants", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=13)
    asked = parser.parse_args()
    print(f"{asked.entrants:,} entrants, {asked.rounds} rounds, {asked.on}")
    with store(asked.on):
        report = Report(asked.on)
        event = Event(asked.entrants, asked.rounds)
        _played(event, report)
        _standings(event, report)
        _serving(event, report)
        _folded(event, report)
    print("as wanted" if not report.behind else "BEHIND: see the figures")
    return 1 if report.behind else 0


def _played(event: Event, report: Report) -> None:
    from tournaments.formats import registered
    from tournaments.store import standings_snapshots

    report.took("registering all in one command", event.register)
    with registered(QuickSwiss()):
        report.took("starting, and a round's rows", event.start)
        for number in range(1, event.rounds):
            name = f"recording round {number}, and the next one's rows"
            report.took(name, lambda: (event.record(), event.go_on()))
            standings_snapshots.publish_editions(event.tournament.pk, event.state)
        report.took("recording 200 results", lambda: event.record(200))
        event.record()


def _standings(event: Event, report: Report) -> None:
    from tournaments.models import StandingsEdition
    from tournaments.store import standings_snapshots

    state, tournament = event.state, event.tournament.pk

    def made() -> None:
        StandingsEdition.objects.filter(tournament=tournament, version=state.version).delete()
        standings_snapshots.keep(tournament, state, 1)

    report.took(
        "standings recomputed", lambda: standings_snapshots.lines_of(state.stages[0]), times=3
    )
    seconds, _ = report.took("standings recomputed and written", made, times=3)
    report.need(seconds <= WANTED_SECONDS, f"standings in {seconds:.2f} s")
    standings_snapshots.publish_editions(tournament, state)


def _serving(event: Event, report: Report) -> None:
    state = event.state
    asyncio.run(_served(event, report, state.stages[0].stage.seeds[-1], state.version // 2))


async def _served(event: Event, report: Report, entrant: str, past: int) -> None:
    """Page 1 and the plain view by turns, through the whole ASGI handler."""
    from django.test import AsyncClient

    from tests.bench import event_urls

    client, path = AsyncClient(), f"/api/v1/tournaments/{event.tournament.slug}/standings/"

    async def rate(address: str) -> float:
        done, began = 0, report.clock()
        while (spent := report.clock() - began) < SERVED_SECONDS:
            answer = await client.get(address)
            assert answer.status_code == 200, answer.content
            done += 1
        return done / spent

    first = (await client.get(path)).content
    event_urls.CONTENT = json.loads(first)
    ours = plain = 0.0
    for _ in range(TURNS):
        plain = max(plain, await rate("/plain/"))
        ours = max(ours, await rate(path))
    print(f"{'a plain view of ' + f'{len(first):,} bytes':<46}{plain:>10,.0f} a second")
    print(f"{'page 1 of the standings':<46}{ours:>10,.0f} a second{ours / plain:>9.2f} x")
    report.need(ours >= WANTED_SHARE * plain, f"page 1 at {ours / plain:.2f} x")
    around = await rate(f"{path}?around={entrant}")
    print(f"{'the neighbourhood of an entrant':<46}{around:>10,.0f} a second")
    for name in ("a past version, first asked for", "a past version, asked for again"):
        began = report.clock()
        answer = await client.get(f"{path}?version={past}")
        assert answer.status_code == 200, answer.content
        print(f"{name:<46}{report.clock() - began:>10.3f} s")


def _folded(event: Event, report: Report) -> None:
    from tournaments.store.tournament_log import tournament_log

    facts = event.state.version
    tournament_log.forget()
    seconds, _ = report.took(f"folding {facts:,} facts from nothing", lambda: event.state)
    print(f"{'':<46}{facts / seconds:>10,.0f} facts/s")
    tournament_log.forget()
    tracemalloc.start()
    state = event.state
    held, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"{'the state in memory, and most while folding':<46}"
          f"{held / 2**20:>7,.0f} MB{most / 2**20:>7,.0f} MB")  # fmt: skip
    assert state.version == facts


if __name__ == "__main__":
    sys.exit(main())
