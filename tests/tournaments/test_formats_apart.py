"""A format's key stands in its own file alone: everybody else asks for traits."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.toy_format import LADDER
from tournaments.formats import FORMATS

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("engine", "games", "tournaments", "casino_site")
OWN = {f"tournaments/formats/{key}.py": key for key in FORMATS}
OWN["engine/cli/__init__.py"] = "arena"  # where bots meet, on the command line
# The operations that show and join the standing one.
OWN |= dict.fromkeys(("tournaments/api/arena.py", "casino_site/contract/refusals.py"), "arena")


def keys_in(source: str) -> set[str]:
    """The keys of formats that a module has as literals."""
    constants = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return {one.value for one in constants if isinstance(one.value, str)} & set(FORMATS)


def quoted_in(text: str) -> set[str]:
    """The keys of formats that a template or a script has in quotes."""
    return set(re.findall(r"[\"'`](\w+)[\"'`]", text)) & set(FORMATS)


def files(*endings: str) -> Iterator[Path]:
    for folder in PRODUCT:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in endings:
                yield path


def test_no_module_but_its_own_names_the_key_of_a_format() -> None:
    found = {}
    for path in files(".py"):
        name = path.relative_to(ROOT).as_posix()
        if keys := keys_in(path.read_text()) - {OWN.get(name)}:
            found[name] = keys
    assert found == {}


def test_no_template_and_no_script_names_the_key_of_a_format() -> None:
    looked_at = list(files(".html", ".js", ".txt"))
    assert len(looked_at) > 20
    found = {path.name: keys for path in looked_at if (keys := quoted_in(path.read_text()))}
    assert found == {}


@pytest.mark.parametrize("key", FORMATS)
def test_a_format_lies_in_a_file_that_is_called_by_its_key(key: str) -> None:
    source = (ROOT / "tournaments" / "formats" / f"{key}.py").read_text()
    assert key in keys_in(source)


def test_a_comparison_with_a_key_would_be_found() -> None:
    assert keys_in('if stage.format == "arena":\n    pass') == {"arena"}
    assert keys_in('late = {"swiss", "heats"}') == {"swiss", "heats"}
    assert keys_in('"""Not for an arena."""') == set()
    assert quoted_in("{% if stage.format == 'round_robin' %}") == {"round_robin"}
    assert quoted_in("the swiss") == set()


def test_the_toy_is_a_format_of_some_sixty_lines_in_one_file() -> None:
    path = ROOT / "tests" / "tournaments" / "toy_format.py"
    code = [line for line in path.read_text().splitlines() if line.strip()]
    assert len(code) < 75
    assert LADDER.key not in FORMATS
