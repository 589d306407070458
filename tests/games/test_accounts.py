"""Accounts on their pages: passwords, addresses, sessions; who came before comes in as before."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.accounts import sessions
from games.accounts.sign_up import sign_up
from games.models import Player
from games.web.browsers import in_words

PASSWORD, OTHER = "a password of ann", "another password of ann"
ADDRESS = "ann@club.example"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_has_tried_before() -> None:
    """How often an address may is kept in the cache."""
    cache.clear()


@pytest.fixture
def ann(db: None) -> Player:
    return sign_up("ann", PASSWORD)


def came_in(client: Client, password: str = PASSWORD) -> bool:
    client.post("/sign-in/", {"username": "ann", "password": password})
    return is_in(client)


def is_in(client: Client) -> bool:
    return client.get("/api/v1/me/").status_code == 200


def asked_again(client: Client) -> None:
    answer = client.post("/account/again/", {"password": PASSWORD})
    assert answer.status_code == 302


def link_in(message: Any) -> str:
    found = re.search(r"http://testserver(/\S+)", message.body)
    assert found
    return found[1]


def verified(client: Client, address: str = ADDRESS) -> None:
    asked_again(client)
    client.post("/account/address/", {"email": address})
    client.post(link_in(mail.outbox.pop()))
    assert EmailAddress.objects.filter(email=address, verified=True).count() == 1


def test_a_person_signs_up_by_handle_and_password_alone(client: Client) -> None:
    answer = client.post("/sign-up/", {"handle": "ann", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.get("/api/v1/me/").json()["handle"] == "ann"
    assert mail.outbox == []


def test_a_person_who_names_an_address_is_in_at_once_and_verifies_it_by_a_mail(
    client: Client,
) -> None:
    client.post("/sign-up/", {"handle": "ann", "password": PASSWORD, "email": ADDRESS.upper()})
    assert is_in(client)
    (message,) = mail.outbox
    assert (message.to, message.subject) == ([ADDRESS], "Good Ten: is this your address?")
    link = link_in(message)
    assert b"Yes, it is mine" in client.get(link).content
    assert not EmailAddress.objects.get().verified
    client.post(link)
    assert EmailAddress.objects.get().verified


def test_nobody_learns_by_signing_up_whether_an_address_is_known(ann: Player) -> None:
    inside = Client()
    came_in(inside)
    verified(inside)
    stranger = Client()
    body = {"handle": "bob", "password": PASSWORD, "email": ADDRESS}
    known = stranger.post("/sign-up/", body)
    unknown = Client().post("/sign-up/", {**body, "handle": "cy", "email": "cy@club.example"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert len(mail.outbox) == 2
    # Whoever has the mailbox cannot give it to a second account.
    link = link_in(mail.outbox[0])
    assert b"belongs to another account" in stranger.get(link).content
    stranger.post(link)
    assert EmailAddress.objects.get(email=ADDRESS, verified=True).user == ann


def test_a_forgotten_password_is_set_anew_by_a_mail_and_ends_every_session(ann: Player) -> None:
    inside, client = Client(), Client()
    came_in(inside)
    verified(inside)
    assert client.post("/password/forgotten/", {"email": ADDRESS}).status_code == 302
    page = client.get(link_in(mail.outbox.pop()), follow=True)
    form = page.redirect_chain[-1][0]
    assert client.post(form, {"password": "12345678"}).status_code == 200
    assert client.post(form, {"password": OTHER})["Location"] == "/sign-in/"
    assert not is_in(inside)
    assert not came_in(client)
    assert came_in(client, OTHER)
    assert b"has been used" in Client().get(form).content


def test_nobody_learns_by_a_forgotten_password_whether_an_address_is_known(ann: Player) -> None:
    inside = Client()
    came_in(inside)
    verified(inside)
    answers = [
        Client().post("/password/forgotten/", {"email": address})
        for address in (ADDRESS, "nobody@club.example")
    ]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert [message.to[0] for message in mail.outbox] == [ADDRESS, "nobody@club.example"]
    assert "/password/new/" in mail.outbox[0].body
    assert "/password/new/" not in mail.outbox[1].body


def test_an_address_that_was_never_verified_resets_nothing(client: Client) -> None:
    client.post("/sign-up/", {"handle": "ann", "password": PASSWORD, "email": ADDRESS})
    mail.outbox.clear()
    Client().post("/password/forgotten/", {"email": ADDRESS})
    assert "/password/new/" not in mail.outbox[0].body


def test_who_changes_the_password_stays_in_here_and_goes_out_elsewhere(ann: Player) -> None:
    here, elsewhere = Client(), Client()
    came_in(here)
    came_in(elsewhere)
    page = "/account/password/"
    assert here.post(page, {"current": "wrong", "password": OTHER}).status_code == 200
    assert here.post(page, {"current": PASSWORD, "password": OTHER}).status_code == 302
    assert is_in(here)
    assert not is_in(elsewhere)
    assert came_in(elsewhere, OTHER)


def test_signing_out_everywhere_else_ends_listed_sessions_and_those_of_before(ann: Player) -> None:
    here, elsewhere, before = Client(), Client(HTTP_USER_AGENT="Some browser"), Client()
    came_in(here)
    came_in(elsewhere)
    before.force_login(ann)  # as sessions were before they were listed
    page = here.get("/account/sessions/").content
    assert b"Some browser" in page
    assert b"Here" in page
    here.post("/account/sessions/")
    assert [is_in(client) for client in (here, elsewhere, before)] == [True, False, False]
    assert b"Some browser" not in here.get("/account/sessions/").content
    assert here.get("/account/").status_code == 200


def test_the_address_is_changed_and_removed_only_by_who_knows_the_password(ann: Player) -> None:
    client = Client()
    client.force_login(ann)
    answer = client.post("/account/address/", {"email": ADDRESS})
    assert answer["Location"].startswith("/account/again/")
    assert not EmailAddress.objects.exists()
    verified(client)
    verified(client, "ann@home.example")
    assert [row.email for row in EmailAddress.objects.all()] == ["ann@home.example"]
    client.post("/account/address/", {"remove": "1"})
    assert not EmailAddress.objects.exists()


def test_no_address_stands_where_others_can_see_it(ann: Player) -> None:
    inside = Client()
    came_in(inside)
    verified(inside)
    for address in ("/players/ann/", "/api/v1/me/", "/api/v1/players/ann/ratings/"):
        for client in (Client(), inside):
            assert b"club.example" not in client.get(address).content
    assert b"club.example" in inside.get("/account/").content


def test_a_session_and_a_next_page_of_before_go_on(ann: Player) -> None:
    client = Client()
    client.force_login(ann)
    assert is_in(client)
    assert client.get("/sign-in/?next=/ratings/")["Location"] == "/ratings/"
    answer = Client().post(
        "/sign-in/?next=/ratings/",
        {"username": "ANN", "password": PASSWORD, "next": "/ratings/"},
    )
    assert answer["Location"] == "/ratings/"
    away = {"username": "ann", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert Client().post("/sign-in/", away)["Location"] == "/"
    assert client.post("/sign-out/")["Location"] == "/"
    assert not is_in(client)


def test_a_session_that_began_before_accounts_were_kept_so_goes_on(ann: Player) -> None:
    client = Client()
    client.force_login(ann)
    session = client.session
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    key_salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
    session[HASH_SESSION_KEY] = salted_hmac(key_salt, ann.password, algorithm="sha256").hexdigest()
    session.save()
    assert is_in(client)


def test_a_mail_that_cannot_be_sent_fails_nobodys_page(
    client: Client, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    body = {"handle": "ann", "password": PASSWORD, "email": ADDRESS}
    assert client.post("/sign-up/", body).status_code == 302
    assert "could not send a mail" in caplog.text
    assert ADDRESS not in caplog.text


def test_accounts_pages_ask_who_it_is(client: Client) -> None:
    for page in ("", "password/", "address/", "passkeys/", "passkeys/add/", "sessions/", "again/"):
        answer = client.get(f"/account/{page}")
        assert answer["Location"].startswith("/sign-in/?next="), page


@pytest.mark.parametrize(
    ("user_agent", "said"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0 Safari/537.36", "Chrome on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126 Safari/537 Edg/126", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU like Mac OS X) Version/17 Safari/604", "Safari on iPhone"),
        ("Mozilla/5.0 (Android 14; Mobile) Gecko/127 Firefox/127.0", "Firefox on Android"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", "an unknown browser"),
    ],
)
def test_a_browser_is_called_what_people_call_it(user_agent: str, said: str) -> None:
    assert in_words(user_agent) == said


def test_where_somebody_was_signed_in_is_forgotten_with_the_session(ann: Player) -> None:
    here, ended = Client(), Client()
    came_in(here)
    came_in(ended)
    Session.objects.filter(session_key=ended.session.session_key).update(
        expire_date=timezone.now() - timedelta(seconds=1)
    )
    for _ in range(2):
        sessions.forget_ended(timezone.now())
        (row,) = UserSession.objects.all()
        assert row.session_key == here.session.session_key
    assert is_in(here)


@pytest.mark.parametrize(
    "said",
    [
        "", "x", "[]", "{}", "1", "null", '"x"', '{"id": 1}', '{"response": []}',
        '{"id": "x", "rawId": "x", "type": "public-key", "response": {"userHandle": 5}}',
        '{"id": "eA", "rawId": "eA", "type": "public-key", "response": {"clientDataJSON": "e30",'
        ' "authenticatorData": "e30", "signature": "e30", "userHandle": "eA"}}',
    ],
)  # fmt: skip
def test_what_is_no_passkey_is_refused(ann: Player, said: str) -> None:
    client = Client()
    for asked in (False, True):
        if asked:
            assert client.post("/sign-in/passkey/options/").status_code == 200
        answer = client.post("/sign-in/passkey/", {"credential": said})
        assert answer["Location"] == "/sign-in/"
        assert not is_in(client)
    came_in(client)
    asked_again(client)
    client.post("/account/passkeys/options/")
    answer = client.post("/account/passkeys/add/", {"credential": said, "name": "x"})
    assert answer.status_code == 200
    assert not Authenticator.objects.exists()
