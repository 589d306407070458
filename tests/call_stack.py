"""One piece of memory for all frames of a test.

CPython keeps the frames of a thread in chunks of 16 KB, and until the spring of 2026 gave a chunk
back whenever the call that began it returned. A loop that stands at the end of a chunk then asks
the system for memory at each call (python/cpython#142183). Below pytest and Django's client that
was a tenth of the time of a test. A call whose own frame is larger than a chunk gets one to fit,
rounded up to a power of two, and whatever it calls has the rest of it.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

Given, Returned = ParamSpec("Given"), TypeVar("Returned")

# They take 512 KB, so the chunk is one of 1 MB; what no call uses of it takes no memory.
WORDS = 2**16


def in_one_piece(
    call: Callable[Given, Returned], *args: Given.args, **kwargs: Given.kwargs
) -> Returned:
    """What `call` returns."""
    return call(*args, **kwargs)


in_one_piece.__code__ = in_one_piece.__code__.replace(co_stacksize=WORDS)
