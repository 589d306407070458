"""Settings saved from a page that somebody else may have overtaken: what the page showed, what was
sent, and what there is by now come together field by field.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from games.models import Player
from tournaments.actions.names import with_seen_names
from tournaments.domain.commands import ChangeSettings
from tournaments.domain.settings import Settings, StageSettings, complete, keeping_rules, moment
from tournaments.domain.state import State

BY_KEY = ("overrides", "policies")
_ABSENT = object()


@dataclass(frozen=True, slots=True)
class Page:
    """What a page of settings says of an event."""

    settings: Settings
    description: str


class Clash(Exception):
    """Two have changed the same. `ours` is everything as the one who comes second wants it, and
    `theirs` as the one before left what both have changed; `version` is that of the event.
    """

    def __init__(self, ours: Page, theirs: Page, version: int) -> None:
        self.ours, self.theirs, self.version = ours, theirs, version
        super().__init__()


@dataclass(frozen=True, slots=True)
class SavingSettings:
    """A plan: what was changed on a page that showed `seen`, in the settings as they are then.

    Raises `Clash` where somebody else has changed the same to something else.
    """

    by: Player
    seen: Page
    sent: Page
    now: datetime
    reason: str = ""

    def __call__(self, state: State) -> ChangeSettings:
        there = Page(state.settings, state.description)
        whole = complete(keeping_rules(self.sent.settings, there.settings))
        sent = Page(whole, self.sent.description)
        ours, theirs = merged(self.seen, sent, there), merged(self.seen, sent, there, yield_=True)
        if ours != theirs:
            raise Clash(ours, theirs, state.version)
        settings = with_seen_names(ours.settings)
        return ChangeSettings(self.by.pk.hex, settings, self.now, self.reason, ours.description)


def merged(seen: Page, sent: Page, there: Page, *, yield_: bool = False) -> Page:
    """What is there, with what was changed between `seen` and `sent`; where it was changed there,
    too, as it was sent, or with `yield_` as it is there.
    """
    take = _Taking(yield_)
    before, wanted, now = seen.settings, sent.settings, there.settings
    found: dict[str, Any] = {}
    for field in fields(Settings):
        three = [getattr(one, field.name) for one in (before, wanted, now)]
        if field.name in BY_KEY:
            found[field.name] = take.each(*three)
        elif field.name == "stages":
            found[field.name] = take.stages(*three)
        elif field.name == "starts_at":
            found[field.name] = take.moment(*three)
        elif field.name != "rules":
            found[field.name] = take.one(*three)
    settings = keeping_rules(replace(now, rules=None, **found), now)
    description = take.one(seen.description, sent.description, there.description)
    return Page(settings, description)


@dataclass(frozen=True, slots=True)
class _Taking:
    """Which of three to take: as it was seen, as it was sent, as it is there."""

    yield_: bool

    def one(self, seen: Any, sent: Any, there: Any) -> Any:
        if sent == seen:
            return there
        return there if self.yield_ and there != seen else sent

    def each(
        self, seen: Mapping[str, Any], sent: Mapping[str, Any], there: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Key by key; null is a value, which means something in rules and options."""
        found = {
            name: self.one(*(one.get(name, _ABSENT) for one in (seen, sent, there)))
            for name in {**there, **sent}
        }
        return {name: value for name, value in found.items() if value is not _ABSENT}

    def moment(self, seen: str | None, sent: str | None, there: str | None) -> str | None:
        """A page shows minutes; the same moment may be written in another zone."""
        before, wanted, now = map(_minute, (seen, sent, there))
        return there if self.one(before, wanted, now) == now else sent

    def stages(
        self,
        seen: tuple[StageSettings, ...],
        sent: tuple[StageSettings, ...],
        there: tuple[StageSettings, ...],
    ) -> tuple[StageSettings, ...]:
        """One by one, if all three have the same formats; else as a whole."""
        formats = {tuple(stage.format for stage in one) for one in (seen, sent, there)}
        if len(formats) > 1:
            return tuple(self.one(seen, sent, there))
        return tuple(map(self._stage, seen, sent, there))

    def _stage(
        self, seen: StageSettings, sent: StageSettings, there: StageSettings
    ) -> StageSettings:
        return StageSettings(
            format=there.format,
            options=self.each(seen.options, sent.options, there.options),
            advance=self.one(seen.advance, sent.advance, there.advance),
            name=self.one(seen.name, sent.name, there.name),
            watching=self.one(seen.watching, sent.watching, there.watching),
        )


def _minute(text: str | None) -> datetime | None:
    at = moment(text)
    return None if at is None else at.replace(second=0, microsecond=0)
