"""The engine stays pure: it imports nothing that brings time, chance, files or a framework."""

import ast
from pathlib import Path

import pytest

import engine

FILES = sorted(Path(engine.__file__).parent.rglob("*.py"))
ALLOWED = {
    "collections",
    "dataclasses",
    "enum",
    "engine",
    "hashlib",
    "hmac",
    "itertools",
    "json",
    "re",
}
AT_THE_EDGE = {
    "argparse",
    "concurrent",
    "functools",
    "json",
    "math",
    "multiprocessing",
    "random",
    "statistics",
    "sys",
    "time",
}
ALLOWED_TYPES = {"typing"}


def at_the_edge(file: Path) -> bool:
    return file.name == "__main__.py" or file.parent.name == "cli"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_only_the_command_line_knows_the_command_line(file: Path) -> None:
    nodes = ast.walk(ast.parse(file.read_text()))
    imported = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    assert at_the_edge(file) or not any((name or "").startswith("engine.cli") for name in imported)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_module_imports_only_what_is_pure(file: Path) -> None:
    allowed = ALLOWED | ALLOWED_TYPES
    if at_the_edge(file):
        allowed |= AT_THE_EDGE
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            assert {name.name.split(".")[0] for name in node.names} <= allowed
        if isinstance(node, ast.ImportFrom):
            assert (node.module or "").split(".")[0] in allowed
            assert node.level == 0


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_module_stays_within_three_hundred_lines(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= 300


def test_the_front_door_exports_what_it_names() -> None:
    assert all(hasattr(engine, name) for name in engine.__all__)
    assert sorted(engine.__all__) == sorted(set(engine.__all__))
