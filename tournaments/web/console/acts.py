"""What a director may do where: the commands of the API, as buttons and forms."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entrant, Round, Tournament
from tournaments.web.console.forms import (
    ActionForm,
    AdjustForm,
    ClubForm,
    CorrectForm,
    ForbidForm,
    ForfeitForm,
    MaybeReason,
    PublishForm,
    Reason,
    SubstituteForm,
    SwapForm,
)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Act:
    """`form` None: one press does it. `about`: what it needs to know, of `KEYS`."""

    operation: str
    title: Promise
    form: type[ActionForm] | None = None
    about: str = "event"


KEYS: Mapping[str, tuple[str, ...]] = {
    "event": (),
    "entrant": ("entrant",),
    "round": ("stage", "round"),
    "pairing": ("stage", "round", "pairing"),
}

ACTS: Mapping[str, Act] = {
    act.operation: act
    for act in (
        Act("open_registration", _("Open registration")),
        Act("open_check_in", _("Open check-in")),
        Act("pause_tournament", _("Pause"), Reason),
        Act("resume_tournament", _("Go on")),
        Act("retry_round", _("Try again")),
        Act("end_early", _("End now"), Reason),
        Act("cancel_tournament", _("Cancel"), Reason),
        Act("forbid_pair", _("Forbid a pair"), ForbidForm),
        Act("check_in", _("Check in"), None, "entrant"),
        Act("withdraw_entrant", _("Withdraw"), MaybeReason, "entrant"),
        Act("reinstate_entrant", _("Reinstate"), MaybeReason, "entrant"),
        Act("disqualify_entrant", _("Disqualify"), Reason, "entrant"),
        Act("pause_entrant", _("Pause"), MaybeReason, "entrant"),
        Act("resume_entrant", _("Resume"), None, "entrant"),
        Act("request_bye", _("Bye in the next round"), None, "entrant"),
        Act("substitute", _("Substitute"), SubstituteForm, "entrant"),
        Act("set_club", _("Club"), ClubForm, "entrant"),
        Act("adjust_score", _("Adjust the score"), AdjustForm, "entrant"),
        Act("publish_round", _("Publish"), PublishForm, "round"),
        Act("override_pairings", _("Swap two entrants"), SwapForm, "round"),
        Act("discard_round", _("Discard and pair anew"), Reason, "round"),
        Act("forfeit_match", _("Forfeit"), ForfeitForm, "pairing"),
        Act("correct_result", _("Correct"), CorrectForm, "pairing"),
        Act("dispute_result", _("Dispute"), Reason, "pairing"),
        Act("resolve_dispute", _("The result stands"), Reason, "pairing"),
    )
}

_OF_EVENT: Mapping[str, tuple[str, ...]] = {
    "draft": ("open_registration", "cancel_tournament"),
    "registration": ("open_check_in", "forbid_pair", "cancel_tournament"),
    "check_in": ("forbid_pair", "cancel_tournament"),
    "running": ("pause_tournament", "forbid_pair", "end_early", "cancel_tournament"),
    "paused": ("resume_tournament", "forbid_pair", "end_early", "cancel_tournament"),
}
_OPEN = ("registration", "check_in")
_OUT = (Entrant.State.WITHDRAWN, Entrant.State.NO_SHOW, Entrant.State.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class Button:
    """An act on one thing; `query` names the thing."""

    act: Act
    query: str

    @property
    def direct(self) -> bool:
        return self.act.form is None


def button(operation: str, **at: Any) -> Button:
    return Button(ACTS[operation], urlencode(at))


def acts_of_event(tournament: Tournament) -> list[Button]:
    first = ("retry_round",) if tournament.failed else ()
    return [button(one) for one in (*first, *_OF_EVENT.get(tournament.state, ()))]


def acts_of_entrant(tournament: Tournament, entrant: Entrant) -> list[Button]:
    """What the state of the event and of the entrant lets a director do."""
    found: list[str] = []
    running = tournament.state in ("running", "paused")
    if not running and tournament.state not in _OPEN:
        return []
    if tournament.state == "check_in" and entrant.state == Entrant.State.REGISTERED:
        found.append("check_in")
    if entrant.state in _OUT:
        found.append("reinstate_entrant")
    if running and entrant.state == Entrant.State.ACTIVE:
        found += ["pause_entrant", "request_bye"]
    if running and entrant.state == Entrant.State.PAUSED:
        found.append("resume_entrant")
    if entrant.state not in (*_OUT, Entrant.State.ELIMINATED):
        found.append("withdraw_entrant")
    if entrant.state not in _OUT:
        found += ["substitute", "set_club"]
    if running:
        found.append("adjust_score")
    if entrant.state != Entrant.State.DISQUALIFIED:
        found.append("disqualify_entrant")
    return [button(one, entrant=entrant.pk.hex) for one in found]


def acts_of_round(shown: Round, rounds: list[Round]) -> list[Button]:
    newest = rounds[-1]
    if shown.state == Round.State.CLOSED or shown.stage != newest.stage:
        return []
    found = ["publish_round"] if shown.state == Round.State.DRAFT else []
    found.append("override_pairings")
    if shown.number == newest.number:
        found.append("discard_round")
    return [button(one, stage=shown.stage, round=shown.number) for one in found]


def acts_of_pairing(pairing: Json) -> list[Button]:
    at = {key: pairing[key] for key in KEYS["pairing"]}
    if pairing["state"] == "bye":
        return []
    if pairing["disputed"]:
        return [button("resolve_dispute", **at), button("correct_result", **at)]
    if pairing["state"] == "finished":
        return [button("correct_result", **at), button("dispute_result", **at)]
    return [button("forfeit_match", **at)] if len(pairing["sides"]) == 2 else []
