"""What is new for an account, as `me/stream/` tells it: worked out from rows, beside what was told.

It has the same envelopes of tables, turns, ends, challenges and events; but no word that is said to
listeners alone and that no row keeps.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from casino_site.hooks.models import Webhook
from engine.errors import Refusal
from games.envelopes import Envelope, envelope
from games.live.players import MATCH, Item, awaiting
from games.match.at_seat import AtSeat, look
from games.models import Match, Player

TYPES = frozenset({"seated", "cut", "turn", "finished", "event", "paired", "invited", "refused"})
Told = dict[str, Any]


def begin(hook: Webhook, now: datetime) -> None:
    """Takes what awaits the owner now as told, but for turns that have begun already."""
    hook.made = hook.version = _moment(now)
    items = awaiting([hook.owner_id])[hook.owner_id]
    hook.told = {
        "matches": {match: [0, 0] for match in _matches(items)},
        "items": _digests(items),
    }


def with_news(hooks: Sequence[Webhook]) -> list[Webhook]:
    """Those of these webhooks of accounts for which something is new; a few queries for all."""
    found = awaiting({hook.owner_id for hook in hooks})
    ids = {UUID(match) for hook in hooks for match in hook.told.get("matches", {})}
    versions = dict(Match.objects.filter(pk__in=ids).values_list("pk", "version"))
    return [hook for hook in hooks if _is_new(hook, found[hook.owner_id], versions)]


def _is_new(hook: Webhook, items: Sequence[Item], versions: Mapping[UUID, int]) -> bool:
    told = hook.told.get("matches", {})
    if told.keys() != _matches(items) or hook.told.get("items", {}) != _digests(items):
        return True
    return any(versions.get(UUID(match)) != version for match, (version, _) in told.items())


def collect(hook: Webhook, now: datetime) -> tuple[list[Envelope], Told]:
    """What is new since the webhook was told anything, and what is told with it."""
    teller = _Teller(hook.owner, hook.made, now)
    items = awaiting([hook.owner_id])[hook.owner_id]
    awaited = _matches(items)
    matches: dict[str, list[Any]] = {}
    known = hook.told.get("matches", {})
    # As they are said on the stream: how matches ended, then what they lead to.
    for match, (version, turn) in known.items():
        kept = teller.tell_match(match, version, turn, is_first=False)
        if kept and match in awaited:
            matches[match] = kept
    before = hook.told.get("items", {})
    for item in items:
        if item.type != MATCH and before.get(item.key) != _digest(item):
            teller.tell(item.type, item.data)
    for match in sorted(awaited - known.keys()):
        if kept := teller.tell_match(match, 0, 0, is_first=True):
            matches[match] = kept
    return teller.told, {"matches": matches, "items": _digests(items)}


class _Teller:
    def __init__(self, player: Player, version: int, now: datetime) -> None:
        self.player, self.version, self.now = player, version, now
        self.told: list[Envelope] = []

    def tell(self, type_: str, data: dict[str, Any]) -> None:
        self.version = max(self.version + 1, _moment(self.now))
        self.told.append(envelope(self.version, type_, data, self.now))

    def tell_match(
        self, match: str, version: int, turn: int | None, *, is_first: bool
    ) -> list[Any] | None:
        """Tells what is new at a table, and what is to be remembered of it; None: nothing more."""
        seen = self._look(match, turn)
        if seen is None:
            return None
        told = {"match": match, "seat": seen.seat, "version": seen.version}
        if seen.status == "finished":
            if seen.view is not None:
                said = {"result": seen.view["result"], "tournament": seen.view["tournament"]}
                self.tell("finished", told | said)
            return None
        if is_first:
            self.tell("seated", {**told, "view": seen.view})
        if seen.turn is not None and seen.turn != turn and seen.moves is not None:
            moves = {"moves": seen.moves["moves"], "complete": seen.moves["complete"]}
            self.tell("turn", {**told, "view": seen.view, **moves})
        if seen.owes_cut and is_first:
            self.tell("cut", told)
        return [seen.version, seen.turn]

    def _look(self, match: str, turn: int | None) -> AtSeat | None:
        try:
            return look(UUID(match), self.player, self.now, turn)
        except Refusal:
            return None


def _moment(now: datetime) -> int:
    return int(now.timestamp() * 1000)


def _matches(items: Collection[Item]) -> set[str]:
    return {item.data["match"] for item in items if item.type == MATCH}


def _digests(items: Collection[Item]) -> dict[str, str]:
    return {item.key: _digest(item) for item in items if item.type != MATCH}


def _digest(item: Item) -> str:
    told = json.dumps([item.type, item.data], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]
