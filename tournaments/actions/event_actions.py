"""What directors do to an event as a whole."""

from django.utils.translation import gettext_lazy as _

from tournaments.actions import plans
from tournaments.actions.action import BEFORE_THE_END, OPEN, RUNNING, Action, Body, Who
from tournaments.actions.fields import AllSettings, Entrants, Markdown
from tournaments.actions.names import with_seen_names
from tournaments.actions.reasons import MAYBE_REASON, NEEDED_WHY, REASON
from tournaments.domain import commands
from tournaments.domain.changing import DESCRIPTION_LENGTH
from tournaments.domain.entrant_commands import ForbidPair, SetSeeding
from tournaments.domain.round_commands import RetryRound
from tournaments.domain.settings import CAPACITY
from tournaments.domain.state import Phase

CHANGE_SETTINGS = Action(
    name="change_settings",
    segment="",
    method="PUT",
    who=Who.DIRECTORS,
    phases=(Phase.DRAFT, *BEFORE_THE_END),
    title=_("Settings"),
    summary="Other settings, all of them; after the start what binds nobody retroactively.",
    body=Body(
        "SettingsBody",
        (
            AllSettings(name="settings"),
            Markdown(name="description", required=False, most=DESCRIPTION_LENGTH),
            MAYBE_REASON,
        ),
    ),
    facts=("settings_changed", "description_set"),
    make=lambda call: commands.ChangeSettings(
        call.by_id,
        with_seen_names(call.given["settings"]),
        call.now,
        call.given["reason"],
        call.given.get("description"),
    ),
)
DELETE_DRAFT = Action(
    name="delete_draft",
    segment="",
    method="DELETE",
    who=Who.DIRECTORS,
    phases=(Phase.DRAFT,),
    title=_("Delete the draft"),
    summary="Throws a draft away, which nobody has seen.",
    facts=("tournament_deleted",),
    make=lambda call: commands.DeleteDraft(call.by_id),
)
HOLD = Action(
    name="hold_results",
    segment="hold/",
    who=Who.DIRECTORS,
    phases=(Phase.PROVISIONAL,),
    title=_("Hold the results"),
    summary="Provisional results do not become final before a director confirms them.",
    body=NEEDED_WHY,
    facts=("results_held",),
    make=lambda call: commands.HoldResults(call.by_id, call.given["reason"]),
)
CONFIRM = Action(
    name="confirm_results",
    segment="confirm/",
    who=Who.DIRECTORS,
    phases=(Phase.PROVISIONAL,),
    title=_("Make the results final"),
    summary="Makes provisional results final now.",
    facts=("results_confirmed", "stage_completed", "tournament_completed"),
    make=lambda call: commands.ConfirmResults(call.by_id, call.now),
)
REOPEN = Action(
    name="reopen_tournament",
    segment="reopen/",
    who=Who.DIRECTORS,
    phases=(Phase.COMPLETED,),
    title=_("Reopen"),
    summary="The results of an event that is over are provisional again, until confirmed.",
    body=NEEDED_WHY,
    facts=("tournament_reopened",),
    make=lambda call: commands.ReopenTournament(call.by_id, call.given["reason"]),
)
OPEN_REGISTRATION = Action(
    name="open_registration",
    segment="open/",
    who=Who.DIRECTORS,
    phases=(Phase.DRAFT,),
    title=_("Open registration"),
    summary="Opens registration: draft → registration.",
    facts=("registration_opened",),
    make=lambda call: commands.OpenRegistration(call.by_id),
)
OPEN_CHECK_IN = Action(
    name="open_check_in",
    segment="open-check-in/",
    who=Who.DIRECTORS,
    phases=(Phase.REGISTRATION,),
    title=_("Open check-in"),
    summary="Opens check-in: registration → check_in.",
    facts=("check_in_opened",),
    make=lambda call: commands.OpenCheckIn(call.by_id),
)
START = Action(
    name="start_tournament",
    segment="start/",
    who=Who.DIRECTORS,
    phases=OPEN,
    title=_("Start the tournament"),
    summary="Starts the tournament: at least two entrants.",
    facts=("entrant_registered", "entrant_withdrawn", "entrant_promoted", "tournament_started"),
    make=lambda call: plans.starting(call.by),
)
PAUSE = Action(
    name="pause_tournament",
    segment="pause/",
    who=Who.DIRECTORS,
    phases=(Phase.RUNNING,),
    title=_("Pause"),
    summary="Nothing new starts; what is being played goes on.",
    body=NEEDED_WHY,
    facts=("tournament_paused",),
    make=lambda call: commands.PauseTournament(call.by_id, call.given["reason"]),
)
RESUME = Action(
    name="resume_tournament",
    segment="resume/",
    who=Who.DIRECTORS,
    phases=(Phase.PAUSED,),
    title=_("Go on"),
    summary="Goes on after a pause.",
    facts=("tournament_resumed",),
    make=lambda call: commands.ResumeTournament(call.by_id),
)
RETRY_ROUND = Action(
    name="retry_round",
    segment="retry/",
    who=Who.DIRECTORS,
    phases=RUNNING,
    title=_("Try again"),
    summary="Pairs a round anew that could not be paired.",
    facts=("round_retried",),
    make=lambda call: RetryRound(call.by_id),
)
SET_SEEDING = Action(
    name="set_seeding",
    segment="seeding/",
    who=Who.DIRECTORS,
    phases=OPEN,
    title=_("Seeding"),
    summary="The order of the seeds, best first, for policies.seeding = manual.",
    body=Body("SeedingBody", (Entrants(name="seeds", most=CAPACITY[1]),)),
    facts=("seeding_set",),
    make=lambda call: SetSeeding(call.by_id, tuple(call.given["seeds"])),
)
FORBID_PAIR = Action(
    name="forbid_pair",
    segment="forbidden/",
    who=Who.DIRECTORS,
    phases=(*BEFORE_THE_END, Phase.COMPLETED),
    title=_("Forbid a pair"),
    summary="Two entrants who must not be paired with each other.",
    body=Body("ForbidBody", (Entrants(name="entrants", least=2, most=2), REASON)),
    facts=("pair_forbidden",),
    make=lambda call: ForbidPair(call.by_id, tuple(call.given["entrants"]), call.given["reason"]),
)
END_EARLY = Action(
    name="end_early",
    segment="end/",
    who=Who.DIRECTORS,
    phases=RUNNING,
    title=_("End now"),
    summary="Ends the event now: the standings as they are become the places.",
    body=NEEDED_WHY,
    facts=(
        "stage_ended_early",
        "round_discarded",
        "match_forfeited",
        "round_closed",
        "results_provisional",
        "stage_completed",
        "tournament_completed",
    ),
    make=lambda call: commands.EndEarly(call.by_id, call.given["reason"], call.now),
)
CANCEL = Action(
    name="cancel_tournament",
    segment="cancel/",
    who=Who.DIRECTORS,
    phases=(Phase.DRAFT, *BEFORE_THE_END),
    title=_("Cancel"),
    summary="Cancels the tournament; open matches are annulled.",
    body=NEEDED_WHY,
    facts=("tournament_cancelled", "round_closed"),
    make=lambda call: commands.CancelTournament(call.by_id, call.given["reason"], call.now),
)

OF_THE_EVENT = (
    CHANGE_SETTINGS,
    OPEN_REGISTRATION,
    OPEN_CHECK_IN,
    START,
    PAUSE,
    RESUME,
    RETRY_ROUND,
    SET_SEEDING,
    FORBID_PAIR,
    CONFIRM,
    HOLD,
    REOPEN,
    END_EARLY,
    CANCEL,
    DELETE_DRAFT,
)
