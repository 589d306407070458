"""Guests: who plays without an account, stays with everything played, or goes."""

import json
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from engine.errors import Refusal
from games.accounts import guests, leaving, tokens
from games.accounts.scopes import Scope
from games.jobs.tasks import sweep_accounts
from games.models import Match, Player, Seat, Token
from tests.api import code_of, signed_in
from tests.forgetting import forgotten_states  # noqa: F401
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.site.checked_house import found
from tests.site.naming import PASSWORD, api, person, shown
from tests.tournaments.factories import play_to_the_end, running
from tournaments.ratings.progress import rate_due

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def test_a_guest_who_cannot_go_keeps_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = guests.play_as_guest(), guests.play_as_guest()
    Player.objects.update(joined_at=timezone.now() - timedelta(days=31))
    plain = leaving.leave

    def leave(player: Player, now: datetime) -> None:
        if player == first:
            raise OSError
        plain(player, now)

    monkeypatch.setattr(leaving, "leave", leave)
    sweep_accounts()
    assert [Player.objects.get(pk=one.pk).kind for one in (first, second)] == ["guest", "former"]


def test_a_guest_plays_keeps_the_account_and_everything_played() -> None:
    guest, ben = guests.play_as_guest(), person("ben")
    assert guest.handle.startswith("Guest")
    tournament = running(ben, [guest, ben], rated=True)
    play_to_the_end(tournament)
    rate_due(NOON)
    assert '"kind":"guest"' in api(f"tournaments/{tournament.slug}/entrants/")
    assert "guest</span>" in Client().get("/ratings/duel/").content.decode()
    was = guest.handle
    guests.keep(guest, "Gwen", PASSWORD)
    told = shown(tournament)
    assert was not in told
    assert "Gwen" in told
    assert Client().login(username="gwen", password=PASSWORD)
    assert Seat.objects.filter(player__handle="Gwen").exists()
    assert found() == ""
    with pytest.raises(Refusal) as refused:
        guests.keep(guest, "Gwen2", PASSWORD)
    assert refused.value.code == "not_a_guest"


def test_an_old_page_of_standings_is_asked_for_again_once_somebody_is_called_otherwise() -> None:
    guest, ben = guests.play_as_guest(), person("ben")
    tournament = running(ben, [guest, ben])
    play_to_the_end(tournament)
    address = f"/api/v1/tournaments/{tournament.slug}/standings/"
    first = Client().get(address)
    tag = first["ETag"]
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304
    guests.keep(guest, "Gwen", PASSWORD)
    again = Client().get(address, headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert b"Gwen" in again.content
    assert b"Gwen" in Client().get(f"{address}?page=1").content
    assert b"Gwen" in Client().get(f"{address}?version={first.json()['version']}").content


@pytest.mark.parametrize(
    ("handle", "password", "field"),
    [("ben", PASSWORD, "handle"), ("b3n", "short", "password"), ("GuestOther", PASSWORD, "handle")],
)
def test_a_guest_keeps_no_account_that_a_person_could_not_have(
    handle: str, password: str, field: str
) -> None:
    person("ben")
    guest = guests.play_as_guest()
    client = signed_in(guest)
    body = {"handle": handle, "password": password}
    answer = client.post("/api/v1/me/keep/", body, format="json")
    assert code_of(answer) == (409, "invalid")
    assert list(answer.json()["params"]["fields"]) == [field]
    guest.refresh_from_db()
    assert guest.kind == Player.Kind.GUEST


def test_a_guest_may_keep_the_name_that_they_were_given() -> None:
    guest = guests.play_as_guest()
    guests.keep(guest, guest.handle, PASSWORD)
    assert guest.kind == Player.Kind.PERSON
    assert found() == ""


def test_a_guest_over_rest_has_a_token_to_play_with_and_may_keep_or_delete_the_account() -> None:
    made = Client().post("/api/v1/guests/")
    assert made.status_code == 201
    client = Client(headers={"Authorization": f"Token {made.json()['token']}"})
    assert json.loads(api("me/", client))["kind"] == "guest"
    assert Token.objects.get().scopes == "account play read"
    answer = client.post("/api/v1/tournaments/", {"name": "X"}, "application/json")
    assert answer.json()["code"] == "scope_missing"
    body = {"handle": "gwen", "password": PASSWORD}
    kept = client.post("/api/v1/me/keep/", body, "application/json")
    assert kept.json() == {"id": made.json()["id"], "handle": "gwen", "kind": "person"}
    wrong = client.delete("/api/v1/me/", {"password": "wrong"}, "application/json")
    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong_password")
    gone = client.delete("/api/v1/me/", {"password": PASSWORD}, "application/json")
    assert gone.status_code == 204
    assert client.get("/api/v1/me/").status_code == 401
    other = Client().post("/api/v1/guests/").json()["token"]
    client = Client(headers={"Authorization": f"Token {other}"})
    assert client.delete("/api/v1/me/", {}, "application/json").status_code == 204


def test_a_guest_by_the_button_keeps_the_account_on_its_page() -> None:
    client = Client()
    assert client.post("/guest/", {"next": "/ratings/"})["Location"] == "/ratings/"
    guest = Player.objects.get()
    assert client.session.get_expiry_age() > timedelta(days=29).total_seconds()
    assert "Keep this account" in client.get("/").content.decode()
    for page in ("password/", "address/", "passkeys/add/"):
        assert client.get(f"/account/{page}")["Location"] == "/account/keep/"
    body = {"handle": "gwen", "password": PASSWORD, "email": "gwen@club.example"}
    assert client.post("/account/keep/", {**body, "handle": "admin"}).status_code == 200
    assert client.post("/account/keep/", body)["Location"] == "/account/"
    assert json.loads(api("me/", client)) == {
        "id": guest.pk.hex,
        "handle": "gwen",
        "kind": "person",
    }
    assert len(mail.outbox) == 1
    assert client.get("/account/keep/")["Location"] == "/account/"


def test_guests_are_called_as_nobody_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "MANNERS", ("Quiet",))
    monkeypatch.setattr(guests, "ANIMALS", ("Otter",))
    names = {guests.play_as_guest().handle for _ in range(12)}
    assert len(names) == 12
    assert all(name.startswith("GuestQuietOtter") and len(name) <= 24 for name in names)


def test_guests_who_are_left_alone_go_like_whoever_is_deleted() -> None:
    ben = person("ben")
    alone, playing, scripted, fresh = (guests.play_as_guest() for _ in range(4))
    long_ago = timezone.now() - timedelta(days=31)
    Player.objects.exclude(pk=fresh.pk).update(joined_at=long_ago, last_login=long_ago)
    tournament = running(ben, [playing, ben])
    Match.objects.filter(pairing__tournament=tournament).update(created_at=timezone.now())
    tokens.issue(scripted, scopes=[Scope.READ])
    Token.objects.update(last_used_at=timezone.now())
    for _ in range(2):  # as a sweep does, again and again
        sweep_accounts()
        kinds = [Player.objects.get(pk=one.pk).kind for one in (alone, playing, scripted, fresh)]
        assert kinds == ["former", "guest", "guest", "guest"]
    assert Player.objects.get(pk=ben.pk).kind == "person"
