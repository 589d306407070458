"""A data folder as `manage.py up` prepares it: once for all houses of a test run.

To gather the static files and to migrate a new database takes seconds of a processor each, since
every file is hashed and compressed. Without a test run (`make storm`, `make steps`) each house
prepares its own.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.product import ROOT, clean_environment

LOAD = "import django; django.setup(); from casino_site import preparation"
DATABASE = "good-ten.sqlite3"


def prepare_into(data: Path, *, with_database: bool = True) -> None:
    """Fills a new data folder; `manage.py up` finds there that nothing is left to prepare."""
    data.mkdir(parents=True)
    shared = os.environ.get("TEST_RUN_FOLDER")
    if shared is None:
        _prepare(data, with_database)
        return
    prepared = _prepared_in(Path(shared))
    shutil.copytree(prepared / "static", data / "static", copy_function=os.link)
    for name in ("static.fingerprint", *([DATABASE] if with_database else [])):
        shutil.copy(prepared / name, data)


def _prepared_in(shared: Path) -> Path:
    """The data folder that the first worker to ask fills, while others wait."""
    with (shared / "preparing").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "prepared" / "static.fingerprint").exists():
            _prepare(shared / "prepared", with_database=True)
    return shared / "prepared"


def _prepare(data: Path, with_database: bool) -> None:
    work = "prepare(print, demo=False)" if with_database else "collect(print)"
    settings = {"DJANGO_SETTINGS_MODULE": "casino_site.settings", "GOODTEN_DATA_DIR": str(data)}
    subprocess.run(
        [sys.executable, "-c", f"{LOAD}; preparation.{work}"],
        cwd=ROOT, env=clean_environment(**settings), check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
