"""The bracket as a drawing: which window of it, with what in its boxes, and whom to follow."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.documents.events import (
    BracketPairingDocument,
    EntrantDocument,
    EntrantFields,
    PairingDocument,
)
from tournaments.formats import bracket_of
from tournaments.formats.kernels.bracket.bracket import Part
from tournaments.formats.kernels.bracket.tree import Seed, Slot, Source
from tournaments.models import Entrant, Round, Seating, Stage, Tournament
from tournaments.read import brackets, queries, round_views
from tournaments.read.bracket_layout import Chart, Layout
from tournaments.read.group_places import group_places
from tournaments.store.entrant_views import entrant_json
from tournaments.store.slugs import as_id
from tournaments.store.tournament_log import tournament_log
from tournaments.web.public.tournament_page import TournamentPage, found_or_404

Json = dict[str, Any]
Drawn = PairingDocument | BracketPairingDocument

# Of a box, a column and a row, and of what stands above them all.
WIDTH, HEIGHT, PITCH, ROW, HEAD = 208, 52, 248, 66, 36
FOUND_AT_ONCE = 10
_OUT = (Entrant.State.ELIMINATED, *Entrant.GONE)


@dataclass(frozen=True, slots=True)
class Row:
    """A side in its box: who it is, or where it comes from (`known` is false)."""

    y: int
    name: str
    known: bool = True
    seed: str = ""
    points: int | None = None
    won: bool = False
    followed: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A pairing at its place. `window` opens what leads to it."""

    x: int
    y: int
    pairing: Drawn
    label: str
    followed: bool
    window: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Line:
    path: str
    followed: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """`heads`: (x, y, name) of the rounds. `back`: the window that this one leads to."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    heads: tuple[tuple[int, int, str], ...]
    windows: tuple[tuple[str, str, bool], ...] = ()
    back: str = ""


class BracketView(TournamentPage):
    template_name = "tournaments/bracket_page.html"
    tab = "bracket"

    def show(self) -> Json:
        if self.stage is None or bracket_of(self.stage.format) is None:
            return {"people": []}
        given = self.request.GET
        people = _people(self.tournament, given.get("who", "").strip())
        follow = people[0]["id"] if len(people) == 1 else given.get("follow", "")
        shown = drawing_of(self.tournament, self.stage, given.get("window", ""), follow)
        found = {"bracket_address": f"?stage={self.stage.number}"}
        return found | {
            "people": people if len(people) > 1 else [],
            "who": given.get("who", ""),
            **shown,
        }


def drawing_of(
    tournament: Tournament, stage: Stage, window: str = "", follow: str = ""
) -> dict[str, Any]:
    """`drawing`, and the entrant `followed`: of a small bracket all of it, of a large one the
    window below a pairing (`round-number`), the one of the followed entrant, or its end.
    """
    chart = brackets.chart_of(tournament, stage)
    followed = _followed(tournament, follow)
    path = _path(chart, tournament, stage, followed) if followed else []
    root = None if chart.small else _root(chart, window, path)
    layout = chart.layout(root)
    pairings = _pairings(tournament, stage, layout)
    name = round_views.names_of(tournament)
    labels = {number: name(stage.number, number) for number in {slot[0] for slot in chart.nodes}}
    came = group_places(tournament_log.load(tournament.pk), stage.number)
    pen = _Pen(chart, labels, frozenset(path), followed["id"] if followed else "", came)
    return {"drawing": pen.draw(layout, root, pairings), "followed": followed}


def _people(tournament: Tournament, who: str) -> list[dict[str, str]]:
    """Entrants whose name, or whose member's handle, has this in it."""
    if not who:
        return []
    rows = Entrant.objects.filter(tournament=tournament, seed__isnull=False).filter(
        Q(name__icontains=who) | Q(members__player__handle__icontains=who)
    )
    found = rows.distinct().order_by("number")[:FOUND_AT_ONCE]
    shown = [{"id": row.pk.hex, "name": entrant_json(row)["name"]} for row in found]
    exact = [one for one in shown if one["name"].lower() == who.lower()]
    return exact or shown


def _followed(tournament: Tournament, follow: str) -> EntrantDocument | None:
    if as_id(follow) is None:
        return None
    entrant = found_or_404(lambda: queries.find_entrant(tournament, follow))
    return entrant_json(entrant)


def _path(
    chart: Chart, tournament: Tournament, stage: Stage, followed: EntrantDocument
) -> list[Slot]:
    """The pairings of an entrant, and those it comes to if it goes on winning."""
    rows = Seating.objects.filter(
        entrant=UUID(followed["id"]),
        pairing__tournament=tournament,
        pairing__stage=stage.number,
        pairing__starts_at__isnull=False,  # a draft has no time yet, and nobody is to see it
    ).order_by("pairing__round")
    placed = list(rows.values_list("pairing__round", "pairing__number", "place"))
    found = [(round_, number) for round_, number, _place in placed]
    # Who lost the last pairing goes nowhere that could be drawn before it is paired.
    if placed and placed[-1][2] in (None, 1) and followed["state"] not in _OUT:
        after = chart.next(found[-1])
        while after is not None:
            found.append(after)
            after = chart.next(after)
    return [slot for slot in found if slot in chart.nodes]


def _root(chart: Chart, window: str, path: list[Slot]) -> Slot | None:
    first, _dash, second = window.partition("-")
    if first.isascii() and first.isdigit() and second.isascii() and second.isdigit():
        slot = (int(first), int(second))
        if slot in chart.nodes:
            return slot
    if path:
        return chart.window_of(path[0])
    return chart.top(Part.MAIN) or chart.top(Part.WINNERS)


