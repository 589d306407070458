"""The schema that scripts are written against is valid and complete."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from casino_site.contract.openapi import METHODS

UNDESCRIBED = {"/api/v1/schema/", "/api/v1/schema/sockets/", "/api/v1/explore/"}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    with GENERATOR_STATS.silence():
        generated: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return generated


def test_the_schema_is_valid(schema: dict[str, Any]) -> None:
    validate_schema(schema)


@pytest.mark.parametrize("form", ["", "?format=json"])
def test_the_schema_is_made_once(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bool] = []
    plain = SchemaGenerator.get_schema

    def counted(self: SchemaGenerator, **how: Any) -> Any:
        made.append(True)
        return plain(self, **how)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(SchemaGenerator, "get_schema", counted)
    monkeypatch.setattr("casino_site.schema.MADE", {})
    first, again = (Client().get(f"/api/v1/schema/{form}") for _ in range(2))
    assert len(made) == 1
    assert again.content == first.content
    assert again["Content-Type"] == first["Content-Type"]
    assert again["Content-Disposition"] == first["Content-Disposition"]
    assert again["RateLimit"] != first["RateLimit"]


def test_nothing_in_the_schema_had_to_be_guessed() -> None:
    GENERATOR_STATS.reset()
    with GENERATOR_STATS.silence():
        SchemaGenerator().get_schema(public=True)
    guesses = [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]
    assert guesses == []


def test_every_address_of_the_api_is_in_the_schema(schema: dict[str, Any]) -> None:
    """Compared with the names of parameters left out, since converters spell them otherwise."""
    described = {_shape(path) for path in schema["paths"]}
    routed = {_shape(path) for path in _routes(get_resolver().url_patterns, "/")}
    assert {path for path in routed if path.startswith("/api/")} - UNDESCRIBED == described


def test_every_operation_may_be_refused_by_a_problem_document(schema: dict[str, Any]) -> None:
    operations = [
        operations[method]
        for operations in schema["paths"].values()
        for method in METHODS
        if method in operations
    ]
    assert len(operations) > len(schema["paths"])
    for operation in operations:
        assert {"401", "404", "405", "429", "503"} <= operation["responses"].keys()
        for status, answer in operation["responses"].items():
            if "$ref" in answer:
                answer = schema["components"]["responses"][answer["$ref"].rsplit("/", 1)[1]]
            assert "RateLimit" in answer["headers"]
            if status[0] in "45":
                assert list(answer["content"]) == ["application/problem+json"]
            assert ("Retry-After" in answer["headers"]) == (status in ("429", "503"))
    assert "code" in schema["components"]["schemas"]["Problem"]["required"]


def test_streams_say_what_each_of_their_lines_is(schema: dict[str, Any]) -> None:
    shapes = schema["components"]["schemas"]
    found = {}
    for path, operations in schema["paths"].items():
        if path.endswith("/stream/"):
            for content in operations["get"]["responses"]["200"]["content"].values():
                assert content["schema"]["type"] == "string"
                found[path] = shapes[content["schema"]["contentSchema"]["$ref"].rsplit("/", 1)[1]]
    assert len(found) == 3
    for path, line in found.items():
        frames = [one for one in line["anyOf"] if "$ref" not in one]
        types = [one["properties"]["type"]["enum"][0] for one in frames]
        assert {"snapshot", "alive", "ended"} <= set(types)
        assert ("turn" in types) == path.endswith("/me/stream/")


def test_the_explorer_runs_no_inline_script(client: Client) -> None:
    page = client.get("/api/v1/explore/")
    assert page.status_code == 200
    assert "<script>" not in page.content.decode()
    policy = page["Content-Security-Policy"]
    assert "style-src 'self' 'unsafe-inline'" in policy
    assert "script-src" not in policy
    assert "default-src 'self'" in policy


def _routes(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[str]:
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, path)
        else:
            yield path


def _shape(path: str) -> str:
    """The path with `*` for each parameter, in Django's spelling or in OpenAPI's."""
    return "/".join("*" if part[:1] in ("<", "{") else part for part in path.split("/"))
