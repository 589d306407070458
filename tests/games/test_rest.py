"""Matches and accounts over REST: who may do what, and the code of every refusal."""

import json
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.response import Response
from rest_framework.test import APIClient

from engine.rules.cards import texts
from engine.rules.moves import move_to_json
from games.accounts import tokens
from games.identity import new_id
from games.match.match_log import match_log
from games.models import Event, Match, Player, Token
from tests.api import signed_in
from tests.games.tables import OpenMatch, a_legal_move, on_turn
from tests.noon import at_noon

pytestmark = [pytest.mark.store, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def clock_at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", at_noon)


def path(match_id: UUID, rest: str = "") -> str:
    return f"/api/v1/matches/{match_id.hex}/{rest}"


def send(client: APIClient, match_id: UUID, **content: object) -> Response:
    return client.post(path(match_id, "moves/"), content, format="json")


def command(match_id: UUID, **changes: object) -> dict[str, object]:
    state = match_log.load(match_id)
    move = move_to_json(a_legal_move(state))
    return {"command_id": "one", "version": state.version, "move": move} | changes


def test_a_seat_plays_a_move_and_sees_its_own_hand_only(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    mover, other = on_turn(match_id, alice, bob)
    state = match_log.load(match_id)
    assert state.deal is not None
    hands = {seat: texts(hand) for seat, hand in enumerate(state.deal.hands)}

    views = {player.handle: signed_in(player).get(path(match_id)).json() for player in (alice, bob)}
    assert (views["alice"]["you"], views["alice"]["deal"]["hand"]) == (0, hands[0])
    assert (views["bob"]["you"], views["bob"]["deal"]["hand"]) == (1, hands[1])
    watched = APIClient().get(path(match_id)).json()
    assert (watched["you"], watched["deal"]["hand"]) == (None, None)
    assert [player["handle"] for player in watched["players"]] == ["alice", "bob"]

    answer = send(signed_in(mover), match_id, **command(match_id))

    assert (answer.status_code, answer.json()) == (201, {"version": state.version + 1})
    assert answer["Cache-Control"] == "private, no-store"
    assert signed_in(other).get(path(match_id)).json()["deal"]["turn"] == 1 - state.turn


def test_a_move_may_be_written_as_text(open_match: OpenMatch, alice: Player, bob: Player) -> None:
    match_id = open_match(alice, bob)
    mover, _ = on_turn(match_id, alice, bob)
    state = match_log.load(match_id)
    assert state.deal is not None
    lowest = texts(state.deal.hands[state.turn or 0])[0]

    assert send(signed_in(mover), match_id, **command(match_id, move=lowest)).status_code == 201


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"move": {"kind": "dance", "card": "As"}}, 400, "malformed_move"),
        ({"move": {"kind": "trail"}}, 400, "malformed_move"),
        ({"move": {"kind": "trail", "card": "1x"}}, 400, "malformed_move"),
        ({"move": 7}, 400, "malformed_move"),
        ({"move": None}, 400, "malformed_move"),
        ({"move": "8h++"}, 400, "malformed_move"),
        ({"version": "8"}, 400, "malformed_field"),
        ({"version": True}, 400, "malformed_field"),
        ({"version": -1}, 400, "malformed_field"),
        ({"version": 10**30}, 400, "malformed_field"),
        ({"version": 3}, 409, "stale"),
        ({"version": 9}, 409, "stale"),
        ({"command_id": ""}, 400, "malformed_field"),
        ({"command_id": "a" * 65}, 400, "malformed_field"),
        ({"command_id": "ä"}, 400, "malformed_field"),
        ({"command_id": None}, 400, "malformed_field"),
    ],
)
def test_a_bad_move_gets_its_code_and_changes_nothing(
    open_match: OpenMatch,
    alice: Player,
    bob: Player,
    changes: dict[str, object],
    status: int,
    code: str,
) -> None:
    match_id = open_match(alice, bob)
    mover, _ = on_turn(match_id, alice, bob)
    before = list(Event.objects.values()), list(Match.objects.values())

    answer = send(signed_in(mover), match_id, **command(match_id, **changes))

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer["Content-Type"] == "application/problem+json"
    assert (list(Event.objects.values()), list(Match.objects.values())) == before


