"""Python imports this as it starts, where this folder is on its path: the product's clock goes
ahead by as many seconds as the file `clock` of the data folder says.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

_FILE = Path(os.environ.get("GOODTEN_DATA_DIR", ".")) / "clock"
_now = timezone.now


def _moved_now() -> datetime:
    ahead = int(_FILE.read_text()) if _FILE.exists() else 0
    return _now() + timedelta(seconds=ahead)


timezone.now = _moved_now
