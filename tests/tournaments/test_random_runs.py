"""Tournaments run at random: whatever is asked in whatever order, they end well."""

from functools import reduce

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import Fact, Refusal
from tests.tournaments.plays import CREATE, entry, result
from tournaments.domain.codec import from_fact, to_fact
from tournaments.domain.commands import (
    CreateTournament,
    OpenRegistration,
    PairRound,
    RecordResults,
    RegisterEntrants,
    Start,
    TournamentCommand,
    WithdrawEntrant,
)
from tournaments.domain.decide import decide, slots_due
from tournaments.domain.evolve import evolve
from tournaments.domain.state import NEW, State
from tournaments.formats.old_single_elimination import rounds_of, standings

PLAYERS = st.integers(1, 12)


class AnyTournament(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.state: State = NEW
        self.facts: list[Fact] = []
        self.published: list[object] = []

    def ask(self, command: TournamentCommand) -> bool:
        try:
            events = decide(self.state, command)
        except Refusal:
            return False
        self.state = reduce(evolve, events, self.state)
        self.facts += [to_fact(event) for event in events]
        return True

    @initialize(capacity=st.integers(2, 12))
    def create(self, capacity: int) -> None:
        fields = {name: getattr(CREATE, name) for name in CreateTournament.__slots__}
        assert self.ask(CreateTournament(**fields | {"capacity": capacity}))

    @rule()
    def open(self) -> None:
        self.ask(OpenRegistration("olga"))

    @rule(number=PLAYERS, bot=st.sampled_from([None, "greedy"]))
    def enter(self, number: int, bot: str | None) -> None:
        entrant = entry(number, bot)
        by = "olga" if bot else entrant.player
        again = f"{entrant.entrant}@{self.state.version}"
        self.ask(RegisterEntrants(by, (type(entrant)(again, entrant.player, bot),)))

    @rule(number=PLAYERS)
    def leave(self, number: int) -> None:
        self.ask(WithdrawEntrant(f"p{number}"))

    @rule()
    def start(self) -> None:
        self.ask(Start("olga"))

    @precondition(lambda self: self.state.round_due is not None)
    @rule()
    def pair(self) -> None:
        due = self.state.round_due
        assert due is not None
        tables = sum(second is not None for _, second in slots_due(self.state))
        assert self.ask(PairRound(due, tuple(f"m{due}-{n}" for n in range(tables))))
        self.published.append(self.facts[-1].data)

    @precondition(lambda self: self.state.open_round is not None)
    @rule(choice=st.data())
    def finish_a_match(self, choice: st.DataObject) -> None:
        assert self.state.open_round is not None
        waiting = [p for p in self.state.open_round.pairings if p.winner is None]
        pairing = choice.draw(st.sampled_from(waiting))
        winner = choice.draw(st.sampled_from([0, 1]))
        assert self.ask(RecordResults((result(pairing, winner),)))

    @invariant()
    def the_facts_give_the_state_back(self) -> None:
        events = [from_fact(fact.type, fact.data) for fact in self.facts]
        assert reduce(evolve, events, NEW) == self.state
        assert [to_fact(event) for event in events] == self.facts

    @invariant()
    def places_are_never_oversold(self) -> None:
        assert self.state.free >= 0
        players = [entrant.player for entrant in self.state.entrants]
        assert len(players) == len(set(players))

    @invariant()
    def in_a_round_everybody_left_is_at_one_table_or_has_a_bye(self) -> None:
        left = set(self.state.seeds)
        for round_ in self.state.rounds:
            seated = [entrant for p in round_.pairings for entrant in p.entrants if entrant]
            assert sorted(seated) == sorted(left)
            left -= {pairing.loser for pairing in round_.pairings if pairing.loser}

    @invariant()
    def published_pairings_never_change(self) -> None:
        stored = [fact.data for fact in self.facts if fact.type == "round_paired"]
        assert stored == self.published

    def teardown(self) -> None:
        """A started tournament can always be played to its end."""
        while self.state.phase == "running":
            if self.state.round_due is not None:
                self.pair()
            assert self.state.open_round is not None
            waiting = [p for p in self.state.open_round.pairings if p.winner is None]
            assert self.ask(RecordResults(tuple(result(p, 0) for p in waiting)))
        if self.state.phase == "completed":
            assert len(self.state.rounds) == rounds_of(self.state.size)
            lines = standings(self.state.seeds, self.state.rounds)
            assert lines[0].entrant == self.state.champion


TestAnyTournament = AnyTournament.TestCase
TestAnyTournament.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
