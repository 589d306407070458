"""Clients that tools make of the schema: without a warning, typed, and they read an event."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from games.accounts import tokens
from games.models import Player
from tests.long import further
from tests.product import ROOT
from tests.tournaments.factories import running
from tournaments.domain.settings import StageSettings
from tournaments.progress.advance import start_stage

TYPESCRIPT = ROOT / "tests" / "clients" / "typescript"
BESIDE = Path(sys.executable).parent
READS = """\
from good_ten.api.tournaments import standings
from good_ten.client import AuthenticatedClient
from good_ten.models.standings_document import StandingsDocument


def first(base_url: str, name: str, token: str) -> str:
    with AuthenticatedClient(base_url=base_url, token=token, prefix="Token") as client:
        found = standings.sync(name=name, client=client)
    assert isinstance(found, StandingsDocument)
    return found.results[0].entrant.name
"""
FOLLOWS = """\
import type { components, paths } from "./api.js";

type Standings = paths["/api/v1/tournaments/{name}/standings/"]["get"];
type Page = Standings["responses"]["200"]["content"]["application/json"];
type View = components["schemas"]["ViewDocument"];

export function first(page: Page): string {
  return page.results[0].entrant.name;
}

export function hand(view: View): string[] {
  return view.deal?.hand ?? [];
}
"""


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with GENERATOR_STATS.silence():
        made = SchemaGenerator().get_schema(public=True)
    file = tmp_path_factory.mktemp("schema") / "schema.json"
    file.write_text(json.dumps(made))
    return file


@pytest.fixture(scope="module")
def client(schema: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the package `good_ten`."""
    folder = tmp_path_factory.mktemp("client")
    said = subprocess.run(
        [
            BESIDE / "openapi-python-client", "generate", "--path", schema, "--meta", "none",
            "--output-path", folder / "good_ten", "--fail-on-warning",
            "--config", ROOT / "tests" / "clients" / "python.yaml",
        ],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stdout + said.stderr
    assert "arning" not in said.stdout
    (folder / "reads.py").write_text(READS)
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.mark.django_db(transaction=True)
def test_a_client_in_python_reads_standings(client: Path, live_server: Any) -> None:
    olga = Player.objects.create_person("olga", "a password")
    people = [Player.objects.create_person(f"p{n}", "a password") for n in range(4)]
    event = running(olga, people, stages=(StageSettings("swiss"),))
    start_stage(event.pk, event.created_at)
    reads = importlib.import_module("reads")
    assert reads.first(live_server.url, event.slug, tokens.issue(olga).token) in {
        f"p{n}" for n in range(4)
    }


@further
def test_a_client_in_python_keeps_its_types(client: Path) -> None:
    said = subprocess.run(
        [
            sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--cache-dir",
            client / "types", "-m", "reads", "-p", "good_ten",
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=client,
    )  # fmt: skip
    assert said.returncode == 0, said.stdout[-3000:] + said.stderr


@further
@pytest.mark.skipif(not (TYPESCRIPT / "node_modules").exists(), reason="make typescript-client")
def test_a_client_in_typescript_keeps_its_types(schema: Path, tmp_path: Path) -> None:
    (tmp_path / "follows.ts").write_text(FOLLOWS)
    modules = TYPESCRIPT / "node_modules"
    _run(modules / "openapi-typescript" / "bin" / "cli.js", schema, "-o", tmp_path / "api.d.ts")
    _run(modules / "typescript" / "bin" / "tsc", "--strict", "--noEmit", "--module", "nodenext",
         tmp_path / "follows.ts")  # fmt: skip


def _run(*script: str | Path) -> None:
    said = subprocess.run(
        [BESIDE / "node", *script], capture_output=True, text=True, check=False, cwd=TYPESCRIPT
    )
    assert said.returncode == 0, said.stdout + said.stderr
    assert "arning" not in said.stdout + said.stderr
