"""The export of a match: the same for everybody, complete, and without a card that is hidden."""

import json
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from engine.wire.codec import from_fact
from engine.wire.observation import observe_event
from games.identity import new_id
from games.match import commands, queries
from games.match.match_log import match_log
from games.models import Player, StreamKey
from games.store import eventstore
from games.store.sealing import key_of
from tests.api import signed_in
from tests.games.exports import export, resigned_match, verify
from tests.games.tables import OpenMatch, a_legal_move
from tests.long import SQLITE_FIRST
from tests.noon import NOON

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def path(match_id: UUID) -> str:
    return f"/api/v1/matches/{match_id.hex}/export/"


def test_a_match_is_exported_as_lines_that_prove_themselves(
    client: APIClient, alice: Player, bots: list[Player]
) -> None:
    match_id = resigned_match(alice, bots[0])
    answer = client.get(path(match_id), HTTP_ACCEPT="*/*")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/x-ndjson"
    assert f"match-{match_id.hex}.jsonl" in answer["Content-Disposition"]
    assert answer.content.count(b"\n") == match_log.load(match_id).version
    assert verify(answer.content)[0] == 0


def test_everybody_gets_the_same_bytes(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_match(alice, bob)
    everybody = (None, alice, bob, charlie)
    assert len({signed_in(player).get(path(match_id)).content for player in everybody}) == 1


def test_each_line_holds_what_a_spectator_may_see_and_no_secret(
    alice: Player, bots: list[Player]
) -> None:
    match_id = resigned_match(alice, bots[0])
    recorded = eventstore.read(match_log.stream_of(match_id))
    exported = export(match_id)
    assert len(exported) == len(recorded)
    for line, fact in zip(exported, recorded, strict=True):
        event = from_fact(fact.type, fact.schema, fact.data, fact.secret)
        assert line["data"] == json.loads(json.dumps(observe_event(event, None)))
        assert bool(line["secret_digest"]) is (fact.secret is not None)
        assert "secret" not in line


def test_no_key_is_needed_and_the_seed_stays_sealed(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    created = eventstore.read(match_log.stream_of(match_id))[0]
    assert created.secret is not None
    StreamKey.objects.all().delete()
    key_of.cache_clear()
    assert created.secret["seed"] not in queries.export(match_id).decode()


def test_an_export_grows_only_at_its_end(open_match: OpenMatch, alice: Player, bob: Player) -> None:
    match_id = open_match(alice, bob)
    before, state = queries.export(match_id), match_log.load(match_id)
    player = (alice, bob)[state.turn or 0]
    commands.play(
        match_id,
        player,
        a_legal_move(state),
        seen_version=state.version,
        command_id="one",
        now=NOON,
    )
    after = queries.export(match_id)
    assert after.startswith(before)
    added = json.loads(after[len(before) :])
    assert (added["actor"], added["command_id"]) == (
        f"player:{player.pk.hex}",
        f"{player.pk.hex}:one",
    )


def test_an_export_may_need_many_pages(
    monkeypatch: pytest.MonkeyPatch, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    whole = queries.export(match_id)
    for size in (1, 4, 8):
        monkeypatch.setattr(queries, "EVENTS_AT_ONCE", size)
        assert queries.export(match_id) == whole


def test_an_unknown_match_has_no_export(client: APIClient) -> None:
    answer = client.get(path(new_id()))
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_match")
