"""Which of several matches everybody may see now."""

from collections.abc import Iterable

from games.match.watching import shown_to_all
from games.models import Match


def seen_now(matches: Iterable[Match]) -> list[Match]:
    """Those of them that everybody may see now, in the same order."""
    rows = [match for match in matches if match.status == Match.Status.FINISHED]
    later = shown_to_all(rows)
    return [match for match in rows if match.pk not in later]
