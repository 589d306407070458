"""How strong people are: what their ratings say, and which bot suits them."""

from collections.abc import Callable, Collection, Mapping
from statistics import fmean
from uuid import UUID

from engine.bots import BOTS
from games.models import Match, Player, Seat

# The ratings, as people read them, of those of these players that have one on a ladder.
FindRatings = Callable[[Collection[UUID], str], Mapping[UUID, int]]
_finders: list[FindRatings] = []
UNRATED = 1500
LADDERS = {False: "duel", True: "table"}
LADDER_WITH_BOTS = "duel-bots"
LOOKED_BACK = 5
# By so many more of the last results up or down, the next bot is another one.
STEP = 2
FIRST_RUNG = 1
BOTS_ASKED = 10


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

    The bots of `engine.bots` stand in order, the weakest first. Who has played none of these
    matches begins with the bot that is rated nearest on the ladder of matches with bots, and who
    is not rated there with the second.
    """
    rungs = list(BOTS)
    results = _last_results(player)
    if not results:
        return _nearest_rated(player) or rungs[min(FIRST_RUNG, len(rungs) - 1)]
    last = results[0][0]
    balance = sum(1 if won else -1 for bot, won in results if bot == last)
    step = 1 if balance >= STEP else -1 if balance <= -STEP else 0
    return rungs[max(0, min(len(rungs) - 1, rungs.index(last) + step))]


def _nearest_rated(player: Player) -> str | None:
    """The bot whose mean rating on the ladder of duels with bots is nearest to the player's."""
    mine = ratings_of([player.pk], LADDER_WITH_BOTS).get(player.pk)
    if mine is None:
        return None
    rated = {bot: list(ratings_of(_oldest(bot), LADDER_WITH_BOTS).values()) for bot in BOTS}
    distances = {bot: abs(fmean(ratings) - mine) for bot, ratings in rated.items() if ratings}
    return min(distances, key=lambda bot: distances[bot], default=None)


def _oldest(bot: str) -> list[UUID]:
    """The players who have played most as this bot: the oldest are used first."""
    players = Player.objects.filter(kind=Player.Kind.BOT, bot=bot).order_by("id")
    return list(players.values_list("pk", flat=True)[:BOTS_ASKED])


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
