"""What somebody said when they did something to an event, for pages on which others ask why."""

from collections.abc import Iterable
from itertools import islice

from games.models import Event
from games.store import eventstore
from games.store.eventstore import EventRow, Recorded
from tournaments.models import Pairing, Tournament
from tournaments.store.tournament_log import tournament_log

# A pairing has few disputes; those of others in between are read past.
LOOKED_AT = 500
_TAKEN_AWAY = "removed-"


def why_cancelled(tournament: Tournament) -> str:
    """The reason of the cancellation; "" where there is none to show."""
    return _reason(_newest(tournament, "tournament_cancelled", 1))


def why_disputed(tournament: Tournament, pairing: Pairing) -> str:
    """What whoever disputes the result of this pairing has said last."""
    place = (pairing.stage, pairing.round, pairing.number)
    return _reason(
        fact
        for fact in _newest(tournament, "result_disputed", LOOKED_AT)
        if (fact.data["stage"], fact.data["round"], fact.data["pairing"]) == place
    )


def _newest(tournament: Tournament, type_: str, most: int) -> list[Recorded]:
    stream = tournament_log.stream_of(tournament.pk)
    rows = Event.objects.filter(stream=stream, type=type_).order_by("-version")
    found = map(EventRow._make, rows.values_list(*EventRow._fields)[:most])
    return eventstore.recorded_rows(list(found))


def _reason(found: Iterable[Recorded]) -> str:
    for fact in islice(found, 1):
        reason = str(fact.data["reason"])
        return "" if reason.startswith(_TAKEN_AWAY) else reason
    return ""
