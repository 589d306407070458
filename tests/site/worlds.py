"""Matches at whose tables people sit who may not know all, each in two worlds that they cannot tell
apart.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from django.db import connection

from games.identity import new_id
from games.models import Player
from tests.engine.two_worlds import (
    Table,
    World,
    another_world,
    in_other_suits,
    some_world,
    table_of,
)
from tests.long import LONG
from tests.site.watching import House
from tests.tournaments.factories import running
from tournaments.domain.settings import StageSettings
from tournaments.models import Pairing


@dataclass(frozen=True)
class Case:
    """A match: how many of its seats are bots', and the options of its tournament, if it is of one
    that has just begun.
    """

    ruleset: str
    seats: int
    overrides: dict[str, object] = field(default_factory=dict)
    bots: int = 0
    event: Mapping[str, Any] | None = None

    def __str__(self) -> str:
        event = "" if self.event is None else self.event.get("dealing", "event")
        event = "mirrored" if self.is_mirrored else event
        return "-".join(map(str, filter(None, [self.ruleset, self.seats, *self.overrides, event])))

    @property
    def is_shared(self) -> bool:
        """Whether another table of the round is dealt the same cards."""
        return self.event is not None and self.event.get("dealing") == "duplicate"

    @property
    def is_mirrored(self) -> bool:
        return self.event is not None and bool(self.event.get("mirrored"))

    @property
    def table(self) -> Table:
        board = "of a round" if self.is_shared else None
        return table_of(
            self.ruleset, self.seats, self.overrides, self.bots, board, self.is_mirrored
        )


def event(key: str, options: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"stages": (StageSettings(key, options or {}),), **more}


SHARED = {"dealing": "duplicate", "starts": "rounds"}
CASES = [
    Case("classic", 2, event={}),
    Case("classic", 3, bots=1),
    Case("classic", 4),
    Case("classic", 4, event=event("rotating_partners")),
    Case("classic", 4, {"partnership": False}, event=event("table_swiss", {"sizes": [4]})),
    Case("two-handed", 2),
    Case("face-value", 3, event=event("table_swiss", {"sizes": [3]})),
    Case("royal", 4),
    Case("spade", 2),
    Case("draw", 2, event={}),
    Case("california", 2),
    Case("california", 6, event=event("table_swiss", {"sizes": [6]})),
    Case("classic", 2, event=event("swiss", **SHARED)),
    Case("draw", 2, event=event("swiss", **SHARED)),
    Case("classic", 3, event=event("table_swiss", {"sizes": [3]}, **SHARED)),
    Case("classic", 2, event={"mirrored": True}),
]
# Where they look at the whole site, its forms and the doors of its actions, on SQLite; elsewhere at
# what can be read of the match and of its tournament, or `make test` would take too long.
WHOLE = next(case for case in CASES if case.is_shared)


def house_of(case: Case) -> House:
    """People and bots at a table, and at another one where they share their cards."""
    wanted = (case.seats - case.bots) * (2 if case.is_shared else 1)
    people = [Player.objects.create_person(f"p{n}", "!") for n in range(wanted)]
    olga, sam = (Player.objects.create_person(name, "!") for name in ("olga", "sam"))
    machines = [
        Player.objects.create(handle=f"bot-{seat}", kind=Player.Kind.BOT, bot=key)
        for seat, key in case.table.bots.items()
    ]
    outsiders: dict[str, Player | None] = {"organiser": olga, "stranger": sam, "nobody": None}
    if case.event is None:
        return House(new_id(), [*people, *machines], {}, outsiders)
    with pytest.MonkeyPatch.context() as unheard:
        unheard.setattr("games.live.hub.tell", lambda stream, told: None)
        tournament = running(olga, people, ruleset=case.ruleset, **case.event)
    match = Pairing.objects.get(round=1, number=1).match
    assert match is not None
    seated = [seat.player for seat in match.seats.select_related("player").order_by("number")]
    rivals = [player for player in people if player not in seated]
    if rivals:
        outsiders["rival"] = rivals[0]
    names = {"name": tournament.pk.hex, "slug": tournament.slug}
    whole_site = LONG or (case == WHOLE and connection.vendor == "sqlite")
    return House(match.pk, seated, names, outsiders, match.board, whole_site, in_turn=not LONG)


def two_worlds(case: Case, viewer: int | None, first: int = 0) -> tuple[World, World]:
    """Two worlds, alike for the viewer, that are played on."""
    for seed in count(first):
        world, chance = some_world(case.table, seed), random.Random(seed)
        if case.is_shared and viewer is None:
            other = in_other_suits(world, chance)
        else:
            other = another_world(world, viewer, chance)
        if world.plays and other is not None:
            return world, other
    raise AssertionError
