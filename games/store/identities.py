"""Whether players are called what they were called when they came. No fact says it, since a fact
names players by their ids; so each row has a seal of its own.
"""

import sys
from collections.abc import Iterator

from tqdm import tqdm

from games.master_keys import fault_of_identity
from games.models import Player
from games.store.verification import Fault


def identity_faults() -> Iterator[Fault]:
    """Each player whose handle, kind or bot is not what the seal of the row says."""
    rows = Player.objects.order_by("pk")
    found = rows.iterator(chunk_size=1000)
    for player in tqdm(found, total=rows.count(), unit=" players", file=sys.stderr, disable=None):
        problem = fault_of_identity(player)
        if problem is not None:
            yield Fault(f"player {player.pk.hex}", 0, problem)
