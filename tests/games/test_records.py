"""Records: anyone's text record of a match, and files that are opened to be looked at."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from engine import (
    RULESETS,
    CardDrawn,
    CardPlayed,
    DealStarted,
    MatchFinished,
    PacketDealt,
    parse_diagram,
)
from engine.record import replay
from games.identity import new_id
from games.jobs import bot_turns
from games.match import boards, queries
from games.match.clocks import ClockRules
from games.match.match_log import match_log
from games.match.opening import Dealing
from games.models import Event, Match, Player, StreamKey
from games.records import match_records
from games.store.exporting import exported
from games.store.sealing import key_of
from games.store.upcasting import upcast
from tests.api import signed_in
from tests.games.exports import DATA, EXPORTS, bots_match, resigned_match
from tests.games.opened_matches import create_match
from tests.games.tables import OpenMatch
from tests.long import SQLITE_FIRST
from tests.noon import NOON

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
KEPT = sorted((DATA / "records").glob("*.txt"))
OPEN = "/api/v1/records/"
PLAYED = (DealStarted, PacketDealt, CardDrawn, CardPlayed, MatchFinished)


@pytest.fixture(autouse=True)
def nobody_asked_before() -> None:
    """The allowance of this address is kept in the cache."""
    cache.clear()


def path(match_id: UUID) -> str:
    return f"/api/v1/matches/{match_id.hex}/record/"


def sent(client: APIClient, content: bytes, kind: str = "text/plain") -> tuple[int, dict[str, Any]]:
    answer = client.post(OPEN, data=content, content_type=kind)
    return answer.status_code, answer.json()


def test_a_finished_match_is_a_record_that_replays_to_its_result(
    client: APIClient, bots: list[Player]
) -> None:
    match_id = bots_match(bots)
    answer = client.get(path(match_id), HTTP_ACCEPT="*/*")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert f'filename="match-{match_id.hex}.txt"' in answer["Content-Disposition"]
    text = answer.content.decode()
    replayed = replay(text)
    assert replayed.wrong is None
    assert replayed.state.result == match_log.load(match_id).result
    assert f'player 0 "{bots[0].handle}" bot {bots[0].bot}\n' in text


def test_everybody_gets_the_same_record_and_no_key_is_needed(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_match(alice, bob)
    StreamKey.objects.all().delete()
    key_of.cache_clear()
    match_log.forget()
    everybody = (None, alice, bob, charlie)
    assert len({signed_in(player).get(path(match_id)).content for player in everybody}) == 1


def test_the_record_of_a_match_in_play_tells_its_scored_deals_alone(
    client: APIClient, bots: list[Player]
) -> None:
    match_id = new_id()
    rules = {"ruleset": "classic", "overrides": {}, "clock": bot_turns_of_one()}
    create_match(match_id, players=bots, now=NOON, **rules)
    seen = set()
    while (state := match_log.load(match_id)).status != "finished":
        text = client.get(path(match_id)).content.decode()
        replayed = replay(text)
        assert replayed.wrong is None
        assert replayed.state.sheets == state.sheets
        assert text.endswith(f"deal {state.deal.number} dealer {state.deal.dealer} untold\n")
        assert text.count(" deck ") == text.count("secret ") == len(state.sheets)
        seen.add(len(state.sheets))
        bot_turns.play_due_bots(match_id, lambda: NOON.replace(year=2027), at_once=40)
    assert len(seen) > 1


def bot_turns_of_one() -> ClockRules:
    return ClockRules(bot_pace_ms=1)


def test_a_match_that_was_given_up_tells_its_last_deal_and_what_made_it(
    client: APIClient, alice: Player, bots: list[Player]
) -> None:
    match_id = resigned_match(alice, bots[0])
    text = client.get(path(match_id)).content.decode()
    assert "untold" not in text
    assert re.search(r"\n0 resigns\nsecret [0-9a-f]{64}\nresult 1 resigned ", text)
    replayed = replay(text)
    assert replayed.wrong is None
    assert replayed.state.result == match_log.load(match_id).result


BOARD, SECRET = "friday-night/1/2", bytes(range(32))


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_match_on_a_board_has_a_record_once_the_secret_of_its_round_is_published(
    client: APIClient, bots: list[Player], monkeypatch: pytest.MonkeyPatch, mirrored: bool
) -> None:
    match_id = new_id()
    create_match(
        match_id,
        ruleset="classic",
        overrides={},
        players=bots,
        clock=ClockRules(),
        now=NOON,
        dealing=Dealing(BOARD, SECRET),
        mirrored=mirrored,
    )
    while bot_turns.play_due_bots(match_id, lambda: NOON.replace(year=2027)):
        pass
    export = b"".join(exported(match_log.stream_of(match_id), 0, 1000))
    sealed = sent(client, export)[1]
    closed = client.get(path(match_id))
    assert (closed.status_code, closed.json()["code"]) == (403, "match_closed")
    assert all(ply["hands"] is None is ply["diagram"] for ply in sealed["plies"])

    monkeypatch.setattr(boards, "_finders", [{BOARD: SECRET}.get])
    text = client.get(path(match_id)).content.decode()
    replayed, state = replay(text), match_log.load(match_id)
    assert replayed.wrong is None
    assert (replayed.state.result, replayed.state.sheets) == (state.result, state.sheets)
    from_text, from_export = (sent(client, content)[1] for content in (text.encode(), export))
    for one, other in zip(from_text["plies"], from_export["plies"], strict=True):
        assert {**one, "line": 0, "at": 0} == {**other, "line": 0, "at": 0}


@pytest.mark.parametrize("board", ["friday/1/2", "x", "0" * 32 + "/1/" + "9" * 40])
def test_an_export_on_a_board_that_is_not_ours_opens_and_hides_its_cards(
    client: APIClient, bots: list[Player], board: str
) -> None:
    match_id = new_id()
    rules = {"ruleset": "classic", "overrides": {}, "clock": ClockRules(), "now": NOON}
    dealing = Dealing(board, SECRET)
    create_match(match_id, players=bots, dealing=dealing, **rules)
    while bot_turns.play_due_bots(match_id, lambda: NOON.replace(year=2027)):
        pass
    export = b"".join(exported(match_log.stream_of(match_id), 0, 1000))
    Match.objects.all().delete()
    status, opened = sent(client, export)
    assert status == 200
    assert all(ply["hands"] is None for ply in opened["plies"])


def test_a_match_that_has_not_begun_has_no_record_and_neither_has_an_unknown_one(
    client: APIClient, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    waiting = client.get(path(open_match(alice, bob, cut=False)))
    assert (waiting.status_code, waiting.json()["code"]) == (409, "match_not_playing")
    unknown = client.get(path(new_id()))
    assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown_match")


def test_a_record_of_every_ruleset_is_kept() -> None:
    kept = {match_records.opened(file.read_bytes())["view"]["ruleset"]["key"] for file in KEPT}
    assert kept == set(RULESETS)


@pytest.mark.parametrize("file", [*KEPT, *EXPORTS], ids=lambda file: file.name)
def test_a_file_exported_long_ago_opens_as_ever(client: APIClient, file: Path) -> None:
    status, opened = sent(client, file.read_bytes())
    assert status == 200
    assert opened["kind"] == ("text" if file.suffix == ".txt" else "export")
    assert opened["plies"][-1]["type"] in ("match_finished", "match_annulled")
    versions = [ply["version"] for ply in opened["plies"]]
    assert versions == list(range(opened["view"]["version"] + 1, versions[-1] + 1))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_an_export_of_long_ago_makes_the_record_that_it_made_then(file: Path) -> None:
    export = file.with_suffix(".jsonl").read_bytes()
    facts = []
    for fact in lines_of(export):
        schema, data, _ = upcast(fact["type"], fact["schema"], fact["data"], None)
        facts.append(match_records.PublicFact(fact["type"], schema, data))
    now, then = (
        replay(match_records.record_text(match_records.record_of_public(facts))),
        replay(file.read_text()),
    )
    assert now.wrong is None is then.wrong
    assert now.state.sheets == then.state.sheets
    assert [each for each in now.events if isinstance(each, PLAYED)] == [
        each for each in then.events if isinstance(each, PLAYED)
    ]


def lines_of(export: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in export.splitlines()]


def test_each_ply_of_an_opened_record_has_its_line_its_hands_and_its_diagram(
    client: APIClient, bots: list[Player]
) -> None:
    match_id = bots_match(bots)
    text, export = match_records.text_of(match_id), queries.export(match_id)
    from_text = sent(client, text.encode())[1]
    from_export = sent(client, export, "application/x-ndjson")[1]

    assert from_export["view"]["players"] == from_text["view"]["players"]
    lines, facts = text.splitlines(), lines_of(export)
    for one, other in zip(from_text["plies"], from_export["plies"], strict=True):
        assert other["at"] == facts[other["line"] - 1]["at"]
        assert {**one, "line": 0, "at": 0} == {**other, "line": 0, "at": 0}
        if one["type"] == "card_played":
            assert lines[one["line"] - 1].startswith(f"{one['data']['seat']} {one['data']['text']}")
        if one["diagram"] is not None:
            diagram = parse_diagram(one["diagram"])
            assert [match_records.texts(hand) for hand in diagram.hands] == one["hands"]


def test_an_export_of_a_match_in_play_opens_and_hides_what_is_hidden(
    client: APIClient, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    status, opened = sent(client, queries.export(match_id))
    assert status == 200
    assert [ply["type"] for ply in opened["plies"]] == ["deal_started", "packet_dealt"]
    assert all(ply["hands"] is None is ply["diagram"] for ply in opened["plies"])


def test_an_export_of_a_match_that_waits_opens_without_a_ply(
    client: APIClient, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    opened = sent(client, queries.export(open_match(alice, bob, cut=False)))[1]
    assert (opened["plies"], opened["view"]["status"]) == ([], "waiting")


def test_nothing_of_an_opened_record_is_kept(client: APIClient) -> None:
    for file in [*KEPT, *EXPORTS]:
        sent(client, file.read_bytes())
    assert not Event.objects.exists()
    assert not Player.objects.exists()


def another_ace(content: bytes) -> bytes:
    return content.replace(b'"Ac"', b'"Ad"', 1)


BAD: list[tuple[bytes, int]] = [
    (b"", 1),
    (b"casino record 2\n", 1),
    (b"\xff", 1),
    (b"casino record 1\nmatch \xff", 2),
    (b"{", 1),
    (b"{}\n", 1),
    (b"[" * 5000, 1),
    (b"\n" * 20_000, 10_001),
    (b"{" * 20_000, 1),
    (b'casino record 1\nmatch "\\ud800"\n', 2),
    (b'casino record 1\nruleset classic{"\\ud800":1}\n', 2),
    (b" " * (match_records.LARGEST + 1), 1),
]


@pytest.mark.parametrize(("content", "line"), BAD, ids=lambda value: repr(value)[:30])
def test_what_is_no_record_is_refused_with_its_line(
    client: APIClient, content: bytes, line: int
) -> None:
    status, problem = sent(client, content)
    assert (status, problem["code"], problem["params"]["line"]) == (409, "bad_record", line)
    assert problem["detail"].startswith(f"Line {line}: ")


SPOIL: list[Callable[[bytes], bytes]] = [
    lambda content: content.replace(b'"sweep":false', b'"sweep":true', 1),
    lambda content: content.replace(b'"version":9', b'"version":8', 1),
    lambda content: content.replace(content.splitlines(keepends=True)[20], b""),
    lambda content: b"".join(content.splitlines(keepends=True)[:7]),
    lambda content: content.replace(b'"schema":1', b'"schema":"1"', 1),
]


@pytest.mark.parametrize("spoil", SPOIL)
def test_a_falsified_export_is_refused(client: APIClient, spoil: Callable[[bytes], bytes]) -> None:
    content = spoil(EXPORTS[0].read_bytes())
    status, problem = sent(client, content)
    assert (status, problem["code"]) == (409, "bad_record")


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_a_file_spoilt_anywhere_is_opened_or_refused(data: st.DataObject) -> None:
    content = data.draw(st.sampled_from([file.read_bytes() for file in (KEPT[0], EXPORTS[0])]))
    at = data.draw(st.integers(0, len(content) - 1))
    spoilt = content[:at] + data.draw(st.binary(max_size=3)) + content[at + 1 :]
    line = 1
    try:
        json.dumps(match_records.opened(spoilt), ensure_ascii=False).encode()
    except match_records.BadRecord as refusal:
        refusal.detail.encode()
        line = refusal.params["line"]  # type: ignore[assignment]
    assert 1 <= line <= spoilt.count(b"\n") + 2
