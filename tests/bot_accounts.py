"""Bot accounts as a test needs them."""

from django.utils import timezone

from games.accounts import bot_accounts
from games.models import Player


def bot_of(owner: Player, handle: str) -> tuple[Player, str]:
    """A bot account of this person's, and its token."""
    account = bot_accounts.create(owner, handle, timezone.now())
    return account.player, bot_accounts.issue(account).token
