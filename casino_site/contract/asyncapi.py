"""The sockets as an AsyncAPI document: their addresses, and the JSON Schema of every frame."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import View

from casino_site.contract import frames
from casino_site.contract.given_shapes import given_shapes
from casino_site.contract.shapes import envelope_of, shapes
from games.api.json_schemas import Schema, SchemaMaker, Schemas
from games.api.shaped import shape

ADDRESSES = {
    "match": "/ws/matches/{id}/",
    "tournament": "/ws/tournaments/{id}/",
    "watch": "/ws/watch/",
}
SAID = {
    "match": "A match: its snapshot, then every fact; a seat plays here.",
    "tournament": "A tournament: its snapshot, then every fact.",
    "watch": "Many matches and tournaments, as anybody may see them, each under its name.",
}
ID = {"id": {"description": "The id; of a tournament also the slug."}}


@cache
def document() -> dict[str, Any]:
    """The whole document. Servers are where it is fetched from."""
    maker = SchemaMaker()
    messages: dict[str, Any] = {}
    channels: dict[str, Any] = {}
    operations: dict[str, Any] = {}
    for kind, address in ADDRESSES.items():
        heard = _of_clients(kind, maker)
        told = _of_server(kind, maker)
        messages |= heard | told
        channels[kind] = {
            "address": address,
            "description": SAID[kind],
            "parameters": dict(ID) if "{id}" in address else {},
            "messages": {name: _message(name) for name in (*heard, *told)},
        }
        for action, named in (("receive", heard), ("send", told)):
            operations[f"{kind}.{action}"] = {
                "action": action,
                "channel": {"$ref": f"#/channels/{kind}"},
                "messages": [{"$ref": f"#/channels/{kind}/messages/{name}"} for name in named],
            }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Good Ten, the sockets",
            "version": "1",
            "description": _closing(),
        },
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": operations,
        "components": {"messages": messages, "schemas": _schemas(maker)},
    }


def _of_clients(kind: str, maker: SchemaMaker) -> Schemas:
    return {
        f"{kind}.{name}": {"payload": maker.of(frame), "title": f"{name}, of a client"}
        for name, frame in frames.OF_CLIENTS[kind].items()
    }


def _of_server(kind: str, maker: SchemaMaker) -> Schemas:
    told = {
        f"{kind}.{type_}.told": {"payload": envelope_of(type_, maker.of(data)), "title": type_}
        for type_, data in frames.OF_SERVER[kind].items()
    }
    if kind in frames.FACTS:
        return told | {f"{kind}.fact": {"payload": shape(frames.FACTS[kind]), "title": "a fact"}}
    for of, named in frames.OF_STREAMS.items():
        for type_, data in named.items():
            payload = _of_stream(of, envelope_of(type_, maker.of(data)))
            told[f"{kind}.{of}.{type_}.told"] = {"payload": payload, "title": type_}
        payload = shape(f"Followed{frames.FACTS[of]}")
        told[f"{kind}.{of}.fact"] = {"payload": payload, "title": "a fact"}
    return told


def _of_stream(kind: str, frame: Schema) -> Schema:
    """The frame, with the name of its stream in front."""
    name = {"type": "string", "pattern": f"^{kind}/[0-9a-f]{{32}}$"}
    return frame | {
        "required": ["stream", *frame["required"]],
        "properties": {"stream": name, **frame["properties"]},
    }


def _followed_facts() -> Schemas:
    made: Schemas = {}
    for kind, name in frames.FACTS.items():
        every = [one["$ref"].rsplit("/", 1)[-1] for one in shapes()[name]["anyOf"]]
        made[f"Followed{name}"] = {
            "description": "A fact, with the name of its stream in front.",
            "anyOf": [_of_stream(kind, shapes()[one]) for one in every],
        }
    return made


def _schemas(maker: SchemaMaker) -> Schemas:
    seat = maker.fields_of(frames.PresentSeat)
    seat["properties"]["is"] = dict(frames.PRESENT)
    seat["required"].append("is")
    return {
        **maker.named,
        **shapes(),
        **_followed_facts(),
        "KnownStreams": dict(frames.KNOWN_STREAMS),
        "Saying": dict(frames.SAYING),
        "PresentSeat": seat,
        **given_shapes(),
    }


def _message(name: str) -> Schema:
    return {"$ref": f"#/components/messages/{name}"}


def _closing() -> str:
    codes = "\n".join(f"- {code}: {said}" for code, said in frames.CLOSE_CODES.items())
    return f"docs/protocol.md, Sockets, says how they are used.\n\nClose codes:\n\n{codes}"


class AsyncApiView(View):
    """The document, with the server that is asked. Anybody may."""

    def get(self, request: HttpRequest) -> HttpResponse:
        server = {
            "host": request.get_host(),
            "protocol": "wss" if request.is_secure() else "ws",
        }
        answer = JsonResponse(document() | {"servers": {"this": server}})
        answer["Cache-Control"] = "no-cache"
        return answer
