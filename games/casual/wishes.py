"""What somebody wants to play: read strictly, and held against the rules before a table is made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.bots import BOTS
from engine.errors import BadSeats
from engine.rules.rulesets import ruleset as ruleset_of
from engine.rules.rulesets import sides_of
from games.casual.models import Chair
from games.casual.refusals import NotRatable, UnknownBot
from games.refusals import MalformedField

OPEN, LINK = Chair.WaitsFor.ANYBODY.value, Chair.WaitsFor.FRIEND.value
# A bot of the strength that suits the player (games/casual/strength.py).
ANY_BOT = "bot"
TURN_SECONDS, BANK_SECONDS, BOT_PACE_MS = (5, 3600), (0, 3600), (0, 10_000)
CLOCK_FIELDS = {"turn_seconds", "bank_seconds", "bot_pace_ms"}
# Who plays bots alone may think; people wait for each other.
ALONE_SECONDS, AMONG_PEOPLE_SECONDS = 180, 60
PACE_MS = 700
FIELDS = ("ruleset", "overrides", "seats", "opponents", "clock", "rated")
# What a challenge says besides whom it is for; `bot` takes the seats that are left.
OF_CHALLENGES = ("ruleset", "overrides", "seats", "bot", "clock", "rated")
MOST_SEATS = 6


@dataclass(frozen=True, slots=True)
class Wish:
    """`opponents` are those of seats 1, 2, …: a bot's key, `bot`, `open` or `link`."""

    opponents: tuple[str, ...] = (ANY_BOT,)
    ruleset: str = "classic"
    overrides: Mapping[str, Any] = field(default_factory=dict)
    turn_seconds: int = ALONE_SECONDS
    bank_seconds: int = 0
    bot_pace_ms: int = PACE_MS
    rated: bool = False

    @property
    def seats(self) -> int:
        return 1 + len(self.opponents)

    @property
    def is_open(self) -> bool:
        return OPEN in self.opponents


def wish_in(content: Mapping[str, Any]) -> Wish:
    """The wish as JSON (docs/protocol.md). Refuses `malformed_field`, `unknown_bot`, `not_ratable`
    and what the engine refuses of ruleset, overrides and seats.
    """
    for name in content:
        if name not in FIELDS:
            raise MalformedField(field=str(name)[:64])
    opponents = _opponents(content)
    people = any(one in (OPEN, LINK) for one in opponents)
    clock = content.get("clock", {})
    if not isinstance(clock, dict) or not clock.keys() <= CLOCK_FIELDS:
        raise MalformedField(field="clock")
    seconds = AMONG_PEOPLE_SECONDS if people else ALONE_SECONDS
    return checked(
        Wish(
            opponents,
            ruleset=_text(content, "ruleset", "classic"),
            overrides=_mapping(content, "overrides"),
            turn_seconds=_number(clock, "turn_seconds", seconds, TURN_SECONDS),
            bank_seconds=_number(clock, "bank_seconds", 0, BANK_SECONDS),
            bot_pace_ms=_number(clock, "bot_pace_ms", PACE_MS, BOT_PACE_MS),
            rated=_flag(content, "rated"),
        )
    )


def checked(wish: Wish) -> Wish:
    """The same wish. Refuses what no table can be."""
    rules = ruleset_of(wish.ruleset, wish.overrides)
    sides_of(rules, wish.seats, wish.overrides)
    for one in wish.opponents:
        if one not in (OPEN, LINK, ANY_BOT) and one not in BOTS:
            raise UnknownBot(bot=one[:32])
    if wish.rated and (wish.overrides or any(one not in (OPEN, LINK) for one in wish.opponents)):
        raise NotRatable()
    return wish


def of_challenge(content: Mapping[str, Any]) -> Wish:
    """The wish of a challenge: a seat for whom it is for, opposite where four play, and bots of the
    house in all others. Refuses as `wish_in`.
    """
    seats = _number(content, "seats", 2, (2, MOST_SEATS))
    bot = _text(content, "bot", ANY_BOT)
    if bot in (OPEN, LINK):
        raise UnknownBot(bot=bot)
    said = {name: value for name, value in content.items() if name not in ("seats", "bot")}
    return wish_in({**said, "opponents": among_bots(LINK, seats, bot)})


def among_bots(person: str, seats: int, bot: str) -> list[str]:
    """The other seats of a table with one person more: a partner sits opposite."""
    opponents = [bot] * (seats - 1)
    opponents[1 if seats == 4 else 0] = person
    return opponents


def _opponents(content: Mapping[str, Any]) -> tuple[str, ...]:
    """One for each other seat; one alone stands for all of them."""
    given = content.get("opponents", [ANY_BOT])
    if not isinstance(given, list) or not 1 <= len(given) < MOST_SEATS:
        raise MalformedField(field="opponents")
    if not all(isinstance(one, str) for one in given):
        raise MalformedField(field="opponents")
    seats = _number(content, "seats", 1 + len(given), (2, MOST_SEATS))
    if len(given) not in (1, seats - 1):
        raise BadSeats(ruleset=_text(content, "ruleset", ""), seats=seats, field="opponents")
    return tuple(given) if len(given) == seats - 1 else tuple(given * (seats - 1))


def _text(content: Mapping[str, Any], name: str, default: str) -> str:
    value = content.get(name, default)
    if not isinstance(value, str):
        raise MalformedField(field=name)
    return value


def _mapping(content: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = content.get(name, {})
    if not isinstance(value, dict):
        raise MalformedField(field=name)
    return value


def _flag(content: Mapping[str, Any], name: str) -> bool:
    value = content.get(name, False)
    if not isinstance(value, bool):
        raise MalformedField(field=name)
    return value


def _number(content: Mapping[str, Any], name: str, default: int, bounds: tuple[int, int]) -> int:
    value = content.get(name, default)
    if type(value) is not int or not bounds[0] <= value <= bounds[1]:
        raise MalformedField(field=name)
    return value
