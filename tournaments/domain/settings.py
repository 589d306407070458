"""What an organiser sets of a tournament, and its bounds."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from engine import BOTS
from engine.rules.rulesets import Ruleset, ruleset, sides_of
from engine.wire.rules_json import rules_from_json, rules_json
from tournaments.core.refusals import BadField
from tournaments.domain.policies import (
    FIRST_PLACE,
    PLAYED_OFF,
    POLICIES,
    completed,
    without_later,
)
from tournaments.domain.watching import KINDS, ROUND, WATCHING, watching_in
from tournaments.formats import DEFAULT_FORMAT, FORMATS
from tournaments.formats.protocol import Format

NAME_LENGTH = 80
CAPACITY = (2, 16_384)
TURN_SECONDS = (5, 3600)
BANK_SECONDS = (0, 3600)
BOT_PACE_MS = (0, 10_000)
STAGES = 4
ROUND_GAP_SECONDS = (0, 7 * 86_400)
CHECK_IN_MINUTES = (0, 7 * 1440)
DIRECTORS = 20
PROVISIONAL_MINUTES = (0, 7 * 1440)
SCALE = 6

MANUAL = "manual"
FULL = "full"
FIRST_PERSON = "first_person"
AUTOSTARTS = (MANUAL, FULL, FIRST_PERSON)
STARTS = ("rounds", "ready")
PUBLISH = ("automatic", "manual")
DEALING = ("own", "duplicate")

# Controls, lone surrogates, line and paragraph separators: no name needs them, and a
# database may refuse them.
_UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
# The marks that turn the direction of the text after them, which is the text of the page.
_BIDI_CONTROLS = set(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


@dataclass(frozen=True, slots=True)
class StageSettings:
    """`advance` go on to the next stage (of each group where there are groups); 0 in the last.

    `watching`: when others than its players see its tables; "": as the event says.
    """

    format: str = DEFAULT_FORMAT
    options: Mapping[str, Any] = field(default_factory=dict)
    advance: int = 0
    name: str = ""
    watching: str = ""


# What follows the last stage where equals play the title off.
PLAY_OFF = StageSettings(DEFAULT_FORMAT, {"third_place": False}, 0, "Play-off")


@dataclass(frozen=True, slots=True)
class Settings:
    """As the organiser set them. `team` is the number of members of an entrant.

    `rules` are the resolved rules of ruleset and overrides, as JSON; None where nobody has resolved
    them yet. Only partnership is not theirs to say: see `match_overrides`.

    `starts`: whether tables of a round start together or each when its players are known.
    `publish`: whether pairings are shown as soon as they are made. `starts_at` is RFC 3339 or None.
    `provisional_minutes`: for how long results may be looked at before they are final.
    `scale`: points for the places 1, 2, … at a table; empty for the placement fraction.
    """

    name: str
    ruleset: str = "classic"
    overrides: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Any] | None = None
    capacity: int = 16
    team: int = 1
    turn_seconds: int = 30
    bank_seconds: int = 0
    bot_pace_ms: int = 0
    autostart: str = MANUAL
    fill_with_bots: str | None = None
    starts_at: str | None = None
    check_in_minutes: int = 0
    provisional_minutes: int = 0
    round_gap_seconds: int = 0
    starts: str = "ready"
    publish: str = "automatic"
    dealing: str = "own"
    mirrored: bool = False
    rated: bool = True
    scale: tuple[int, ...] = ()
    directors: tuple[str, ...] = ()
    policies: Mapping[str, Any] = field(default_factory=dict)
    stages: tuple[StageSettings, ...] = (StageSettings(),)


def complete(settings: Settings) -> Settings:
    """The settings with every default filled in, and their rules as they are resolved today unless
    they have been already.

    Refuses `bad_field`, and what the engine refuses of ruleset, overrides and numbers of seats.
    """
    _check_name("name", settings.name, NAME_LENGTH)
    _check_range("capacity", settings.capacity, CAPACITY)
    _check_range("turn_seconds", settings.turn_seconds, TURN_SECONDS)
    _check_range("bank_seconds", settings.bank_seconds, BANK_SECONDS)
    _check_range("bot_pace_ms", settings.bot_pace_ms, BOT_PACE_MS)
    _check_range("round_gap_seconds", settings.round_gap_seconds, ROUND_GAP_SECONDS)
    _check_range("check_in_minutes", settings.check_in_minutes, CHECK_IN_MINUTES)
    _check_range("provisional_minutes", settings.provisional_minutes, PROVISIONAL_MINUTES)
    _check_range("team", settings.team, (1, 2))
    _check_choice("autostart", settings.autostart, AUTOSTARTS)
    _check_choice("starts", settings.starts, STARTS)
    _check_choice("publish", settings.publish, PUBLISH)
    _check_choice("dealing", settings.dealing, DEALING)
    if settings.fill_with_bots is not None:
        check_bot("fill_with_bots", settings.fill_with_bots)
    _check_scale(settings.scale)
    if len(settings.directors) > DIRECTORS:
        raise BadField(field="directors", problem=f"it takes at most {DIRECTORS}")
    moment(settings.starts_at)
    if settings.check_in_minutes and settings.starts_at is None:
        raise BadField(field="check_in_minutes", problem="it needs starts_at")
    if settings.publish == "manual" and settings.starts != "rounds":
        raise BadField(field="publish", problem='drafts need starts = "rounds"')
    if not 1 <= len(settings.stages) <= STAGES:
        raise BadField(field="stages", problem=f"it takes 1 to {STAGES} stages")
    stages: tuple[StageSettings, ...] = ()
    for number in range(len(settings.stages)):
        stages = (*stages, _stage(settings, number, _entrants(settings, stages)))
    policies = without_later(completed(POLICIES, settings.policies, "policies"))
    for number, stage in enumerate(stages):
        _check_watching(stage, f"stages.{number}", policies)
    if policies.get(FIRST_PLACE) == PLAYED_OFF:
        _check_play_off(settings)
    return replace(settings, stages=stages, policies=policies, rules=_resolved(settings))


def _check_watching(stage: StageSettings, field_: str, policies: Mapping[str, object]) -> None:
    """Whether what others wait for comes to an end at all."""
    _check_choice(f"{field_}.watching", stage.watching, ("", *KINDS))
    format_ = FORMATS[stage.format]
    if watching_in(policies, stage.watching).kind == ROUND and not format_.shared_deals:
        name = f"{field_}.watching" if stage.watching else f"policies.{WATCHING}"
        raise BadField(field=name, problem=f"{format_.name} has no rounds that end together")


def _check_play_off(settings: Settings) -> None:
    """Whether the rules seat two for a play-off."""
    rules = match_rules(settings, PLAY_OFF.format)
    sides_of(rules, 4 if settings.team == 2 else 2, match_overrides(settings, PLAY_OFF.format))


def _resolved(settings: Settings) -> Mapping[str, Any]:
    if settings.rules is not None:
        return settings.rules
    return rules_json(ruleset(settings.ruleset, settings.overrides))


def keeping_rules(settings: Settings, former: Settings) -> Settings:
    """The settings with the rules of the former ones, where both name the same: who changes the
    name of an event does not change what its players were told.
    """
    named = (settings.ruleset, settings.overrides)
    if settings.rules is not None or named != (former.ruleset, former.overrides):
        return settings
    return replace(settings, rules=former.rules)


def moment(text: str | None) -> datetime | None:
    """The moment that `starts_at` names. Refuses `bad_field` what is none or has no zone."""
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        found = None
    if found is None or found.tzinfo is None:
        raise BadField(field="starts_at", problem="it takes a time with its zone, as RFC 3339 has")
    return found


def _stage(settings: Settings, index: int, entrants: int) -> StageSettings:
    stage, field_ = settings.stages[index], f"stages.{index}"
    _check_choice(f"{field_}.format", stage.format, tuple(FORMATS))
    _check_name(f"{field_}.name", stage.name or "-", NAME_LENGTH)
    last = index == len(settings.stages) - 1
    _check_range(f"{field_}.advance", stage.advance, (0, 0) if last else (1, CAPACITY[1]))
    format_ = FORMATS[stage.format]
    options = completed(format_.options, stage.options, f"{field_}.options")
    try:
        format_.check(options, entrants)
    except BadField as refused:  # a format does not know which stage it is
        raise BadField(
            field=f"{field_}.options.{refused.params['field']}", problem=refused.params["problem"]
        ) from refused
    _check_tables(settings, format_, options, field_)
    return replace(stage, options=options)


def _entrants(settings: Settings, complete: tuple[StageSettings, ...]) -> int:
    """How many the stage after these will have if every place is taken."""
    if not complete:
        return settings.capacity
    before = complete[-1]
    return before.advance * FORMATS[before.format].groups(before.options)


def match_overrides(settings: Settings, format_key: str) -> dict[str, Any]:
    """The overrides of the event's matches: whether four play in partnerships follows from who
    enters and from the format.
    """
    partners = settings.team == 2 or FORMATS[format_key].rotating_partners
    return {**settings.overrides, "partnership": partners}


def match_rules(settings: Settings, format_key: str) -> Ruleset:
    """The rules of the event's matches: those that its facts hold, whatever they would be now."""
    partners = match_overrides(settings, format_key)["partnership"]
    rules = rules_from_json(settings.ruleset, _resolved(settings))
    return replace(rules, partnership=partners)


