"""What the documents say is so: commands run, settings exist, links lead somewhere."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.product import PATIENCE, ROOT, Up, clean_environment

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
USUAL = "http://127.0.0.1:8000"


@pytest.fixture(scope="module")
def readme() -> list[str]:
    """The shell commands of the README, block by block."""
    return re.findall(
        r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE
    )


def test_the_two_commands_of_the_readme_are_verbs_of_make(readme: list[str]) -> None:
    assert readme[:2] == ["make up\n", "make test\n"]
    for verb in ("up", "test"):
        planned = subprocess.run(
            ["make", "--dry-run", verb], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert planned.stdout


@pytest.mark.processes
@pytest.mark.skipif(not shutil.which("curl"), reason="no curl: apt-get install curl")
def test_the_curl_commands_of_the_readme_work_as_written(readme: list[str], lasting_up: Up) -> None:
    script = "".join(readme[2:])
    assert USUAL in script
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script.replace(USUAL, lasting_up.url)],
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    standings = json.JSONDecoder().raw_decode(ran.stdout[ran.stdout.rindex('{"version"') :])[0]
    assert standings["state"] in ("running", "completed")
    assert len(standings["results"]) == 8


def test_every_setting_that_is_read_is_documented_and_no_other() -> None:
    source = (ROOT / "casino_site" / "environment.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source))
    table = (ROOT / "docs" / "operations.md").read_text()
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", table, re.MULTILINE))
    assert documented == read | {"FORWARDED_ALLOW_IPS"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_between_documents_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text())
    for link in links:
        if not link.startswith("http"):
            assert (document.parent / link).exists(), link


def test_every_verb_of_make_is_listed_by_help() -> None:
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    verbs = {line.split()[0] for line in listed.splitlines()}
    assert {"setup", "up", "check", "test", "bench", "fmt"} <= verbs
