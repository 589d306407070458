"""Who may open a socket: pages of ours with their session, programs without one."""

from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from casino_site import sockets
from casino_site.asgi import application
from casino_site.sockets import OriginGate, is_ours
from games.limits.asking import networks_of

OURS = "http://localhost:8000"


def _asked(host: bytes, scheme: str = "ws") -> Any:
    return {"type": "websocket", "scheme": scheme, "headers": [(b"host", host)]}


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "ours"),
    [
        ("http://localhost:8000", b"localhost:8000", "ws", True),
        ("http://localhost:8001", b"localhost:8000", "ws", False),
        ("https://localhost:8000", b"localhost:8000", "ws", False),
        ("http://127.0.0.1:8000", b"localhost:8000", "ws", False),
        ("https://localhost", b"localhost", "wss", True),
        ("https://localhost:443", b"localhost", "wss", True),
        ("http://localhost", b"localhost", "wss", False),
        ("https://localhost.elsewhere.example", b"localhost", "wss", False),
        ("https://elsewhere.example", b"elsewhere.example", "wss", False),
        ("null", b"localhost", "ws", False),
        ("http://[", b"localhost", "ws", False),
        ("http://localhost:port", b"localhost", "ws", False),
        ("", b"localhost", "ws", False),
    ],
)
def test_a_page_is_ours_by_its_scheme_host_and_port(
    origin: str, host: bytes, scheme: str, ours: bool
) -> None:
    assert is_ours(origin, _asked(host, scheme)) is ours


def test_an_origin_may_be_trusted_by_name(settings) -> None:  # type: ignore[no-untyped-def]
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example"]
    assert is_ours("https://club.example", _asked(b"localhost"))
    assert not is_ours("http://club.example", _asked(b"localhost"))


@pytest.mark.parametrize(
    ("peer", "ours"), [("10.0.0.1", True), ("198.51.100.7", False)], ids=["trusted", "anybody"]
)
async def test_a_trusted_proxy_says_by_which_scheme_a_page_came(
    settings,
    peer: str,
    ours: bool,  # type: ignore[no-untyped-def]
) -> None:
    settings.PROXIES = networks_of(["10.0.0.0/8"])
    headers = [(b"host", b"localhost"), (b"origin", b"https://localhost")]
    scope = {
        "type": "websocket",
        "path": "/ws/nowhere/",
        "query_string": b"",
        "client": (peer, 4),
        "headers": [*headers, (b"x-forwarded-proto", b"https")],
    }
    socket = ApplicationCommunicator(application, scope)
    await socket.send_input({"type": "websocket.connect"})
    answer = (await socket.receive_output(5))["type"]
    assert answer == ("websocket.accept" if ours else "websocket.close")


async def _opened(path: str, origin: bytes) -> ApplicationCommunicator:
    headers = [(b"host", b"localhost:8000"), (b"origin", origin)]
    scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers}
    socket = ApplicationCommunicator(application, scope)
    await socket.send_input({"type": "websocket.connect"})
    return socket


async def test_an_unknown_address_is_closed_with_a_code_of_its_own() -> None:
    socket = await _opened("/ws/nowhere/", OURS.encode())
    assert (await socket.receive_output(5))["type"] == "websocket.accept"
    closed = await socket.receive_output(5)
    assert (closed["type"], closed["code"]) == ("websocket.close", 4404)


async def test_a_page_from_elsewhere_is_turned_away() -> None:
    socket = await _opened("/ws/nowhere/", b"https://elsewhere.example")
    assert (await socket.receive_output(5))["type"] == "websocket.close"


async def _seen(*headers: tuple[bytes, bytes]) -> list[bytes]:
    """The names of the headers that reach the application behind the gate."""
    seen: list[bytes] = []

    async def behind(scope: sockets.Scope, receive: object, send: object) -> None:
        seen.extend(name for name, _ in scope["headers"])

    asked = [(b"host", b"localhost:8000"), *headers]
    await OriginGate(behind)({"type": "websocket", "headers": asked}, None, None)
    return seen


async def test_a_page_of_ours_brings_its_session() -> None:
    assert b"cookie" in await _seen((b"origin", OURS.encode()), (b"cookie", b"sessionid=1"))


async def test_a_program_brings_no_session() -> None:
    assert await _seen((b"cookie", b"sessionid=1")) == [b"host"]