def test_whose_turn_it_is_and_who_sits_where_is_told_by_code(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_match(alice, bob)
    _, other = on_turn(match_id, alice, bob)
    content = command(match_id)

    for client, status, code in (
        (signed_in(other), 409, "not_your_turn"),
        (signed_in(charlie), 403, "not_seated"),
        (APIClient(), 401, "not_authenticated"),
    ):
        answer = send(client, match_id, **content)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    answer = send(signed_in(alice), new_id(), **content)
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_match")


def test_a_body_that_is_no_object_or_too_large_is_refused(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    client = signed_in(alice)

    def post(body: str) -> tuple[int, str]:
        answer = client.post(path(match_id, "moves/"), body, content_type="application/json")
        return answer.status_code, answer.json()["code"]

    assert post("[1, 2]") == (400, "malformed_field")
    assert post("{") == (400, "malformed_json")
    assert post("[" * 60_000) == (400, "malformed_json")
    assert post(json.dumps({"move": "x" * 80_000})) == (413, "body_too_large")
    assert post('{"command_id": "a\\u0000b"}') == (400, "malformed_json")


def test_a_refusal_of_an_illegal_move_names_nothing_hidden(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    mover, _ = on_turn(match_id, alice, bob)
    state = match_log.load(match_id)
    assert state.deal is not None
    theirs = texts(state.deal.hands[1 - (state.turn or 0)])
    in_stock = texts(_set(state.deal.stock))
    answers = {
        send(signed_in(mover), match_id, **command(match_id, move=card)).content.replace(
            card.encode(), b"?"
        )
        for card in [*theirs, *in_stock[:4]]
    }
    assert len(answers) == 1  # a card of the opponent and one of the stock are refused alike


def _set(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def test_the_facts_are_paged_by_version_and_hide_hands(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    everything = APIClient().get(path(match_id, "events/")).json()
    tail = APIClient().get(path(match_id, "events/?after=6&limit=1")).json()

    assert [fact["version"] for fact in everything["results"]] == list(range(1, 9))
    assert [fact["version"] for fact in tail["results"]] == [7]
    assert tail["version"] == 8
    assert "hand" not in everything["results"][-1]["data"]
    own = signed_in(alice).get(path(match_id, "events/")).json()["results"][-1]["data"]
    state = match_log.load(match_id)
    assert state.deal is not None
    assert own["hand"] == texts(state.deal.hands[0])
    for query in ("after=-1", "after=x", "limit=0", "after=9999999999"):
        answer = APIClient().get(path(match_id, f"events/?{query}"))
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed_field")


def test_legal_moves_are_told_to_the_seat_on_turn_alone(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    mover, other = on_turn(match_id, alice, bob)

    told = signed_in(mover).get(path(match_id, "moves/")).json()
    assert told["complete"] is True
    assert len(told["moves"]) >= 4
    for client in (signed_in(other), APIClient()):
        assert client.get(path(match_id, "moves/")).json()["moves"] == []


def test_cut_and_resign_over_rest(open_match: OpenMatch, alice: Player, bob: Player) -> None:
    match_id = open_match(alice, bob, cut=False)
    client = signed_in(alice)

    bad = client.post(path(match_id, "cut/"), {"cut": "xyz"}, format="json")
    assert (bad.status_code, bad.json()["code"]) == (400, "malformed_field")
    cut = client.post(path(match_id, "cut/"), {"cut": "0" * 32}, format="json")
    assert cut.status_code == 201
    again = client.post(path(match_id, "cut/"), {"cut": "0" * 32}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "cut_already_made")
    early = client.post(path(match_id, "resign/"), {"command_id": "r"}, format="json")
    assert (early.status_code, early.json()["code"]) == (409, "match_not_playing")
    signed_in(bob).post(path(match_id, "cut/"), {"cut": "1" * 32}, format="json")
    assert client.post(path(match_id, "resign/"), {"command_id": "r"}, format="json").status_code
    assert client.get(path(match_id)).json()["result"]["reason"] == "resigned"


def test_a_person_signs_up_and_uses_their_token(client: APIClient) -> None:
    made = client.post(
        "/api/v1/players/", {"handle": "dora", "password": "zebra-crossing-9"}, format="json"
    )
    assert made.status_code == 201
    token = {"HTTP_AUTHORIZATION": f"Token {made.json()['token']}"}

    assert client.get("/api/v1/me/", **token).json()["handle"] == "dora"
    assert client.delete("/api/v1/tokens/", **token).status_code == 204
    assert client.get("/api/v1/me/", **token).status_code == 401
    client.credentials()
    basic = {"HTTP_AUTHORIZATION": "Basic ZG9yYTp6ZWJyYS1jcm9zc2luZy05"}
    assert client.post("/api/v1/tokens/", **basic).status_code == 201


def test_a_token_at_rest_is_not_the_token(alice: Player) -> None:
    token = tokens.issue(alice).token
    [row] = Token.objects.values()
    assert token not in str(row)


@pytest.mark.parametrize(
    ("handle", "password", "field"),
    [
        ("Alice", "zebra-crossing-9", "handle"),
        ("a", "zebra-crossing-9", "handle"),
        ("9lives", "zebra-crossing-9", "handle"),
        ("with space", "zebra-crossing-9", "handle"),
        ("dora", "short", "password"),
        ("dora", "password123", "password"),
        ("", "zebra-crossing-9", "handle"),
    ],
)
def test_a_bad_sign_up_names_the_field(
    client: APIClient, alice: Player, handle: str, password: str, field: str
) -> None:
    answer = client.post(
        "/api/v1/players/", {"handle": handle, "password": password}, format="json"
    )
    assert (answer.status_code, answer.json()["code"]) == (409 if handle else 400, "invalid")
    assert list(answer.json()["params"]["fields"]) == [field]
    assert Player.objects.count() == 1


def test_a_person_has_so_many_tokens_and_no_more(alice: Player) -> None:
    client = signed_in(alice)
    answers = [client.post("/api/v1/tokens/") for _ in range(21)]

    assert [answer.status_code for answer in answers] == [201] * 20 + [409]
    assert answers[-1].json()["code"] == "too_many_tokens"
