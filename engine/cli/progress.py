"""A progress bar on standard error, if that is a terminal."""

import sys
import time

_WIDTH = 30
_EVERY = 0.2


class Progress:
    """A progress bar that is erased at the end; `seconds` is the duration of the work."""

    def __init__(self, total: int, what: str) -> None:
        self.seconds = 0.0
        self._total = total
        self._what = what
        self._shown = sys.stderr.isatty()
        self._began = 0.0
        self._last = 0.0

    def __enter__(self) -> "Progress":
        self._began = time.monotonic()
        self._last = self._began - _EVERY
        return self

    def show(self, done: int) -> None:
        """Draws the bar for this much work done, a few times a second at most."""
        now = time.monotonic()
        if not self._shown or now - self._last < _EVERY:
            return
        self._last = now
        filled = _WIDTH * done // self._total
        left = (now - self._began) / done * (self._total - done)
        bar = "#" * filled + "." * (_WIDTH - filled)
        text = f"\r{bar} {done}/{self._total} {self._what}, {left:.0f} s left \x1b[K"
        print(text, end="", file=sys.stderr, flush=True)

    def __exit__(self, *error: object) -> None:
        self.seconds = time.monotonic() - self._began
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
