"""`manage.py rotate_log_keys`: from now on only the newest master key is needed."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from games.models import StreamKey
from games.store.sealing import rewrap


class Command(BaseCommand):
    help = (
        "Wraps every stream's key with the first key of GOODTEN_LOG_KEYS. To rotate: put a new "
        "key in front, restart, run this, then drop the old key. The log itself does not change."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        keys = StreamKey.objects.order_by("stream")
        rows = keys.iterator(chunk_size=1000)
        for key in tqdm(rows, total=keys.count(), unit=" keys", file=sys.stderr, disable=None):
            rewrap(key)
        self.stdout.write(self.style.SUCCESS("Every key is wrapped with the newest master key"))
