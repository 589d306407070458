"""What directors change of an event: everything before the start, and afterwards what binds nobody
retroactively, with a reason.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from tournaments.core.refusals import BadField
from tournaments.domain import commands, watching
from tournaments.domain.decision import Decision, need_reason
from tournaments.domain.events import DescriptionSet, SettingsChanged, TournamentDeleted
from tournaments.domain.settings import (
    Settings,
    StageSettings,
    complete,
    keeping_rules,
    moment,
)
from tournaments.domain.state import Phase, State
from tournaments.formats import FORMATS

DESCRIPTION_LENGTH = 8000
# What may still change when others have begun to rely on the rest.
LATER = frozenset(
    {
        "name", "directors", "turn_seconds", "bank_seconds", "bot_pace_ms", "round_gap_seconds",
        "publish", "provisional_minutes",
    }
)  # fmt: skip
LATER_POLICIES = frozenset(
    {
        "accounts", "bot_accounts", "both_away", "bye_free_rounds", "correction", "dispute_seconds",
        "late_entry", "no_show",
        "requested_bye_score", "requested_byes", "return", "waiting_list",
        *(option.name for option in watching.OPTIONS),
    }
)  # fmt: skip
BEFORE = (Phase.DRAFT, Phase.REGISTRATION)
AFTER = (Phase.CHECK_IN, Phase.RUNNING, Phase.PAUSED, Phase.PROVISIONAL)
TOO_LATE = "it cannot change any more"


def change_settings(decision: Decision, command: commands.ChangeSettings) -> None:
    """Refuses `bad_field` what cannot change any more, by its name."""
    decision.need_director(command.by)
    decision.need_phase(*BEFORE, *AFTER)
    state = decision.state
    settings = complete(keeping_rules(command.settings, state.settings))
    at, before = moment(settings.starts_at), moment(state.settings.starts_at)
    if state.phase in AFTER and at == before:  # the same in the words of another zone
        settings = replace(settings, starts_at=state.settings.starts_at)
    if settings.starts_at != state.settings.starts_at:
        need_future(settings.starts_at, command.now)
    if state.phase in BEFORE:
        if settings.team != state.settings.team and state.taken:
            raise BadField(field="team", problem="entrants are in already")
        if settings.capacity < state.taken:
            raise BadField(field="capacity", problem=f"{state.taken} entrants are in already")
        decision.add(SettingsChanged(settings, command.by, command.reason))
    elif settings != state.settings:
        need_reason(command.reason)
        for field in changes_too_late(state, settings):
            raise BadField(field=field, problem=TOO_LATE)
        _check_rounds(state, settings)
        decision.add(SettingsChanged(settings, command.by, command.reason))
    if command.description is not None and command.description != state.description:
        _describe(decision, command.by, command.description)


def need_future(starts_at: str | None, now: datetime) -> None:
    """Refuses `bad_field` a time that has passed."""
    at = moment(starts_at)
    if at is not None and at <= now:
        raise BadField(field="starts_at", problem="it is in the past")


def set_description(decision: Decision, command: commands.SetDescription) -> None:
    decision.need_director(command.by)
    decision.need_phase(*BEFORE, *AFTER)
    _describe(decision, command.by, command.description)


def _describe(decision: Decision, by: str | None, description: str) -> None:
    if len(description) > DESCRIPTION_LENGTH:
        problem = f"it takes up to {DESCRIPTION_LENGTH} characters"
        raise BadField(field="description", problem=problem)
    decision.add(DescriptionSet(description, by))


def delete_draft(decision: Decision, command: commands.DeleteDraft) -> None:
    """Whoever has entered, or might, has seen it: then it is cancelled, and stays."""
    decision.need_director(command.by)
    decision.need_phase(Phase.DRAFT)
    decision.add(TournamentDeleted(command.by))


def changes_too_late(state: State, settings: Settings) -> Iterator[str]:
    """The fields, by their paths, that are set otherwise and cannot change any more."""
    old = state.settings
    for name in old.__dataclass_fields__:
        if name in LATER or name in ("policies", "stages"):
            continue
        if name == "starts_at" and state.phase is Phase.CHECK_IN:
            continue
        if getattr(old, name) != getattr(settings, name):
            yield name
    for name in sorted({*old.policies, *settings.policies} - LATER_POLICIES):
        if old.policies.get(name) != settings.policies.get(name):
            yield f"policies.{name}"
    if len(old.stages) != len(settings.stages):
        yield "stages"
        return
    for number, (before, after) in enumerate(zip(old.stages, settings.stages, strict=True)):
        yield from _of_stage(state, number, before, after)


def _of_stage(
    state: State, number: int, before: StageSettings, after: StageSettings
) -> Iterator[str]:
    """Of a stage that is not over its name, its rounds and how it is watched may change."""
    over = number < len(state.stages) and state.stages[number].completed
    played = number < len(state.stages) and state.phase is Phase.PROVISIONAL
    for name in ("format", "advance", *(("name", "watching") if over else ())):
        if getattr(before, name) != getattr(after, name):
            yield f"stages.{number}.{name}"
    for name in sorted({*before.options, *after.options}):
        is_open = name == "rounds" and not over and not played
        if not is_open and before.options.get(name) != after.options.get(name):
            yield f"stages.{number}.options.{name}"


def _check_rounds(state: State, settings: Settings) -> None:
    """Refuses fewer rounds than there are, and more than the entrants can play."""
    current = state.current
    if current is None or current.completed or current.stage.number > len(settings.stages):
        return
    options = settings.stages[current.stage.number - 1].options
    if options.get("rounds") == current.stage.options.get("rounds"):
        return
    field, made = f"stages.{current.stage.number - 1}.options.rounds", len(current.stage.rounds)
    rounds = options.get("rounds")
    if not isinstance(rounds, int) or rounds < made:
        raise BadField(field=field, problem=f"{made} rounds have been paired: it takes no fewer")
    try:
        FORMATS[current.stage.format].check(options, len(current.stage.seeds))
    except BadField as refused:
        raise BadField(field=field, problem=refused.params["problem"]) from refused
