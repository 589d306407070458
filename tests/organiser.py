"""Somebody who asks for events of bots over REST, as anybody could."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import httpx


class Organiser:
    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=f"{url}/api/v1/", timeout=120)
        handle = f"organiser-{uuid4().hex[:8]}"
        made = self.ask("POST", "players/", {"handle": handle, "password": "ten of diamonds"})
        self.client.headers["Authorization"] = f"Token {made['token']}"

    def ask(self, method: str, path: str, content: Any = None) -> Any:
        answer = self.client.request(method, path, json=content)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text[:400]}"
        return answer.json()

    def hold(self, entrants: int, bot: str, wish: Mapping[str, Any]) -> str:
        """Creates, fills and starts an event of bots that play at once; returns its address."""
        body = {"name": "Of bots", "capacity": entrants, "bot_pace_ms": 0} | dict(wish)
        address = f"tournaments/{self.ask('POST', 'tournaments/', body)['id']}/"
        self.ask("POST", f"{address}open/", {})
        self.ask("POST", f"{address}entrants/", {"bot": bot, "count": entrants})
        self.ask("POST", f"{address}start/", {})
        return address

    def facts(self, address: str) -> list[dict[str, Any]]:
        """All facts of a small event, as anybody may see them."""
        found: list[dict[str, Any]] = self.ask("GET", f"{address}events/")["results"]
        return found
