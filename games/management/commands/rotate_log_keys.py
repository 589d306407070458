"""`manage.py rotate_log_keys`: from now on only the newest master key is needed."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from django.core.management.base import BaseCommand
from tqdm import tqdm

from games.master_keys import sealed_elsewhere
from games.models import Player, StreamKey
from games.store.sealing import reseal, rewrap

Row = TypeVar("Row")


class Command(BaseCommand):
    help = (
        "Wraps every stream's key, and seals every player's handle and every webhook's secret, "
        "with the first key of GOODTEN_LOG_KEYS. To rotate: put a new key in front, restart, run "
        "this, then drop the old key. The log itself does not change."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        keys, players = StreamKey.objects.order_by("stream"), Player.objects.order_by("pk")
        for key in _shown(keys.iterator(chunk_size=1000), keys.count(), " keys"):
            rewrap(key)
        for player in _shown(players.iterator(chunk_size=1000), players.count(), " players"):
            reseal(player)
        for what in sealed_elsewhere:
            rows = what.rows()
            for row in _shown(rows.iterator(chunk_size=1000), rows.count(), f" {what.what}"):
                what.reseal(row)
        self.stdout.write(self.style.SUCCESS("Every key is wrapped with the newest master key"))


def _shown(rows: Iterable[Row], count: int, unit: str) -> Iterator[Row]:
    yield from tqdm(rows, total=count, unit=unit, file=sys.stderr, disable=None)
