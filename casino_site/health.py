"""`/healthz`: which release this is, and whether its process reaches the database and Redis."""

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino_site.version import VERSION


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while the database answers; Redis may be away for a while (docs/architecture.md)."""
    parts = {"database": _database_answers(), "redis": _redis_answers()}
    return JsonResponse({"version": VERSION, **parts}, status=200 if parts["database"] else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _redis_answers() -> bool:
    url = settings.CELERY_BROKER_URL
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
