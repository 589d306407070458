"""Pages are compressed where nobody can learn from how small they become."""

import gzip
import re
from typing import Any

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from casino_site.compression import CompressionMiddleware
from games.models import Player
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.consoles import browser
from tests.tournaments.factories import running

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
HERE, ELSEWHERE = {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "cross-site"}
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def is_packed(answer: Any) -> bool:
    return bool(answer.get("Content-Encoding") == "gzip")


@pytest.mark.django_db
def test_a_page_is_compressed_for_who_takes_it(olga: Player, people: NewPlayers) -> None:
    event = running(olga, people(8))
    for address in ("/", f"/tournaments/{event.slug}/", "/rules/"):
        plain = Client().get(address)
        packed = Client().get(address, headers=GZIP)
        assert (is_packed(plain), is_packed(packed)) == (False, True)
        page = gzip.decompress(packed.content).decode()
        assert page.startswith("<!doctype html>")
        assert len(packed.content) < len(plain.content) / 2
        assert packed["Content-Length"] == str(len(packed.content))
        assert "Accept-Encoding" in plain["Vary"]
        assert "Accept-Encoding" in packed["Vary"]
    assert not is_packed(Client().get("/", headers={"Accept-Encoding": "gzip;q=0"}))


@pytest.mark.django_db
def test_to_who_is_signed_in_a_page_that_another_site_asks_for_comes_as_it_is(
    olga: Player,
) -> None:
    theirs = browser(olga)
    for address in ("/", "/me/", "/account/"):
        assert not is_packed(theirs.get(address, headers=GZIP | ELSEWHERE)), address
        assert not is_packed(theirs.get(address, headers=GZIP)), address
    assert is_packed(theirs.get("/", headers=GZIP | HERE))
    assert is_packed(theirs.get("/", headers=GZIP | {"Sec-Fetch-Site": "none"}))
    assert not is_packed(theirs.get("/", headers=GZIP | {"Sec-Fetch-Site": "same-site"}))


@pytest.mark.django_db
def test_neither_the_token_of_a_form_nor_the_length_of_a_page_is_the_same_twice() -> None:
    client = Client()
    pages = [client.get("/", headers=GZIP) for _ in range(24)]
    tokens = [TOKEN.search(gzip.decompress(page.content).decode()) for page in pages]
    assert len({found[1] for found in tokens if found}) == len(pages)
    # The secret behind them is one: it alone says that a form is from here.
    assert client.cookies["csrftoken"].value
    # The same bytes, packed again and again.
    inner = CompressionMiddleware(lambda request: HttpResponse("<p>the same</p>" * 200))
    request = RequestFactory().get("/", headers=GZIP)
    assert len({len(inner(request).content) for _ in range(24)}) > 4


@pytest.mark.parametrize(
    "answer",
    [
        lambda: HttpResponse("<p>short</p>"),
        lambda: HttpResponse("<p>wrong</p>" * 200, status=404),
        lambda: HttpResponse("<p>once</p>" * 200, headers={"Cache-Control": "private, no-store"}),
        lambda: HttpResponse("\x89PNG" * 400, content_type="image/png"),
        lambda: HttpResponse("packed" * 400, headers={"Content-Encoding": "br"}),
    ],
    ids=["short", "refused", "not to be kept", "no page", "packed already"],
)
def test_what_is_no_page_to_keep_stays_as_it_is(answer: Any) -> None:
    made = CompressionMiddleware(lambda request: answer())
    request = RequestFactory().get("/", headers=GZIP)
    assert made(request).content == answer().content  # type: ignore[attr-defined]
    assert made(request).get("Content-Encoding") == answer().get("Content-Encoding")


def test_what_is_sent_as_it_comes_is_not_held_back() -> None:
    """Neither read ahead nor changed."""
    read: list[int] = []

    def parts() -> Any:
        for number in range(3):
            read.append(number)
            yield b"<p>part</p>" * 200

    for kind in ("text/html", "text/event-stream"):
        made = CompressionMiddleware(
            lambda request, kind=kind: StreamingHttpResponse(parts(), content_type=kind)  # type: ignore[misc]
        )
        answer = made(RequestFactory().get("/", headers=GZIP))
        assert (read, answer.get("Content-Encoding")) == ([], None)
