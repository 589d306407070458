"""Nobody learns of a cut before it is shown: two worlds of a match that waits, with the same
digests and other spares behind them, are alike in everything that anybody gets.
"""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client

from engine import (
    NEW,
    CreateMatch,
    Event,
    MatchCreated,
    TakeSeat,
    cut_digest,
    decide,
    fold,
    spare_cut,
)
from games.identity import new_id
from games.limits import spending
from games.match import queries
from games.match.match_log import match_log
from games.models import Event as Row
from games.models import Match, Player
from tests.engine.builders import FORFEIT
from tests.engine.two_worlds import World
from tests.long import SQLITE_FIRST, enough
from tests.site.alike import differences
from tests.site.watching import House, Seen, addresses, answer_to, looks, signed_in, write
from tests.site.wire import Wire

pytestmark = [
    *SQLITE_FIRST,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("still"),
]
OWN = b"sixteen of bytes"


@pytest.fixture
def house() -> House:
    people = [Player.objects.create_person(f"p{n}", "!") for n in range(3)]
    outsider = Player.objects.create_person("sam", "!")
    return House(new_id(), people, {}, {"stranger": outsider, "nobody": None})


def two_worlds(house: House) -> tuple[World, World]:
    """A match that has its digests, and the same with another seed, which makes other spares."""
    chance = random.Random(1)
    create = CreateMatch(house.match_id.hex, "classic", {}, 3, chance.randbytes(32), FORFEIT)
    events = list[Event](decide(NEW, create))
    for seat, player in enumerate(house.seats):
        events += decide(fold(events), TakeSeat(seat, player.pk.hex))
    first = events[0]
    assert isinstance(first, MatchCreated)
    other = replace(first, seed=chance.randbytes(32))
    return World(tuple(events), (), ()), World((other, *events[1:]), (), ())


def said(house: House, seat: int, **body: object) -> object:
    address = f"/api/v1/matches/{house.match_id.hex}/cut/"
    return answer_to(signed_in(house.seats[seat]), "POST", address, body)


def everybody(house: House) -> dict[str, Player | None]:
    """All of them by `make long`; else somebody without a seat, and one who has shown nothing."""
    seats = {f"seat {seat}": player for seat, player in enumerate(house.seats)}
    every = {**house.outsiders, **seats}
    return {name: every[name] for name in enough(["stranger", "seat 2"], [*every])}


def seen_of(house: House, world: World, people: dict[str, Player | None]) -> Seen:
    """What people get while one commits and two show, and each tries what it may not."""
    write(house, world)
    seen: Seen = {}
    digest = cut_digest(house.match_id.hex, 0, OWN).hex()
    steps: list[Callable[[], object]] = [
        lambda: None,
        lambda: said(house, 0, digest=digest),
        lambda: said(house, 0, spare=True),
        lambda: said(house, 0, cut="00" * 16),
        lambda: said(house, 1, cut="00" * 16),
        lambda: said(house, 1, spare=True),
        lambda: said(house, 2, digest="x"),
        lambda: said(house, 0, cut=OWN.hex()),
    ]
    with Wire(house.match_id.hex).listening() as wire:
        for number, step in enumerate(steps):
            spending.forget_all()
            seen[f"answer {number}"] = step()
            for name, player in people.items():
                spending.forget_all()
                client = Client() if player is None else signed_in(player)
                answers = looks(house, client, "after", addresses(house))
                seen |= {f"{name}, {number}, {where}": what for where, what in answers.items()}
        wire.hear(match_log.load(house.match_id).version)
    rows = Row.objects.filter(stream=house.stream).order_by("version")
    return seen | {
        "published": wire.published,
        "queued": wire.queued,
        "match": list(Match.objects.filter(id=house.match_id).values()),
        "sealed lengths": [row.secret and len(row.secret) for row in rows],
    }


def told_apart(house: House, people: dict[str, Player | None]) -> list[str]:
    one, other = (seen_of(house, world, people) for world in two_worlds(house))
    return differences(one, other)


def test_a_cut_that_the_server_has_ready_is_alike_in_two_worlds(house: House) -> None:
    assert told_apart(house, everybody(house)) == []


def test_a_spare_that_leaks_is_found_out(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    plain = queries.view_json

    def leaking(seen: object) -> dict[str, object]:
        state = match_log.load(house.match_id)
        return plain(seen) | {"hint": spare_cut(state.seed, state.match, 2).hex()[:2]}  # type: ignore[arg-type]

    monkeypatch.setattr(queries, "view_json", leaking)
    assert any(where.startswith("nobody, 0, ") for where in told_apart(house, {"nobody": None}))
