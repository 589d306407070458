"""Which handles a person may choose: none of the house's, and none taken for another's."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine.bots import BOTS
from games.lookalikes import skeleton
from games.models import FormerHandle, Player

WORDS = (
    "account", "admin", "administrator", "anonymous", "api", "bot", "casino", "clock", "director",
    "everybody", "good-ten", "goodten", "help", "house", "me", "mod", "moderator", "new", "nobody",
    "null", "official", "operator", "root", "security", "somebody", "staff", "support", "sysop",
    "system", "undefined", "webmaster",
)  # fmt: skip
# With anything behind them: `greedy-12` is a bot, `Guest…` who has not signed up, `former-…` and
# `retired-…` gone.
BEGINNINGS = (*BOTS, "former", "guest", "retired")
RESERVED = frozenset(map(skeleton, (*WORDS, *(f"{word}s" for word in WORDS))))
RESERVED_BEGINNING = re.compile(
    f"({'|'.join(re.escape(skeleton(one)) for one in BEGINNINGS)})([-lo2-9].*|$)"
)
GUEST = re.compile(re.escape(skeleton("guest")))


def check(handle: str, player: Player | None = None) -> None:
    """Refuses a handle that the player, or somebody who is not one yet, may not choose: by a
    `ValidationError` that says what may be chosen.
    """
    found = skeleton(handle)
    # Digits behind a reserved word change nothing, nor do hyphens.
    word = skeleton(handle.rstrip("0123456789-_")).replace("-", "")
    if found in RESERVED or word in RESERVED or _begins_as_the_houses(found):
        raise ValidationError(
            _(
                "This name is kept for the house and its bots. "
                "Choose one that is neither a word like admin or staff nor a bot’s."
            )
        )
    kept = FormerHandle.objects.filter(skeleton=found).first()
    if kept is not None and (player is None or kept.player_id != player.pk):
        raise ValidationError(_("This name is kept for who had it. Choose another."))
    alike = Player.objects.filter(skeleton=found).first()
    if alike not in (None, player) and alike.handle.lower() != handle.lower():
        raise ValidationError(
            _(
                "This looks like %(other)s, who is here already. Choose one that nobody takes "
                "for another’s: l, I and 1 look alike, so do O and 0, rn and m, vv and w."
            ),
            params={"other": alike.handle},
        )


def _begins_as_the_houses(found: str) -> bool:
    return bool(RESERVED_BEGINNING.match(found) or GUEST.match(found))
