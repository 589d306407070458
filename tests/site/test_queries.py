"""What stands behind the `?` of an address and is empty is as if it were not there."""

import pytest
from django.test import Client

from games.models import Player
from tests.api import code_of, signed_in
from tests.tournaments.factories import opened

pytestmark = [pytest.mark.django_db]


@pytest.mark.parametrize(
    "query",
    ["limit=", "cursor=", "fields=", "state=", "format=", "organiser=", "q=", "since="],
)
def test_an_empty_query_asks_for_nothing(query: str) -> None:
    olga = Player.objects.create(handle="olga", password="!")
    opened(olga, olga)
    whole = Client().get("/api/v1/tournaments/").json()
    assert len(whole["results"]) == 1
    assert Client().get(f"/api/v1/tournaments/?{query}").json() == whole


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=501", "limit=x", "q=%20", "since=yesterday", "state=gone", "x=1"]
)
def test_a_query_that_is_none_is_refused_by_its_name(query: str) -> None:
    answer = signed_in(None).get(f"/api/v1/tournaments/?{query}")
    assert code_of(answer) == (400, "invalid")
    assert list(answer.json()["params"]["fields"]) == [query.partition("=")[0]]
