"""Sockets: who may open one, whose session it carries, and where it leads."""

import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from asgiref.typing import WebSocketScope as Scope
from channels.auth import AuthMiddleware
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier
from channels.sessions import CookieMiddleware, SessionMiddleware
from django.conf import settings
from django.http.request import validate_host
from django.urls import re_path

from games.live.routing import websocket_urlpatterns as matches
from tournaments.live.routing import websocket_urlpatterns as tournaments

Application = Callable[..., Awaitable[Any]]
UNKNOWN = 4404
USUAL_PORTS = {"http": 80, "https": 443}
# Scheme, host and port.
Parts = tuple[str, str, int]


class UnknownAddress(AsyncWebsocketConsumer):
    """A socket that leads nowhere: accepted, since only then does the browser see the code."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(UNKNOWN)


class OriginGate:
    """Lets in pages of ours, whose sessions say who they are, and programs that are no browser.

    A browser always names the page's origin and sends our cookies whoever the page belongs to; so a
    foreign origin is turned away, and who names none brings no session along, but a token.
    """

    def __init__(self, inner: Application) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> Any:
        origins = [value for name, value in scope["headers"] if name == b"origin"]
        if not origins:
            return await self.inner(_without_cookies(scope), receive, send)
        if all(is_ours(origin.decode("latin-1"), scope) for origin in origins):
            return await self.inner({**scope, **await _session_of(scope)}, receive, send)
        return await WebsocketDenier.as_asgi()(scope, receive, send)


def is_ours(origin: str, scope: Scope) -> bool:
    """Whether a page of this origin is one of this site's own: of the very scheme, host and port
    that the socket was asked for by, or named in `GOODTEN_ORIGINS`.
    """
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    page = _parts(origin)
    return page is not None and page in _own_origins(scope)


def _own_origins(scope: Scope) -> list[Parts]:
    scheme = {"ws": "http", "wss": "https"}.get(scope.get("scheme", "ws"), "")
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    own = [_parts(f"{scheme}://{host}") for host in hosts]
    return [parts for parts in own if parts is not None and _is_served(parts[1])]


def _parts(origin: str) -> Parts | None:
    """Scheme, host and port, the usual port written out; None for what is no origin."""
    try:
        split = urlsplit(origin)
        host, port = split.hostname, split.port
    except ValueError:
        return None
    if host is None or split.scheme not in USUAL_PORTS:
        return None
    return split.scheme, host, USUAL_PORTS[split.scheme] if port is None else port


def _is_served(host: str) -> bool:
    return validate_host(f"[{host}]" if ":" in host else host, settings.ALLOWED_HOSTS)


def _without_cookies(scope: Scope) -> Scope:
    if all(name != b"cookie" for name, _ in scope["headers"]):
        return scope
    return {**scope, "headers": [pair for pair in scope["headers"] if pair[0] != b"cookie"]}


async def _session_of(scope: Scope) -> dict[str, object]:
    """Who has the session of the socket's cookies, its key, and when that was looked up.

    Asked once, as it is opened: middlewares around the socket would each keep a copy of the scope
    as long as it lives.
    """
    found: dict[str, object] = {"asked_at": time.monotonic()}

    async def keep(inner_scope: Any, receive: Any, send: Any) -> None:
        found["user"] = inner_scope["user"]
        found["session_key"] = inner_scope["session"].session_key

    signed_in: Application = CookieMiddleware(SessionMiddleware(AuthMiddleware(keep)))
    await signed_in(scope, None, None)
    return found


# Django's stubs know routes to views alone, and those of Channels no routes of Django's.
unknown = re_path(r"", UnknownAddress.as_asgi())  # type: ignore[arg-type]
addresses = URLRouter([*matches, *tournaments, unknown])  # type: ignore[list-item]
websocket_application = OriginGate(addresses)
