"""Guests who stay, people who go: the player is called otherwise, and every check stays clean."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
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
from tests.noon import NOON, at_noon
from tests.site.checked_house import found, furnished
from tests.tournaments.factories import finish_matches, opened, play_to_the_end, running
from tournaments.actions import services
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Tournament
from tournaments.progress import advance
from tournaments.ratings.progress import rate_due

pytestmark = [pytest.mark.store, pytest.mark.django_db]
PASSWORD = "zebra-crossing-9"


def person(handle: str) -> Player:
    return Player.objects.create_person(handle, PASSWORD)


def api(address: str, client: Client | None = None) -> str:
    """What is answered, as it is read."""
    return (client or Client()).get(f"/api/v1/{address}").content.decode()


def shown(tournament: Tournament) -> str:
    """Whatever names people in an event, over REST, as files and on its pages."""
    of = f"tournaments/{tournament.slug}/"
    answers = [
        Client().get(address)
        for address in (
            *(f"/api/v1/{of}{part}" for part in ("", "entrants/", "rounds/", "matches/")),
            *(f"/api/v1/{of}{part}" for part in ("standings/", "bracket/", "events/")),
            *(f"/api/v1/{of}{part}.csv" for part in ("standings", "pairings", "entrants")),
            *(f"/{of}{part}" for part in ("", "standings/", "rounds/", "entrants/", "schedule/")),
            "/api/v1/ratings/duel/",
            "/ratings/duel/",
        )
    ]
    assert {answer.status_code for answer in answers} == {200}
    return "".join(
        b"".join(answer).decode() if answer.streaming else answer.content.decode()  # type: ignore[arg-type]
        for answer in answers
    )


def test_who_is_deleted_is_a_former_player_wherever_they_were_named() -> None:
    tournament = furnished()
    ben = Player.objects.get(handle="ben")
    before = shown(tournament)
    assert "ben" in before
    leaving.leave(ben, NOON)
    after = shown(tournament)
    assert '"ben"' not in after
    assert ">ben<" not in after
    assert f"a former player {ben.pk.hex[-8:]}" in after
    match = Match.objects.filter(seats__player=ben).first()
    assert match is not None
    view = json.loads(api(f"matches/{match.pk.hex}/"))
    told = {one["kind"]: one["handle"] for one in view["players"]}
    assert told["former"].startswith(leaving.SHOWN)
    assert api("players/ben/ratings/").find("unknown_player") > 0
    assert Client().get("/players/ben/").status_code == 404
    assert Client().get(f"/matches/{match.pk.hex}/").status_code == 200
    assert found() == ""


def test_nothing_of_the_person_stays() -> None:
    ann = person("ann")
    client = Client()
    client.post("/sign-in/", {"username": "ann", "password": PASSWORD})
    EmailAddress.objects.create(user=ann, email="ann@club.example", verified=True, primary=True)
    Authenticator.objects.create(user=ann, type=Authenticator.Type.WEBAUTHN, data={"name": "x"})
    token = tokens.issue(ann).token
    leaving.leave(ann, NOON)
    assert client.get("/api/v1/me/").status_code == 401
    script = Client(headers={"Authorization": f"Token {token}"})
    assert script.get("/api/v1/me/").status_code == 401
    rows = (EmailAddress, Authenticator, Token)
    assert [model.objects.filter(user=ann).count() for model in rows] == [0, 0, 0]
    ann.refresh_from_db()
    assert (ann.kind, ann.is_active, ann.has_usable_password()) == ("former", False, False)
    assert ann.skeleton is None
    answer = client.post("/sign-in/", {"username": ann.handle, "password": PASSWORD})
    assert answer.status_code == 200
    # Twice is as once, and the name is free again.
    leaving.leave(ann, NOON)
    assert person("ann").pk != ann.pk
    assert found() == ""


def test_no_two_former_players_are_called_the_same() -> None:
    ann, ben = person("ann"), person("ben")
    Player.objects.filter(pk=ben.pk).update(handle=f"{leaving.SHOWN} {ann.pk.hex[-8:]}")
    leaving.leave(ann, NOON)
    handles = {one.handle for one in Player.objects.all()}
    assert len(handles) == 2
    assert all(handle.startswith(leaving.SHOWN) and len(handle) <= 24 for handle in handles)


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


def test_who_leaves_is_withdrawn_from_what_has_not_begun_and_cancels_their_own() -> None:
    ann, ben, cy = person("ann"), person("ben"), person("cy")
    others = opened(ben, ann, cy, name="Of another")
    own = opened(ann, ben, name="Of their own")
    directed = services.create(ann, settings_with(ben), now=NOON)
    leaving.leave(ann, NOON)
    entrant = Entrant.objects.get(tournament=others, members__player=ann)
    assert entrant.state == Entrant.State.WITHDRAWN
    states = [Tournament.objects.get(pk=one.pk).state for one in (others, own, directed)]
    assert states == ["registration", "cancelled", "draft"]
    assert found() == ""


def settings_with(director: Player) -> Any:
    from tournaments.domain.settings import Settings

    return Settings("With a director", directors=(director.pk.hex,))


@pytest.mark.parametrize("format_", ["single_elimination", "swiss", "round_robin"])
def test_who_leaves_in_mid_event_gives_up_and_the_event_goes_on(format_: str) -> None:
    olga, people = person("olga"), [person(f"p{number}") for number in range(2, 8)]
    tournament = running(olga, people, stages=(StageSettings(format_),))
    advance.advance(tournament.pk, at_noon)
    gone = people[0]
    leaving.leave(gone, NOON)
    for _ in range(12):
        advance.advance(tournament.pk, at_noon)
        finish_matches(tournament)
    assert Tournament.objects.get(pk=tournament.pk).state == "completed"
    seats = Seat.objects.filter(player=gone)
    assert not seats.exclude(match__status="finished").exists()
    rate_due(NOON)
    assert found() == ""


def test_who_leaves_a_table_of_several_is_played_on_for_by_the_house() -> None:
    olga, people = person("olga"), [person(f"p{number}") for number in range(2, 8)]
    tournament = running(olga, people, stages=(StageSettings("table_swiss"),))
    leaving.leave(people[0], NOON)
    advance.advance(tournament.pk, at_noon)
    seat = Seat.objects.get(player=people[0])
    assert seat.left_reason == Seat.Left.FORFEITED
    assert seat.match.status != Match.Status.FINISHED
    assert found() == ""


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
    assert code_of(answer) == (400, "invalid")
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


def test_everything_that_is_kept_of_somebody_is_given_to_them_without_secrets() -> None:
    furnished()
    ann = Player.objects.get(handle="ann")
    client = Client(HTTP_USER_AGENT="Some browser")
    client.post("/sign-in/", {"username": "ann", "password": PASSWORD})
    EmailAddress.objects.create(user=ann, email="ann@club.example", verified=True, primary=True)
    token = tokens.issue(ann, name="My bot", scopes=[Scope.READ])
    ann.refresh_from_db()
    answer = client.get("/account/data/")
    assert "attachment" in answer["Content-Disposition"]
    told = answer.json()
    assert [*told] == [
        "account", "addresses", "passkeys", "sessions", "tokens", "matches",
        "events", "events_organised", "ratings",
    ]  # fmt: skip
    assert told["account"]["handle"] == "ann"
    assert told["addresses"] == [{"email": "ann@club.example", "verified": True}]
    assert told["sessions"][0]["browser"] == "Some browser"
    assert told["tokens"][0]["name"] == "My bot"
    assert len(told["matches"]) == Seat.objects.filter(player=ann).count()
    assert {one["name"] for one in told["events"]} == {"Friday night", "Rained off"}
    assert told["ratings"][0]["ladder"] == "duel"
    text = answer.content.decode()
    session = str(client.session.session_key)
    secrets = (ann.password, ann.session_salt or "-" * 9, token.token, token.row.digest, session)
    assert not any(secret in text for secret in secrets)
    assert client.get("/api/v1/me/data/").json().keys() == told.keys()
    assert Client().get("/api/v1/me/data/").status_code == 401


def test_the_page_deletes_only_who_shows_again_who_it_is() -> None:
    ann = person("ann")
    client = Client()
    client.force_login(ann)
    answer = client.post("/account/delete/")
    assert answer["Location"].startswith("/account/again/?next=")
    assert Player.objects.get().kind == "person"
    wrong = client.post(answer["Location"], {"password": "wrong", "next": "/account/delete/"})
    assert wrong.status_code == 200
    right = client.post(answer["Location"], {"password": PASSWORD, "next": "/account/delete/"})
    assert right["Location"] == "/"
    assert Player.objects.get().kind == "former"
    assert client.get("/api/v1/me/").status_code == 401
    assert "Farewell" in client.get("/").content.decode()
