"""Casual matches are rated where all people agreed to it, once, by what the match itself says."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from games.casual.models import Table
from games.match import commands
from games.match.match_log import match_log
from games.models import Event, Match, Player
from games.store import eventstore
from tests.api import signed_in
from tests.long import SQLITE_FIRST
from tests.replaying import replay
from tests.tournaments.ladders import facts_of, shown
from tournaments.models.ratings import RatedMatch
from tournaments.ratings import casual
from tournaments.ratings.queries import ratings_of_players
from tournaments.ratings.services import stream_of

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
API = "/api/v1/"


def opened(ann: Player, olga: Player, **body: Any) -> UUID:
    wish = {"opponents": ["open"], "rated": True, **body}
    table = signed_in(ann).post(f"{API}matches/", wish, format="json").json()
    joined = signed_in(olga).post(f"{API}tables/{table['id']}/join/").json()
    return UUID(joined["match"])


def finished(ann: Player, olga: Player, **body: Any) -> UUID:
    """A match that ann loses by resigning."""
    match_id = opened(ann, olga, **body)
    for player in (ann, olga):
        commands.waive_cut(match_id, player, now=timezone.now())
    commands.resign(match_id, ann, command_id="enough", now=timezone.now())
    return match_id


def test_a_rated_casual_match_moves_both_ratings_once(ann: Player, olga: Player) -> None:
    match_id = finished(ann, olga)
    assert casual.unrated() == [match_id]

    casual.rate_due(timezone.now())
    casual.rate_casual(match_id, timezone.now())

    assert casual.unrated() == []
    assert shown("duel")["olga"] > 1500 > shown("duel")["ann"]
    assert facts_of("duel") == ["ladder_opened", "match_rated"]
    found = ratings_of_players([ann.pk, olga.pk], "duel")
    assert found == {ann.pk: shown("duel")["ann"], olga.pk: shown("duel")["olga"]}


def test_the_fact_anchors_on_the_last_fact_of_the_match(ann: Player, olga: Player) -> None:
    match_id = finished(ann, olga)
    casual.rate_casual(match_id, timezone.now())

    (_, rated) = eventstore.read(stream_of("duel"))
    last = Event.objects.filter(stream=match_log.stream_of(match_id)).latest("version")
    assert (rated.schema, rated.data["tournament"]) == (2, None)
    assert rated.data["anchor"] == {
        "stream": last.stream,
        "version": last.version,
        "hash": last.hash,
    }
    assert rated.data["places"] == [2, 1]


@pytest.mark.parametrize("what", ["unrated", "running", "absent", "taken back"])
def test_what_is_not_rated(what: str, ann: Player, olga: Player) -> None:
    match_id = finished(ann, olga, rated=False) if what == "unrated" else opened(ann, olga)
    now = timezone.now()
    if what == "absent":
        commands.waive_cut(match_id, olga, now=now)
        deadline = Match.objects.get().deadline_at
        assert deadline is not None
        for _ in range(20):
            deadline = Match.objects.get().deadline_at or deadline
            commands.run_out_clock(match_id, deadline + timedelta(seconds=2))
    if what == "taken back":
        commands.annul(match_id, "system", "no match", now)

    casual.rate_casual(match_id, now)

    assert casual.unrated() == []
    assert not RatedMatch.objects.exists()


def test_the_check_names_a_rating_that_nobody_agreed_to(ann: Player, olga: Player) -> None:
    match_id = finished(ann, olga)
    casual.rate_casual(match_id, timezone.now())
    assert replay("--check")[0] == 0

    Table.objects.filter(pk=match_id).update(rated=False)

    code, said = replay("--check")
    assert code == 1
    assert f"match {match_id.hex} is not in ladder duel as it ended" in said


def test_the_ratings_of_a_player_show_casual_matches_without_an_event(
    ann: Player, olga: Player
) -> None:
    match_id = finished(ann, olga)
    casual.rate_casual(match_id, timezone.now())

    (line,) = signed_in(None).get(f"{API}players/ann/ratings/").json()["results"]
    assert line["history"][0]["match"] == match_id.hex
    assert line["history"][0]["tournament"] is None
    page = signed_in(None).get("/players/ann/").content.decode()
    assert f"/matches/{match_id.hex}/" in page
