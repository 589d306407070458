"""What a director may do where: the actions of the registry, as buttons."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from games.models import Match
from tournaments.actions import entrant_actions as entrants
from tournaments.actions import entry_actions as entries
from tournaments.actions import event_actions as event
from tournaments.actions import round_actions as rounds
from tournaments.actions.action import BEFORE_THE_END, PLAYING, About, Action
from tournaments.actions.effects import ranks_without_scores
from tournaments.actions.registry import ACTIONS
from tournaments.documents.events import PairingDocument
from tournaments.domain.directing import may_discard, may_move
from tournaments.domain.participation import may_ask_for_bye, may_return
from tournaments.domain.registration import entry_leads_to
from tournaments.domain.state import LEAST_ENTRANTS, Phase, State
from tournaments.models import Entrant, Pairing, Round, Tournament
from tournaments.store.tournament_log import tournament_log

# Actions that have a page of their own, by the name of its address.
OWN_PAGES: Mapping[Action, str] = {
    event.CHANGE_SETTINGS: "console-settings",
    event.START: "console-start",
    event.SET_SEEDING: "console-seeding",
    entries.ENTER: "tournament-enter",
    entries.WITHDRAW: "tournament-withdraw",
    entries.ENTER_BOTS: "console-bots",
    entries.ENTER_LISTED: "console-import",
    entries.ENTER_OTHER: "console-add",
}


# Of what may be said without a reason, what one press does.
AT_ONCE = (entrants.WITHDRAW_ENTRANT, entrants.PAUSE_ENTRANT, entrants.REINSTATE)


@dataclass(frozen=True, slots=True)
class Button:
    """An action on one thing; `query` names the thing. A direct one needs no form."""

    action: Action
    query: str

    @property
    def direct(self) -> bool:
        return not self.action.fields

    @property
    def at_once(self) -> bool:
        """Whether a press does it, without words: where nothing has to be said, and somebody waits
        to be told that it is done.
        """
        return self.action in AT_ONCE


def _buttons(found: list[Action], **target: Any) -> list[Button]:
    return [Button(action, urlencode(target)) for action in found]


def acts_of_event(tournament: Tournament) -> list[Button]:
    if tournament.state not in (Phase.DRAFT, *BEFORE_THE_END, Phase.COMPLETED):
        return []
    first = [event.RETRY_ROUND] if tournament.failed else []
    of_phase = [
        action
        for action in ACTIONS.values()
        if action.about is About.EVENT
        and action not in (event.RETRY_ROUND, *OWN_PAGES)
        and tournament.state in action.phases
        and (tournament.state != Phase.COMPLETED or action is event.REOPEN)
        and (action is not event.HOLD or tournament.final_at is not None)
        and (action is not event.CONFIRM or not _is_disputed(tournament))
        and (action is not event.FORBID_PAIR or _are_to_be_paired(tournament))
    ]
    return _buttons([*first, *of_phase])


def _is_disputed(tournament: Tournament) -> bool:
    """Whether a result has to be looked at first."""
    current = tournament_log.load(tournament.pk).current
    return current is not None and bool(current.disputed)


def _are_to_be_paired(tournament: Tournament) -> bool:
    """Whether there are two to keep apart, and somebody is paired still."""
    if tournament.state not in PLAYING:
        return False
    return len(tournament_log.load(tournament.pk).present) >= LEAST_ENTRANTS


def ways_in(tournament: Tournament) -> dict[str, bool]:
    """Which of the ways that lead to the entrants of an event are open."""
    enters = entry_leads_to(tournament_log.load(tournament.pk)) is not None
    return {
        "may_add": enters and tournament.state in entries.ENTER_OTHER.phases,
        "may_seed": tournament.state in event.SET_SEEDING.phases,
        "may_forbid": _are_to_be_paired(tournament),
    }


def acts_of_entrant(tournament: Tournament, entrant: Entrant, by: str) -> list[Button]:
    """What the phase of the event and the state of the entrant let a director do."""
    if tournament.state not in BEFORE_THE_END:
        return []
    state = tournament_log.load(tournament.pk)
    found = [
        action
        for action in ACTIONS.values()
        if action.about is About.ENTRANT
        and tournament.state in action.phases
        and _stands_so(action, entrant.state)
        and _is_taken(state, action, entrant.pk.hex, by)
    ]
    return _buttons(found, entrant=entrant.pk.hex)


def _stands_so(action: Action, state: str) -> bool:
    """Whether an entrant that stands so may be meant by the action."""
    is_out = state in Entrant.GONE
    return {
        entrants.CHECK_IN: state == Entrant.State.REGISTERED,
        entrants.REINSTATE: is_out,
        entrants.PAUSE_ENTRANT: state == Entrant.State.ACTIVE,
        entrants.REQUEST_BYE: state == Entrant.State.ACTIVE,
        entrants.RESUME_ENTRANT: state == Entrant.State.PAUSED,
        entrants.WITHDRAW_ENTRANT: not is_out and state != Entrant.State.ELIMINATED,
        entrants.SUBSTITUTE: not is_out,
        entrants.SET_CLUB: not is_out,
        entrants.DISQUALIFY: state != Entrant.State.DISQUALIFIED,
    }.get(action, True)


def _is_taken(state: State, action: Action, entrant: str, by: str) -> bool:
    """Whether the event as it goes allows it."""
    if action is entrants.REQUEST_BYE:
        return may_ask_for_bye(state, entrant)
    if action is entrants.REINSTATE:
        return may_return(state, entrant, by)
    return action is not entrants.ADJUST_SCORE or not ranks_without_scores(state)


class RoundInHand:
    """A round as directors may still change it: nothing of one that is over."""

    def __init__(self, tournament: Tournament, shown: Round) -> None:
        self.shown = shown
        self._state = tournament_log.load(tournament.pk)
        current = self._state.current
        is_played = current is not None and shown.stage == current.stage.number
        found = current.stage.round(shown.number) if current and is_played else None
        open_ = tournament.state in rounds.OVERRIDE.phases and found and not found.closed
        self._round = found if open_ else None
        begun = Pairing.objects.filter(
            tournament=tournament, stage=shown.stage, round=shown.number,
            match__status=Match.Status.PLAYING,
        )  # fmt: skip
        self._begun = (
            frozenset(one.hex for one in begun.values_list("match", flat=True))
            if self._round
            else frozenset[str]()
        )

    def moves(self, number: int) -> bool:
        """Whether who sits at this table may change places with somebody from another one."""
        pairing = self._round.pairings.get(number) if self._round else None
        if self._round is None or pairing is None:
            return False
        return may_move(self._state, self._round, pairing, self._begun)

    @property
    def acts(self) -> list[Button]:
        if self._round is None:
            return []
        found = [] if self._round.published else [rounds.PUBLISH]
        # Somebody changes places with somebody else.
        if len(list(islice(filter(self.moves, self._round.pairings), 2))) == 2:
            found.append(rounds.OVERRIDE)
        if may_discard(self._state, self._round, self._begun):
            found.append(rounds.DISCARD)
        return _buttons(found, stage=self.shown.stage, round=self.shown.number)


def acts_of_pairing(tournament: Tournament, pairing: PairingDocument) -> list[Button]:
    found: list[Action] = []
    if pairing["stage"] != tournament.stage:
        return []
    if pairing["disputed"]:
        found = [rounds.RESOLVE, rounds.CORRECT]
    elif pairing["state"] == "finished":
        found = [rounds.CORRECT]
        if tournament.final_at is not None or tournament.settings["policies"]["dispute_seconds"]:
            found.append(rounds.DISPUTE)
    elif pairing["state"] in ("waiting", "playing"):
        found = [rounds.CALL, *([rounds.FORFEIT] if len(pairing["sides"]) == 2 else [])]
    return _buttons(
        [one for one in found if tournament.state in one.phases],
        stage=pairing["stage"],
        round=pairing["round"],
        pairing=pairing["pairing"],
    )