def _check_tables(
    settings: Settings, format_: Format, options: Mapping[str, object], field_: str
) -> None:
    """Whether the ruleset and the dealing go with the tables that the format makes."""
    if "partnership" in settings.overrides:
        raise BadField(
            field="overrides.partnership", problem="it follows from the entrants and the format"
        )
    if settings.team == 2 and format_.rotating_partners:
        raise BadField(field="team", problem="partners that rotate enter one by one")
    sizes = tuple(format_.sizes(options))
    if settings.team == 2 and sizes != (2,):
        raise BadField(field=f"{field_}.options", problem="partnerships meet two at a table")
    partners = settings.team == 2 or format_.rotating_partners
    overrides = match_overrides(settings, format_.key)
    rules = match_rules(settings, format_.key)
    for size in (4,) if partners else sizes:
        sides_of(rules, size, overrides)
    if settings.mirrored and (sizes != (2,) or partners):
        raise BadField(field="mirrored", problem="it takes tables of two players")
    if settings.dealing == "duplicate" and settings.starts != "rounds":
        raise BadField(field="dealing", problem='duplicate dealing needs starts = "rounds"')
    if settings.dealing == "duplicate" and not format_.shared_deals:
        problem = f"{format_.name} has no rounds to deal the same cards to"
        raise BadField(field="dealing", problem=problem)


