"""People who go: the player is called otherwise, and every check stays clean."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client

from games.accounts import leaving, tokens
from games.accounts.scopes import Scope
from games.models import Match, Player, Seat, Token
from tests.forgetting import forgotten_states  # noqa: F401
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.site.checked_house import found, furnished
from tests.site.naming import PASSWORD, api, person, shown
from tests.tournaments.factories import finish_matches, opened, running
from tests.tournaments.stated_scenes import CLUB, NAME, event_with_words, everything_stored
from tournaments.actions import services
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Tournament
from tournaments.progress import advance
from tournaments.ratings.progress import rate_due

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


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


def test_what_was_typed_for_a_person_goes_with_them() -> None:
    olga, people = person("olga"), [person(f"p{number}") for number in range(6)]
    event = event_with_words(olga, people)
    assert f"{NAME} 0" in everything_stored()
    leaving.leave(people[0], NOON)
    stored = everything_stored()
    assert f"{NAME} 0" not in stored
    assert f"{NAME} 1" in stored
    reworded = Entrant.objects.get(tournament=event, members__player=people[0])
    assert reworded.name.startswith("removed-")
    # A club is its other members' as well, until the last of them goes.
    assert CLUB in stored
    leaving.leave(people[1], NOON)
    leaving.leave(people[2], NOON)
    assert CLUB not in everything_stored()
    assert found() == ""


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
        "account", "addresses", "passkeys", "sessions", "tokens", "matches", "bots",
        "casual_tables", "events", "events_organised", "ratings", "reports", "sign_ins",
        "kept_answers", "webhooks",
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
