"""Standings, pairings and entrants as CSV, for spreadsheets: what people wrote never begins there
as a formula does.

What a file is about is looked up before its first line is given out: an answer that has begun
cannot say that something was not there any more. Pairings are read while they are sent.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from django.db.models import QuerySet

from games.models import Player
from tournaments.core.stages import POINT
from tournaments.documents.standings import RankedDocument, StandingDocument, TieBreakDocument
from tournaments.models import Entrant, Pairing, Round, Stage, Tournament
from tournaments.models.ratings import Rating
from tournaments.ratings.seeding import ladder_of
from tournaments.read.entries_csv import FORMULA
from tournaments.read.paged_rounds import BEGINNING, beyond
from tournaments.read.ranking import every_line
from tournaments.read.standings import EVERY_PAGE, standings_of
from tournaments.store.entrant_views import entrant_documents, entrant_rows
from tournaments.store.tournament_log import tournament_log

Cells = list[object]
PAIRINGS_AT_ONCE = 500


class _Line:
    """What `csv.writer` writes into: gives every line back."""

    def write(self, text: str) -> str:
        return text


def lines(rows: Iterable[Cells]) -> Iterator[str]:
    """The rows as lines of CSV."""
    writer = csv.writer(_Line())
    for row in rows:
        yield writer.writerow([_neutral(cell) for cell in row])


def _neutral(cell: object) -> object:
    """A text that a spreadsheet would take for a formula, behind an apostrophe."""
    if isinstance(cell, str) and cell.startswith((*FORMULA, "\t", "\r")):
        return f"'{cell}"
    return "" if cell is None else cell


def standings(tournament: Tournament, stage: Stage | None) -> Iterator[Cells]:
    """The newest standings of the stage, best first; only the header before the start."""
    found = _standings(tournament, stage)
    keys = [one["key"] for one in found[0]["tie_breaks"]] if found else []
    header: Cells = [
        "rank", "position", "entrant", "members", "club", "rating", "points", "played",
        "wins", "draws", "losses", *keys, "status",
    ]  # fmt: skip
    ratings = _ratings(tournament)
    states = dict(Entrant.objects.filter(tournament=tournament).values_list("id", "state"))
    by_id = {id_.hex: state for id_, state in states.items()}
    return chain([header], (_standing(line, ratings, by_id) for line in found))


def ranking(tournament: Tournament) -> Iterator[Cells]:
    """Everybody who has taken part, over all stages, best first."""
    header: Cells = ["place", "position", "entrant", "members", "club", "stage", "status"]
    return chain([header], (_ranked(line) for line in every_line(tournament)))


def _ranked(line: RankedDocument) -> Cells:
    entrant = line["entrant"]
    members = " & ".join(member["handle"] for member in entrant["members"])
    stage = line["stage_name"] or line["stage"]
    place = [line["place"], line["position"]]
    return [*place, entrant["name"], members, entrant["club"], stage, line["state"]]


def _standing(
    line: StandingDocument, ratings: Mapping[str, int], states: Mapping[str, str]
) -> Cells:
    entrant = line["entrant"]
    members = [member["handle"] for member in entrant["members"]]
    rated = [ratings[one["id"]] for one in entrant["members"] if one["id"] in ratings]
    return [
        line["rank"], line["position"], entrant["name"], " & ".join(members), entrant["club"],
        round(sum(rated) / len(rated)) if rated and len(rated) == len(members) else None,
        _points(line["score"]), line["played"], line["wins"], line["ties"], line["losses"],
        *[_value(one) for one in line["tie_breaks"]], states.get(entrant["id"], ""),
    ]  # fmt: skip


def _standings(tournament: Tournament, stage: Stage | None) -> list[StandingDocument]:
    if stage is None:
        return []
    newest = standings_of(tournament, stage, pages=EVERY_PAGE)
    return newest.lines(1, newest.count)


def _points(score: int) -> object:
    """Sixtieths as points: whole where they are."""
    return score // POINT if score % POINT == 0 else round(score / POINT, 4)


def _value(tie_break: TieBreakDocument) -> object:
    value, unit = tie_break["value"], tie_break["unit"]
    return value // unit if value % unit == 0 else round(value / unit, 4)


def _ratings(tournament: Tournament) -> dict[str, int]:
    """The rating of each rated player on the ladder of the event's first stage, as it is now."""
    ladder = ladder_of(tournament_log.load(tournament.pk))
    players = Player.objects.filter(entries__tournament=tournament).values("id")
    rows = Rating.objects.filter(ladder__key=ladder, player__in=players)
    return {row.player_id.hex: row.rated.skill.shown for row in rows}


def pairings(tournament: Tournament, stage: int | None = None) -> Iterator[Cells]:
    """Every seat of every published table, round by round."""
    header: Cells = [
        "stage", "round", "table", "seat", "entrant", "place", "points", "score", "status",
    ]  # fmt: skip
    drafts = set(
        Round.objects.filter(tournament=tournament, state=Round.State.DRAFT).values_list(
            "stage", "number"
        )
    )
    found = Pairing.objects.filter(tournament=tournament).prefetch_related("seatings")
    if stage is not None:
        found = found.filter(stage=stage)
    return chain([header], _lines_of(tournament, found, drafts))


def _lines_of(
    tournament: Tournament, found: QuerySet[Pairing], drafts: set[tuple[int, int]]
) -> Iterator[Cells]:
    """Read a part at a time, while the lines before are being sent."""
    after = BEGINNING
    while some := list(found.filter(beyond(after))[:PAIRINGS_AT_ONCE]):
        last = some[-1]
        after = (last.stage, last.round, last.number)
        published = [one for one in some if (one.stage, one.round) not in drafts]
        # After the pairings, among which there may be somebody who has entered only now.
        ids = {seating.entrant_id for one in published for seating in one.seatings.all()}
        named = entrant_documents(tournament.pk, ids)
        names = {id_: one["name"] for id_, one in named.items()}
        for pairing in published:
            yield from _seats(pairing, names)


def _seats(pairing: Pairing, names: Mapping[str, str]) -> Iterator[Cells]:
    for seat, seating in enumerate(pairing.seatings.all(), 1):
        yield [
            pairing.stage, pairing.round, pairing.number, seat,
            names[seating.entrant_id.hex], seating.place, seating.points,
            None if seating.score is None else _points(seating.score), seating.status,
        ]  # fmt: skip


def entrants(tournament: Tournament) -> Iterator[Cells]:
    """Everybody who ever entered, in order of entry."""
    header: Cells = ["number", "seed", "state", "place", "handle", "partner", "name", "club"]
    found = list(entrant_rows(tournament).order_by("number"))
    return chain([header], map(_entrant, found))


def _entrant(entrant: Entrant) -> Cells:
    handles = [one.player.handle for one in entrant.members.all() if one.plays]
    first, second = (*handles, "", "")[:2]
    return [
        entrant.number, entrant.seed, entrant.state, entrant.place, first, second,
        entrant.name, entrant.club,
    ]  # fmt: skip
