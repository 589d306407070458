"""A line between a browser and the product that can be slow, dead, frozen or cut."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 65536


class Proxy:
    """Takes bytes to and fro. `delay`: seconds that each takes; `is_frozen`: they wait; `is_deaf`:
    they are lost; `cut` ends what is open and refuses what comes, until `mend`.
    """

    def __init__(self, target: int) -> None:
        self.delay, self.is_deaf, self.port = 0.0, False, 0
        self._target, self._is_cut = target, False
        self._lines: set[asyncio.Task[None]] = set()
        self._flows = asyncio.Event()
        self._flows.set()

    def freeze(self, is_frozen: bool = True) -> None:
        act = self._flows.clear if is_frozen else self._flows.set
        self._loop.call_soon_threadsafe(act)

    def cut(self) -> None:
        self._is_cut = True
        self._loop.call_soon_threadsafe(self._end_all)

    def mend(self) -> None:
        self._is_cut, self.is_deaf, self.delay = False, False, 0.0
        self.freeze(False)

    def _end_all(self) -> None:
        for line in self._lines:
            line.cancel()

    def _open(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = self._loop.create_task(self._line(reader, writer))
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened = [writer]
        try:
            if not self._is_cut:
                there, back = await asyncio.open_connection("127.0.0.1", self._target)
                opened.append(back)
                await asyncio.gather(self._carry(reader, back), self._carry(there, writer))
        finally:
            for one in opened:
                one.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, RuntimeError):
            while content := await reader.read(CHUNK):
                await asyncio.sleep(self.delay)
                await self._flows.wait()
                if not self.is_deaf:
                    writer.write(content)
            writer.close()
            await writer.wait_closed()

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._open, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await self._over.wait()
        server.close()
        lines = list(self._lines)
        self._end_all()
        await asyncio.gather(*lines, return_exceptions=True)
        # What was aborted is closed in the loop's next turn.
        await asyncio.sleep(0)

    @contextmanager
    def running(self) -> Iterator["Proxy"]:
        ready = threading.Event()
        thread = threading.Thread(target=asyncio.run, args=(self._serve(ready),))
        thread.start()
        ready.wait()
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._over.set)
            thread.join()