def _pairings(tournament: Tournament, stage: Stage, layout: Layout) -> dict[Slot, Drawn]:
    """What is in the boxes, made or to come; drafts are to come."""
    by_round: dict[int, list[int]] = {}
    for number, pairing in layout.cells:
        by_round.setdefault(number, []).append(pairing)
    drafts = set(
        Round.objects.filter(
            tournament=tournament, stage=stage.number, state=Round.State.DRAFT
        ).values_list("number", flat=True)
    )
    wanted = Q(pk__in=[])
    for number, pairings in by_round.items():
        if number not in drafts:
            wanted |= Q(round=number, number__gte=min(pairings), number__lte=max(pairings))
    tables = round_views.tables(tournament, Q(stage=stage.number) & wanted)
    found: dict[Slot, Drawn] = {(one["round"], one["pairing"]): one for one in tables}
    rest = [slot for slot in layout.cells if slot not in found]
    return {**found, **brackets.to_come(tournament, stage, rest)}


@dataclass(frozen=True, slots=True)
class _Pen:
    """Draws the boxes of a chart; `labels` are the names of its rounds, `came` the places in the
    groups before it.
    """

    chart: Chart
    labels: dict[int, str]
    path: frozenset[Slot]
    followed: str
    came: Mapping[str, str]

    def draw(self, layout: Layout, root: Slot | None, pairings: dict[Slot, Drawn]) -> Drawing:
        places = {
            slot: (cell.column * PITCH, HEAD + int(cell.row * ROW))
            for slot, cell in layout.cells.items()
        }
        after = self.chart.next(root) if root else None
        back = self.chart.window_of(after) if after else None
        return Drawing(
            width=layout.width * PITCH - (PITCH - WIDTH),
            height=HEAD + int(layout.height * ROW),
            boxes=tuple(
                self._box(slot, *places[slot], pairings[slot], cell.deeper)
                for slot, cell in layout.cells.items()
            ),
            lines=tuple(sorted(self._lines(layout, places), key=lambda line: line.followed)),
            heads=tuple(
                (column * PITCH, int(row * ROW) + HEAD - 14, self.labels[number])
                for number, column, row in layout.heads
            ),
            windows=_windows(self.chart, root),
            back=f"{back[0]}-{back[1]}" if back else "",
        )

    def _lines(self, layout: Layout, places: dict[Slot, tuple[int, int]]) -> Iterator[Line]:
        for one, other in layout.lines:
            yield Line(_line(places[one], places[other]), {one, other} <= self.path)

    def _box(self, slot: Slot, x: int, y: int, pairing: Drawn, deeper: bool) -> Box:
        return Box(
            x=x,
            y=y,
            pairing=pairing,
            label=_("%(round)s, %(number)d") % {"round": self.labels[slot[0]], "number": slot[1]},
            followed=slot in self.path,
            window=f"{slot[0]}-{slot[1]}" if deeper else "",
            rows=tuple(self._rows(slot, pairing)),
        )

    def _rows(self, slot: Slot, pairing: Drawn) -> Iterator[Row]:
        """Two: the second of a bye says so, one not known yet where it comes from."""
        y = HEIGHT // 4 + 5
        sides, sources = pairing["sides"], self.chart.nodes[slot].sources
        for number, side in enumerate(sides):
            entrants = side["entrants"]
            if not entrants:
                yield Row(y, self._origin(sources[number]), known=False)
            else:
                yield Row(
                    y,
                    " & ".join(one["name"] for one in entrants),
                    seed=self._came(entrants[0]),
                    points=side["points"] if side["status"] == "played" else None,
                    won=number == pairing["winner"] and len(sides) > 1,
                    followed=any(one["id"] == self.followed for one in entrants),
                )
            y += HEIGHT // 2
        if len(sides) < 2:
            walkover = len(sources) > 1 and pairing["state"] == "bye"
            yield Row(y, _("walkover") if walkover else _("bye"), known=False)

    def _came(self, entrant: EntrantFields) -> str:
        """As what it came in: A1 from groups, else its seed."""
        return self.came.get(entrant["id"]) or str(entrant["seed"] or "")

    def _origin(self, source: Source) -> str:
        if isinstance(source, Seed):
            return _("Seed %(place)d") % {"place": source.place}
        loser, winner = _("Loser of %(round)s, %(number)d"), _("Winner of %(round)s, %(number)d")
        values = {"round": self.labels[source.round], "number": source.number}
        return (loser if source.loser else winner) % values


def _windows(chart: Chart, root: Slot | None) -> tuple[tuple[str, str, bool], ...]:
    """The ends of a large bracket's parts: (window, name, whether it is shown)."""
    if root is None:
        return ()
    names = {Part.MAIN: _("Final stages"), Part.WINNERS: _("Winners"), Part.LOSERS: _("Losers")}
    tops = {part: chart.top(part) for part in names}
    return tuple(
        (f"{slot[0]}-{slot[1]}", names[part], slot == root)
        for part, slot in tops.items()
        if slot is not None
    )


def _line(one: tuple[int, int], other: tuple[int, int]) -> str:
    (x, y), (to_x, to_y) = one, other
    middle = to_x - (PITCH - WIDTH) // 2
    return f"M{x + WIDTH} {y + HEIGHT // 2}H{middle}V{to_y + HEIGHT // 2}H{to_x}"
