"""What the documents say is so: commands run, settings exist, links lead somewhere."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.long import own_database
from tests.patience import PATIENCE
from tests.product import ROOT, Up, clean_environment

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LONGEST_LINE = 120
FOLDERS = ("casino_site", "docs", "engine", "games", "tests", "tournaments", "types")
FILES = {
    path.relative_to(ROOT).as_posix()
    for paths in (ROOT.glob("*"), *((ROOT / folder).rglob("*") for folder in FOLDERS))
    for path in paths
}
# In backticks: a file of ours by the end of its name, or one of our folders.
FILE = re.compile(
    r"[\w./{},*<>-]+\.(?:css|d\.ts|html|js|json|jsonl|lock|md|mjs|py|toml|txt|yml)|Makefile"
)
FOLDER = re.compile(rf"(?:{'|'.join(FOLDERS)})/(?:\w+/)*")
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


@own_database
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
    read = set(re.findall(r'(?:env\.\w+\(|_flag\(env,)\s*"([A-Z_]+)"', source))
    page = (ROOT / "docs" / "operations.md").read_text().partition("\n## Settings\n")[2]
    items = re.findall(r"^- `([A-Z_]+)`: .+\.(?:\n  .+)*", page.partition("\n## ")[0], re.MULTILINE)
    elsewhere = {"GOODTEN_ALIVE_FILE", "GOODTEN_APPLICATION_PASSWORD", "GOODTEN_PLAIN"}
    assert sorted(items) == sorted(read | elsewhere)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_between_documents_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text())
    for link in links:
        if not link.startswith("http"):
            assert (document.parent / link).exists(), link


def paths_in(text: str) -> set[str]:
    """The paths that a document names in backticks, with `{a,b}` written out; not those of
    addresses such as `tournaments/{id}/`, nor what stands in blocks of code.
    """
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    found = set()
    for span in re.findall(r"`([^`\n]+)`", prose):
        if FILE.fullmatch(span) or FOLDER.fullmatch(span):
            head, inner, tail = re.fullmatch(r"(.*?)(?:\{(.*)\}(.*))?", span).groups()
            found |= {f"{head}{one}{tail or ''}" for one in (inner or "").split(",")}
    return found


def exists(path: str) -> bool:
    """Whether some file has this path, in full or by its end; `*` and `<anything>` are any name."""
    above = "" if path.partition("/")[0] in FOLDERS else "(?:.*/)?"
    name = re.escape(path.removesuffix("/")).replace(r"\*", "[^/]+")
    name = re.sub("<[^>]*>", "[^/]+", name)
    return any(re.fullmatch(above + name, file) for file in FILES)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_that_a_document_names_exists(document: Path) -> None:
    assert [path for path in sorted(paths_in(document.read_text())) if not exists(path)] == []


def test_a_path_that_does_not_exist_is_noticed() -> None:
    named = paths_in("`games/gone.py` and `games/store/{aggregate,gone}.py`, `engine/gone/`, `a/b`")
    assert named == {
        "games/gone.py", "games/store/aggregate.py", "games/store/gone.py", "engine/gone/",
    }  # fmt: skip
    assert [path for path in sorted(named) if exists(path)] == ["games/store/aggregate.py"]
    assert len(paths_in((ROOT / "docs" / "architecture.md").read_text())) > 50
    assert exists("formats/protocol.py")
    assert not exists("store/protocol.py")
    assert exists("tests/games/data/match-*.jsonl")
    assert exists("tournaments/formats/<format>.py")
    assert not exists("tournaments/formats/<format>.js")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_no_line_of_a_document_is_longer_than_120_characters(document: Path) -> None:
    lines = enumerate(document.read_text().splitlines(), 1)
    assert [(number, len(line)) for number, line in lines if len(line) > LONGEST_LINE] == []


def test_every_verb_of_make_is_listed_by_help() -> None:
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    verbs = {line.split()[0] for line in listed.splitlines()}
    assert {"setup", "up", "check", "test", "bench", "fmt"} <= verbs


def test_every_threat_names_a_test() -> None:
    page = (ROOT / "docs" / "threats.md").read_text().partition("\n## What is not held")[0]
    threats = re.findall(r"^- \*\*.+?\.\*\* .+?(?=\n-|\n\n|\Z)", page, re.MULTILINE | re.DOTALL)
    assert len(threats) > 20
    assert [threat for threat in threats if not re.search(r"`tests/\S+\.py`$", threat)] == []
