"""What may be said with an action in an event, made of the kinds of its fields."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from functools import singledispatch
from typing import Any
from uuid import UUID

from games.models import Player
from tests.noon import NOON
from tests.tournaments.event_scenes import Scene, Target
from tournaments.actions import fields as kinds
from tournaments.actions.action import Action
from tournaments.core.stages import Pairing
from tournaments.domain.settings import Settings


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is said: an event, what is meant in it, and somebody who is not in it."""

    scene: Scene
    target: Target
    newcomer: Player

    @property
    def pairings(self) -> list[Pairing]:
        """Those of the round that is meant."""
        current = self.scene.state.current
        found = current.stage.round(self.target["round"]) if current else None
        return list(found.in_order) if found else []

    @property
    def sides(self) -> int:
        numbers = {one.number: len(one.sides) for one in self.pairings}
        return numbers.get(self.target["pairing"], 2)


def samples(action: Action, place: Place) -> Iterator[dict[str, Any]]:
    """Everything that can be said, and as little as must be."""
    full = {field.name: value_of(field, place) for field in action.fields}
    least = {field.name: full[field.name] for field in action.fields if field.required}
    yield full
    if least != full:
        yield least


@singledispatch
def value_of(field: kinds.Field, place: Place) -> Any:
    raise TypeError(f"nothing is known to say for {type(field).__name__}")


@value_of.register
def _text(field: kinds.Text, place: Place) -> str:
    return "So be it"[: field.most]


@value_of.register
def _handle(field: kinds.Handle, place: Place) -> str:
    return place.newcomer.handle


@value_of.register
def _member(field: kinds.MemberHandle, place: Place) -> str:
    entrant = place.scene.state.entrants.get(place.target["entrant"])
    player = UUID(entrant.members[0].player) if entrant else place.newcomer.pk
    return Player.objects.get(pk=player).handle


@value_of.register
def _markdown(field: kinds.Markdown, place: Place) -> str:
    return "# Friday\n\nBring a friend."


@value_of.register
def _csv(field: kinds.CsvText, place: Place) -> str:
    return f"handle\n{place.newcomer.handle}\n"


@value_of.register
def _choice(field: kinds.Choice, place: Place) -> str:
    return field.keys[0]


@value_of.register
def _whole(field: kinds.Whole, place: Place) -> int:
    return field.least or 1


@value_of.register
def _flag(field: kinds.Flag, place: Place) -> bool:
    return True


@value_of.register
def _moment(field: kinds.Moment, place: Place) -> datetime:
    return NOON + timedelta(hours=1)


@value_of.register
def _entrants(field: kinds.Entrants, place: Place) -> list[str]:
    return [one.id for one in place.scene.state.present][: field.most]


@value_of.register
def _per_side(field: kinds.PerSide, place: Place) -> list[int]:
    """The last side has won, and has the most."""
    places = list(range(place.sides, 0, -1))
    return places if field.name == "places" else [21 - one for one in places]


@value_of.register
def _two_sides(field: kinds.TwoSides, place: Place) -> list[int]:
    return [1]


@value_of.register
def _tables(field: kinds.Tables, place: Place) -> list[dict[str, Any]]:
    """The first two tables, where the first entrants of both have changed their places."""
    tables = [one for one in place.pairings if len(one.sides) > 1][:2]
    if len(tables) < 2:
        return []
    first, second = (one.sides[0][0] for one in tables)
    other = {first: second, second: first}
    return [
        {
            "pairing": one.number,
            "sides": [[other.get(entrant, entrant) for entrant in side] for side in one.sides],
        }
        for one in tables
    ]


@value_of.register
def _settings(field: kinds.AllSettings, place: Place) -> Settings:
    return replace(place.scene.state.settings, name="Another name")


def body_of(action: Action, given: Mapping[str, Any]) -> Any:
    """What REST is sent: JSON, or the text of a file."""
    for field in action.fields:
        if isinstance(field, kinds.CsvText):
            return given[field.name]
        if isinstance(field, kinds.AllSettings):
            beside = {name: one for name, one in given.items() if name != field.name}
            return _settings_body(given[field.name]) | beside
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in given.items()
    }


def _settings_body(settings: Settings) -> dict[str, Any]:
    body = asdict(settings)
    del body["rules"]  # which nobody sets
    handles = Player.objects.filter(pk__in=settings.directors).values_list("handle", flat=True)
    return body | {"directors": list(handles)}
