"""What webhooks are sent, as the schema has it (`webhooks` of OpenAPI 3.1)."""

from typing import Any

from casino_site.contract.shapes import TIME, VERSION
from casino_site.hooks.account_news import TYPES
from casino_site.hooks.messages import FACTS, NEWS, PING
from games.api.shaped import shape

Document = dict[str, Any]
TEXT: Document = {"type": "string"}
NAMED: Document = {
    "type": "object",
    "required": ["id", "slug", "name"],
    "properties": {"id": TEXT, "slug": TEXT, "name": TEXT},
}
PLAYER: Document = {
    "type": "object",
    "required": ["id", "handle"],
    "properties": {"id": TEXT, "handle": TEXT},
}
REACH: Document = {"after": VERSION, "version": VERSION}
SAID = {
    FACTS: ("WebhookFacts", "What is new in an event, as `tournaments/{name}/events/` has it."),
    NEWS: ("WebhookNews", "What is new for an account, as `me/stream/` tells it."),
    PING: ("WebhookPing", "A test."),
}
HEADERS = {
    "webhook-id": "What the message is known by, however often it is sent.",
    "webhook-timestamp": "When it was sent, in seconds since 1970.",
    "webhook-signature": "Signatures as Standard Webhooks has them, with spaces between them.",
}


def message_shapes() -> Document:
    """The bodies by their names."""
    news: Document = {
        "type": "object",
        "required": ["version", "type", "data", "at"],
        "properties": {
            "version": VERSION,
            "type": {"type": "string", "enum": sorted(TYPES)},
            "data": {"type": "object", "additionalProperties": {}},
            "at": TIME,
        },
    }
    facts = {"tournament": NAMED, **REACH, "results": _list(shape("TournamentFact"))}
    return {
        "WebhookFacts": _message(FACTS, facts),
        "WebhookNews": _message(NEWS, {"player": PLAYER, **REACH, "results": _list(news)}),
        "WebhookPing": _message(PING, {}),
    }


def webhooks() -> Document:
    """The section of the document: an operation of the receiver's for each kind of message."""
    return {type_: {"post": _operation(*said)} for type_, said in SAID.items()}


def _list(items: Document) -> Document:
    return {"type": "array", "items": items}


def _message(type_: str, data: Document) -> Document:
    properties = {"webhook": TEXT, **data}
    return {
        "type": "object",
        "description": SAID[type_][1],
        "required": ["type", "timestamp", "data"],
        "properties": {
            "type": {"type": "string", "enum": [type_]},
            "timestamp": TIME,
            "data": {"type": "object", "required": [*properties], "properties": properties},
        },
    }


def _operation(name: str, said: str) -> Document:
    return {
        "operationId": f"receive_{name.removeprefix('Webhook').lower()}",
        "description": said,
        "tags": ["webhooks"],
        "parameters": [
            {"in": "header", "name": header, "required": True, "description": why, "schema": TEXT}
            for header, why in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": shape(name)}}},
        "responses": {
            "2XX": {"description": "It was received."},
            "410": {"description": "No more is to be sent: the webhook ends."},
        },
    }
