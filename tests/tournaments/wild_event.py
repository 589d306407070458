"""An event in which anybody may do anything: commands at random, and what must hold of them.

`wild_actions` does things at random; after each, what was published is as it was but for what a
director did by name, and at the end `Event.finish` plays everything out. Pure: no database.
"""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import count
from random import Random

from engine import Refusal
from games.store.eventstore import Recorded
from games.store.replay import redecided
from tests.tournaments.wild_settings import wild_settings
from tests.tournaments.without_words import without_words
from tournaments.core.anchors import Anchor
from tournaments.core.stages import Pairing, Side
from tournaments.domain import commands
from tournaments.domain import events as facts
from tournaments.domain.codec import from_fact, to_fact
from tournaments.domain.decide import decide
from tournaments.domain.entrant_commands import (
    AdjustScore,
    CheckIn,
    DisqualifyEntrant,
    Entry,
    RegisterEntrants,
)
from tournaments.domain.evolve import evolve
from tournaments.domain.fact_parts import Member, Table
from tournaments.domain.round_commands import (
    CorrectResult,
    PublishRound,
    RecordResults,
    ReportedResult,
    ResolveDispute,
)
from tournaments.domain.round_facts import (
    PairingOverridden,
    PairingVoided,
    RoundDiscarded,
    RoundPaired,
    RoundPublished,
)
from tournaments.domain.schedule import next_due
from tournaments.domain.state import NEW, EntrantStatus, Phase, State
from tournaments.formats import FORMATS
from tournaments.progress.advance import due_command
from tournaments.store.tournament_log import TOURNAMENTS

MORNING = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
OLGA = "olga"
# More steps than any event of forty entrants takes from anywhere to its end.
ENOUGH = 4000
# Everybody who is to play is at one table, or has one bye, in each round of these.
FULL_ROUNDS = frozenset(key for key, one in FORMATS.items() if one.requested_byes)

Key = tuple[int, int, int]


