"""Tables as the server would send them, made up: with so many seats and so much on the felt."""

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

HANDLES = (
    "Wilhelmina_of_Orange-24x",
    "Bartholomew",
    "Cem",
    "Dorothea_the_second",
    "Ed",
    "greedy-17",
)
TRAILED = ("3c", "9d", "Ks", "5h", "2s", "Td", "4c", "7d", "6h", "Qc", "8c", "Ah", "Jd", "3s", "9c")
BUILDS = (
    {"value": 9, "owner": 1, "contributors": [0, 1], "kind": "single", "cards": ["3h", "6d"]},
    {"value": 8, "owner": 0, "contributors": [0], "kind": "multiple", "cards": ["5c", "3d", "8h"]},
)
HAND = ("As", "8s", "9h", "Th")
OFFERED: tuple[dict[str, Any], ...] = (
    {"kind": "capture", "card": "9h", "loose": ["9d", "5h", "4c"], "builds": [9]},
    {"kind": "build", "card": "9h", "loose": ["Ah"], "value": 10},
)
MOMENT = "2026-11-20T16:10:00.000Z"


def table(seats: int, items: int = 10, **changes: Any) -> dict[str, Any]:
    """A match of so many seats in play, with so many cards and builds on the table, and its first
    seat, that of the reader, on turn. Four play in partnership.
    """
    sides = [[0, 2], [1, 3]] if seats == 4 else [[seat] for seat in range(seats)]
    side_of = {seat: side for side, own in enumerate(sides) for seat in own}
    rows = range(seats)
    deal = {
        "number": 3, "dealer": 1, "packet": 2, "packets": 6, "last": False, "stock": 28, "turn": 0,
        "loose": list(TRAILED[: items - len(BUILDS)]), "builds": list(BUILDS),
        "last_capture": 1, "hand": list(HAND),
    }  # fmt: skip
    play = {
        "seat": 1, "move": {"kind": "trail", "card": "3c"}, "text": "3c", "captured": [],
        "build": None, "sweep": False, "default": False, "turn": 0,
    }  # fmt: skip
    view = {
        "match": "0193", "version": 90, "status": "playing", "you": 0,
        "ruleset": {"key": "classic", "overrides": {}, "first_to": 21, "draws": False},
        "seats": [
            {"seat": seat, "side": side_of[seat], "player": f"p{seat}", "bot": None, "cut": True,
             "committed": None, "cards": 4, "timeouts": 0}
            for seat in rows
        ],
        "sides": [
            {"side": side, "seats": own, "score": 11 + side, "pile": 12, "sweeps": side % 3}
            for side, own in enumerate(sides)
        ],
        "deal": deal, "last_play": play, "sheets": [], "digests": None,
        "dealing": {"board": None, "mirrored": False}, "result": None,
        "players": [
            {"seat": seat, "id": f"p{seat}", "handle": HANDLES[seat], "kind": "person"}
            for seat in rows
        ],
        "clock": {"turn_seconds": 30, "deadline": "2026-11-20T16:10:28.000Z"},
        "tournament": None, "now": MOMENT,
    }  # fmt: skip
    return view | changes


class Stage:
    """Answers a page instead of its server: with a table, and with moves for whatever is chosen."""

    def __init__(self, page: Page, view: dict[str, Any]) -> None:
        self.view = view
        self.moves: tuple[dict[str, Any], ...] = OFFERED
        self.why: str | None = None
        self.said: list[dict[str, Any]] = []
        page.route_web_socket(re.compile("/ws/matches/"), self._opened)

    def say(self, type_: str, data: Any, version: int | None = None) -> None:
        at = {"version": version or self.view["version"], "at": MOMENT}
        self.route.send(json.dumps({"type": type_, "data": data, **at}))

    def _opened(self, route: WebSocketRoute) -> None:
        self.route = route
        route.on_message(self._hear)

    def _hear(self, text: str | bytes) -> None:
        frame = json.loads(text)
        self.said.append(frame)
        if frame["type"] == "join":
            self.say("snapshot", self.view)
        elif frame["type"] == "consider":
            told = [{"move": move, "text": ""} for move in self.moves]
            goes_with = {"loose": ["9d", "Ah"], "builds": [9]}
            self.say(
                "options",
                {"request": frame["request"], "moves": told, "why": self.why,
                 "goes_with": goes_with},
            )  # fmt: skip


def scored(view: dict[str, Any]) -> dict[str, Any]:
    """The fact that ends the deal of this table: its second seat takes two cards that were left."""
    sides = view["sides"]
    rows = [
        {"side": side["side"], "cards": 30 - 8 * at, "spades": 7 - 2 * at,
         "most_cards": 0 if at else 3,
         "most_spades": 0 if at else 1, "big_casino": 0 if at else 2, "little_casino": at % 2,
         "aces": 1, "sweeps": at % 2, "total": (7 if not at else 3)}
        for at, side in enumerate(sides)
    ]  # fmt: skip
    return {
        "deal": view["deal"]["number"], "residue": {"seat": 1, "cards": ["Ks", "2s"]},
        "sheet": rows,
        "scores": [side["score"] + row["total"] for side, row in zip(sides, rows, strict=True)],
        "piles": [[] for _ in sides], "secret": None,
    }  # fmt: skip
