"""`python -m casino_site.healthcheck`: status 0 if this container's process is well.

Without a word the web process is asked whether it is ready. With `alive`, for a worker and beat,
the file that they renew every ten seconds must be younger than a minute.
"""

import os
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from casino_site.liveness import ALIVE_FILE

ADDRESS = "http://127.0.0.1:8000/readyz"
OLDEST = 60.0


def main(word: str = "", address: str = ADDRESS) -> int:
    fault = _fault_of_file() if word == "alive" else _fault_of_web(address)
    if fault:
        sys.stderr.write(f"{fault}\n")
    return 1 if fault else 0


def _fault_of_web(address: str) -> str:
    """Asks under the first name that the site answers to, since it refuses all others."""
    name = os.environ.get("GOODTEN_HOSTS", "").split(",")[0].strip() or "localhost"
    request = urllib.request.Request(address, headers={"Host": name})  # noqa: S310 - our own
    try:
        with urllib.request.urlopen(request, timeout=5) as response:  # noqa: S310
            return "" if response.status == 200 else f"it answered {response.status}"
    except urllib.error.URLError as fault:
        return str(fault)


def _fault_of_file() -> str:
    name = os.environ.get(ALIVE_FILE)
    if not name:
        return f"{ALIVE_FILE} names no file"
    try:
        age = time.time() - Path(name).stat().st_mtime
    except OSError as fault:
        return f"{ALIVE_FILE}: {fault.strerror}"
    return "" if age < OLDEST else f"no sign of life for {age:.0f} seconds"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
