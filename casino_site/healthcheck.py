"""`python -m casino_site.healthcheck`: status 0 if the web process of this container is healthy."""

import os
import sys
import urllib.error
import urllib.request

ADDRESS = "http://127.0.0.1:8000/healthz"


def main(address: str = ADDRESS) -> int:
    """Asks under the first name that the site answers to, since it refuses all others."""
    name = os.environ.get("GOODTEN_HOSTS", "").split(",")[0].strip() or "localhost"
    request = urllib.request.Request(address, headers={"Host": name})  # noqa: S310 - our own
    try:
        with urllib.request.urlopen(request, timeout=5) as response:  # noqa: S310
            return 0 if response.status == 200 else 1
    except urllib.error.URLError as fault:
        sys.stderr.write(f"{fault}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
