"""Work that is asked for again and again while it is being done."""

import threading
from collections.abc import Callable


class OneAtATime:
    """Runs work by key, in one thread of this process at a time.

    A call that finds its key being worked on returns at once, and the work is done once more for
    all such calls: it must be work that looks itself what there is to do. Where the work raises,
    whoever runs it gets the exception, and those that did not wait have to be found otherwise.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # By key that is being worked on: whether it is to be worked on again.
        self._again: dict[str, bool] = {}

    def run(self, key: str, work: Callable[[], None]) -> None:
        with self._lock:
            if key in self._again:
                self._again[key] = True
                return
            self._again[key] = False
        try:
            while True:
                work()
                with self._lock:
                    if not self._again[key]:
                        del self._again[key]
                        return
                    self._again[key] = False
        except BaseException:
            with self._lock:
                self._again.pop(key, None)
            raise
