"""What the environment says: every variable that Good Ten reads is read here, once.

`NAME_FILE` names a file that holds the value of `NAME` (for secrets). With neither `DATABASE_URL`
nor `SECRET_KEY` the process is *embedded*: SQLite and generated keys in the data folder. With a
`DATABASE_URL` it is in production and refuses to invent a secret.
"""

import base64
import os
import secrets
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import environ
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from environ.fileaware_mapping import FileAwareMapping

from games.limits.asking import Network, networks_of
from games.limits.budgets import PREFIX, Budget, budgets_of

ROOT = Path(__file__).resolve().parent.parent
YES, NO = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
# Of libpq: seconds to connect, and milliseconds until what is sent must have arrived.
GIVEN_UP = {
    "connect_timeout": 2,
    "tcp_user_timeout": 3000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
}


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
    proxies: tuple[Network, ...]
    limits: dict[str, Budget]
    https: bool
    mail: dict[str, Any]
    mail_from: str
    log_level: str
    webhooks_loopback: bool


def read_environment() -> Environment:
    """Refuses, by `ImproperlyConfigured` and in one line, what cannot be meant."""
    try:
        return _read()
    except (ValueError, OSError) as fault:
        raise ImproperlyConfigured(f"The environment cannot be used: {fault}") from fault


def _read() -> Environment:
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
        log_keys=_log_keys(env)
        or [_kept(data_dir / "log-key", embedded, "GOODTEN_LOG_KEYS", _new_log_key)],
        hosts=hosts,
        origins=env.list("GOODTEN_ORIGINS", default=[]),
        proxies=_proxies(env.list("GOODTEN_PROXIES", default=[])),
        limits=_limits(),
        https=_flag(env, "GOODTEN_HTTPS"),
        mail=_mail(env, embedded),
        mail_from=env.str("GOODTEN_MAIL_FROM", default=f"Good Ten <good-ten@{hosts[0]}>"),
        log_level=_log_level(env),
        webhooks_loopback=_flag(env, "GOODTEN_WEBHOOKS_LOOPBACK"),
    )


def _flag(env: environ.FileAwareEnv, name: str) -> bool:
    word = env.str(name, default="").strip().lower()
    if word in NO:
        return False
    if word in YES:
        return True
    raise ImproperlyConfigured(f"{name} is 1 or 0, not {word}")


def _log_level(env: environ.FileAwareEnv) -> str:
    level = env.str("GOODTEN_LOG_LEVEL", default="").strip().upper() or "INFO"
    if level not in LOG_LEVELS:
        raise ImproperlyConfigured(f"GOODTEN_LOG_LEVEL is one of {', '.join(LOG_LEVELS)}")
    return level


def _log_keys(env: environ.FileAwareEnv) -> list[str]:
    keys: list[str] = env.list("GOODTEN_LOG_KEYS", default=[])
    for key in keys:
        try:
            Fernet(key)
        except ValueError as fault:
            raise ImproperlyConfigured(f"GOODTEN_LOG_KEYS: {fault}") from fault
    return keys


def unfit_for_background_work(environment: Mapping[str, str]) -> str:
    """What in the environment would break a worker or beat; empty where nothing would.

    A pool's connections belong to the requests of a web process: a worker's threads would hold
    them for a minute each, and wait for one another.
    """
    if environment.get("GOODTEN_DATABASE_POOL", "").strip().lower() in NO:
        return ""
    return "GOODTEN_DATABASE_POOL is for the web process alone: leave it out here."


def without_pool(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment for a worker or beat, where that of `up` sets a pool for the web process."""
    return {
        name: value
        for name, value in environment.items()
        if not name.startswith("GOODTEN_DATABASE_POOL")
    }


def _database(env: environ.FileAwareEnv, data_dir: Path) -> dict[str, Any]:
    given = env.str("DATABASE_URL", default="").strip()
    embedded = f"sqlite:///{data_dir / 'good-ten.sqlite3'}"
    with warnings.catch_warnings(action="ignore"):
        database: dict[str, Any] = env.db_url_config(given or embedded)
    if not database.get("ENGINE", "").endswith((".sqlite3", ".postgresql")):
        raise ImproperlyConfigured("DATABASE_URL is postgresql://user:password@host:5432/name")
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
        return database
    # A server that is away, or behind a line that is cut, is given up within three seconds.
    for name, value in GIVEN_UP.items():
        options.setdefault(name, value)
    if _flag(env, "GOODTEN_DATABASE_POOL"):
        database["CONN_HEALTH_CHECKS"] = True
        options["pool"] = {
            "min_size": 1,
            "max_size": env.int("GOODTEN_DATABASE_POOL_SIZE", 8),
            "timeout": 2.5,
            "reconnect_timeout": 5,
        }
    return database


def _proxies(texts: list[str]) -> tuple[Network, ...]:
    try:
        return networks_of(texts)
    except ValueError as fault:
        raise ImproperlyConfigured(f"GOODTEN_PROXIES: {fault}") from fault


def _limits() -> dict[str, Budget]:
    try:
        return budgets_of(
            {name: os.environ[name] for name in os.environ if name.startswith(PREFIX)}
        )
    except ValueError as fault:
        raise ImproperlyConfigured(str(fault)) from fault


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
    try:
        if not file.exists():
            file.touch(mode=0o600)
            file.write_text(make())
        kept = file.read_text().strip()
    except OSError as fault:
        raise ImproperlyConfigured(f"{file} cannot be used: {fault.strerror}") from fault
    if not kept:  # as a full disk leaves it
        raise ImproperlyConfigured(f"{file} is empty: put it back from a backup, or delete it.")
    return kept


def _new_secret_key() -> str:
    return secrets.token_urlsafe(48)


def _new_log_key() -> str:
    """A Fernet key."""
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()


def _make(data_dir: Path) -> None:
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise ImproperlyConfigured(f"The data folder {data_dir} cannot be used: {fault}") from fault
    if not os.access(data_dir, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"The data folder {data_dir} cannot be written to")
