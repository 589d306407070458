"""What a director may do where: the actions of the registry, as buttons."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from tournaments.actions import entrant_actions as entrants
from tournaments.actions import entry_actions as entries
from tournaments.actions import event_actions as event
from tournaments.actions import round_actions as rounds
from tournaments.actions.action import BEFORE_THE_END, About, Action
from tournaments.actions.registry import ACTIONS
from tournaments.documents import PairingDocument
from tournaments.domain.state import Phase
from tournaments.models import Entrant, Round, Tournament

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


@dataclass(frozen=True, slots=True)
class Button:
    """An action on one thing; `query` names the thing. A direct one needs no form."""

    action: Action
    query: str

    @property
    def direct(self) -> bool:
        return not self.action.fields


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
    ]
    return _buttons([*first, *of_phase])


def acts_of_entrant(tournament: Tournament, entrant: Entrant) -> list[Button]:
    """What the phase of the event and the state of the entrant let a director do."""
    if tournament.state not in BEFORE_THE_END:
        return []
    found = [
        action
        for action in ACTIONS.values()
        if action.about is About.ENTRANT
        and tournament.state in action.phases
        and _stands_so(action, entrant.state)
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


def acts_of_round(tournament: Tournament, shown: Round, of_event: list[Round]) -> list[Button]:
    newest = of_event[-1]
    if tournament.state not in rounds.OVERRIDE.phases:
        return []
    if shown.state == Round.State.CLOSED or shown.stage != newest.stage:
        return []
    found = [rounds.PUBLISH] if shown.state == Round.State.DRAFT else []
    found.append(rounds.OVERRIDE)
    if shown.number == newest.number:
        found.append(rounds.DISCARD)
    return _buttons(found, stage=shown.stage, round=shown.number)


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
    elif pairing["state"] != "bye" and len(pairing["sides"]) == 2:
        found = [rounds.FORFEIT]
    return _buttons(
        [one for one in found if tournament.state in one.phases],
        stage=pairing["stage"],
        round=pairing["round"],
        pairing=pairing["pairing"],
    )
