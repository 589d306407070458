"""The exhibition: two bots who play for whoever looks on, and rest while nobody does."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from engine.bots import BOTS
from games.accounts.bots import bot_players
from games.casual.models import Exhibition
from games.identity import new_id
from games.match.clocks import ClockRules
from games.match.opening import NewMatch, open_matches
from games.models import Match

PACE_MS = 1800
# A page that shows it says so more often than this.
LOOKS_FOR = timedelta(seconds=40)
# For so long a bot rests that nobody looks at; whoever comes wakes it.
RESTS_FOR = timedelta(days=1)
KEPT = 20


def on_show() -> Match | None:
    """The exhibition that is being played, or the last one."""
    ids = Exhibition.objects.values("match")
    rows = Match.objects.filter(pk__in=ids).prefetch_related("seats__player")
    playing = rows.exclude(status=Match.Status.FINISHED).order_by("created_at").first()
    return playing or rows.order_by("-created_at").first()


def look(now: datetime) -> UUID:
    """Somebody looks on: the exhibition goes on, or the next one begins. Its match."""
    match = on_show()
    if match is None or match.status == Match.Status.FINISHED:
        return _begin(now)
    Exhibition.objects.filter(pk=match.pk, looked_at__lt=now).update(looked_at=now)
    late = now + timedelta(milliseconds=PACE_MS)
    Match.objects.filter(pk=match.pk, bot_due_at__gt=late + LOOKS_FOR).update(bot_due_at=now)
    return match.pk


def let_rest(matches: Sequence[Match], now: datetime) -> list[Match]:
    """Of matches whose bots are due those that are played on: of exhibitions that nobody looks at
    the bots are put off.
    """
    ids = [match.pk for match in matches if match.bot_pace_ms == PACE_MS]
    if not ids:
        return list(matches)
    unseen = Exhibition.objects.filter(pk__in=ids, looked_at__lt=now - LOOKS_FOR)
    resting = set(unseen.values_list("pk", flat=True))
    if resting:
        Match.objects.filter(pk__in=resting).update(bot_due_at=now + RESTS_FOR)
    return [match for match in matches if match.pk not in resting]


def _begin(now: datetime) -> UUID:
    """The next exhibition, by the two strongest bots that need no time.

    Two that begin at once begin one each, and both go on: nothing hangs on there being one.
    """
    keys = [key for key, bot in BOTS.items() if not getattr(bot, "is_slow", False)][-2:]
    players = [bot_players(key, 1, [])[0] for key in keys]
    match_id = new_id()
    with transaction.atomic():
        Exhibition.objects.create(match=match_id, looked_at=now)
        clock = ClockRules(bot_pace_ms=PACE_MS)
        open_matches([NewMatch(match_id, "classic", {}, players, clock)], now)
    old = Exhibition.objects.order_by("-match").values_list("pk", flat=True)[KEPT:]
    Exhibition.objects.filter(pk__in=list(old)).delete()
    return match_id
