"""What an event waits for, in a sentence."""

from datetime import datetime

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.schedule import next_due
from tournaments.domain.state import LEAST_ENTRANTS, Phase, StageState, State
from tournaments.formats import FORMATS
from tournaments.text.event_descriptions import NOBODY_LEFT, time_tag
from tournaments.text.round_names import round_name
from tournaments.text.stage_names import stage_name


def next_step(state: State, now: datetime) -> str:
    """What comes next, and what it waits for."""
    match state.phase:
        case Phase.DRAFT:
            return _("Nobody can enter before you open registration.")
        case Phase.REGISTRATION | Phase.CHECK_IN:
            return _before_the_start(state)
        case Phase.PAUSED:
            return _("Paused: nothing new starts before you let it go on.")
        case Phase.PROVISIONAL:
            return _provisional(state)
        case Phase.COMPLETED:
            return _("It is over.")
        case Phase.CANCELLED:
            return _("It was cancelled.")
    return _running(state, now)


def _provisional(state: State) -> str:
    current = state.current
    if current is not None and current.disputed:
        return ngettext(
            "Everything is played. %(count)d result is disputed: look at it first.",
            "Everything is played. %(count)d results are disputed: look at them first.",
            len(current.disputed),
        ) % {"count": len(current.disputed)}
    if state.final_at is None:
        return _("Everything is played. The results are held up until you make them final.")
    return _("Everything is played. The results are final when the time to look at them is over.")


def _before_the_start(state: State) -> str:
    if state.settings.starts_at is not None:
        return _at(_("It starts at %(time)s."), state.settings.starts_at)
    if not state.can_start:
        return _("It can start when %(least)d have entered; %(entered)d have.") % {
            "least": LEAST_ENTRANTS,
            "entered": state.taken,
        }
    return {
        "manual": _("It starts when you start it."),
        "full": _("It starts when every place is taken."),
        "first_person": _("It starts when the first person has entered."),
    }[state.settings.autostart]


def _running(state: State, now: datetime) -> str:
    current = state.current
    if current is None or current.completed:
        return _("The next stage is about to start.")
    if current.failed is not None:
        number, problem = current.failed
        return _("%(round)s could not be paired: %(problem)s. Look, then try again.") % {
            "round": _name(state, number),
            "problem": NOBODY_LEFT if problem == "no_pairing" else problem,
        }
    if current.disputed:
        return ngettext(
            "%(count)d result is disputed: it has to be looked at.",
            "%(count)d results are disputed: they have to be looked at.",
            len(current.disputed),
        ) % {"count": len(current.disputed)}
    drafts = [round_.number for round_ in current.open_rounds if not round_.published]
    if drafts:
        return _("%(round)s is a draft: it starts when you publish it.") % {
            "round": _name(state, drafts[0])
        }
    if undecided := _undecided(current):
        return ngettext(
            "%(round)s: %(count)d table is still to be decided.",
            "%(round)s: %(count)d tables are still to be decided.",
            undecided,
        ) % {"count": undecided, "round": _name(state, current.open_rounds[0].number)}
    due = next_due(state, now)
    if due is None or due <= now:
        return _("The next round is about to be paired.")
    return _at(_("It goes on at %(time)s."), due.isoformat(timespec="seconds"))


def _name(state: State, number: int) -> str:
    """What people call a round of the stage that is played, behind the name of that."""
    stage = state.stages[-1].stage
    format_ = FORMATS[stage.format]
    name = round_name(format_, format_.round_name(stage, number))
    of = stage_name(state, stage.number)
    return f"{of}: {name}" if of else name


def _at(sentence: str, time: str) -> str:
    return format_html(sentence.replace("%(time)s", "{}"), time_tag(time))


def _undecided(current: StageState) -> int:
    if not current.open_rounds:
        return 0
    return sum(not one.decided for one in current.open_rounds[0].pairings.values())
