"""A decision being made: facts are added one by one, and the state follows each."""

from datetime import datetime, timedelta

from engine.rules.shuffle import secret_of_deal
from tournaments.core.refusals import (
    NotDirector,
    NotYourEntrant,
    ReasonNeeded,
    UnknownEntrant,
    UnknownPairing,
    WrongEntrantState,
    WrongState,
)
from tournaments.core.stages import Pairing, Round
from tournaments.domain.events import (
    ResultsProvisional,
    StageCompleted,
    TournamentCompleted,
    TournamentEvent,
)
from tournaments.domain.evolve import evolve
from tournaments.domain.policies import FIRST_PLACE, PLAYED_OFF, policy
from tournaments.domain.ranking import equals_in_front, ranking_of
from tournaments.domain.round_facts import RoundClosed
from tournaments.domain.state import PRESENT, Entrant, EntrantStatus, Phase, StageState, State
from tournaments.formats import FORMATS
from tournaments.formats.protocol import Format

REASON_LENGTH = 400

ENTERABLE = (Phase.REGISTRATION, Phase.CHECK_IN)


class Decision:
    """The facts so far and the state after them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts: list[TournamentEvent] = []

    def add(self, fact: TournamentEvent) -> None:
        self.facts.append(fact)
        self.state = evolve(self.state, fact)

    def need_director(self, by: str | None) -> None:
        if not self.state.may_direct(by):
            raise NotDirector()

    def need_phase(self, *phases: Phase) -> None:
        if self.state.phase not in phases:
            needs = " or ".join(phase.value for phase in phases)
            raise WrongState(state=self.state.phase.value, needs=needs)

    def need_entrant(self, entrant: str) -> Entrant:
        found = self.state.entrants.get(entrant)
        if found is None:
            raise UnknownEntrant()
        return found

    def need_own(self, entrant: str, by: str | None) -> Entrant:
        """The entrant, whose member or director `by` has to be."""
        found = self.need_entrant(entrant)
        own = any(member.player == by for member in found.members)
        if not own and not self.state.may_direct(by):
            raise NotYourEntrant()
        return found

    def need_stage(self) -> StageState:
        """The stage that is being played."""
        current = self.state.current
        if current is None or current.completed or not self.state.running:
            raise WrongState(state=self.state.phase.value, needs="running")
        return current

    def need_round(self, stage: int, number: int) -> Round:
        """The round of the stage that is being played."""
        found = self.need_stage().stage.round(number)
        if found is None or stage != len(self.state.stages):
            raise UnknownPairing()
        return found


def need_pairing(round_: Round, number: int) -> Pairing:
    found = round_.pairings.get(number)
    if found is None:
        raise UnknownPairing()
    return found


def need_reason(reason: str) -> None:
    if not 1 <= len(reason.strip()) <= REASON_LENGTH:
        raise ReasonNeeded(most=REASON_LENGTH)


def need_standing(entrant: Entrant, *standings: EntrantStatus) -> None:
    if entrant.standing not in standings:
        needs = " or ".join(sorted(standing.value for standing in standings))
        raise WrongEntrantState(state=entrant.standing.value, needs=needs)


def text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


def format_of(current: StageState) -> Format:
    return FORMATS[current.stage.format]


def settle(decision: Decision, now: datetime) -> None:
    """Closes the rounds that are over, then the stage, then the tournament, as far as they are."""
    if not decision.state.running:
        return
    current = decision.state.current
    if current is None or current.completed:
        return
    for round_ in current.open_rounds:
        if round_.published and round_.decided and final(decision.state.stages[-1], round_, now):
            close_round(decision, round_, now)
    current = decision.state.stages[-1]
    if current.open_rounds:
        return
    if decision.state.phase is Phase.PROVISIONAL:
        at = decision.state.final_at
        if at is not None and now >= datetime.fromisoformat(at) and not current.disputed:
            complete_stage(decision)
    elif over(current, now):
        end_stage(decision, now)


def final(current: StageState, round_: Round, now: datetime) -> bool:
    """Whether no result of the round can change by a dispute any more."""
    if any(number == round_.number for number, _ in current.disputed):
        return False
    at = current.final_at.get(round_.number)
    return at is None or now >= datetime.fromisoformat(at)


def over(current: StageState, now: datetime) -> bool:
    """Whether nothing is left to pair or to play in the stage."""
    if current.ended_early:
        return True
    if current.ends_at is not None:
        return now >= datetime.fromisoformat(current.ends_at)
    return format_of(current).complete(current.stage)


def close_round(decision: Decision, round_: Round, now: datetime) -> None:
    """Tells the cards of the round, where its tables had the same; the gap after it begins."""
    state = decision.state
    gap = timedelta(seconds=state.settings.round_gap_seconds)
    decision.add(
        RoundClosed(
            stage=len(state.stages),
            round=round_.number,
            next_at=text(now + gap) if gap else None,
            deck=deck_of(state, len(state.stages), round_.number),
        )
    )


def deck_of(state: State, stage: int, round_number: int) -> bytes | None:
    """The secret of the cards of this round, where all its tables play the same."""
    if state.settings.dealing != "duplicate":
        return None
    before = sum(len(one.stage.rounds) for one in state.stages[: stage - 1])
    rounds = [one.number for one in state.stages[stage - 1].stage.rounds]
    return secret_of_deal(state.seed, before + rounds.index(round_number) + 1)


def end_stage(decision: Decision, now: datetime) -> None:
    """Nothing is left to play in the stage. Where nothing follows it either, its results may be
    looked at for as long as the event says, before they are final.
    """
    state = decision.state
    minutes = state.settings.provisional_minutes
    people = any(not entrant.is_bot for entrant in state.entrants.values())
    if minutes and people and not _going_on(state)[1]:
        decision.add(ResultsProvisional(text(now + timedelta(minutes=minutes))))
    else:
        complete_stage(decision)


def complete_stage(decision: Decision) -> None:
    """Freezes the places of the stage; after the last one, those of the tournament."""
    state = decision.state
    number, current = len(state.stages), state.stages[-1]
    places = tuple(line.entrant for line in format_of(current).standings(current.stage))
    remaining, qualified = _going_on(state)
    decision.add(StageCompleted(number, places, qualified))
    if not qualified:
        complete_tournament(decision, remaining)


def _going_on(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Whoever is ahead of all others when the stage ends; and if they are enough for a stage after
    it, those who go on to that: the next one, or the play-off of those who are equally first.
    """
    number, current = len(state.stages), state.stages[-1]
    if current.ended_early or number > len(state.settings.stages):
        return (), ()
    if number == len(state.settings.stages):
        played_off = policy(state.settings.policies, FIRST_PLACE) == PLAYED_OFF
        equals = equals_in_front(state) if played_off else ()
        return equals, equals
    advance = state.settings.stages[number - 1].advance
    groups: dict[int, int] = {}
    going: list[str] = []
    for line in format_of(current).standings(current.stage):
        if state.entrants[line.entrant].standing not in PRESENT:
            continue
        groups[line.group] = groups.get(line.group, 0) + 1
        if groups[line.group] <= advance:
            going.append(line.entrant)
    return tuple(going), tuple(going) if len(going) > 1 else ()


def complete_tournament(decision: Decision, remaining: tuple[str, ...] = ()) -> None:
    """The ranking of all who took part. In an event of earlier versions who remains is first, where
    too few did for another stage; then come the last stage's places, then those who went out before
    it.
    """
    state = decision.state
    if state.whole_ranking:
        ranking = ranking_of(state, remaining=remaining)
        champions = ranking.champions
        decision.add(
            TournamentCompleted(
                champion=champions[0] if champions else None,
                places=ranking.places,
                champions=champions,
                ranks=ranking.ranks,
                decided=ranking.decided.value,
            )
        )
        return
    places = list(remaining)
    for stage in reversed(state.stages):
        seen = set(places)
        places.extend(entrant for entrant in stage.places if entrant not in seen)
    champion = places[0] if places else None
    decision.add(TournamentCompleted(champion, tuple(places)))
