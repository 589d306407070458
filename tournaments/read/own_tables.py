"""The tables at which a player sits that are not over: of events, and casual ones."""

from typing import TypedDict

from django.utils import timezone

from games.casual import challenges, tables
from games.casual.models import Table
from games.models import Match, Player
from tournaments.models import Pairing


class OwnTable(TypedDict):
    """`code` is that of a table that waits; `event` the name of the event, or "". `challenge`:
    whose it is, `mine` or `theirs`, or "".
    """

    match: str
    code: str
    event: str
    opponents: list[str]
    is_turn: bool
    challenge: str
    table: Table | None


def unfinished(player: Player) -> list[OwnTable]:
    """Those at which it is the player's turn first, then the longest waiting."""
    rows = Match.objects.filter(seats__player=player).exclude(status=Match.Status.FINISHED)
    playing = list(rows.prefetch_related("seats__player").order_by("created_at"))
    events = dict(
        Pairing.objects.filter(match_id__in=[match.pk for match in playing]).values_list(
            "match_id", "tournament__name"
        )
    )
    found = [_playing(match, player, events.get(match.pk, "")) for match in playing]
    waiting = tables.unfinished(player).exclude(state=Table.State.OPENED)
    for table in waiting.order_by("created_at").prefetch_related("chairs__player"):
        found.append(_waiting(table, player, "mine" if table.is_challenge else ""))
    for table in challenges.for_player(player, timezone.now()):
        found.append(_waiting(table, player, "theirs"))
    return sorted(found, key=lambda one: not one["is_turn"])


def _waiting(table: Table, player: Player, challenge: str) -> OwnTable:
    others = [
        chair.player.handle
        for chair in table.chairs.all()
        if chair.player is not None
        and chair.player_id != player.pk
        and (challenge != "mine" or chair.waits_for)
    ]
    return {
        "match": "",
        "code": table.code,
        "event": "",
        # Who challenges sits in the first seat.
        "opponents": others[:1] if challenge == "theirs" else others,
        "is_turn": challenge == "theirs",
        "challenge": challenge,
        "table": table,
    }


def _playing(match: Match, player: Player, event: str) -> OwnTable:
    seats = list(match.seats.all())
    own = next(seat.number for seat in seats if seat.player_id == player.pk)
    return {
        "match": match.pk.hex,
        "code": "",
        "event": event,
        "opponents": [seat.player.handle for seat in seats if seat.number != own],
        "is_turn": match.turn == own or match.status == Match.Status.WAITING,
        "challenge": "",
        "table": None,
    }
