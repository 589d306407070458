"""Whatever others are to see later changes no answer of the house before: no page, no list, no
file, no count. At every route there is, for who looks on and for who plays at another table.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.urls import get_resolver
from django.utils import timezone

from games.limits import spending
from games.match import commands, queries, shown_tables
from games.match.match_log import match_log
from games.models import Match, Player
from tests.games.tables import a_legal_move
from tests.long import LONG, further, thinned
from tests.noon import NOON
from tests.site.alike import differences
from tests.site.watching import FIXED, Seen, answer_to, filled, is_read, routes, signed_in
from tests.tournaments.factories import running
from tournaments.domain.settings import StageSettings
from tournaments.models import Pairing
from tournaments.progress import advance, match_creation
from tournaments.read import wall

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still")]
# What each waits for comes after all that these tests do.
WAYS: Mapping[str, Mapping[str, Any]] = {
    "plays": {"watching": "plays", "watching_plays": 30},
    "seconds": {"watching": "seconds", "watching_seconds": 5},
    "deal": {"watching": "deal"},
    "match": {"watching": "match"},
    "round": {"watching": "round"},
}
# These hold a result back as well.
HELD = ("seconds", "round")
USUAL = {"seconds"}
LATER = NOON + timedelta(seconds=9)


class Evening:
    """An event of four, of which two tables are played at, one of them as far as the tests say."""

    def __init__(self, policies: Mapping[str, Any], **settings: Any) -> None:
        self.olga = Player.objects.create_person("olga", "!")
        self.sam = Player.objects.create_person("sam", "!")
        self.people = [Player.objects.create_person(f"p{n}", "!") for n in range(4)]
        self.event = running(self.olga, self.people, policies=dict(policies), **settings)
        first = Pairing.objects.filter(tournament=self.event).order_by("number").first()
        assert first is not None
        assert first.match is not None
        self.match: Match = first.match
        self.seats = [seat.player for seat in self.match.seats.order_by("number")]
        self.rival = next(one for one in self.people if one not in self.seats)
        for player in self.seats:
            commands.cut(self.match.pk, player, bytes(16), now=NOON)

    def play(self) -> None:
        state = match_log.load(self.match.pk)
        assert state.turn is not None
        commands.play(
            self.match.pk, self.seats[state.turn], a_legal_move(state), now=LATER,
            seen_version=state.version, command_id=f"v{state.version}",
        )  # fmt: skip

    def end(self) -> None:
        commands.resign(self.match.pk, self.seats[0], command_id="resign", now=LATER)
        advance.advance(self.event.pk, timezone.now)

    def seen(self, *only: str) -> Seen:
        """Every answer to who looks on, or those at a few addresses; at length those to a rival,
        too.
        """
        known = {
            "match_id": self.match.pk.hex,
            "slug": self.event.slug,
            "name": self.event.pk.hex,
            "handle": self.seats[0].handle,
            "match": self.match.pk.hex,
        }
        found: Seen = {}
        for name, who in {"sam": self.sam, "rival": self.rival}.items():
            if LONG or only or name == "sam":
                spending.forget_all()
                wall.forget()
                client = signed_in(who)
                for address in only or _addresses(known):
                    found[f"{name}: {address}"] = answer_to(client, "GET", address)
        return found


def _addresses(known: Mapping[str, str]) -> Iterator[str]:
    for route, view in routes(get_resolver()):
        if is_read(view) and not route.startswith(("^", "admin/")) and not route.endswith(FIXED):
            yield f"/{filled(route, known)}"


@pytest.mark.long
@pytest.mark.parametrize("way", thinned(WAYS, USUAL.__contains__))
def test_what_others_see_later_changes_no_answer_before(way: str) -> None:
    evening = Evening(WAYS[way])
    before = evening.seen()
    evening.play()
    evening.play()
    assert differences(before, evening.seen()) == []
    if way in HELD:
        evening.end()
        assert differences(before, evening.seen()) == []


@further
def test_a_stage_may_be_watched_otherwise_than_its_event() -> None:
    stages = (StageSettings("swiss", {"rounds": 2}, 2, "", "match"), StageSettings())
    evening = Evening({}, stages=stages)
    before = evening.seen()
    evening.play()
    assert differences(before, evening.seen()) == []


def test_an_event_that_is_watched_live_is_seen_to_go_on() -> None:
    """The negative control: so do these answers change where nothing is held back."""
    evening = Evening({})
    match = f"/api/v1/matches/{evening.match.pk.hex}/"
    told = (match, f"{match}events/", f"{match}export/", f"{match}moves/")
    before = evening.seen(*told)
    evening.play()
    assert differences(before, evening.seen(*told)) == [*before]


@pytest.mark.parametrize(
    ("way", "door", "where"),
    [
        ("plays", (queries, "shown_to_all"), "/api/v1/matches/{match}/events/"),
        ("deal", (queries, "shown_to_all"), "/api/v1/matches/{match}/export/"),
        ("round", (shown_tables, "shown_to_all"), "/watch/"),
        ("round", (shown_tables, "shown_to_all"), "/api/v1/tournaments/{event}/matches/"),
        ("round", (match_creation, "withheld"), "/tournaments/{slug}/"),
        ("seconds", (match_creation, "withheld"), "/api/v1/tournaments/{event}/standings/"),
        ("seconds", (match_creation, "withheld"), "/tournaments/{slug}/bracket/"),
    ],
)
def test_a_door_that_does_not_ask_is_found_out(
    way: str, door: tuple[Any, str], where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control of each door: one that forgets the rule tells at its route."""
    evening = Evening(WAYS[way])
    monkeypatch.setattr(*door, lambda matches, now=None: {})
    event = evening.event
    address = where.format(match=evening.match.pk.hex, event=event.pk.hex, slug=event.slug)
    before = evening.seen(address)
    evening.play()
    if way in HELD:
        evening.end()
    assert differences(before, evening.seen(address)) == [*before]