def _check_scale(scale: tuple[int, ...]) -> None:
    if len(scale) > SCALE or any(
        isinstance(one, bool) or not isinstance(one, int) or not 0 <= one <= 100 for one in scale
    ):
        raise BadField(field="scale", problem=f"it takes up to {SCALE} whole numbers from 0 to 100")
    if list(scale) != sorted(scale, reverse=True):
        raise BadField(field="scale", problem="a better place earns at least as much")


def check_name(name: str) -> None:
    """Refuses `bad_field` a name that is too long, blank around, or holds controls."""
    _check_name("name", name, NAME_LENGTH)


def _check_name(field_: str, name: str, most: int) -> None:
    if not 1 <= len(name) <= most or name != name.strip():
        raise BadField(field=field_, problem=f"it takes 1 to {most} characters")
    if any(unicodedata.category(char) in _UNPRINTABLE for char in name) or (
        _BIDI_CONTROLS & set(name)
    ):
        raise BadField(field=field_, problem="it takes no control characters")


def _check_range(field_: str, value: int, bounds: tuple[int, int]) -> None:
    least, most = bounds
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadField(field=field_, problem=f"it takes a whole number from {least} to {most}")


def _check_choice(field_: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise BadField(field=field_, problem="it takes one of " + ", ".join(choices))


def check_bot(field_: str, key: str) -> None:
    if key not in BOTS:
        raise BadField(field=field_, problem="it takes one of " + ", ".join(sorted(BOTS)))
