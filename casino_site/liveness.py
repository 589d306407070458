"""The file by which a container's check sees that a worker or beat still turns."""

import os
from pathlib import Path

# How often it is renewed, in seconds; who asks lets some be missed (casino_site/healthcheck.py).
EVERY = 10.0
ALIVE_FILE = "GOODTEN_ALIVE_FILE"


def touch() -> None:
    """Renews the file, where the environment names one."""
    if name := os.environ.get(ALIVE_FILE):
        Path(name).touch()
