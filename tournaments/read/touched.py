"""What the facts after a version have touched: for those who have seen all else."""

from uuid import UUID

from django.db.models import Q

from games.models import Event
from tournaments.store.tournament_log import tournament_log

# With more facts than this between, everything may have been touched.
MOST_FACTS = 500


def touched_since(tournament: UUID, version: int) -> Q | None:
    """The pairings that facts after this version say something of, or of whose rounds they do;
    None: any may be among them.
    """
    facts = Event.objects.filter(
        stream=tournament_log.stream_of(tournament), version__gt=version
    ).order_by("version")
    places = ("data__stage", "data__round", "data__pairing")
    found = list(facts.values_list(*places)[: MOST_FACTS + 1])
    if len(found) > MOST_FACTS:
        return None
    rounds: dict[tuple[int, int], set[int] | None] = {}
    for stage, round_, pairing in found:
        if not isinstance(stage, int) or not isinstance(round_, int):
            continue
        key = (stage, round_)
        if not isinstance(pairing, int):
            rounds[key] = None
        elif (numbers := rounds.setdefault(key, set())) is not None:
            numbers.add(pairing)
    wanted = Q(pk__in=[])
    for (stage, round_), numbers in rounds.items():
        one = Q(stage=stage, round=round_)
        wanted |= one if numbers is None else one & Q(number__in=numbers)
    return wanted
