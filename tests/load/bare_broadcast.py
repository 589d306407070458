"""What a socket costs at least: an ASGI application that sends a text to everybody who joined.

`uvicorn tests.load.bare_broadcast:application`. A client that says `tell …` has that sent to all,
one after another, and nothing is written anywhere; one that says `echo …` hears it back.
"""

from typing import Any

_all: list[Any] = []


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    assert scope["type"] == "websocket"
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        text = message["text"]
        if text.startswith("tell "):
            for one in _all:
                await one({"type": "websocket.send", "text": text})
        elif text.startswith("echo "):
            await send({"type": "websocket.send", "text": text})
        else:
            _all.append(send)
            await send({"type": "websocket.send", "text": "joined"})
