"""Debian's Firefox, led over WebDriver BiDi by Selenium's connection: Firefox speaks BiDi by
itself, so there is no driver between.
"""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver.remote.websocket_connection import WebSocketConnection

from tests.patience import PATIENCE
from tests.product import eventually

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
LEFT_BUTTON = 0


class Firefox:
    """One page of it."""

    def __init__(self, connection: WebSocketConnection) -> None:
        self._connection = connection
        self._send("session.new", {"capabilities": {}})
        self._context = self._send("browsingContext.create", {"type": "tab"})["context"]

    def _send(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        reply = self._connection.send_cmd(method, params)
        assert reply["type"] == "success", reply
        return dict(reply["result"])

    def go(self, address: str) -> None:
        self._send(
            "browsingContext.navigate",
            {"context": self._context, "url": address, "wait": "interactive"},
        )

    def value(self, expression: str) -> Any:
        """What a JavaScript expression is worth on the page, as JSON has it."""
        found = self._evaluated(f"JSON.stringify({expression}) ?? 'null'")
        return json.loads(found["value"])

    def until(self, expression: str) -> None:
        """Waits until an expression is true."""
        eventually(lambda: self.value(f"Boolean({expression})"), PATIENCE, expression)

    def click(self, selector: str, place: int = 0) -> None:
        """Moves the mouse onto an element, and presses."""
        self._evaluated(f"{_node(selector, place)}.scrollIntoView({{block: 'nearest'}})")
        element = self._evaluated(_node(selector, place))
        origin = {"type": "element", "element": {"sharedId": element["sharedId"]}}
        pressing = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": LEFT_BUTTON},
            {"type": "pointerUp", "button": LEFT_BUTTON},
        ]
        self._act({"type": "pointer", "id": "mouse", "actions": pressing})

    def write(self, selector: str, text: str) -> None:
        """Writes into a field, key by key."""
        self.click(selector)
        keys = [{"type": kind, "value": sign} for sign in text for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": keys})

    def _act(self, source: dict[str, Any]) -> None:
        params = {"context": self._context, "actions": [source]}
        self._send("input.performActions", params)

    def _evaluated(self, expression: str) -> dict[str, Any]:
        params = {
            "expression": expression,
            "target": {"context": self._context},
            "awaitPromise": True,
        }
        found = self._send("script.evaluate", params)
        assert found["type"] == "success", found
        return dict(found["result"])


def _node(selector: str, place: int) -> str:
    return f"document.querySelectorAll({json.dumps(selector)})[{place}]"


@contextmanager
def running_firefox() -> Iterator[Firefox]:
    """A page of a Firefox without a window and without a past, gone at the end of the block."""
    assert FIREFOX is not None
    with tempfile.TemporaryDirectory(prefix="good-ten-firefox-", ignore_cleanup_errors=True) as at:
        told = Path(at) / "WebDriverBiDiServer.json"
        options = ("--headless", "--no-remote", "--profile", at, "--remote-debugging-port=0")
        quiet = subprocess.DEVNULL
        process = subprocess.Popen([FIREFOX, *options], stdout=quiet, stderr=quiet)
        try:
            eventually(lambda: told.exists() and told.read_text(), PATIENCE, "Firefox listens")
            port = json.loads(told.read_text())["ws_port"]
            connection = WebSocketConnection(f"ws://127.0.0.1:{port}/session", PATIENCE, 0.02)
            try:
                yield Firefox(connection)
            finally:
                connection.close()
        finally:
            process.terminate()
            process.wait(PATIENCE)
