"""What lists and the head of a page say of several tournaments at once: the name of the round that
each is in, and who shares its title. A query each, however many tournaments there are.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, F, OuterRef, Prefetch, Subquery, Window
from django.db.models.functions import RowNumber

from tournaments.documents.events import EntrantDocument
from tournaments.domain.state import Decided
from tournaments.formats import FORMATS
from tournaments.models import Entrant, Member, Round, Stage, Tournament
from tournaments.read.stage_rows import stage_of
from tournaments.store.entrant_views import entrant_json
from tournaments.text.round_names import round_name

# So many of those who share a title are named; the ranking has all of them.
CHAMPIONS_NAMED = 20


class Champions:
    """The first of those who share a title, in the order of their entries, and how many do."""

    def __init__(self, first: Sequence[EntrantDocument] = ()) -> None:
        self.first = list(first)
        self.count = len(self.first)


def names_of_rounds(tournaments: Iterable[Tournament]) -> dict[UUID, str]:
    """What people call the newest round of each that has one."""
    begun = {row.pk: row for row in tournaments if row.round}
    if not begun:
        return {}
    stages = Stage.objects.filter(tournament=OuterRef("tournament"), number=OuterRef("stage"))
    rounds = Round.objects.filter(
        tournament__in=begun, stage=F("tournament__stage"), number=F("tournament__round")
    )
    # Not from the settings, which know nothing of a play-off.
    of_stages = {name: Subquery(stages.values(name)) for name in ("format", "options", "entrants")}
    found = rounds.annotate(**of_stages).values(
        "tournament_id", "stage", "number", "expected", *of_stages
    )
    return {row["tournament_id"]: _name(row) for row in found}


def _name(row: Mapping[str, Any]) -> str:
    known = Stage(
        number=row["stage"], format=row["format"], options=row["options"], entrants=row["entrants"]
    )
    format_, stage = FORMATS[known.format], stage_of(known, {row["number"]: row["expected"]})
    return round_name(format_, format_.round_name(stage, row["number"]))


def who_share(tournaments: Sequence[Tournament]) -> dict[UUID, Champions]:
    """The champions of each that several have won."""
    shared = [row.pk for row in tournaments if row.decided == Decided.SHARED]
    if not shared:
        return {}
    first = Entrant.objects.filter(tournament__in=shared, place=1)
    first = first.exclude(state=Entrant.State.DISQUALIFIED)
    numbered = first.annotate(
        position=Window(RowNumber(), partition_by="tournament", order_by="number"),
        sharing=Window(Count("pk"), partition_by="tournament"),
    ).filter(position__lte=CHAMPIONS_NAMED)
    members = Prefetch("members", Member.objects.select_related("player"))
    found: dict[UUID, Champions] = {}
    for entrant in numbered.order_by("tournament", "number").prefetch_related(members):
        champions = found.setdefault(entrant.tournament_id, Champions())
        champions.first.append(entrant_json(entrant))
        champions.count = entrant.sharing
    return found
