"""What the environment may and may not leave out."""

import os
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured

from casino_site.environment import Environment, read_environment
from casino_site.processes import argv_of
from tests.product import OURS

POSTGRESQL = "postgresql://ann:secret@db.example:5433/good_ten"
LOG_KEY = Fernet.generate_key().decode()


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):  # type: ignore[no-untyped-def]
    """Reads the environment of somebody who has set just these variables."""
    for name in list(os.environ):
        if name in OURS or name.startswith("GOODTEN_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("GOODTEN_DATA_DIR", str(tmp_path / "data"))

    def reading(**variables: str) -> Environment:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return read_environment()

    return reading


def test_production_needs_a_secret_key(read) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        read(DATABASE_URL=POSTGRESQL)


def test_production_needs_the_keys_of_the_log(read) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ImproperlyConfigured, match="GOODTEN_LOG_KEYS"):
        read(DATABASE_URL=POSTGRESQL, SECRET_KEY="set")


def test_the_keys_of_the_log_are_read_newest_first(read) -> None:  # type: ignore[no-untyped-def]
    new, old = (Fernet.generate_key().decode() for _ in range(2))
    assert read(GOODTEN_LOG_KEYS=f"{new},{old}").log_keys == [new, old]


@pytest.mark.parametrize(
    ("variables", "complaint"),
    [
        ({"GOODTEN_LOG_KEYS": "no key"}, "GOODTEN_LOG_KEYS: Fernet key must be"),
        ({"GOODTEN_HTTPS": "maybe"}, "GOODTEN_HTTPS is 1 or 0, not maybe"),
        ({"GOODTEN_LOG_LEVEL": "LOUD"}, "GOODTEN_LOG_LEVEL is one of DEBUG, "),
        ({"DATABASE_URL": "nonsense"}, "DATABASE_URL is postgresql://"),
        ({"DATABASE_URL": "mysql://ann@db/x"}, "DATABASE_URL is postgresql://"),
        ({"SECRET_KEY_FILE": "/nowhere"}, "No such file or directory: '/nowhere'"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_line(
    read, variables: dict[str, str], complaint: str
) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ImproperlyConfigured) as refused:
        read(**variables)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_database_that_is_away_is_given_up_within_three_seconds(read) -> None:  # type: ignore[no-untyped-def]
    database = read(
        DATABASE_URL=POSTGRESQL,
        SECRET_KEY="set",
        GOODTEN_LOG_KEYS=LOG_KEY,
        GOODTEN_DATABASE_POOL="1",
    ).database
    assert database["OPTIONS"]["connect_timeout"] < 3
    assert database["OPTIONS"]["pool"]["timeout"] < 3
    assert database["CONN_HEALTH_CHECKS"] is True


@pytest.mark.parametrize("name", ["worker", "thinker", "courier", "beat"])
def test_a_pool_is_refused_by_what_works_in_the_background(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert argv_of([name])
    monkeypatch.setenv("GOODTEN_DATABASE_POOL", "1")
    with pytest.raises(SystemExit) as refused:
        argv_of([name])
    assert refused.value.code == 2
    assert "GOODTEN_DATABASE_POOL is for the web process alone" in capsys.readouterr().err
    assert argv_of(["web"])


def test_a_key_that_a_full_disk_left_empty_is_named(read, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    read()
    (tmp_path / "data" / "log-key").write_text("")
    with pytest.raises(ImproperlyConfigured, match="log-key is empty"):
        read()


def test_a_secret_may_stand_in_a_file(read, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    kept = tmp_path / "key"
    kept.write_text("from a file\n")
    assert (
        read(
            DATABASE_URL=POSTGRESQL, SECRET_KEY_FILE=str(kept), GOODTEN_LOG_KEYS=LOG_KEY
        ).secret_key
        == "from a file"
    )


def test_the_address_of_the_database_may_stand_in_a_file(read, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    kept = tmp_path / "database"
    kept.write_text(f"{POSTGRESQL}\n")
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        read(DATABASE_URL_FILE=str(kept))
    database = read(SECRET_KEY="set", GOODTEN_LOG_KEYS=LOG_KEY).database
    assert (database["HOST"], database["PORT"], database["NAME"]) == (
        "db.example",
        5433,
        "good_ten",
    )


def test_with_nothing_set_a_key_is_made_once_and_kept_private(read, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    first = read()
    for name in ("secret-key", "log-key"):
        assert (tmp_path / "data" / name).stat().st_mode & 0o777 == 0o600
    assert len(first.secret_key) >= 50
    assert Fernet(first.log_keys[0])
    assert (read().secret_key, read().log_keys) == (first.secret_key, first.log_keys)
    assert "sqlite" in first.database["ENGINE"]


def test_the_redis_of_a_running_up_is_found(read, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert read().redis_url == "redis://127.0.0.1:6379/0"
    (tmp_path / "data" / "redis-url").write_text("redis://:word@127.0.0.1:7000/0\n")
    assert read().redis_url == "redis://:word@127.0.0.1:7000/0"
    assert not read().redis_is_given
    given = read(REDIS_URL="redis://elsewhere:1/0")
    assert (given.redis_url, given.redis_is_given) == ("redis://elsewhere:1/0", True)


def test_mail_is_printed_embedded_and_kept_back_in_production_until_a_server_is_named(read) -> None:  # type: ignore[no-untyped-def]
    backends = "django.core.mail.backends"
    assert read().mail["EMAIL_BACKEND"] == f"{backends}.console.EmailBackend"
    deployed = {"DATABASE_URL": POSTGRESQL, "SECRET_KEY": "set", "GOODTEN_LOG_KEYS": LOG_KEY}
    assert read(**deployed).mail["EMAIL_BACKEND"] == f"{backends}.dummy.EmailBackend"
    named = read(**deployed, EMAIL_URL="smtp+tls://ann:secret@mail.example:587").mail
    assert named["EMAIL_BACKEND"] == f"{backends}.smtp.EmailBackend"
    assert (named["EMAIL_HOST"], named["EMAIL_PORT"]) == ("mail.example", 587)
    assert named["EMAIL_USE_TLS"]
