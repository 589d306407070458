"""What a command makes of a tournament: facts, or a refusal. It is deterministic."""

from tournaments.domain.commands import (
    CreateTournament,
    Entry,
    MatchResult,
    OpenRegistration,
    PairRound,
    RecordResults,
    RegisterEntrants,
    Start,
    TournamentCommand,
    WithdrawEntrant,
)
from tournaments.domain.events import (
    EntrantRegistered,
    EntrantWithdrawn,
    PairedEntrants,
    RegistrationOpened,
    ResultRecorded,
    RoundClosed,
    RoundPaired,
    TournamentCompleted,
    TournamentCreated,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.domain.evolve import evolve
from tournaments.domain.options import check_bot, check_options
from tournaments.domain.refusals import (
    AlreadyEntered,
    NotEntered,
    NotOrganiser,
    RegistrationClosed,
    ResultNotDue,
    RoundNotDue,
    TooFewEntrants,
    TournamentFull,
    UnknownTournament,
    WrongState,
)
from tournaments.domain.rounds import Pairing, Round
from tournaments.domain.state import DRAFT, LEAST_ENTRANTS, REGISTRATION, RUNNING, State
from tournaments.formats import old_single_elimination as bracket


def decide(state: State, command: TournamentCommand) -> list[TournamentEvent]:
    """The facts that the command brings about in `state`; raises a `Refusal` instead."""
    if isinstance(command, CreateTournament):
        return _create(state, command)
    if state.version == 0:
        raise UnknownTournament()
    match command:
        case OpenRegistration():
            return _open(state, command)
        case RegisterEntrants():
            return _register(state, command)
        case WithdrawEntrant():
            return _withdraw(state, command)
        case Start():
            return _start(state, command)
        case PairRound():
            return [_pair(state, command)]
        case RecordResults():
            return _record(state, command)


def _create(state: State, command: CreateTournament) -> list[TournamentEvent]:
    if state.version != 0:
        raise WrongState(state=state.phase, needs="new")
    check_options(command)
    fields = {name: getattr(command, name) for name in TournamentCreated.__slots__}
    return [TournamentCreated(**fields)]


def _open(state: State, command: OpenRegistration) -> list[TournamentEvent]:
    _need_organiser(state, command.by)
    _need_phase(state, DRAFT)
    return [RegistrationOpened()]


def _register(state: State, command: RegisterEntrants) -> list[TournamentEvent]:
    if any(entry.bot is not None or entry.player != command.by for entry in command.entries):
        _need_organiser(state, command.by)
    return _entered(state, command.entries)


def check_bots(state: State, by: str, bot: str, count: int) -> None:
    """Refuses what would be refused of `count` bots of this strategy, before any is chosen."""
    _need_organiser(state, by)
    _need_registration(state)
    check_bot("bot", bot)
    _need_places(state, count)


def check_start(state: State, by: str | None) -> None:
    """Refuses what would be refused of a start whoever fills the free places."""
    if by is not None:
        _need_organiser(state, by)
    _need_phase(state, REGISTRATION)


def _entered(state: State, entries: tuple[Entry, ...]) -> list[TournamentEvent]:
    _need_registration(state)
    present = {entrant.player for entrant in state.entrants}
    facts: list[TournamentEvent] = []
    for number, entry in enumerate(entries, state.entered + 1):
        if entry.bot is not None:
            check_bot("bot", entry.bot)
        if entry.player in present:
            raise AlreadyEntered()
        present.add(entry.player)
        facts.append(EntrantRegistered(entry.entrant, entry.player, entry.bot, number))
    _need_places(state, len(facts))
    return facts


def _withdraw(state: State, command: WithdrawEntrant) -> list[TournamentEvent]:
    _need_registration(state)
    entrant = state.entrant_of(command.by)
    if entrant is None:
        raise NotEntered()
    return [EntrantWithdrawn(entrant.id)]


def _start(state: State, command: Start) -> list[TournamentEvent]:
    check_start(state, command.by)
    facts = _entered(state, command.fill)
    for fact in facts:
        state = evolve(state, fact)
    if len(state.entrants) < LEAST_ENTRANTS:
        raise TooFewEntrants(least=LEAST_ENTRANTS, entrants=len(state.entrants))
    # Nobody has a rating yet, so whoever came first is seeded first.
    seeds = tuple(entrant.id for entrant in state.entrants)
    return [*facts, TournamentStarted(seeds, bracket.bracket_size(len(seeds)))]


def _pair(state: State, command: PairRound) -> RoundPaired:
    if state.round_due != command.round:
        raise RoundNotDue(round=command.round)
    slots = slots_due(state)
    ids = iter(command.matches)
    pairings = tuple(
        PairedEntrants(number, slot, None if slot[1] is None else next(ids))
        for number, slot in enumerate(slots, 1)
    )
    return RoundPaired(command.round, pairings)


def slots_due(state: State) -> list[bracket.Slot]:
    """Who meets in the round that is due."""
    if not state.rounds:
        return bracket.first_round(state.seeds)
    return bracket.next_round(state.rounds[-1].winners)


def _record(state: State, command: RecordResults) -> list[TournamentEvent]:
    round_ = state.open_round
    facts: list[TournamentEvent] = []
    for result in command.results:
        pairing = _awaiting(round_, result.match)
        if state.phase != RUNNING or round_ is None or pairing is None:
            raise ResultNotDue(match=result.match)
        fact = _recorded(round_, pairing, result)
        state = evolve(state, fact)
        facts.append(fact)
        round_ = state.open_round
    if facts and round_ is not None and round_.decided:
        facts.append(RoundClosed(round_.number))
        if len(round_.pairings) == 1:
            facts.append(TournamentCompleted(round_.winners[0]))
    return facts


def _awaiting(round_: Round | None, match_id: str) -> Pairing | None:
    """The pairing of this match, if its result is still to come."""
    pairings = round_.pairings if round_ else ()
    for pairing in pairings:
        if pairing.match == match_id and pairing.result is None:
            return pairing
    return None


def _recorded(round_: Round, pairing: Pairing, result: MatchResult) -> ResultRecorded:
    winner = pairing.entrants[result.winner]
    assert winner is not None
    return ResultRecorded(
        round=round_.number,
        pairing=pairing.number,
        match=result.match,
        winner=winner,
        scores=result.scores,
        reason=result.reason,
        anchor=result.anchor,
    )


def _need_organiser(state: State, by: str) -> None:
    if by != state.options.organiser:
        raise NotOrganiser()


def _need_phase(state: State, phase: str) -> None:
    if state.phase != phase:
        raise WrongState(state=state.phase, needs=phase)


def _need_registration(state: State) -> None:
    if state.phase != REGISTRATION:
        raise RegistrationClosed(state=state.phase)


def _need_places(state: State, count: int) -> None:
    if count > state.free:
        raise TournamentFull(capacity=state.options.capacity, free=state.free)
