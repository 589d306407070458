"""What the cookbook and the examples say is so: each runs as it is printed, on a served product."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from casino_site.private_redis import free_port
from tests.long import own_database
from tests.patience import PATIENCE
from tests.product import ROOT, Up, clean_environment, eventually

EXAMPLES = ROOT / "docs" / "examples"
USUAL = "http://127.0.0.1:8000"
LONGEST, LONGEST_RECEIVER = 150, 40


@pytest.fixture(scope="module")
def cookbook() -> str:
    """All commands of the cookbook, one after another."""
    text = (ROOT / "docs" / "cookbook.md").read_text()
    return "".join(re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE))


def test_the_bot_is_short_and_needs_nothing_installed() -> None:
    text = (EXAMPLES / "bot.py").read_text()
    assert len(text.splitlines()) <= LONGEST
    imported = {
        name.name.partition(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert imported <= sys.stdlib_module_names


def test_the_receiver_is_short_and_needs_one_library() -> None:
    text = (EXAMPLES / "receiver.py").read_text()
    assert len(text.splitlines()) <= LONGEST_RECEIVER
    assert re.findall(r"^from (?!http)(\S+) import", text, re.MULTILINE) == ["standardwebhooks"]


@own_database
@pytest.mark.processes
@pytest.mark.skipif(not shutil.which("curl"), reason="no curl: apt-get install curl")
def test_the_cookbook_works_as_printed(cookbook: str, lasting_up: Up) -> None:
    assert USUAL in cookbook
    script = cookbook.replace(USUAL, lasting_up.url).replace("8900", str(free_port()))
    # Its python3 has the library of the receiver.
    found = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=ROOT,
        env=clean_environment(PATH=found),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    said = ran.stdout
    last = next(line for line in said.splitlines() if '"type":"ended"' in line)
    assert json.loads(last)["data"] == {"reason": "over", "come_back": False}
    number, received, *ranking = said[said.index(last) + len(last) :].split()
    assert int(number) > 20
    assert received == "tournament_completed"
    assert ranking[0] == "1"
    assert "souper" in ranking
    # A Swiss of eight has three rounds, and the bot has heard how each of its matches ended.
    assert len(re.findall("finished [0-9a-f]{32} ", said)) == 3
    assert "refused" not in ran.stderr
    bot = httpx.get(f"{lasting_up.url}/api/v1/bot-accounts/souper/").json()
    assert bot["owner"] == "cook"
    ladder = httpx.get(f"{lasting_up.url}/api/v1/players/souper/ratings/").json()
    assert [one["ladder"] for one in ladder["results"]] in (["duel-bots"], [])


def every_file() -> list[Path]:
    return sorted(path for path in EXAMPLES.iterdir() if path.is_file())


@pytest.mark.parametrize("path", every_file(), ids=lambda path: path.name)
def test_every_example_is_named_in_the_cookbook(path: Path) -> None:
    cookbook: Any = (ROOT / "docs" / "cookbook.md").read_text()
    assert f"(examples/{path.name})" in cookbook


@own_database
@pytest.mark.processes
def test_streams_end_with_a_last_line_when_their_process_is_told_to_stop(lasting_up: Up) -> None:
    """The whole way: a real server, whose process gets a SIGTERM while a stream is read."""
    api = f"{lasting_up.url}/api/v1"
    with httpx.Client(timeout=PATIENCE) as client:
        token = client.post(f"{api}/guests/").json()["token"]
        signed_in = {"Authorization": f"Token {token}"}
        with client.stream("GET", f"{api}/me/stream/", headers=signed_in) as answer:
            assert answer.headers["x-accel-buffering"] == "no"
            lines = answer.iter_lines()
            assert json.loads(next(lines))["type"] == "snapshot"
            web = lasting_up.child("web")
            assert web is not None
            web.terminate()
            last = [json.loads(line) for line in lines][-1]
        assert (last["type"], last["data"]["reason"]) == ("ended", "stopping")
    eventually(lambda: not web.is_running(), PATIENCE, "its end")
    eventually(lambda: _answers(f"{lasting_up.url}/healthz"), PATIENCE, "another web process")
    assert "graceful shutdown exceeded" not in lasting_up.said()


def _answers(url: str) -> bool:
    try:
        return httpx.get(url).status_code == 200
    except httpx.TransportError:
        return False
