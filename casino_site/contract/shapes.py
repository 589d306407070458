"""JSON Schema of what neither a serializer nor a body has: views, facts and frames."""

from collections.abc import Iterable
from functools import cache
from typing import Any, get_args

from games.api.json_schemas import Schema, SchemaMaker, Schemas
from games.api.shaped import shape
from games.match.fact_documents import MATCH_FACTS
from games.match.view_documents import (
    BuildMove,
    CaptureMove,
    ObservedDocument,
    RulesDocument,
    TrailMove,
    ViewDocument,
)
from games.store.stated_fields import FIELDS
from tournaments.domain.events import TournamentEvent

TIME: Schema = {"type": "string", "format": "date-time"}
VERSION: Schema = {"type": "integer", "minimum": 0}
# What stands in the place of a text that was taken away.
REMOVED: Schema = {
    "type": "object",
    "description": "Taken away: the digest of what stood there.",
}


@cache
def shapes() -> Schemas:
    """By name: the view, moves, and the facts of matches and of tournaments."""
    maker = SchemaMaker()
    maker.of(ViewDocument)
    maker.of(RulesDocument)
    moves = [maker.of(move) for move in (TrailMove, CaptureMove, BuildMove)]
    facts = {
        f"{_title(type_)}Fact": envelope_of(type_, maker.of(data))
        for type_, data in MATCH_FACTS.items()
    }
    told = {
        f"{_title(event.type)}Fact": envelope_of(event.type, _tournament_data(maker, event))
        for event in get_args(TournamentEvent)
    }
    return {
        **maker.named,
        **facts,
        **told,
        "Move": {"oneOf": moves, "description": "What a player does with one card."},
        "OpenedView": maker.fields_of(ObservedDocument),
        "LaterMatchFact": _later(MATCH_FACTS),
        "LaterTournamentFact": _later(event.type for event in get_args(TournamentEvent)),
        "MatchFact": _any_fact("A fact of a match.", facts, "LaterMatchFact"),
        "TournamentFact": _any_fact("A fact of a tournament.", told, "LaterTournamentFact"),
    }


def _any_fact(said: str, names: Iterable[str], later: str) -> Schema:
    """One of these, or one of a type that comes with a later version."""
    return {"description": said, "anyOf": [shape(name) for name in (*names, later)]}


def _later(types: Iterable[str]) -> Schema:
    return {
        "type": "object",
        "description": "Of a type that came later: leave it out, and read on.",
        "required": ["version", "type", "data", "at"],
        "properties": {
            "version": VERSION,
            "type": {"type": "string", "not": {"enum": sorted(types)}},
            "data": {"type": "object"},
            "at": TIME,
        },
    }


def envelope_of(type_: str, data: Schema, said: str = "") -> Schema:
    """The envelope in which `data` travels."""
    made: Schema = {
        "type": "object",
        "required": ["version", "type", "data", "at"],
        "properties": {
            "version": VERSION,
            "type": {"type": "string", "enum": [type_]},
            "data": data,
            "at": TIME,
        },
    }
    return made | ({"description": said} if said else {})


def _tournament_data(maker: SchemaMaker, event: Any) -> Schema:
    """The public data of a fact: what hides in some of them alone, as tables do in drafts, may be
    there or not.
    """
    hidden = getattr(event, "secret", ())
    sometimes: tuple[str, ...] = ()
    if isinstance(hidden, property):
        hidden, sometimes = (), ("tables",)
    data = maker.fields_of(event, without=hidden)
    data["required"] = [name for name in data["required"] if name not in sometimes]
    properties: dict[str, Schema] = data["properties"]
    for name in FIELDS.get(event.type, ()):
        properties[name] = {"anyOf": [properties[name], REMOVED]}
    name = f"{_title(event.type)}Data"
    maker.named[name] = data
    return shape(name)


def _title(type_: str) -> str:
    return "".join(word.capitalize() for word in type_.split("_"))
