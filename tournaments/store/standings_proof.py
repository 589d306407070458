"""Whether the editions of standings are what the facts say: each is made again at its version."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from games.models import Player
from games.store.replay import History
from tournaments.core.planning import Line
from tournaments.documents.events import EntrantFields
from tournaments.domain.entrant_facts import ClubSet, EntrantRegistered, MemberSubstituted
from tournaments.models import Entrant, Stage, StandingsEdition, StandingsPage
from tournaments.store.entrant_views import player_json
from tournaments.store.ranking_pages import WHOLE_EVENT, fault_of
from tournaments.store.standings_snapshots import LINES_OF_A_PAGE, line_json, lines_of


@dataclass
class Told:
    """What has been told of an entrant, ever: an edition may be made a moment after its version,
    with what the rows of entrants say then.
    """

    name: str
    number: int
    clubs: set[str]
    teams: list[list[str]] = field(default_factory=list)


def faults_of_standings(tournament_id: UUID, history: History) -> Iterator[str]:
    """Each edition that is not as the facts make it, with its first line that is not, and each
    stage whose row names another edition than its newest.
    """
    whole = StandingsEdition.objects.filter(tournament=tournament_id, stage=WHOLE_EVENT)
    for edition in whole:
        problem = fault_of(edition, history[edition.version - 1][2])
        if problem is not None and whole.filter(pk=edition.pk).exists():
            yield f"the ranking at version {edition.version} is not what the facts say: {problem}"
    editions = StandingsEdition.objects.filter(tournament=tournament_id, stage__gt=WHOLE_EVENT)
    documents = Documents(tournament_id, history)
    for edition in editions.order_by("stage", "version"):
        problem = _fault_of(edition, history, documents)
        # A newer one may have taken its place meanwhile.
        if problem is not None and StandingsEdition.objects.filter(pk=edition.pk).exists():
            place = f"the standings of stage {edition.stage} at version {edition.version}"
            yield f"{place} are not what the facts say: {problem}"
    # In one statement, since an edition may be published meanwhile.
    last = StandingsEdition.objects.filter(
        tournament=tournament_id, stage=OuterRef("number")
    ).order_by("-version")
    stages = Stage.objects.filter(tournament=tournament_id).annotate(
        newest=Coalesce(Subquery(last.values("version")[:1]), 0)
    )
    for number, named, newest in stages.values_list("number", "edition", "newest"):
        if named != newest:
            yield (
                f"the newest standings of stage {number} should be those at version {named}, "
                f"and are those at {newest}"
            )


class Documents:
    """The entrants as lines may show them."""

    def __init__(self, tournament_id: UUID, history: History) -> None:
        self._told: dict[str, Told] = {}
        for _, event, _ in history:
            self._hear(event)
        rows = Entrant.objects.filter(tournament=tournament_id)
        self._seeds = {id_.hex: seed for id_, seed in rows.values_list("id", "seed")}
        players = {player for one in self._told.values() for team in one.teams for player in team}
        ids = sorted(players)
        self._players = {
            player.pk.hex: player_json(player)
            for at in range(0, len(ids), 500)
            for player in Player.objects.filter(id__in=[UUID(id_) for id_ in ids[at : at + 500]])
        }

    def _hear(self, event: Any) -> None:
        if isinstance(event, EntrantRegistered):
            team = [member.player for member in event.members]
            told = Told(event.name, event.number, {event.club}, [team])
            self._told[event.entrant] = told
        elif isinstance(event, ClubSet):
            self._told[event.entrant].clubs.add(event.club)
        elif isinstance(event, MemberSubstituted):
            teams = self._told[event.entrant].teams
            teams.append([event.member.player if one == event.out else one for one in teams[-1]])

    def fault_of(self, id_: str, shown: EntrantFields) -> str | None:
        """What a line shows of an entrant that was never so."""
        told = self._told[id_]
        if shown["club"] not in told.clubs:
            return f"club {shown['club']}"
        for team in told.teams:
            members = [self._players.get(player) for player in team]
            if shown["members"] == members:
                wanted = {
                    "id": id_,
                    "number": told.number,
                    "seed": self._seeds.get(id_),
                    "name": told.name or " & ".join(one["handle"] for one in members if one),
                    "club": shown["club"],
                    "members": members,
                    "player": members[0] if members else None,
                }
                return None if shown == wanted else f"entrant {shown}, and should be {wanted}"
        return f"members {shown['members']}"


def _fault_of(edition: StandingsEdition, history: History, documents: Documents) -> str | None:
    state = history[edition.version - 1][2]
    if not 1 <= edition.stage <= len(state.stages):
        return "there was no such stage"
    current = state.stages[edition.stage - 1]
    lines = lines_of(current)
    if (edition.count, edition.rounds_closed) != (len(lines), current.rounds_closed):
        return f"they should have {len(lines)} lines after {current.rounds_closed} rounds"
    if bytes(edition.order) != b"".join(UUID(line.entrant).bytes for line in lines):
        return "the entrants are in another order"
    rows = StandingsPage.objects.filter(edition=edition)
    pages = dict(rows.values_list("number", "lines"))
    starts = range(0, len(lines), LINES_OF_A_PAGE)
    if sorted(pages) != [at // LINES_OF_A_PAGE + 1 for at in starts]:
        return f"they have the pages {sorted(pages)}"
    for at in starts:
        number = at // LINES_OF_A_PAGE + 1
        problem = _fault_on(pages[number], lines[at : at + LINES_OF_A_PAGE], documents)
        if problem is not None:
            return f"page {number} has {problem}"
    return None


def _fault_on(page: str, lines: tuple[Line, ...], documents: Documents) -> str | None:
    try:
        shown = json.loads(page)
    except ValueError:
        return "no JSON"
    if len(shown) != len(lines):
        return f"{len(shown)} lines, and should have {len(lines)}"
    for said, line in zip(shown, lines, strict=True):
        entrants: Mapping[str, Any] = {line.entrant: said.get("entrant")}
        made = json.loads(json.dumps(line_json(line, {**entrants})))
        if said != made:
            return f"at position {line.position} {said}, and should have {made}"
        problem = documents.fault_of(line.entrant, said["entrant"])
        if problem is not None:
            return f"at position {line.position} {problem}"
    return None
