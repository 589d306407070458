"""How the API takes addresses: each query by name or not at all, and without a slash."""

import gzip
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient
from django.urls import get_resolver
from rest_framework.test import APIClient

from games.api.queries import form_of
from games.models import Player
from tests.api import code_of, signed_in
from tests.site.watching import filled, is_read, routes
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import running
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db]
API = "/api/v1/"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def operations() -> list[tuple[str, str]]:
    found = []
    for route, view in routes(get_resolver()):
        made_of = getattr(view, "cls", None)
        if made_of is not None and route.startswith("api/v1/"):
            found += [(one, route) for one in METHODS if hasattr(made_of, one.lower())]
    return found


def test_every_operation_refuses_a_query_that_it_does_not_know_by_its_name() -> None:
    assert len(operations()) > 80
    for method, route in operations():
        answer = APIClient().generic(method, f"/{filled(route, {})}?nonsense=1&other=2")
        assert code_of(answer) == (400, "invalid"), (method, route)
        assert set(answer.json()["params"]["fields"]) == {"nonsense", "other"}


def test_a_method_that_an_address_does_not_take_is_refused_before_its_queries() -> None:
    answer = APIClient().patch("/api/v1/players/?turn=1")
    assert code_of(answer) == (405, "method_not_allowed")


def test_every_query_that_an_operation_knows_is_in_the_schema() -> None:
    schema = APIClient().get(f"{API}schema/?format=json").json()
    described = {
        (method, operation["operationId"]): {
            one["name"] for one in operation.get("parameters", []) if one["in"] == "query"
        }
        for path in schema["paths"].values()
        for method, operation in path.items()
    }
    known = [
        set(form_of(view.cls, "GET")().fields)  # type: ignore[misc]
        for route, view in routes(get_resolver())
        if route.startswith("api/v1/") and is_read(view) and form_of(getattr(view, "cls", 0), "GET")
    ]
    for names in known:
        assert names in described.values() or names & {"format", "script"}
    assert described["get", "rounds"] == {
        "stage", "round", "entrant", "since", "cursor", "limit", "fields",
    }  # fmt: skip


def test_the_format_of_a_list_is_a_query_like_others(olga: Player, people: NewPlayers) -> None:
    running(olga, people(4), name="Out at once")
    found = APIClient().get(f"{API}tournaments/?format=single_elimination").json()["results"]
    assert [one["name"] for one in found] == ["Out at once"]
    assert APIClient().get(f"{API}tournaments/?format=swiss").json()["results"] == []


def test_a_command_without_the_slash_at_the_end_is_done(olga: Player) -> None:
    answer = signed_in(olga).post(f"{API}tournaments", {"name": "Slashless"}, format="json")
    assert answer.status_code == 201, answer.content
    assert Tournament.objects.get().name == "Slashless"
    assert APIClient().get(f"{API}tournaments").status_code == 301
    assert code_of(APIClient().post(f"{API}nowhere")) == (404, "not_found")


@pytest.mark.parametrize(
    "document", ["rounds/", "standings/", "ranking/", "events/", "pairings.csv"]
)
def test_a_public_document_is_compressed_for_who_takes_it(
    document: str,
    olga: Player,
    people: NewPlayers,
) -> None:
    event = running(olga, people(20), capacity=20)
    address = f"{API}tournaments/{event.slug}/{document}"
    plain: Any = APIClient().get(address)
    zipped: Any = APIClient().get(address, headers={"Accept-Encoding": "br, gzip;q=0.5"})
    content = b"".join(plain) if plain.streaming else plain.content
    packed = b"".join(zipped) if zipped.streaming else zipped.content
    assert "Content-Encoding" not in plain
    assert zipped["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed) == content
    assert len(packed) < len(content)
    assert "Accept-Encoding" in plain["Vary"]
    assert "Accept-Encoding" in zipped["Vary"]
    refused = APIClient().get(address, headers={"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in refused


def test_each_representation_has_a_strong_tag_of_its_own(
    olga: Player,
    people: NewPlayers,
) -> None:
    address = f"{API}tournaments/{running(olga, people(20), capacity=20).slug}/rounds/"
    plain = APIClient().get(address)["ETag"]
    packed = APIClient().get(address, headers={"Accept-Encoding": "gzip"})["ETag"]
    assert packed == f'{plain[:-1]}-gzip"'
    for tag in (plain, packed):
        again = APIClient().get(address, headers={"If-None-Match": tag, "Accept-Encoding": "gzip"})
        assert (again.status_code, again["ETag"]) == (304, tag)


def test_what_is_for_one_person_is_never_compressed(
    olga: Player,
    people: NewPlayers,
) -> None:
    event = running(olga, people(40), publish="manual", starts="rounds", capacity=40)
    drafts = signed_in(olga).get(
        f"{API}tournaments/{event.slug}/rounds/", headers={"Accept-Encoding": "gzip"}
    )
    assert len(drafts.content) > 5000
    assert "private" in drafts["Cache-Control"]
    assert {"Cookie", "Authorization"} <= set(drafts["Vary"].split(", "))
    public = APIClient().get(f"{API}tournaments/{event.slug}/rounds/")
    assert public.json()["results"] == []
    assert {"Cookie", "Authorization"} <= set(public["Vary"].split(", "))
    assert "Content-Encoding" not in drafts
    for address in ("me/data/", "me/tokens/"):
        own = signed_in(olga).get(f"{API}{address}", headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in own
    wrong = APIClient().get(
        f"{API}tournaments/?cursor={'x' * 150}", headers={"Accept-Encoding": "gzip"}
    )
    assert wrong.status_code == 400
    assert "Content-Encoding" not in wrong


@pytest.mark.parametrize("file", ["pairings.csv", "standings.csv", "export/"])
@pytest.mark.parametrize("accepted", ["", "gzip"])
def test_a_file_is_sent_while_it_is_read(
    file: str, accepted: str, olga: Player, people: NewPlayers
) -> None:
    """As the server of the product asks for it."""
    address = f"{API}tournaments/{running(olga, people(20), capacity=20).slug}/{file}"

    async def sent() -> bytes:
        answer: Any = await AsyncClient().get(address, headers={"Accept-Encoding": accepted})
        assert answer.is_async
        return b"".join([part async for part in answer])

    content = async_to_sync(sent)()
    plain: Any = APIClient().get(address)
    assert (gzip.decompress(content) if accepted else content) == b"".join(plain)
