"""Bot accounts as people read of them: who they are, whether they are there, how they are rated."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

from games.accounts import bot_accounts
from games.casual.strength import LADDER_WITH_BOTS
from games.models import BotAccount
from tournaments.models.ratings import Rating
from tournaments.ratings.documents import RatingChangeDocument


class ShownBot(TypedDict):
    """`rating` is None of a bot of which no duel has been rated."""

    handle: str
    owner: str
    description: str
    program: str
    online: bool
    seen: datetime | None
    rating: int | None
    provisional: bool
    matches: int


class Tally(TypedDict):
    won: int
    of: int


def shown(accounts: Sequence[BotAccount], now: datetime) -> list[ShownBot]:
    """The same with their ratings in duels, in one query more."""
    ids = [one.player_id for one in accounts]
    rows = Rating.objects.filter(ladder__key=LADDER_WITH_BOTS, player__in=ids)
    ratings = {row.player_id: row for row in rows}
    return [_shown(one, ratings.get(one.player_id), now) for one in accounts]


def _shown(account: BotAccount, rating: Rating | None, now: datetime) -> ShownBot:
    return {
        "handle": account.player.handle,
        "owner": account.owner.handle,
        "description": account.description,
        "program": account.program,
        "online": bot_accounts.is_online(account, now),
        "seen": account.seen_at,
        "rating": rating.rated.skill.shown if rating else None,
        "provisional": rating.provisional if rating else False,
        "matches": rating.matches if rating else 0,
    }


def tally(history: Sequence[RatingChangeDocument]) -> Tally:
    """How many of these rated matches were won."""
    return {"won": sum(1 for one in history if one["place"] == 1), "of": len(history)}
