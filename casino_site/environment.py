"""What the environment says: every variable that Good Ten reads is read here, once.

`NAME_FILE` names a file that holds the value of `NAME` (for secrets). With neither `DATABASE_URL`
nor `SECRET_KEY` the process is *embedded*: SQLite and generated keys in the data folder. With a
`DATABASE_URL` it is in production and refuses to invent a secret.
"""

import base64
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured
from environ.fileaware_mapping import FileAwareMapping

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Environment:
    data_dir: Path
    database: dict[str, Any]
    redis_url: str
    redis_is_given: bool
    secret_key: str
    log_keys: list[str]
    hosts: list[str]
    origins: list[str]
    https: bool
    mail: dict[str, Any]
    mail_from: str
    log_level: str


def read_environment() -> Environment:
    env = environ.FileAwareEnv()
    env.ENVIRON = FileAwareMapping(cache=False)
    data_dir = Path(env.str("GOODTEN_DATA_DIR", default=str(ROOT / "var"))).resolve()
    given_redis = env.str("REDIS_URL", default="").strip()
    embedded = not env.str("DATABASE_URL", default="").strip()
    hosts = env.list("GOODTEN_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
    if embedded:
        _make(data_dir)
    return Environment(
        data_dir=data_dir,
        database=_database(env, data_dir),
        redis_url=given_redis or _private_redis_url(data_dir),
        redis_is_given=bool(given_redis),
        secret_key=env.str("SECRET_KEY", default="").strip()
        or _kept(data_dir / "secret-key", embedded, "SECRET_KEY", _new_secret_key),
        log_keys=env.list("GOODTEN_LOG_KEYS", default=[])
        or [_kept(data_dir / "log-key", embedded, "GOODTEN_LOG_KEYS", _new_log_key)],
        hosts=hosts,
        origins=env.list("GOODTEN_ORIGINS", default=[]),
        https=env.bool("GOODTEN_HTTPS", default=False),
        mail=_mail(env, embedded),
        mail_from=env.str("GOODTEN_MAIL_FROM", default=f"Good Ten <good-ten@{hosts[0]}>"),
        log_level=env.str("GOODTEN_LOG_LEVEL", default="INFO"),
    )


def _database(env: environ.FileAwareEnv, data_dir: Path) -> dict[str, Any]:
    given = env.str("DATABASE_URL", default="").strip()
    embedded = f"sqlite:///{data_dir / 'good-ten.sqlite3'}"
    database: dict[str, Any] = env.db_url_config(given or embedded)
    options = database.setdefault("OPTIONS", {})
    if "sqlite" in database["ENGINE"]:
        # IMMEDIATE: a transaction that reads and then writes fails at once under WAL otherwise.
        options |= {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;"
                "PRAGMA recursive_triggers=ON;PRAGMA cache_size=-20000;"
            ),
        }
    elif env.bool("GOODTEN_DATABASE_POOL", default=False):
        options["pool"] = {"min_size": 1, "max_size": env.int("GOODTEN_DATABASE_POOL_SIZE", 8)}
    return database


def _mail(env: environ.FileAwareEnv, embedded: bool) -> dict[str, Any]:
    """Django's settings of mail. Embedded it is printed; a deployment that names no server sends
    none, since a log is no place for a link that resets a password.
    """
    given = env.str("EMAIL_URL", default="").strip()
    mail: dict[str, Any] = env.email_url_config(
        given or ("consolemail://" if embedded else "dummymail://")
    )
    return mail


def _private_redis_url(data_dir: Path) -> str:
    """The address that a running `manage.py up` left for other commands on the same data folder."""
    left = data_dir / "redis-url"
    return left.read_text().strip() if left.exists() else "redis://127.0.0.1:6379/0"


def _kept(file: Path, embedded: bool, name: str, make: Callable[[], str]) -> str:
    """The secret that an embedded process keeps in its data folder, made when first needed."""
    if not embedded:
        raise ImproperlyConfigured(f"{name} (or {name}_FILE) must be set with DATABASE_URL")
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(make())
    return file.read_text().strip()


def _new_secret_key() -> str:
    return secrets.token_urlsafe(48)


def _new_log_key() -> str:
    """A Fernet key."""
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()


def _make(data_dir: Path) -> None:
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise ImproperlyConfigured(f"The data folder {data_dir} cannot be used: {fault}") from fault
    if not os.access(data_dir, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"The data folder {data_dir} cannot be written to")
