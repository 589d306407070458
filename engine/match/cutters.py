"""Whose cut a `CutMade` tells.

It is the player's own, shown when no other player could choose one any more, or, openly, while
another still could. Or it is the spare that the server had ready: for a bot, for a player who wants
none, for one who did not come, and for one who committed to a cut and did not show it.
"""

BY_PLAYER = "player"
BY_PLAYER_OPENLY = "open"
BY_BOT = "bot"
BY_WAIVER = "waived"
BY_ABSENCE = "absent"
BY_SILENCE = "not_revealed"
# What a `MakeCut` may name; in a match of an earlier version only these.
CUTTERS = (BY_PLAYER, BY_BOT, BY_WAIVER, BY_ABSENCE, BY_SILENCE)
CUTTERS_BEFORE = (BY_PLAYER, BY_BOT, BY_ABSENCE)
