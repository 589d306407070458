"""What will go says so in its own answers, in the schema and on a page, and nothing else does."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from games.api.accounts import MeView, PlayersView
from games.api.deprecated import Deprecated, deprecated_by
from games.api.reference import BotsView
from games.models import Player
from tests.site.watching import routes

pytestmark = [pytest.mark.django_db]
STABILITY = Path(__file__).parents[2] / "docs" / "stability.md"
LATER = Deprecated(
    datetime(2026, 12, 1, tzinfo=UTC), datetime(2027, 12, 1, tzinfo=UTC), "/docs/changelog"
)


def deprecate(monkeypatch: pytest.MonkeyPatch, view: type, method: str = "GET") -> None:
    monkeypatch.setattr(view, "deprecated", {method: LATER}, raising=False)


def test_what_is_deprecated_says_since_when_until_when_and_where_to_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deprecate(monkeypatch, BotsView)
    for answer in (Client().get("/api/v1/bots/"), Client().head("/api/v1/bots/")):
        assert answer["Deprecation"] == "@1796083200"
        assert answer["Sunset"] == "Wed, 01 Dec 2027 00:00:00 GMT"
        assert answer["Link"] == '</docs/changelog>; rel="deprecation"; type="text/html"'


def test_all_else_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    deprecate(monkeypatch, PlayersView)
    assert "Deprecation" not in Client().get("/api/v1/rulesets/")
    assert "Deprecation" not in Client().post("/api/v1/players/")


def test_the_link_to_the_next_page_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    deprecate(monkeypatch, PlayersView)
    for handle in ("ann", "ben"):
        Player.objects.create(handle=handle, password="!")
    link = Client().get("/api/v1/players/?limit=1")["Link"]
    assert re.findall('rel="([a-z]+)"', link) == ["next", "deprecation"]


def test_who_is_refused_is_told_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    deprecate(monkeypatch, MeView)
    answer = Client().get("/api/v1/me/")
    assert (answer.status_code, "Sunset" in answer) == (401, True)


def test_the_schema_says_what_is_deprecated(monkeypatch: pytest.MonkeyPatch) -> None:
    deprecate(monkeypatch, BotsView)
    with GENERATOR_STATS.silence():
        paths: dict[str, Any] = SchemaGenerator().get_schema(public=True)["paths"]
    goes = paths["/api/v1/bots/"]["get"]
    assert goes["deprecated"] is True
    headers = goes["responses"]["200"]["headers"]
    assert headers["Deprecation"]["schema"]["examples"] == ["@1796083200"]
    assert headers["Sunset"]["required"]
    others = [one for path in paths.values() for one in path.values() if one is not goes]
    assert not any("deprecated" in one for one in others)


def test_the_page_lists_what_is_deprecated(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = STABILITY.read_text().split("### Deprecated at present")[1]
    assert sorted(re.findall(r"^- `([A-Z]+ [^`]+)`", listed, re.MULTILINE)) == sorted(deprecated())
    assert ("Nothing." in listed) == (not list(deprecated()))
    deprecate(monkeypatch, BotsView)
    assert "GET bots/" in deprecated()


def deprecated() -> Iterator[str]:
    for route, callback in routes(get_resolver()):
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            if deprecated_by(getattr(callback, "cls", None), method) is not None:
                yield f"{method} {route.removeprefix('api/v1/')}"
