"""Whether everybody may see now how a match was played: the one question that replays ask."""

from games.match.watching import shown_to_all
from games.models import Match
from games.refusals import MatchClosed, MatchUnfinished


def may_be_seen_now(match: Match) -> bool:
    """Whether it has ended, and nothing about it is kept from anybody any more."""
    return match.status == Match.Status.FINISHED and match.pk not in shown_to_all([match])


def require_seen(match: Match) -> None:
    """Refuses `match_closed` of what nobody may see anything of as yet, and `match_unfinished` of
    what goes on, as far as anybody may know: neither tells that it is over.
    """
    if may_be_seen_now(match):
        return
    raise MatchClosed() if shown_to_all([match]).get(match.pk) == 0 else MatchUnfinished()
