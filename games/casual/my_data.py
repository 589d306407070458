"""What is kept of a player at casual tables, for the player."""

from typing import Any

from games.casual.models import Chair
from games.models import Player


def tables_of(player: Player) -> list[dict[str, Any]]:
    rows = Chair.objects.filter(player=player).select_related("table").order_by("pk")
    return [
        {
            "table": chair.table_id.hex,
            "seat": chair.number,
            "state": chair.table.state,
            "ruleset": chair.table.ruleset,
            "rated": chair.table.rated,
            "made": chair.table.created_at,
            "last_seen": chair.seen_at,
        }
        for chair in rows
    ]
