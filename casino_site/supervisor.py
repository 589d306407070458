"""Keeps child processes running: one prefixed log, restarts with back-off, no orphans.

Every child leads a process group of its own, so that Ctrl-C reaches the supervisor alone and a
child is stopped together with whatever it has started.
"""

import asyncio
import signal
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from casino_site.children import kill_group, tether

FIRST_PAUSE, LONGEST_PAUSE, STABLE = 0.5, 10.0, 60.0
LONGEST_LINE = 1 << 20
COLOURS = {"web": 36, "worker": 33, "beat": 35, "thinker": 32, "courier": 34, "redis": 31}


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    argv: tuple[str, ...]
    # What the kernel sends it when the supervisor is killed. Good Ten's own processes hold nothing
    # in memory that matters, so they need no farewell.
    last_signal: int = signal.SIGKILL


class Log:
    """One log of all children, a prefix before every line; coloured on a terminal only."""

    def __init__(self, output: TextIO) -> None:
        self.output = output

    def line(self, name: str, text: str) -> None:
        prefix = f"{name:<6} |"
        if self.output.isatty():
            prefix = f"\x1b[{COLOURS.get(name, 32)}m{prefix}\x1b[0m"
        self.say(f"{prefix} {text}")

    def say(self, text: str) -> None:
        with suppress(BrokenPipeError):  # whoever read the log has gone; the children stay
            self.output.write(text + "\n")
            self.output.flush()


class Child:
    """A program that is started again whenever it ends, until `stop`.

    Make it on the main thread: the kernel ties the process to the thread that starts it.
    """

    def __init__(
        self, program: Program, folder: Path, environment: Mapping[str, str], log: Log
    ) -> None:
        self.program = program
        self.folder = folder
        self.environment = environment
        self.log = log
        self.process: asyncio.subprocess.Process | None = None
        self.stopping = asyncio.Event()
        self.task = asyncio.create_task(self._keep())

    async def stop(self, patience: float) -> None:
        """SIGTERM to the whole group, SIGKILL after `patience` seconds; returns when it ended."""
        self.stopping.set()
        self._signal(signal.SIGTERM)
        done, _ = await asyncio.wait({self.task}, timeout=patience)
        if not done:
            self._signal(signal.SIGKILL)
        await self.task

    def _signal(self, number: int) -> None:
        if self.process is not None:
            kill_group(self.process.pid, number)

    async def _keep(self) -> None:
        pause = FIRST_PAUSE
        while not self.stopping.is_set():
            began = time.monotonic()
            status = await self._run()
            if self.stopping.is_set():
                return
            if time.monotonic() - began >= STABLE:
                pause = FIRST_PAUSE
            self._note(f"ended with status {status}; it starts again in {pause:g} s")
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _run(self) -> int:
        """Runs the program once, into the log, and returns how it ended."""
        self.process = await asyncio.create_subprocess_exec(
            *self.program.argv,
            cwd=self.folder,
            env=self.environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=LONGEST_LINE,
            process_group=0,
            preexec_fn=tether(self.program.last_signal),
        )
        if self.stopping.is_set():  # `stop` came before there was anything to signal
            self._signal(signal.SIGTERM)
        assert self.process.stdout is not None
        await self._copy(self.process.stdout)
        status = await self.process.wait()
        self._signal(signal.SIGKILL)  # what it may have left behind in its group
        self.process = None
        return status

    async def _copy(self, output: asyncio.StreamReader) -> None:
        while True:
            try:
                line = await output.readline()
            except ValueError:  # longer than LONGEST_LINE; what was read of it is dropped
                continue
            if not line:
                return
            self._note(line.decode(errors="replace").rstrip())

    def _note(self, text: str) -> None:
        self.log.line(self.program.name, text)


async def stop_together(children: Iterable[Child], patience: float) -> None:
    await asyncio.gather(*(child.stop(patience) for child in children))
