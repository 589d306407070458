"""Requests that a machine makes of the schema, sent to a furnished house, and what is wrong with
the answers.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.config import GenerationConfig, SchemathesisConfig
from schemathesis.core.errors import SerializationNotPossible
from schemathesis.core.failures import FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation import GenerationMode
from schemathesis.generation.case import Case

from games.limits import spending
from tests.site.test_permissions import taken_back

MODES = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
# Queries with tests of their own: a cursor comes from an answer, and no schema can say which ones
# have; and an answer of some of its fields is not one of all of them, as the schema has it.
NOT_ASKED = frozenset({"cursor", "fields"})


def _is_left_out(name: str, value: Any) -> bool:
    """Also what is empty, which is as if it were not there (tests/site/test_queries.py)."""
    return name in NOT_ASKED or value == ""


@dataclass
class Run:
    """`known` are the parts of addresses that there are in the house; `token` is its director's.
    `found` is what was wrong, by operation, kind and status, with the first request of each.
    """

    known: Mapping[str, str]
    token: str
    sent: int = 0
    found: dict[tuple[str, str, int], str] = field(default_factory=dict)

    def ask(self, case: Case) -> None:
        """Sends it, as if nothing had been asked before, and notes what is wrong."""
        meta = case.meta
        left_out = {name for name, it in (case.query or {}).items() if _is_left_out(name, it)}
        if left_out:
            if meta is not None and meta.is_negative_at(ParameterLocation.QUERY):
                return  # without them it might be valid
            case.query = {name: it for name, it in case.query.items() if name not in left_out}
        if meta is None or not meta.is_negative_at(ParameterLocation.PATH):
            for name in case.path_parameters or {}:
                case.path_parameters[name] = self.known.get(name, case.path_parameters[name])
        if "If-Match" in (case.headers or {}):
            case.headers["If-Match"] = "*"  # any other would be refused, as it should be
        # As it is: what calls the product here cannot read what is compressed.
        headers = {"Authorization": f"Token {self.token}", "Accept-Encoding": "identity"}
        try:
            with taken_back():
                answer = case.call(headers=headers)
        except SerializationNotPossible:
            return  # a body that the client cannot write
        spending.forget_all()
        self.sent += 1
        self._hold_against_its_codes(case, answer)
        try:
            with taken_back():
                case.validate_response(answer, headers=headers)
        except FailureGroup as group:
            for one in group.exceptions:
                key = (case.operation.label, type(one).__name__, answer.status_code)
                told = answer.content[:300].decode(errors="replace")
                asked = f"{case.method} {case.formatted_path} {case.query} {case.headers}"
                self.found.setdefault(key, f"{asked} {str(case.body)[:300]} -> {told}: {one}")

    def _hold_against_its_codes(self, case: Case, answer: Any) -> None:
        """A refusal has one of the codes that the schema names beside its status."""
        if answer.status_code < 400:
            return
        root = case.operation.schema.raw_schema
        told = root["paths"][case.operation.path][case.operation.method.lower()]["responses"]
        named = told.get(str(answer.status_code), {}).get("$ref", "").rsplit("/", 1)[-1]
        codes = root["components"]["responses"].get(named, {}).get("x-codes", [])
        code = answer.json()["code"]
        if code not in codes and case.method == case.operation.method.upper():
            self.found[case.operation.label, f"refused by {code}", answer.status_code] = str(codes)


@contextmanager
def one_connection() -> Iterator[None]:
    """Requests do not close the connection on whose transaction the house stands."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


def asked_of(schema: Any) -> list[Any]:
    """The operations that a machine asks for: all but streams, whose answers do not end. They are
    carried on by the server, which is not there where a request is a call (421); tests that hold a
    server read them.
    """
    every = [result.ok() for result in schema.get_all_operations()]
    return [one for one in every if not one.path.endswith("/stream/")]


def loaded() -> Any:
    """The schema as the product serves it, and the product to ask."""
    return schemathesis.openapi.from_wsgi(
        "/api/v1/schema/?format=json", get_wsgi_application(), config=SchemathesisConfig()
    )


def bounds_of(schema: Any, operation: Any) -> list[Case]:
    """The cases at every bound of an operation, on both sides of it."""
    made = schema.iter_coverage_cases(
        operation, generation_modes=MODES, generation_config=GenerationConfig()
    )
    return list(made)


def drawn(operation: Any, count: int) -> list[Case]:
    """So many cases of an operation, valid and not, always the same."""
    found: list[Case] = []

    @seed(1)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of([operation.as_strategy(generation_mode=mode) for mode in MODES]))
    def draw(case: Case) -> None:
        found.append(case)

    draw()
    return found
