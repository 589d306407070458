"""Leaks to find: each patches the product so that one surface tells what it must not."""

import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import pytest

from engine import Refusal, observe
from games.api.matches import MatchView
from games.jobs.task_queue import enqueue_after_commit
from games.jobs.tasks import play_bot
from games.live import hints, hub
from games.live.following import Told
from games.match import commands, queries
from games.match.match_log import match_log
from games.records import match_records
from games.refusals import Stale
from games.store.aggregate import Change
from games.store.sealing import Key
from tests import sockets


@dataclass(frozen=True)
class LeakyFact:
    """A fact that tells more to spectators than it should."""

    fact: Told
    more: str

    @property
    def version(self) -> int:
        return self.fact.version

    @property
    def rewords(self) -> bool:
        return self.fact.rewords

    @property
    def closes(self) -> bool | None:
        return self.fact.closes

    def text(self, viewer: int | None) -> str:
        text = self.fact.text(viewer)
        return text if viewer is not None else json.dumps(json.loads(text) | {"more": self.more})


Leak = Callable[[pytest.MonkeyPatch], None]


def a_view(patch: pytest.MonkeyPatch) -> None:
    def leaking(state: Any, viewer: int | None) -> Any:
        seen = observe(state, viewer)
        return replace(seen, deal=replace(seen.deal, hand=max(state.deal.hands)))

    patch.setattr(queries, "observe", leaking)


def a_fact(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(queries, "observe_event", lambda event, viewer: {"told": repr(event)})


def a_broadcast(patch: pytest.MonkeyPatch) -> None:
    plain = hub.tell

    def leaking(stream: hints.Stream, told: Sequence[Told]) -> None:
        deal = repr(match_log.load(stream[1]).deal) if stream[0] == "match" else ""
        plain(stream, [LeakyFact(fact, deal) for fact in told])

    patch.setattr(hub, "tell", leaking)
    # The clients of the tests would refuse such a frame before anybody compares it.
    patch.setattr(sockets, "is_told", lambda kind, frame: True)


def a_hint(patch: pytest.MonkeyPatch) -> None:
    plain = hints.Sender.send

    def leaking(sender: hints.Sender, stream: hints.Stream, version: int) -> None:
        kind, id_ = stream
        if kind == "match":
            kind = f"{kind} {match_log.kept(id_)}"
        plain(sender, (kind, id_), version)

    patch.setattr(hints.Sender, "send", leaking)


def a_refusal(patch: pytest.MonkeyPatch) -> None:
    plain = commands.play

    def leaking(match_id: Any, *args: Any, **names: Any) -> Any:
        try:
            return plain(match_id, *args, **names)
        except Refusal:
            raise Stale(version=str(match_log.load(match_id).deal)) from None

    patch.setattr(commands, "play", leaking)


def a_replay(patch: pytest.MonkeyPatch) -> None:
    plain = match_records.opened

    def leaking(content: bytes) -> Any:
        try:
            return plain(content)
        finally:
            for line in content.splitlines()[:1]:
                told = json.loads(line)["data"].get("match") if line[:1] == b"{" else None
                if told:
                    raise Stale(version=str(match_log.load(UUID(told)).deal))

    patch.setattr(match_records, "opened", leaking)


def a_header(patch: pytest.MonkeyPatch) -> None:
    plain = MatchView.get

    def leaking(view: Any, request: Any, match_id: Any) -> Any:
        answer = plain(view, request, match_id)
        answer["ETag"] = hashlib.sha256(match_log.load(match_id).seed).hexdigest()
        return answer

    patch.setattr(MatchView, "get", leaking)


def a_log_line(patch: pytest.MonkeyPatch) -> None:
    plain = queries.moves

    def leaking(match_id: Any, viewer: int | None) -> Any:
        logging.getLogger("games").debug("looked at %s", match_log.load(match_id).deal)
        return plain(match_id, viewer)

    patch.setattr(queries, "moves", leaking)


def a_task(patch: pytest.MonkeyPatch) -> None:
    plain = match_log.changed.send_robust

    def leaking(sender: Any, change: Change[Any, Any]) -> Any:
        enqueue_after_commit(play_bot, str(change.after.deal.hands))
        return plain(sender, change=change)

    patch.setattr(match_log.changed, "send_robust", leaking)


def a_length(patch: pytest.MonkeyPatch) -> None:
    plain = Key.seal

    def leaking(key: Key, version: int, secret: dict[str, Any]) -> bytes:
        text = json.dumps(secret)
        return plain(key, version, secret | {"more": "x" * (sum(text.encode()) % 97)})

    patch.setattr(Key, "seal", leaking)


def an_open_door(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(queries, "shown_to_all", lambda matches: {})
