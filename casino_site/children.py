"""Child processes that never outlive the process that started them."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def tether(last_signal: int = signal.SIGTERM) -> Callable[[], None]:
    """A `preexec_fn`: the kernel signals the child when its parent dies, even by kill -9.

    Linux only; elsewhere it does nothing. The parent is the *thread* that starts the child, so
    start children from the main thread. A change of user clears the setting; `subprocess` changes
    the user first.
    """
    parent = os.getpid()

    def hold() -> None:
        if _libc is None:
            return
        _libc.prctl(PR_SET_PDEATHSIG, last_signal)
        if os.getppid() != parent:  # it died before the kernel knew of us
            os._exit(1)

    return hold


def kill_group(leader: int, number: int) -> None:
    """Signals a child that leads its own process group, and whatever it has started."""
    try:
        os.killpg(leader, number)
    except ProcessLookupError:
        return
