"""What the sockets send is what their document says, frame by frame."""

import json

import pytest
from django.test import Client

from casino_site.contract.asyncapi import ADDRESSES
from casino_site.contract.frames import CLOSE_CODES, OF_SERVER
from engine import from_fact
from engine.wire.decoding import SCHEMAS
from engine.wire.observation import observe_event
from games.live import sockets
from games.match.fact_documents import MATCH_FACTS
from games.models import Player
from tests.frames import is_told
from tests.noon import NOON
from tests.product import ROOT
from tests.tournaments.factories import finish_matches, running
from tournaments.domain.settings import StageSettings
from tournaments.progress import advance
from tournaments.read import queries


def test_the_document_is_served_and_names_both_sockets() -> None:
    told = Client().get("/api/v1/schema/sockets/").json()
    assert told["asyncapi"] == "3.0.0"
    assert {one["address"] for one in told["channels"].values()} == {*ADDRESSES.values()}
    assert told["servers"]["this"] == {"host": "testserver", "protocol": "ws"}


def test_every_code_by_which_a_socket_is_closed_is_told() -> None:
    codes = {sockets.BAD_TOKEN, sockets.UNKNOWN, sockets.NOT_JSON, sockets.TOO_MANY,
             sockets.TOO_LATE, sockets.COME_BACK}  # fmt: skip
    assert codes <= CLOSE_CODES.keys()


@pytest.mark.django_db(transaction=True)
def test_every_fact_of_a_whole_event_and_of_its_matches_is_as_the_document_says() -> None:
    olga = Player.objects.create_person("olga", "a password")
    people = [Player.objects.create_person(f"p{n}", "a password") for n in range(4)]
    event = running(olga, people, stages=(StageSettings("swiss", {"rounds": 2}),))
    advance.advance(event.pk, lambda: NOON)
    for _ in range(2):
        finish_matches(event)
        advance.advance(event.pk, lambda: NOON)
    for frame in queries.facts(event.pk, 0):
        assert is_told("tournament", frame), frame


def test_every_fact_of_a_match_is_as_the_document_says_whoever_looks_on() -> None:
    seen = set()
    for line in (ROOT / "tests" / "engine" / "data" / "facts.jsonl").read_text().splitlines():
        fact = json.loads(line)
        if fact["schema"] != SCHEMAS[fact["type"]]:
            continue
        event = from_fact(*(fact[name] for name in ("type", "schema", "data", "secret")))
        for viewer in (None, 0, 1):
            data = observe_event(event, viewer)
            frame = {"version": 1, "type": fact["type"], "data": data, "at": "2026-11-20T16:10:00Z"}
            assert is_told("match", frame), frame
        seen.add(fact["type"])
    assert seen == MATCH_FACTS.keys()


def test_a_field_that_the_document_does_not_name_is_found() -> None:
    """The control."""
    at = "2026-11-20T16:10:00Z"
    frame = {"version": 3, "type": "seat_resigned", "data": {"seat": 1}, "at": at}
    assert is_told("match", frame)
    assert not is_told("match", frame | {"data": {"seat": 1, "hand": ["As"]}})
    assert not is_told("match", frame | {"type": "seat_danced"})
    assert OF_SERVER["match"].keys() >= {"snapshot", "accepted", "refused"}
