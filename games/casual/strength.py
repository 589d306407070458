"""How strong people are: what their ratings say, and which bot suits them."""

from collections.abc import Callable, Collection, Mapping
from uuid import UUID

from engine.bots import BOTS
from games.models import Match, Player, Seat

# The ratings, as people read them, of those of these players that have one on a ladder.
FindRatings = Callable[[Collection[UUID], str], Mapping[UUID, int]]
_finders: list[FindRatings] = []
UNRATED = 1500
LADDERS = {False: "duel", True: "table"}
LOOKED_BACK = 5
# By so many more of the last results up or down, the next bot is another one.
STEP = 2
FIRST_RUNG = 1


def register_ratings(find: FindRatings) -> None:
    """An app above has ratings, without games knowing of it."""
    if find not in _finders:
        _finders.append(find)


def ratings_of(players: Collection[UUID], ladder: str) -> dict[UUID, int]:
    """The ratings of those who have one."""
    found: dict[UUID, int] = {}
    for find in _finders:
        found |= find(players, ladder)
    return found


def fitting_bot(player: Player) -> str:
    """The bot that suits the player: the next stronger one after winning more than losing of the
    last matches against the last one, the next weaker one after losing more.

    The bots of `engine.bots` stand in order, the weakest first. A newcomer meets the second.
    """
    rungs = list(BOTS)
    results = _last_results(player)
    if not results:
        return rungs[min(FIRST_RUNG, len(rungs) - 1)]
    last = results[0][0]
    balance = sum(1 if won else -1 for bot, won in results if bot == last)
    step = 1 if balance >= STEP else -1 if balance <= -STEP else 0
    return rungs[max(0, min(len(rungs) - 1, rungs.index(last) + step))]


def _last_results(player: Player) -> list[tuple[str, bool]]:
    """The bots of the player's last casual duels, newest first, and whether the player won."""
    seats = (
        Seat.objects.filter(
            player=player,
            match__status=Match.Status.FINISHED,
            match__winner__isnull=False,
            match_id__in=player.chairs.values("table_id"),
        )
        .select_related("match")
        .prefetch_related("match__seats__player")
        .order_by("-match__finished_at", "-match_id")
    )
    found = []
    for seat in seats[:LOOKED_BACK]:
        bots = [one.player.bot for one in seat.match.seats.all() if one.player.bot]
        if len(seat.match.seats.all()) == 2 and bots and bots[0] in BOTS:
            found.append((bots[0], seat.match.winner == seat.number))
    return found
