"""Keeping answers by their keys (docs/decisions/0028-the-contract.md)."""

from datetime import datetime, timedelta
from typing import Any

from casino_site.contract.models import KeptAnswer
from games.models import Player

KEPT = timedelta(hours=24)
AT_ONCE = 10_000


def forget_old(now: datetime) -> None:
    """Takes away what is older than `KEPT`, so much at once."""
    old = KeptAnswer.objects.filter(made_at__lt=now - KEPT).order_by("made_at")
    KeptAnswer.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:AT_ONCE])).delete()


def forget_player(sender: object, player: Player, **kwargs: Any) -> None:
    """Takes away what is kept for somebody who has gone for ever."""
    KeptAnswer.objects.filter(player=player).delete()


def my_data(player: Player) -> list[dict[str, Any]]:
    rows = KeptAnswer.objects.filter(player=player).order_by("pk")
    return [{"key": one.key, "made": one.made_at, "status": one.status} for one in rows]
