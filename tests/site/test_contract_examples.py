"""The examples of the schema are what the product answers."""

import os

import jsonschema_rs
import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from tests.site.contract_examples import alike, keep, kept, recorded
from tests.site.test_permissions import _forget, furnished

pytestmark = [pytest.mark.django_db]


def test_the_examples_are_what_is_answered() -> None:
    _forget()
    found = recorded(furnished())
    if "RECORD_EXAMPLES" in os.environ:
        keep(found)
    assert alike(found) == alike(kept())


def test_the_examples_are_what_the_schema_says() -> None:
    with GENERATOR_STATS.silence():
        schema = SchemaGenerator().get_schema(public=True)
    every = {
        one["operationId"]: one
        for operations in schema["paths"].values()
        for one in operations.values()
    }
    for name, example in kept().items():
        for status, body in example["responses"].items():
            content = every[name]["responses"][status]["content"]["application/json"]
            assert content["example"] == body
            of = jsonschema_rs.validator_for(
                content["schema"] | {"components": schema["components"]}
            )
            assert of.is_valid(body), (name, [error.message for error in of.iter_errors(body)])
