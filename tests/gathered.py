"""The static files as `manage.py up` gathers them: once for all houses of a test run.

Gathering takes seconds of a processor, since every file is hashed and compressed. Without a test
run (`make storm`, `make steps`) each house gathers its own.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.product import ROOT, clean_environment

GATHER = (
    "import django; django.setup(); from casino_site.preparation import collect; collect(print)"
)


def gather_into(data: Path) -> None:
    """Fills a new data folder; `manage.py up` finds there that nothing is left to gather."""
    data.mkdir(parents=True)
    shared = os.environ.get("TEST_RUN_FOLDER")
    if shared is None:
        _gather(data)
        return
    gathered = _gathered_in(Path(shared))
    shutil.copytree(gathered / "static", data / "static", copy_function=os.link)
    shutil.copy(gathered / "static.fingerprint", data)


def _gathered_in(shared: Path) -> Path:
    """The data folder that the first worker to ask fills, while others wait."""
    with (shared / "gathering").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "gathered" / "static.fingerprint").exists():
            _gather(shared / "gathered")
    return shared / "gathered"


def _gather(data: Path) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "casino_site.settings", "GOODTEN_DATA_DIR": str(data)}
    subprocess.run(
        [sys.executable, "-c", GATHER],
        cwd=ROOT, env=clean_environment(**settings), check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
