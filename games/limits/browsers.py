"""Browsers that have signed in to a handle before: a signed cookie says so.

Whoever tries passwords of somebody's handle uses up what strangers have; its owner comes from a
browser that is known, which is counted by itself, and is not locked out.
"""

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

COOKIE = "known"
SALT = "games.limits.browsers"
SECONDS_KEPT = 365 * 24 * 3600
# People who share a browser.
MOST_HANDLES = 8
DIGEST_LENGTH, NAME_BYTES = 24, 12


def digest_of(handle: str) -> str:
    """What stands for a handle in counters and cookies, upper and lower case alike."""
    return salted_hmac(SALT, handle.casefold()).hexdigest()[:DIGEST_LENGTH]


def name_of_browser(request: HttpRequest, handle: str) -> str | None:
    """What the browser is counted as, if it has signed in to this handle before."""
    name, handles = _read(request)
    return name if digest_of(handle) in handles else None


def remember(request: HttpRequest, answer: HttpResponse, handle: str) -> None:
    """Has the browser keep that it has signed in to this handle."""
    name, handles = _read(request)
    digest = digest_of(handle)
    kept = [digest, *(one for one in handles if one != digest)][:MOST_HANDLES]
    answer.set_cookie(
        COOKIE,
        signing.dumps([name or secrets.token_urlsafe(NAME_BYTES), *kept], salt=SALT),
        max_age=SECONDS_KEPT,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> tuple[str | None, list[str]]:
    """The browser's name, and the digests of the handles that it knows."""
    try:
        name, *handles = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=SECONDS_KEPT
        )
    except (signing.BadSignature, ValueError, TypeError):
        return None, []
    return name, handles
