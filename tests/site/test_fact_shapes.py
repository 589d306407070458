"""A fact that changes its shape gets a new schema number: facts that are stored stay readable."""

import json
import shutil
from pathlib import Path

import pytest

from games.store.witnesses import readable_facts
from tests.site import fact_shapes
from tests.site.fact_shapes import FILE, Shapes, kept, written

WHAT_TO_DO = (
    "the shape of {type} has changed under schema {schema}. Who has stored such facts could not "
    "read them: give the new shape the next schema number, and the old one an upcaster "
    "(docs/contributing.md, To add a fact), then run `python -m tests.site.fact_shapes`. "
    "Only if no release has had schema {schema}: "
    "`python -m tests.site.fact_shapes --again {type}`."
)


def changed(kept_: Shapes, written_: Shapes) -> list[str]:
    """What is to be done about each fact that is not written as the file has it."""
    return [
        WHAT_TO_DO.format(type=type_, schema=schema)
        for type_, schemas in written_.items()
        for schema, shape in schemas.items()
        if kept_.get(type_, {}).get(schema, shape) != shape
    ]


def test_no_fact_has_changed_its_shape_without_a_new_schema_number() -> None:
    assert not changed(kept(), written())


def test_every_fact_that_is_written_has_its_shape_in_the_file() -> None:
    shapes = kept()
    missing = {
        (type_, schema)
        for type_, schemas in written().items()
        for schema in schemas
        if schema not in shapes.get(type_, {})
    }
    assert not missing, "run `python -m tests.site.fact_shapes`"


def test_every_fact_that_was_ever_written_can_be_read() -> None:
    ever = {(type_, int(schema)) for type_, schemas in kept().items() for schema in schemas}
    assert ever <= readable_facts()


@pytest.mark.parametrize("type_", ["match_created", "settings_changed", "match_rated"])
@pytest.mark.parametrize("change", ["a field more", "a field less", "another kind of value"])
def test_a_changed_shape_is_named_with_what_to_do(type_: str, change: str) -> None:
    shapes = json.loads(json.dumps(written()))
    [(schema, shape)] = shapes[type_].items()
    name = min(shape["data"])
    if change == "a field more":
        shape["data"]["mood"] = "string"
    elif change == "a field less":
        del shape["data"][name]
    else:
        shape["data"][name] = ["boolean"]
    [said] = changed(kept(), shapes)
    assert f"the shape of {type_} has changed under schema {schema}" in said
    assert "give the new shape the next schema number" in said


def test_a_nested_field_belongs_to_the_shape() -> None:
    shapes = written()
    [settings] = [one["data"]["settings"] for one in shapes["settings_changed"].values()]
    assert "one of" not in settings
    assert {"name", "rules", "stages", "policies"} <= settings.keys()
    assert "no_trail" in settings["rules"]
    assert settings["stages"][0].keys() == {
        "format", "options", "advance", "name", "watching",
    }  # fmt: skip


def test_the_file_is_as_its_own_program_writes_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Of a copy: other workers read the file meanwhile.
    copy = Path(shutil.copy(FILE, tmp_path))
    monkeypatch.setattr("sys.argv", ["fact_shapes"])
    monkeypatch.setattr(fact_shapes, "FILE", copy)
    copy.write_text(copy.read_text() + " ")
    fact_shapes.main()
    assert copy.read_text() == FILE.read_text()
