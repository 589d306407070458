"""System checks of the machine that Good Ten runs on (`manage.py check`, docs/operations.md)."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connection

# https://www.sqlite.org/wal.html#walresetbug
FIRST_SOUND_SQLITE = (3, 51, 3)
LOCAL_NAMES = {"localhost", "127.0.0.1", "[::1]"}


@register(Tags.database)
def sqlite_is_sound(
    app_configs: Sequence[Any] | None, databases: Sequence[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """W001: this SQLite can, very rarely, damage a write-ahead log that two processes share."""
    if connection.vendor != "sqlite" or sqlite3.sqlite_version_info >= FIRST_SOUND_SQLITE:
        return []
    return [
        Warning(
            f"SQLite {sqlite3.sqlite_version} has a rare bug in its write-ahead log.",
            hint="Fine for trying Good Ten out; rely on SQLite 3.51.3, or on PostgreSQL.",
            id="goodten.W001",
        )
    ]


@register(Tags.security, deploy=True)
def hosts_are_named(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """W002: nobody could reach a deployment that answers only to this machine's own names."""
    if set(settings.ALLOWED_HOSTS) - LOCAL_NAMES:
        return []
    return [
        Warning(
            "The site answers to local names only.",
            hint="Set GOODTEN_HOSTS to the names that people type, separated by commas.",
            id="goodten.W002",
        )
    ]


@register(Tags.security, deploy=True)
def proxies_are_named(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """W003: nobody's word that a request came by https is taken, so that each is redirected."""
    if settings.PROXIES or not settings.SECURE_SSL_REDIRECT:
        return []
    return [
        Warning(
            "GOODTEN_HTTPS is set, and no proxy is trusted to say that a request came by https.",
            hint="Set GOODTEN_PROXIES to the address or network of the proxy that ends TLS.",
            id="goodten.W003",
        )
    ]
