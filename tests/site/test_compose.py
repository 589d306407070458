"""docker-compose.yml runs the same commands as `manage.py up`."""

import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from casino_site import processes
from casino_site.healthcheck import main
from casino_site.liveness import touch
from tests.long import own_database
from tests.product import ROOT, Up

PROCESSES = {
    "web": processes.web("0.0.0.0", 8000),
    "worker": processes.worker(),
    "thinker": processes.thinker(),
    "courier": processes.courier(),
    "beat": processes.beat(),
}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return dict(loaded["services"])


@pytest.mark.parametrize("name", PROCESSES)
def test_compose_starts_what_up_starts(services: dict[str, Any], name: str) -> None:
    python, minus_m, module, *arguments = services[name]["command"]
    assert [python, minus_m, module] == ["python", "-m", "casino_site.processes"]
    assert processes.argv_of(arguments) == PROCESSES[name]


def test_the_image_starts_the_web_process(services: dict[str, Any]) -> None:
    last = (ROOT / "Dockerfile").read_text().strip().splitlines()[-1]
    assert last == "CMD " + _json(services["web"]["command"])


def test_every_process_waits_for_migrations_and_redis(services: dict[str, Any]) -> None:
    for name in PROCESSES:
        waits = services[name]["depends_on"]
        assert waits["migrate"] == {"condition": "service_completed_successfully"}
        assert waits["redis"] == {"condition": "service_healthy"}
    assert services["migrate"]["depends_on"]["postgres"] == {"condition": "service_healthy"}


def test_no_secret_has_a_default(services: dict[str, Any]) -> None:
    environment = services["web"]["environment"]
    for name in ("SECRET_KEY", "GOODTEN_LOG_KEYS", "DATABASE_URL", "REDIS_URL", "GOODTEN_HOSTS"):
        assert ":?" in environment[name], f"{name} must be set by who deploys"


def test_no_container_can_become_root_or_write_to_its_image(services: dict[str, Any]) -> None:
    for name, service in services.items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["read_only"] is True, name
        assert service["mem_limit"], name
        assert service["pids_limit"], name
        assert "privileged" not in service, name


def test_every_service_that_lasts_has_a_check_of_its_health(services: dict[str, Any]) -> None:
    assert [name for name, service in services.items() if "healthcheck" not in service] == [
        "migrate"
    ]
    for name in ("worker", "thinker", "courier", "beat"):
        assert services[name]["environment"]["GOODTEN_ALIVE_FILE"].startswith("/tmp/")


def test_who_migrates_owns_the_tables_and_nobody_else(services: dict[str, Any]) -> None:
    urls = {name: services[name]["environment"]["DATABASE_URL"] for name in (*PROCESSES, "migrate")}
    assert urls.pop("migrate").startswith("postgresql://goodten:")
    assert all(url.startswith("postgresql://goodten_app:") for url in urls.values())
    assert "manage.py application_role" in services["migrate"]["command"][-1]
    owners = [name for name in PROCESSES if "POSTGRES_PASSWORD" in str(services[name])]
    assert owners == []


def test_redis_keeps_its_queue_over_a_restart(services: dict[str, Any]) -> None:
    command = services["redis"]["command"]
    assert command[command.index("--appendonly") + 1] == "yes"
    assert command[command.index("--maxmemory-policy") + 1] == "noeviction"


def test_the_image_holds_every_package_and_no_more() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    copied = {
        line.split()[1]
        for line in (ROOT / "Dockerfile").read_text().splitlines()
        if line.startswith("COPY ") and Path(line.split()[1]).suffix == "" and "--" not in line
    }
    assert copied == packages


@own_database
def test_the_health_check_asks_under_a_name_that_the_site_answers_to(
    lasting_up: Up, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(address=f"{lasting_up.url}/readyz") == 0
    monkeypatch.setenv("GOODTEN_HOSTS", "127.0.0.1, localhost")
    assert main(address=f"{lasting_up.url}/readyz") == 0
    monkeypatch.setenv("GOODTEN_HOSTS", "elsewhere.example")
    assert main(address=f"{lasting_up.url}/readyz") == 1


def test_the_health_check_fails_where_nobody_listens() -> None:
    assert main(address="http://127.0.0.1:1/readyz") == 1


def test_a_worker_is_well_as_long_as_it_renews_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main("alive") == 1
    file = tmp_path / "alive"
    monkeypatch.setenv("GOODTEN_ALIVE_FILE", str(file))
    assert main("alive") == 1
    touch()
    assert main("alive") == 0
    os.utime(file, (0, 0))
    assert main("alive") == 1
    assert "no sign of life for" in capsys.readouterr().err


def _json(words: list[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"
