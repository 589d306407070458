"""The outermost gate: whoever comes through a trusted proxy is told apart before all else.

What is behind it reads the client's address and scheme off the scope, and finds no header that says
otherwise (docs/operations.md, Behind a proxy).
"""

from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

from games.limits.asking import FOR, PROTOCOL, client_of

Application = Callable[[Any, Any, Any], Awaitable[Any]]
OF_PROXIES = frozenset({FOR, PROTOCOL})
SOCKET_SCHEMES = {"http": "ws", "https": "wss"}
PAGE_SCHEMES = {"ws": "http", "wss": "https"}


class ProxyGate:
    """Puts the client where the peer stood, for HTTP and sockets alike."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        if scope["type"] in ("http", "websocket"):
            scope = seen_through_proxies(scope)
        return await self.inner(scope, receive, send)


def seen_through_proxies(scope: dict[str, Any]) -> dict[str, Any]:
    """The scope with the client's own address and scheme."""
    peer, port = scope.get("client") or ("", 0)
    headers = scope["headers"]
    is_socket = scope["type"] == "websocket"
    scheme = scope.get("scheme") or ("ws" if is_socket else "http")
    client = client_of(peer, PAGE_SCHEMES.get(scheme, scheme), headers, settings.PROXIES)
    if any(name in OF_PROXIES for name, _ in headers):
        headers = [pair for pair in headers if pair[0] not in OF_PROXIES]
    return {
        **scope,
        "client": (client.address, port),
        "scheme": SOCKET_SCHEMES[client.scheme] if is_socket else client.scheme,
        "headers": headers,
    }
