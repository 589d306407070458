"""The examples in the schema: requests of an evening and what the product answers to them.

    RECORD_EXAMPLES=1 .venv/bin/pytest tests/site/test_contract_examples.py     # records them anew

A test compares what is recorded with what is answered, name by name and kind by kind.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from rest_framework.test import APIClient

from casino_site.contract.openapi import EXAMPLES
from games.accounts import tokens
from tests.site.test_permissions import House, taken_back

API = "/api/v1/"
EVENT = "tournaments/{name}/"
ROUND = EVENT + "stages/{stage}/rounds/{round}/"
# Operation, method, address, body.
ASKED: tuple[tuple[str, str, str, Any], ...] = (
    ("bots", "GET", "bots/", None),
    ("me", "GET", "me/", None),
    ("make_token", "POST", "me/tokens/", {"name": "overlay", "scopes": ["read"]}),
    ("make_webhook", "POST", "me/webhooks/",
     {"url": "https://club.example/good-ten", "event": "{name}", "description": "The club's chat"}),
    ("webhooks", "GET", "me/webhooks/", None),
    ("sign_up", "POST", "players/", {"handle": "grace", "password": "zebra-crossing-9"}),
    ("create_tournament", "POST", "tournaments/", {"name": "Saturday night", "format": "swiss"}),
    ("tournament", "GET", EVENT, None),
    ("edit_settings", "PATCH", EVENT, {"turn_seconds": 45, "reason": "Slow evening"}),
    ("entrants", "GET", EVENT + "entrants/", None),
    ("stages", "GET", EVENT + "stages/", None),
    ("round", "GET", ROUND, None),
    ("standings", "GET", EVENT + "standings/", None),
    ("ranking", "GET", EVENT + "ranking/", None),
    ("pause_tournament", "POST", EVENT + "pause/", {"reason": "Pizza"}),
    ("adjust_score", "POST", EVENT + "entrants/{entrant}/adjust/",
     {"score": -60, "reason": "Late at the table"}),
    ("set_club", "POST", EVENT + "entrants/{entrant}/club/", {"club": "North"}),
    ("match", "GET", "matches/{match_id}/", None),
    ("match_moves", "GET", "matches/{match_id}/moves/", None),
    ("make_match", "POST", "matches/", {"opponents": ["greedy"], "clock": {"turn_seconds": 60}}),
    ("lobby", "GET", "tables/", None),
    ("try_lesson", "POST", "lessons/trail/try/", {"move": "Kc"}),
    ("ladders", "GET", "ratings/", None),
)  # fmt: skip


def recorded(house: House) -> dict[str, Any]:
    """By operation the body that was sent, and the answer by its status."""
    alice = house.people["alice"]
    assert alice is not None
    known = {**house.known, **house.target}
    found: dict[str, Any] = {}
    for operation, method, address, body in ASKED:
        with taken_back():
            client = APIClient()
            client.credentials(HTTP_AUTHORIZATION=f"Token {tokens.issue(alice).token}")
            answer = client.generic(
                method,
                API + address.format_map(known),
                "" if body is None else json.dumps(body).replace("{name}", house.tournament.slug),
                content_type="application/json",
            )
            assert answer.status_code < 300, (operation, answer.content)
            told = {"responses": {str(answer.status_code): json.loads(answer.content)}}
        found[operation] = ({} if body is None else {"request": body}) | told
    return found


def alike(value: Any) -> Any:
    """The names in it, and of each value its kind: who is paired with whom is drawn by lot."""
    if isinstance(value, Mapping):
        return {name: alike(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [alike(inner) for inner in value]
    return type(value).__name__


def kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(EXAMPLES.read_text()) if EXAMPLES.exists() else {}
    return found


def keep(found: Mapping[str, Any]) -> None:
    """Writes the examples, without any secret that was real for a moment."""
    told = json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False)
    told = re.sub(r'"(token|secret)": "[^"]+"', r'"\1": "…"', told)
    EXAMPLES.write_text(told + "\n")
