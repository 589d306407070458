"""`/healthz`: this process is alive. `/readyz`: it can do its work, and what stands behind it."""

from functools import cache

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino_site.version import VERSION
from games.jobs import signs_of_life, stuck_work


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers at all; asks nothing of anybody else."""
    return JsonResponse({"version": VERSION})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 while the database answers and has all migrations, 503 otherwise.

    Redis, and a worker, a courier and a beat that ran within the last minute, are reported and no
    more: moves go on without them (docs/architecture.md). `stuck` counts the work that is parked.
    """
    found = {"version": VERSION, "database": False, "migrations": False, "redis": _redis_answers()}
    try:
        found["migrations"] = _is_migrated()
        found["database"] = True
        if found["migrations"]:
            seen = signs_of_life.seen_lately(timezone.now())
            found |= {name: name in seen for name in signs_of_life.PROCESSES}
            found["stuck"] = stuck_work.parked().count()
    except DatabaseError:
        pass
    return JsonResponse(found, status=200 if found["migrations"] else 503)


def _is_migrated() -> bool:
    return _migrations() <= set(MigrationRecorder(connection).applied_migrations())


@cache
def _migrations() -> frozenset[tuple[str, str]]:
    """Those that this release has: (app, name)."""
    return frozenset(MigrationLoader(None).disk_migrations)


def _redis_answers() -> bool:
    url = settings.CELERY_BROKER_URL
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
