"""Facts of earlier schemas are read as the newest, for ever."""

import importlib
import json
from typing import Any

import pytest
from django.apps import apps

from engine import from_fact, to_fact
from games.models import Player, Seat
from games.store.upcasting import UPCASTERS, upcast
from tests.games.exports import DATA, bots_match, resigned_match

OLD = [
    json.loads(line)
    for name in ("facts-of-schema-1", "facts-before-digests")
    for line in (DATA / f"{name}.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("sample", OLD, ids=lambda sample: sample["type"])
def test_a_fact_of_an_earlier_schema_is_read_as_one_of_the_newest(sample: Any) -> None:
    schema, data, secret = upcast(
        sample["type"], sample["schema"], sample["data"], sample["secret"]
    )
    fact = to_fact(from_fact(sample["type"], schema, data, secret))
    assert (fact.schema, fact.data, fact.secret) == (schema, data, secret)
    assert sample["data"].items() <= data.items()


def test_there_is_a_sample_of_every_schema_that_is_upcast() -> None:
    assert {(sample["type"], sample["schema"]) for sample in OLD} == set(UPCASTERS)


@pytest.mark.store
@pytest.mark.django_db
def test_rows_of_before_are_filled_in_from_their_facts(alice: Player, bots: list[Player]) -> None:
    bots_match(bots)
    resigned_match(alice, bots[0])
    kept = list(Seat.objects.order_by("id").values())
    Seat.objects.update(came=False, left_reason="")
    importlib.import_module("games.migrations.0004_seats_from_their_facts").fill(apps, None)

    assert list(Seat.objects.order_by("id").values()) == kept
    assert {"resigned"} < {row["left_reason"] for row in kept}
