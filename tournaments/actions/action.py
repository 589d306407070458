"""An action: what a person may do to an event, declared once for scripts and for pages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from games.accounts.scopes import Scope
from games.models import Player
from tournaments.actions.fields import Field, Label, read
from tournaments.domain.commands import TournamentCommand
from tournaments.domain.state import Phase, State

# A command that depends on the state in which it is done.
Plan = Callable[[State], TournamentCommand]

RUNNING = (Phase.RUNNING, Phase.PAUSED)
OPEN = (Phase.REGISTRATION, Phase.CHECK_IN)
# As long as somebody may come and go, and until it is final.
PLAYING = (*OPEN, *RUNNING)
UNTIL_FINAL = (*RUNNING, Phase.PROVISIONAL)
BEFORE_THE_END = (*PLAYING, Phase.PROVISIONAL)
OPENED = (*BEFORE_THE_END, Phase.COMPLETED, Phase.CANCELLED)


class About(Enum):
    """What an action is about: the address of that below an event."""

    EVENT = ""
    ENTRANT = "entrants/{entrant}/"
    ROUND = "stages/{stage}/rounds/{round}/"
    PAIRING = "stages/{stage}/rounds/{round}/pairings/{pairing}/"

    @property
    def parts(self) -> tuple[str, ...]:
        """What the address names, in its order."""
        return tuple(piece.split("}")[0] for piece in self.value.split("{")[1:])


class Who(Enum):
    """Who may: the value is what the documentation says of them."""

    DIRECTORS = "d"
    # A member of the entrant, or a director.
    MEMBERS = "m"
    # Who played at the table, or a director.
    PLAYED_THERE = "t"
    # Any player, for themselves.
    ANYBODY = "p"
    # Who keeps order in the house; no action of theirs is offered over REST.
    STAFF = "s"

    @property
    def sentence(self) -> str:
        return {
            Who.DIRECTORS: "For directors.",
            Who.MEMBERS: "For members of the entrant, and directors.",
            Who.PLAYED_THERE: "For who played at the table, and directors.",
            Who.ANYBODY: "For any player.",
            Who.STAFF: "For staff.",
        }[self]


@dataclass(frozen=True, slots=True)
class Body:
    """The fields of an action; `name` is what the schema of the API calls them."""

    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """An action asked for: by whom, what it is about, what they say, and when."""

    by: Player
    target: Mapping[str, Any]
    given: Mapping[str, Any]
    now: datetime

    @property
    def by_id(self) -> str:
        return self.by.pk.hex


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Action:
    """`name` and the address are permanent.

    `segment` ends the address over REST, and is None where only pages offer the action. `phases`
    are those in which an event may take it, `facts` the types of what may come of it. `make` makes
    the command of a call, or a plan that makes it of the newest state.
    """

    name: str
    about: About = About.EVENT
    segment: str | None
    method: str = "POST"
    who: Who
    phases: tuple[Phase, ...]
    title: Label
    summary: str
    body: Body | None = None
    facts: tuple[str, ...]
    make: Callable[[Call], TournamentCommand | Plan]

    @property
    def fields(self) -> tuple[Field, ...]:
        return self.body.fields if self.body else ()

    @property
    def scope(self) -> Scope:
        """What a token must be for, to do it."""
        return Scope.ORGANISE if self.who is Who.DIRECTORS else Scope.PLAY

    @property
    def description(self) -> str:
        """What it does, and who may, for whoever writes scripts."""
        return f"{self.summary} {self.who.sentence} Scope: {self.scope}."

    @property
    def address(self) -> str:
        """The address below the event's, with `{…}` for what it names."""
        assert self.segment is not None
        return f"{self.about.value}{self.segment}"

    def command(
        self, by: Player, given: Mapping[str, Any], target: Mapping[str, Any], now: datetime
    ) -> TournamentCommand | Plan:
        """What is asked of the event. Refuses `bad_field`, and a handle that nobody has."""
        return self.make(Call(by, target, read(self.fields, given), now))
