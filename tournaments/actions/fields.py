"""What an action has to be told: the kinds of its fields, with their bounds and their words.

A kind knows no framework. The API makes a serializer of it, the console the inputs of a form, and
`read` holds what either of them brings to it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.utils.functional import Promise

from games.texts import PROBLEM as UNSEEN
from games.texts import is_seen, lines_seen
from tournaments.core.refusals import BadField
from tournaments.domain.settings import CAPACITY, Settings

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    Label = StrOrPromise
else:  # what the stubs name a text to be translated
    Label = str | Promise
Value = Any
HANDLE_LENGTH = 24
ID_LENGTH = 32
# The largest table of any format.
TABLE_SIDES = 6
# A round of the largest event.
TABLES_AT_ONCE = CAPACITY[1] // 2


class LeftOut:
    """The default of a field of which nothing is known where it is left out."""


LEFT_OUT: Final = LeftOut()


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """`help` is for whoever writes scripts; `label` and `hint` stand on the page. A field that is
    not `required` has its `default` where it is left out.
    """

    name: str
    required: bool = True
    default: Value = LEFT_OUT
    help: str = ""
    label: Label = ""
    hint: Label = ""

    def problem(self, value: Value) -> str | None:
        """What is wrong with the value; None if nothing is."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Field):
    """From `least` to `most` characters, blanks around them not counted."""

    least: int = 1
    most: int

    def problem(self, value: Value) -> str | None:
        if isinstance(value, str) and self.least <= len(value.strip()) <= self.most:
            return None if is_seen(value) else UNSEEN
        return f"it takes {self.least} to {self.most} characters"


@dataclass(frozen=True, slots=True, kw_only=True)
class Markdown(Field):
    """Text of several lines, up to `most` characters, or none."""

    most: int

    def problem(self, value: Value) -> str | None:
        if not isinstance(value, str) or len(value) > self.most:
            return f"it takes up to {self.most} characters"
        return None if lines_seen(value) else UNSEEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason(Text):
    """Why, for everybody to read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Club(Text):
    """The club of an entrant, which may be none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handle(Text):
    """A player, by the handle that people write."""

    most: int = HANDLE_LENGTH


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberHandle(Handle):
    """One of those who play for the entrant that the action is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvText(Field):
    """The whole of a CSV file; its rows are judged where they are read."""

    def problem(self, value: Value) -> str | None:
        return None if isinstance(value, str) else "it takes a text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Field):
    """One of a few keys."""

    keys: tuple[str, ...]

    def problem(self, value: Value) -> str | None:
        return None if value in self.keys else f"it takes one of {', '.join(self.keys)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole(Field):
    """A whole number, within bounds where this is the place that knows them."""

    least: int | None = None
    most: int | None = None

    def problem(self, value: Value) -> str | None:
        return _whole_problem(value, self.least, self.most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Points(Whole):
    """Sixtieths of a point, which people write as points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag(Field):
    """Yes or no."""

    def problem(self, value: Value) -> str | None:
        return None if isinstance(value, bool) else "it takes true or false"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment(Field):
    """A moment with its zone, or None."""

    def problem(self, value: Value) -> str | None:
        if value is None or (isinstance(value, datetime) and value.tzinfo is not None):
            return None
        return "it takes a moment with its zone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrants(Field):
    """The ids of several entrants of the event."""

    least: int = 0
    most: int

    def problem(self, value: Value) -> str | None:
        if _is_list(value, self.least, self.most) and all(map(_is_id, value)):
            return None
        return f"it takes {self.least} to {self.most} entrants"


@dataclass(frozen=True, slots=True, kw_only=True)
class PerSide(Field):
    """A whole number for each side of a pairing, in their order.

    `most` is what an input takes; the domain judges what a script sends.
    """

    least: int
    most: int

    def problem(self, value: Value) -> str | None:
        if _is_list(value, 0, TABLE_SIDES) and all(
            _whole_problem(one, self.least, None) is None for one in value
        ):
            return None
        return f"it takes a whole number from {self.least} on for each side"


@dataclass(frozen=True, slots=True, kw_only=True)
class Places(PerSide):
    """The places of the sides: who won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoSides(Field):
    """One side of a match of two, or both."""

    def problem(self, value: Value) -> str | None:
        if _is_list(value, 1, 2) and all(_whole_problem(one, 0, 1) is None for one in value):
            return None
        return "it takes 0, 1, or both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables(Field):
    """Tables of a round with the sides that are to sit there: `{"pairing", "sides"}` each."""

    def problem(self, value: Value) -> str | None:
        if _is_list(value, 1, TABLES_AT_ONCE) and all(map(_is_table, value)):
            return None
        return "it takes tables of pairing and sides"


@dataclass(frozen=True, slots=True, kw_only=True)
class AllSettings(Field):
    """The settings of an event, all of them; the domain names what may be set, and its bounds."""

    def problem(self, value: Value) -> str | None:
        return None if isinstance(value, Settings) else "it takes the settings of an event"


def read(fields: Iterable[Field], given: Mapping[str, Value]) -> dict[str, Value]:
    """The fields with their defaults; what is no field is left out. Refuses `bad_field`."""
    found: dict[str, Value] = {}
    for field in fields:
        if field.name in given:
            value = given[field.name]
            problem = field.problem(value)
        elif field.required:
            raise BadField(field=field.name, problem="it is missing")
        else:
            value, problem = field.default, None
        if problem is not None:
            raise BadField(field=field.name, problem=problem)
        if value is not LEFT_OUT:
            found[field.name] = value
    return found


def _whole_problem(value: Value, least: int | None, most: int | None) -> str | None:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if is_whole and (least is None or value >= least) and (most is None or value <= most):
        return None
    bounds = [f"from {least}"] if least is not None else []
    bounds += [f"to {most}"] if most is not None else []
    return " ".join(["it takes a whole number", *bounds])


def _is_list(value: Value, least: int, most: int) -> bool:
    return isinstance(value, list | tuple) and least <= len(value) <= most


def _is_id(value: Value) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= ID_LENGTH


def _is_table(value: Value) -> bool:
    return (
        isinstance(value, Mapping)
        and set(value) == {"pairing", "sides"}
        and _whole_problem(value["pairing"], 1, None) is None
        and _is_list(value["sides"], 0, TABLE_SIDES)
        and all(_is_list(side, 0, 2) and all(map(_is_id, side)) for side in value["sides"])
    )
