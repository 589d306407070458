"""Facts of a tournament as JSON data and back."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

from cattrs import Converter

from engine import Fact
from tournaments.domain.events import TournamentEvent

# Schema 1 had one format, and was not released.
SCHEMA = 2
# What people type stands beside facts of this schema (`games.store.stated`).
STATED_SCHEMA = 3
TYPED = {"name", "club", "reason", "description"}
# Settings hold resolved rules since schema 3; since schema 4 they say for how long results are
# provisional, and since schema 5 what a seat has in its bank, and their stages how they are
# watched. Stages start without the words of clubs since schema 3. The reason of a result is a code
# of its match.
SCHEMAS: Mapping[str, int] = {
    "tournament_created": 5,
    "settings_changed": 5,
    "stage_started": 3,
    "tournament_completed": 3,
    "entrant_promoted": 3,
    "result_recorded": 2,
    "table_called": 1,
    "text_taken_away": 1,
    "tournament_hidden": 1,
    "tournament_shown": 1,
    "description_set": 1,
    "tournament_deleted": 1,
    "results_provisional": 1,
    "results_held": 1,
    "results_confirmed": 1,
    "tournament_reopened": 1,
    "table_looked_at": 1,
}

_TYPES: Mapping[str, type[TournamentEvent]] = {
    event.type: event for event in get_args(TournamentEvent)
}


def _schema_of(event: type[TournamentEvent]) -> int:
    is_stated = any(field.name in TYPED for field in fields(event))
    return SCHEMAS.get(event.type, STATED_SCHEMA if is_stated else SCHEMA)


# The newest schema of each type.
SCHEMA_OF: Mapping[str, int] = {type_: _schema_of(event) for type_, event in _TYPES.items()}
_converter = Converter(forbid_extra_keys=True, detailed_validation=False)
_converter.register_unstructure_hook(bytes, bytes.hex)
_converter.register_structure_hook(bytes, lambda text, _: bytes.fromhex(text))


def to_fact(event: TournamentEvent) -> Fact:
    """The event as stored; `from_fact` of its parts gives the event back."""
    data: dict[str, Any] = _converter.unstructure(event)
    hidden: tuple[str, ...] = getattr(event, "secret", ())
    secret = {name: data.pop(name) for name in hidden} or None
    return Fact(event.type, SCHEMA_OF[event.type], data, secret)


def from_fact(
    type_: str, data: Mapping[str, Any], secret: Mapping[str, Any] | None = None
) -> TournamentEvent:
    """The event that was stored; raises ValueError on what `to_fact` does not write."""
    event = _TYPES.get(type_)
    if event is None:
        raise ValueError(f"no fact {type_} of a tournament")
    try:
        return _converter.structure({**data, **(secret or {})}, event)
    except Exception as error:  # cattrs lets through whatever a wrong value raises
        raise ValueError(f"corrupt {type_}: {error!r}") from error
