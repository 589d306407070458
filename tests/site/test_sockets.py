"""Who may open a socket: pages of ours with their session, programs without one."""

import pytest
from asgiref.testing import ApplicationCommunicator

from casino_site import sockets
from casino_site.asgi import application
from casino_site.sockets import OriginGate, is_ours

OURS = "http://localhost:8000"


@pytest.mark.parametrize(
    ("origin", "ours"),
    [
        ("http://localhost:8000", True),
        ("https://localhost", True),
        ("http://127.0.0.1:9", True),
        ("https://elsewhere.example", False),
        ("https://localhost.elsewhere.example", False),
        ("null", False),
        ("http://[", False),
        ("", False),
    ],
)
def test_a_page_is_ours_by_its_host(origin: str, ours: bool) -> None:
    assert is_ours(origin) is ours


def test_an_origin_may_be_trusted_by_name(settings) -> None:  # type: ignore[no-untyped-def]
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example"]
    assert is_ours("https://club.example")
    assert not is_ours("http://club.example")


async def _opened(path: str, origin: bytes) -> ApplicationCommunicator:
    headers = [(b"host", b"localhost"), (b"origin", origin)]
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

    await OriginGate(behind)({"type": "websocket", "headers": list(headers)}, None, None)
    return seen


async def test_a_page_of_ours_brings_its_session() -> None:
    assert b"cookie" in await _seen((b"origin", OURS.encode()), (b"cookie", b"sessionid=1"))


async def test_a_program_brings_no_session() -> None:
    assert await _seen((b"cookie", b"sessionid=1"), (b"host", b"localhost")) == [b"host"]
