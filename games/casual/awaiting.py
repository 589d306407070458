"""What awaits a player: tables at which it is the player's turn, and challenges to be answered."""

from datetime import datetime

from django.db.models import F, Q

from games.casual import challenges
from games.models import Match, Player, Seat


def how_many_await(player: Player, now: datetime) -> int:
    """Tables of events and casual ones, to cut or to play at, and challenges, by two queries."""
    cuts = Q(match__status=Match.Status.WAITING)
    plays = Q(match__status=Match.Status.PLAYING, match__turn=F("number"))
    tables = Seat.objects.filter(cuts | plays, player=player, left_reason=Seat.Left.STAYED)
    return tables.count() + challenges.waiting_for(player, now).count()
