"""What an organiser may set, and its bounds: checked once, when the tournament is created."""

import unicodedata

from engine import BOTS
from engine.rulesets import ruleset, sides_of
from tournaments.domain.commands import CreateTournament
from tournaments.domain.refusals import BadField
from tournaments.domain.state import AUTOSTARTS

FORMATS = ("single_elimination",)
NAME_LENGTH = 80
CAPACITY = (2, 512)
TURN_SECONDS = (5, 3600)
BOT_PACE_MS = (0, 10_000)
SEATS = 2

# Controls, lone surrogates, line and paragraph separators: no name needs them, and a
# database may refuse them.
_UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
# The marks that turn the direction of the text after them, which is the text of the page.
_BIDI_CONTROLS = set(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def check_options(command: CreateTournament) -> None:
    """Refuses `bad_field`, and what the engine refuses of ruleset and overrides."""
    check_name(command.name)
    _check_range("capacity", command.capacity, CAPACITY)
    _check_range("turn_seconds", command.turn_seconds, TURN_SECONDS)
    _check_range("bot_pace_ms", command.bot_pace_ms, BOT_PACE_MS)
    _check_choice("autostart", command.autostart, AUTOSTARTS)
    _check_choice("format", command.format, FORMATS)
    if command.fill_with_bots is not None:
        check_bot("fill_with_bots", command.fill_with_bots)
    sides_of(ruleset(command.ruleset, command.overrides), SEATS, command.overrides)


def check_name(name: str) -> None:
    if not 1 <= len(name) <= NAME_LENGTH or name != name.strip():
        raise BadField(field="name", problem=f"it takes 1 to {NAME_LENGTH} characters")
    if any(unicodedata.category(char) in _UNPRINTABLE for char in name) or (
        _BIDI_CONTROLS & set(name)
    ):
        raise BadField(field="name", problem="it takes no control characters")


def _check_range(field: str, value: int, bounds: tuple[int, int]) -> None:
    least, most = bounds
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadField(field=field, problem=f"it takes a whole number from {least} to {most}")


def _check_choice(field: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise BadField(field=field, problem="it takes one of " + ", ".join(choices))


def check_bot(field: str, key: str) -> None:
    if key not in BOTS:
        raise BadField(field=field, problem="it takes one of " + ", ".join(sorted(BOTS)))