class Event:
    def __init__(self, key: str, stages: int, seed: int) -> None:
        self.state: State = NEW
        self.now = MORNING
        self.log: list[Recorded] = []
        self.published: dict[Key, tuple[Side, ...]] = {}
        self.ids = count(1)
        dice = Random(seed)
        settings = wild_settings(dice, key, stages)
        secret = dice.randbytes(32)
        self.ask(commands.CreateTournament("t", "wild", OLGA, settings, secret, self.now))
        self.ask(commands.OpenRegistration(OLGA))
        for _ in range(dice.randint(min(3, settings.capacity), settings.capacity)):
            self.enter(dice)
        if dice.random() < 0.7:
            self.ask(commands.Start(OLGA))

    # What comes in

    def ask(self, command: commands.TournamentCommand) -> str | None:
        """The code of the refusal, if it was refused; otherwise everything has been checked."""
        if hasattr(command, "now"):
            command = replace(command, now=self.now)  # type: ignore[arg-type]
        try:
            events = decide(self.state, command)
        except Refusal as refusal:
            return refusal.code
        self._take(events)
        while (at_once := TOURNAMENTS.at_once(self.state)) is not None:
            self._take(decide(self.state, at_once))
        self._check()
        self.now += timedelta(seconds=1)
        return None

    def _take(self, events: list[facts.TournamentEvent]) -> None:
        for event in events:
            before, self.state = self.state, evolve(self.state, event)
            self._record(event)
            self._follow(before, event)

    def _record(self, event: facts.TournamentEvent) -> None:
        fact = to_fact(event)
        assert from_fact(fact.type, fact.data, fact.secret) == event
        self.log.append(
            Recorded(
                "tournament-t", self.state.version, fact.type, fact.schema, fact.data, fact.secret,
                "test", self.now,
            )
        )  # fmt: skip

    # What must hold

    def _follow(self, before: State, event: facts.TournamentEvent) -> None:
        match event:
            case RoundPaired():
                _check_tables(event.tables)
                self._check_full(before, event)
                if not event.draft:
                    self._publish(event)
            case RoundPublished(tables=tables) if tables:
                self._publish(event)
            case PairingOverridden():
                assert event.by
                assert event.reason
                if not event.draft:
                    self._publish(event)
            case RoundDiscarded():
                assert event.by
                for key in [key for key in self.published if key[:2] == (event.stage, event.round)]:
                    del self.published[key]
            case PairingVoided():
                assert event.by
                # A draft that rested on the result was not published yet.
                self.published.pop((event.stage, event.round, event.pairing), None)

    def _publish(
        self,
        event: RoundPaired | RoundPublished | PairingOverridden,
    ) -> None:
        for table in event.tables:
            key = (event.stage, event.round, table.number)
            assert isinstance(event, PairingOverridden) or key not in self.published
            self.published[key] = table.sides

    def _check_full(self, before: State, event: RoundPaired) -> None:
        """Who is to play is at one table or has a bye; who is not is at none."""
        current = before.current
        assert current is not None
        if event.tables and current.stage.format in FULL_ROUNDS:
            joined = current.stage.joined
            wanted = {
                one
                for one in current.stage.seeds
                if one not in current.stage.absent and (joined.get(one) or 1) <= event.round
            }
            seated = [one for t in event.tables for side in t.sides for one in side]
            opposed = {one for t in event.tables if len(t.sides) > 1 for s in t.sides for one in s}
            assert wanted <= set(seated)
            assert opposed <= wanted

    def _check(self) -> None:
        seen: dict[Key, tuple[Side, ...]] = {}
        for state in self.state.stages:
            for round_ in state.stage.rounds:
                at = Counter(one for table in round_.pairings.values() for one in table.entrants)
                assert not [one for one, tables in at.items() if tables > 1]
                if round_.published:
                    for table in round_.pairings.values():
                        seen[state.stage.number, round_.number, table.number] = table.sides
        assert seen == self.published
        held = Counter(member.player for one in self.state.present for member in one.members)
        assert not [player for player, times in held.items() if times > 1]
        assert TOURNAMENTS.at_once(self.state) is None, "a place is free, and somebody waits"
        assert 0 <= self.state.taken == len(self.state.present) <= self.state.settings.capacity

    def check_replay(self) -> None:
        """The facts give the state back, and deciding again gives the facts back; also when all
        that people typed is taken away.
        """
        events = [from_fact(one.type, one.data, one.secret) for one in self.log]
        assert reduce(evolve, events, NEW) == self.state
        for log in (self.log, [*map(without_words, self.log)]):
            fault, _ = redecided(TOURNAMENTS, log)
            assert fault is None, fault

    # Who does what

    def enter(self, dice: Random) -> None:
        number = next(self.ids)
        bot = dice.choice([None, None, "greedy"])
        members = tuple(
            Member(f"p{number}{letter}", bot) for letter in "ab"[: self.state.settings.team]
        )
        entry = Entry(f"e{number}", members, "", dice.choice(["", "", "red", "blue"]))
        self.ask(RegisterEntrants(OLGA, (entry,)))

    def house(self, dice: Random) -> str | None:
        """What the house has to do next, if anything; it is never refused."""
        command = due_command(self.state, self.now)
        due = next_due(self.state, self.now)
        assert (command is not None) == (due is not None and due <= self.now), (command, due)
        if command is None:
            return None
        if isinstance(command, commands.StartStage):
            command = replace(command, lot=dice.randbytes(32))
        version = self.state.version
        refused = self.ask(command)
        assert refused is None, (refused, command)
        assert self.state.version > version, command
        return self.log[-1].type

    def results(self, dice: Random) -> None:
        open_ = self.waiting()
        if open_:
            some = dice.sample(open_, dice.randint(1, len(open_)))
            assert self.ask(RecordResults(self.results_of(some, dice), self.now)) is None

    def waiting(self) -> list[Pairing]:
        """The tables that are being played."""
        current = self.state.current
        if current is None or current.completed or not self.state.running:
            return []
        return [
            table
            for round_ in current.open_rounds
            if round_.published
            for table in round_.in_order
            if not table.decided
        ]

    def results_of(self, tables: list[Pairing], dice: Random) -> tuple[ReportedResult, ...]:
        return tuple(_result(table, dice) for table in tables)

    def pass_time(self, dice: Random) -> None:
        self.now += timedelta(seconds=dice.choice([5, 60, 400]))

    # To the end

    def finish(self, dice: Random) -> None:
        """Whatever has happened, the event can be played to its end, and everybody has a place."""
        if self.state.phase in (Phase.DRAFT, Phase.CANCELLED):
            return
        while self.state.phase in (Phase.REGISTRATION, Phase.CHECK_IN):
            for one in self.state.present:
                self.ask(CheckIn(OLGA, one.id))
            if self.state.taken < 2:
                self.enter(dice)
            elif (refused := self.ask(commands.Start(OLGA))) is not None:
                assert refused in _SIZES, refused
                return
        self._play_out(dice)
        if self.state.phase is Phase.CANCELLED:
            assert not self.state.stages, "it had begun"
            return
        assert self.state.phase is Phase.COMPLETED, self.state.phase
        self.check_ranking()

    def finish_again(self, dice: Random) -> None:
        """An event that is over is opened again; after a disqualification, a correction or a
        penalty it comes to an end as well.
        """
        if self.state.phase is not Phase.COMPLETED:
            return
        assert self.ask(commands.ReopenTournament(OLGA, "a protest")) is None
        current = self.state.stages[-1].stage
        somebody = dice.choice(current.seeds)
        if dice.random() < 0.5:
            self.ask(DisqualifyEntrant(OLGA, somebody, "a protest"))
        if dice.random() < 0.5:
            named = replace(self.state.settings, name="Wild again", provisional_minutes=5)
            self.ask(commands.ChangeSettings(OLGA, named, self.now, "a protest"))
        if dice.random() < 0.5:
            self.ask(AdjustScore(OLGA, somebody, -30, "a protest"))
        played = [one for one in current.pairings() if one.decided and len(one.sides) == 2]
        if played and dice.random() < 0.8:
            table = dice.choice(played)
            place = (current.number, table.round, table.number)
            sides = dice.choice([(1, 2), (2, 1)])
            points = tuple(22 - one for one in sides)
            self.ask(CorrectResult(OLGA, *place, sides, points, "a protest", True, self.now))
        self._play_out(dice)
        assert self.state.phase is Phase.COMPLETED, self.state.phase
        self.check_ranking()

    def _play_out(self, dice: Random) -> None:
        for _ in range(ENOUGH):
            if not self.state.running:
                break
            self._further(dice)

    def check_ranking(self) -> None:
        """Everybody who took part has one place; who is behind another has none that is better; and
        whoever is called champion is first.
        """
        state = self.state
        took_part = {one for stage in state.stages for one in stage.stage.seeds}
        assert sorted(state.places) == sorted(took_part)
        assert len(state.ranks) == len(state.places)
        assert list(state.ranks) == sorted(state.ranks)
        for position, place in enumerate(state.ranks, 1):
            assert place <= position or place == 2
        champions = set(state.champions)
        assert state.champion == next(iter(state.champions), None)
        first = {one for one, place in zip(state.places, state.ranks, strict=True) if place == 1}
        assert champions <= first
        assert bool(champions) == (state.decided != "nobody")
        assert (len(champions) > 1) == (state.decided == "shared")
        for one in champions:
            assert state.entrants[one].standing is not EntrantStatus.DISQUALIFIED

    def _resolve(self) -> bool:
        current = self.state.current
        assert current is not None
        while self.state.stages[-1].disputed:
            number, pairing = min(self.state.stages[-1].disputed)
            stage = current.stage.number
            resolve = ResolveDispute(OLGA, stage, number, pairing, "seen", self.now)
            assert self.ask(resolve) is None
        return True

    def _further(self, dice: Random) -> None:
        """One step nearer to the end, by the house if it can, by the director if it must."""
        current = self.state.current
        if self.state.phase is Phase.PROVISIONAL and self.state.final_at is None:
            assert not self.state.current or not self.state.current.disputed or self._resolve()
            assert self.ask(commands.ConfirmResults(OLGA, self.now)) is None
        elif self.state.phase is Phase.PAUSED:
            assert self.ask(commands.ResumeTournament(OLGA)) is None
        elif self.house(dice) is not None:
            return
        elif current is not None and current.failed is not None:
            assert FORMATS[current.stage.format].late_entry, current.failed
            assert self.ask(commands.EndEarly(OLGA, "nobody is left to meet", self.now)) is None
        elif tables := self.waiting():
            self.pass_time(dice)
            assert self.ask(RecordResults(self.results_of(tables, dice), self.now)) is None
        elif current is not None and current.disputed:
            number, pairing = min(current.disputed)
            stage = current.stage.number
            resolve = ResolveDispute(OLGA, stage, number, pairing, "seen", self.now)
            assert self.ask(resolve) is None
        elif drafts := [one for one in current.open_rounds if not one.published] if current else []:
            stage, number = len(self.state.stages), drafts[0].number
            publish = PublishRound(OLGA, stage, number, None, self.now)
            assert self.ask(publish) is None
        else:
            due = next_due(self.state, self.now)
            assert due is not None, "nothing is due, nobody plays, and it is not over"
            assert due > self.now
            self.now = due


# How many there are may not go with the format, which is said at the start.
_SIZES = {"too_few_entrants", "too_many_entrants", "bad_field"}


def _check_tables(tables: tuple[Table, ...]) -> None:
    for table in tables:
        entrants = [one for side in table.sides for one in side]
        assert len(entrants) == len(set(entrants))
        assert (table.match is None) == (table.outcomes is not None)


def _result(table: Pairing, dice: Random) -> ReportedResult:
    """Any places, equals among them at larger tables; now and then somebody does not come."""
    assert table.match is not None
    sides = len(table.sides)
    points = (
        dice.sample(range(22), sides) if sides == 2 else [dice.randrange(9) for _ in table.sides]
    )
    if sides > 2:
        points[dice.randrange(sides)] = 21
    places = tuple(1 + sum(other > own for other in points) for own in points)
    came = tuple(dice.random() > 0.03 for _ in table.sides)
    anchor = Anchor(f"match-{table.match}", 8, "0" * 64)
    return ReportedResult(table.match, places, tuple(points), came, "score", anchor)
