"""Facts of a tournament in words, for previews and for the record of who did what."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from cattrs import unstructure
from django.utils.translation import gettext_lazy as _

from games.models import Player
from tournaments.core.stages import POINT
from tournaments.domain.codec import to_fact
from tournaments.domain.events import TournamentEvent
from tournaments.domain.state import State
from tournaments.models import Tournament
from tournaments.store.entrant_views import entrant_documents
from tournaments.text.setting_changes import changes

Data = Mapping[str, Any]

_SENTENCES: Mapping[str, object] = {
    "tournament_created": _("The tournament is created."),
    "settings_changed": _("The settings are changed%(changes)s."),
    "description_set": _("The description is written anew."),
    "tournament_deleted": _("The draft is deleted."),
    "results_provisional": _("Everything is played; the results are final at %(final_at)s."),
    "results_held": _("The results are held up until a director confirms them."),
    "results_confirmed": _("The results are confirmed."),
    "tournament_reopened": _("%(playing)s"),
    "registration_opened": _("Registration opens."),
    "check_in_opened": _("Check-in opens."),
    "entrant_registered": _("%(members)s enters%(waits)s."),
    "entrant_promoted": _("%(entrant)s moves up from the waiting list."),
    "entrant_checked_in": _("%(entrant)s is checked in."),
    "entrant_withdrawn": _("%(entrant)s withdraws."),
    "entrant_reinstated": _("%(entrant)s is back."),
    "entrant_disqualified": _("%(entrant)s is disqualified%(void)s."),
    "entrant_paused": _("%(entrant)s is left out of the rounds to come."),
    "entrant_resumed": _("%(entrant)s plays again."),
    "bye_requested": _("%(entrant)s gets a bye in round %(round)s."),
    "member_substituted": _("%(member)s plays for %(entrant)s in the place of %(out)s."),
    "seeding_set": _("The seeding is set: %(seeds)s."),
    "club_set": _("The club of %(entrant)s is %(club)s."),
    "pair_forbidden": _("%(entrants)s are not paired with each other."),
    "tournament_started": _("The tournament starts."),
    "stage_started": _("Stage %(stage)s starts."),
    "round_paired": _("Round %(round)s is paired: %(tables)s."),
    "round_published": _("Round %(round)s is published; it starts at %(starts_at)s."),
    "round_discarded": _("Round %(round)s is thrown away and paired anew."),
    "pairing_overridden": _("Tables of round %(round)s are set by hand: %(tables)s."),
    "round_failed": _("Round %(round)s could not be paired: %(problem)s."),
    "round_retried": _("Round %(round)s is paired anew."),
    "result_recorded": _("The result of round %(round)s, table %(pairing)s: %(outcomes)s."),
    "match_forfeited": _("Round %(round)s, table %(pairing)s is decided: %(outcomes)s."),
    "result_corrected": _("The result of round %(round)s, table %(pairing)s becomes %(outcomes)s."),
    "pairing_voided": _("Round %(round)s, table %(pairing)s is taken back."),
    "result_disputed": _("The result of round %(round)s, table %(pairing)s is disputed."),
    "dispute_resolved": _("The result of round %(round)s, table %(pairing)s stands."),
    "round_closed": _("Round %(round)s closes."),
    "score_adjusted": _("%(entrant)s gets %(score)s points."),
    "stage_ended_early": _("Stage %(stage)s ends now."),
    "stage_completed": _("Stage %(stage)s is over%(qualified)s."),
    "tournament_paused": _("The tournament pauses: nothing new starts."),
    "tournament_resumed": _("The tournament goes on."),
    "tournament_completed": _("The tournament is over; %(decided)s."),
    "tournament_cancelled": _("The tournament is cancelled; open matches are annulled."),
    "text_taken_away": _("What somebody wrote is taken away."),
    "tournament_hidden": _("The staff hide the tournament."),
    "tournament_shown": _("The tournament is seen again."),
}


# By what the first place was decided.
WINS: Mapping[str, object] = {
    "play": _("%(champion)s wins"),
    "lot": _("%(champion)s wins by the lot, since nothing else separated the first"),
    "shared": _("%(champion)s share the first place"),
    "alone": _("%(champion)s wins, since nobody else was left to play"),
    "nobody": _("nobody has won it"),
}
_REOPENED = _("The tournament is opened again: its results are provisional until confirmed.")
_PLAYED_AGAIN = _("There is something to play again: the tournament goes on.")


class Words:
    """The sentences of one tournament's facts; names are read once.

    With `state`, the sides of a table are named as they sit there now; a table of the past may
    have been paired anew since, so that without it sides have numbers.
    """

    def __init__(self, tournament: Tournament, state: State | None = None) -> None:
        self.state = state
        self.entrants = {
            id_: str(one["name"]) for id_, one in entrant_documents(tournament.pk).items()
        }
        self.players: dict[str, str] = {}

    def of(self, event: TournamentEvent) -> str:
        """The sentence of a fact that is about to be, what is secret of it included."""
        fact = to_fact(event)
        return self.sentence(fact.type, {**fact.data, **(fact.secret or {})})

    def sentence(self, type_: str, data: Data) -> str:
        template = str(_SENTENCES.get(type_, type_))
        parts = {name: self._part(name, value) for name, value in self._all(data).items()}
        if "outcomes" in data:
            parts["outcomes"] = _outcomes(data["outcomes"], self._sides(data))
        return template % parts

    def _sides(self, data: Data) -> list[str]:
        """What to call the sides of the table that the fact is about."""
        numbers = [f"side {number}" for number in range(1, len(data["outcomes"]) + 1)]
        if self.state is None:
            return numbers
        found = self.state.pairing(data["stage"], data["round"], data["pairing"])
        sides = found.sides if found else ()
        return [" & ".join(self._entrant(one) for one in side) for side in sides] or numbers

    def _all(self, data: Data) -> dict[str, Any]:
        """What a sentence may name, whether the fact has it or not."""
        return {
            "waits": data.get("waitlisted"),
            "tables": [],
            "qualified": [],
            "champion": None,
            "void": None,
            "decided": data,
            "changes": data.get("settings"),
        } | {name: value for name, value in data.items() if name != "decided"}

    def _part(self, name: str, value: Any) -> Any:
        match name:
            case "entrant" | "champion":
                return self._entrant(value)
            case "entrants" | "seeds":
                return ", ".join(self._entrant(one) for one in value)
            case "qualified":
                going = ", ".join(self._entrant(one) for one in value)
                return f"; {going} go on" if going else ""
            case "members":
                return " & ".join(self.player(one["player"]) for one in value)
            case "member":
                return self.player(value["player"])
            case "out" | "by":
                return self.player(value)
            case "waits":
                return " the waiting list" if value else ""
            case "decided":
                return self._decided(value)
            case "changes":
                return self._changes(value)
            case "playing":
                return str(_PLAYED_AGAIN if value else _REOPENED)
            case "void":
                return ", and its results do not count" if value else ""
            case "score":
                return f"{value / POINT:+g}" if isinstance(value, int) else value
            case "tables":
                return "; ".join(self._table(one) for one in value) or "a draft"
        return value

    def _decided(self, data: Data) -> str:
        champions = data.get("champions") or [one for one in (data.get("champion"),) if one]
        names = " & ".join(self._entrant(one) for one in champions)
        return str(WINS.get(data.get("decided") or "play", WINS["play"])) % {
            "champion": names or "nobody"
        }

    def _changes(self, settings: Data | None) -> str:
        """What differs from the settings before, where these are known."""
        if settings is None or self.state is None:
            return ""
        found = changes(unstructure(self.state.settings), settings)
        return ": " + "; ".join(found) if found else ""

    def _table(self, table: Data) -> str:
        sides = [" & ".join(self._entrant(one) for one in side) for side in table["sides"]]
        return f"{table['number']}: {' – '.join(sides)}"

    def _entrant(self, id_: str | None) -> str:
        return self.entrants.get(id_ or "", "nobody")

    def player(self, id_: str | None) -> str:
        if id_ is None:
            return "the house"
        if id_ not in self.players:
            found = Player.objects.filter(pk=UUID(id_)).values_list("handle", flat=True).first()
            self.players[id_] = found or id_
        return self.players[id_]


def _outcomes(outcomes: list[Data], sides: list[str]) -> str:
    """Side by side: place, points, and what was not played."""
    parts = []
    for side, one in zip(sides, outcomes, strict=False):
        status = "" if one["status"] == "played" else f", {one['status'].replace('_', ' ')}"
        parts.append(f"{side} in place {one['place']} with {one['points']} points{status}")
    return "; ".join(parts)
