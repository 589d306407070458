"""A receiver of webhooks on this machine: it answers as it is told to, and keeps what came."""

import json
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Got(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def message(self) -> Any:
        return json.loads(self.body)

    @property
    def versions(self) -> list[int]:
        return [one["version"] for one in self.message["data"]["results"]]


class Receiver:
    """`answers` are its next ones, as a status and headers; after them it answers 204. One that is
    `mute` takes what comes and never answers.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.got: list[Got] = []
        self.answers: deque[tuple[int, dict[str, str]]] = deque()
        self.is_mute = False
        self.ends = threading.Event()

    def will_answer(self, *statuses: int, **headers: str) -> None:
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers.extend((status, said) for status in statuses)

    @property
    def versions(self) -> list[int]:
        return [version for one in self.got for version in one.versions]


@contextmanager
def receiving() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            headers = {name.lower(): value for name, value in self.headers.items()}
            found.got.append(Got(self.path, headers, self.rfile.read(length)))
            if found.is_mute:
                found.ends.wait()
                self.close_connection = True
                return
            status, said = found.answers.popleft() if found.answers else (204, {})
            self.send_response(status)
            for name, value in said.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found = Receiver(f"http://127.0.0.1:{server.server_port}/hook")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield found
    finally:
        found.ends.set()
        server.shutdown()
        server.server_close()
        thread.join()
