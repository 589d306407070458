"""`Idempotency-Key`: a POST with one is done once, however often it comes, and whoever sends it."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from casino_site.contract import idempotency, kept_answers
from casino_site.contract.models import KeptAnswer
from games.accounts import leaving, my_data, tokens
from games.models import Event, Player, Token
from games.store import eventstore
from tests.api import code_of
from tests.replaying import replay
from tests.threads import at_once
from tests.tournaments.factories import running
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Tournament
from tournaments.store.tournament_log import tournament_log

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]
LIST = "/api/v1/tournaments/"


def by_token(player: Player) -> APIClient:
    """A client that signs in as programs do."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {tokens.issue(player).token}")
    return client


@pytest.fixture
def olga(db: None) -> Player:
    return Player.objects.create_person("olga", "a password")


@pytest.fixture
def scripts(olga: Player) -> APIClient:
    return by_token(olga)


def sent(client: APIClient, key: str, body: Any, to: str = LIST) -> Any:
    return client.post(to, body, format="json", headers={"Idempotency-Key": key})


def test_an_event_is_made_once_and_its_answer_is_given_again(scripts: APIClient) -> None:
    first = sent(scripts, "friday", {"name": "Friday night"})
    again = sent(scripts, "friday", {"name": "Friday night"})
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again["Location"] == first["Location"] == "/api/v1/tournaments/friday-night/"
    assert again["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first
    assert Tournament.objects.count() == 1


def test_without_a_key_it_is_made_twice(scripts: APIClient) -> None:
    for _ in range(2):
        scripts.post(LIST, {"name": "Friday night"}, format="json")
    assert Tournament.objects.count() == 2


def test_a_key_with_quotes_around_it_is_the_same_key(scripts: APIClient) -> None:
    first = sent(scripts, '"friday"', {"name": "Friday night"})
    assert sent(scripts, "friday", {"name": "Friday night"}).content == first.content


def test_another_body_under_the_same_key_is_refused(scripts: APIClient) -> None:
    sent(scripts, "friday", {"name": "Friday night"})
    other = sent(scripts, "friday", {"name": "Saturday night"})
    assert code_of(other) == (409, "idempotency_key_reused")
    assert Tournament.objects.count() == 1


def test_two_accounts_may_have_the_same_key(scripts: APIClient) -> None:
    zoe = by_token(Player.objects.create_person("zoe", "a password"))
    for client in (scripts, zoe):
        assert sent(client, "friday", {"name": "Friday night"}).status_code == 201
    assert Tournament.objects.count() == 2


def test_a_refusal_uses_up_no_key(scripts: APIClient) -> None:
    assert code_of(sent(scripts, "friday", {"name": ""})) == (400, "invalid")
    assert sent(scripts, "friday", {"name": "Friday night"}).status_code == 201


def test_a_key_of_another_form_is_refused(scripts: APIClient) -> None:
    assert code_of(sent(scripts, "two words", {"name": "Friday"})) == (400, "malformed_field")


def test_who_has_not_signed_in_has_no_keys() -> None:
    client = APIClient()
    assert code_of(sent(client, "friday", {"name": "Friday"})) == (401, "not_authenticated")
    assert sent(client, "friday", {}, "/api/v1/guests/").status_code == 201
    assert not KeptAnswer.objects.exists()


def test_an_answer_with_a_secret_is_done_once_and_not_kept(scripts: APIClient) -> None:
    made = sent(scripts, "mine", {"scopes": ["read"]}, "/api/v1/me/tokens/")
    again = sent(scripts, "mine", {"scopes": ["read"]}, "/api/v1/me/tokens/")
    assert made.status_code == 201
    assert code_of(again) == (409, "idempotency_answer_not_kept")
    assert Token.objects.filter(name="", scopes="read").count() == 1
    assert made.json()["token"] not in str(list(KeptAnswer.objects.values_list()))


def test_whatever_answers_a_secret_says_so(scripts: APIClient) -> None:
    sent(scripts, "all", {}, "/api/v1/tokens/")
    assert KeptAnswer.objects.get().body == ""


def test_an_answer_that_is_too_large_is_not_kept(
    scripts: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "LARGEST", 10)
    sent(scripts, "friday", {"name": "Friday night"})
    again = sent(scripts, "friday", {"name": "Friday night"})
    assert code_of(again) == (409, "idempotency_answer_not_kept")
    assert Tournament.objects.count() == 1


class Penalties:
    """An event in which the same penalty, given again, is another penalty."""

    def __init__(self, olga: Player) -> None:
        people = [Player.objects.create_person(f"p{n}", "a password") for n in range(4)]
        self.event = running(olga, people, stages=(StageSettings("swiss"),))
        entrant = Entrant.objects.get(tournament=self.event, number=1).pk.hex
        self.address = f"{LIST}{self.event.slug}/entrants/{entrant}/adjust/"
        self.body = {"score": -60, "reason": "late at the table"}

    @property
    def given(self) -> int:
        return Event.objects.filter(type="score_adjusted").count()


@pytest.fixture
def penalties(olga: Player) -> Penalties:
    return Penalties(olga)


def test_a_command_that_comes_twice_at_once_is_done_once(
    olga: Player, penalties: Penalties
) -> None:
    clients = [by_token(olga) for _ in range(4)]
    answers = at_once([_penalty(client, penalties, "late-1") for client in clients])
    assert {status for status, _ in answers} == {200}, answers
    assert len({body for _, body in answers}) == 1
    assert penalties.given == 1


def test_without_the_row_of_the_key_it_would_be_done_more_often(
    olga: Player, penalties: Penalties, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the race of the test above is real."""
    monkeypatch.setattr(idempotency, "once", lambda asked, do: do())
    monkeypatch.setattr("tournaments.api.action_views.command_of", lambda request, by: None)
    clients = [by_token(olga) for _ in range(4)]
    at_once([_penalty(client, penalties, "late-1") for client in clients])
    assert penalties.given == 4


def _penalty(client: APIClient, penalties: Penalties, key: str) -> Callable[[], Any]:
    def send() -> tuple[int, bytes]:
        answer = sent(client, key, penalties.body, penalties.address)
        return answer.status_code, answer.content

    return partial(send)


def test_the_key_is_the_id_of_the_command_in_the_log(
    scripts: APIClient, olga: Player, penalties: Penalties
) -> None:
    sent(scripts, "late-1", penalties.body, penalties.address)
    stream = tournament_log.stream_of(penalties.event.pk)
    fact = Event.objects.get(stream=stream, type="score_adjusted")
    assert fact.command_id == f"{olga.pk.hex}:late-1"
    assert replay("--check")[0] == 0
    Event.objects.filter(pk=fact.pk).update(command_digest=eventstore.digest_of("another"))
    assert replay("--check")[0] != 0


def test_a_command_whose_answer_was_taken_away_is_not_done_again(
    scripts: APIClient, penalties: Penalties
) -> None:
    sent(scripts, "late-1", penalties.body, penalties.address)
    kept_answers.forget_old(timezone.now() + timedelta(hours=25))
    assert not KeptAnswer.objects.exists()
    again = sent(scripts, "late-1", penalties.body, penalties.address)
    assert code_of(again) == (409, "command_id_reused")
    assert penalties.given == 1


def test_a_sweep_takes_away_what_is_older_than_a_day(scripts: APIClient) -> None:
    sent(scripts, "friday", {"name": "Friday night"})
    kept_answers.forget_old(timezone.now() + timedelta(hours=23))
    assert KeptAnswer.objects.count() == 1
    kept_answers.forget_old(timezone.now() + timedelta(hours=25))
    assert not KeptAnswer.objects.exists()


def test_a_key_is_free_again_after_a_day_though_nothing_has_swept(scripts: APIClient) -> None:
    sent(scripts, "friday", {"name": "Friday night"})
    KeptAnswer.objects.update(made_at=timezone.now() - timedelta(hours=25))
    assert sent(scripts, "friday", {"name": "Saturday night"}).status_code == 201


def test_who_leaves_takes_their_kept_answers_along(scripts: APIClient, olga: Player) -> None:
    sent(scripts, "friday", {"name": "Friday night"})
    told = my_data.document(olga)["kept_answers"]
    assert [(one["key"], one["status"]) for one in told] == [("friday", 201)]
    leaving.leave(olga, timezone.now())
    assert not KeptAnswer.objects.exists()
