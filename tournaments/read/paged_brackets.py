"""A bracket a page at a time: its pairings in the order of their rounds, those to come too, made of
the rows of the page and of those that lead to it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from uuid import UUID

from django.db.models import Q

from games.paging import BYTES_OF_RESULTS, MOST_ON_A_PAGE, cursor_of, encoded, place_of
from tournaments.core.stages import Stage as PlayedStage
from tournaments.documents.events import (
    BracketDocument,
    BracketPairingDocument,
    BracketRoundDocument,
    EntrantFields,
)
from tournaments.formats import bracket_of
from tournaments.formats.kernels.bracket.bracket import Bracket
from tournaments.formats.kernels.bracket.tree import From, Node, Seed, Slot, known_sides
from tournaments.models import Pairing, Round, Stage
from tournaments.read import paged_rounds, round_views
from tournaments.read.brackets import pairing_to_come, source_json
from tournaments.read.heads import Head
from tournaments.read.paged_rounds import Made, Wanted, documents_of, round_fields, watched
from tournaments.read.stage_rows import Names, names_of, stage_of
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.tournament_log import tournament_log


def page(head: Head, stage: Stage | None, wanted: Wanted) -> Made:
    """A page of the bracket; of a stage that is none, the pairings that have been made. Empty
    before the first stage. Refuses `bad_cursor`.
    """
    if stage is None:
        return Made(_start(head, 0, None, b"[]"), None)
    format_ = bracket_of(stage.format)
    if format_ is None:
        made = paged_rounds.page(head, replace(wanted, stage=stage.number))
        rounds = made.start.partition(b'"results":')[2]
        return Made(_start(head, stage.number, stage.format, rounds), made.cursor, made.watched)
    return _Page(head, stage, format_, wanted).made()


def whole(head: Head, stage: Stage | None) -> BracketDocument | None:
    """The bracket in one document, if it fits a page."""
    made = page(head, stage, Wanted(limit=MOST_ON_A_PAGE))
    found: BracketDocument = json.loads(made.start + b"}")
    return found if made.cursor is None else None


def _start(head: Head, stage: int, format_: str | None, rounds: bytes) -> bytes:
    told = encoded({"version": head.version, "stage": stage, "format": format_})
    return told[:-1] + b',"rounds":' + rounds


@dataclass(frozen=True, slots=True)
class _Shown:
    slot: Slot
    told: BracketPairingDocument


class _Page:
    """A page of a stage that is a bracket."""

    def __init__(self, head: Head, stage: Stage, format_: Bracket, wanted: Wanted) -> None:
        self.head, self.stage, self.wanted = head, stage, wanted
        self.bare = stage_of(stage)
        self.tree = format_.tree(self.bare)
        self.drafts = set(
            Round.objects.filter(
                tournament=head.id, stage=stage.number, state=Round.State.DRAFT
            ).values_list("number", flat=True)
        )

    def made(self) -> Made:
        after: Slot = (0, 0)
        if self.wanted.cursor is not None:
            after = place_of(self.wanted.cursor, int, int)
        nodes = list(self._nodes(after))
        more = len(nodes) > self.wanted.limit
        nodes = nodes[: self.wanted.limit]
        rows = self._rows([slot for slot, _ in nodes])
        missing = [node for slot, node in nodes if slot not in rows]
        played = self._leading_to(missing)
        known = {slot: known_sides(played, node) for slot, node in nodes if slot not in rows}
        documents = documents_of(self.head.id, list(rows.values()))
        ids = {UUID(one) for sides in known.values() for side in sides for one in side or ()}
        documents |= entrant_documents(self.head.id, ids) if ids else {}
        shown = self._fitting(nodes, rows, played, documents)
        more = more or len(shown) < len(nodes)
        rounds = encoded(self._in_rounds(shown, rows))
        cursor = cursor_of(*shown[-1].slot) if more else None
        start = _start(self.head, self.stage.number, self.stage.format, rounds)
        return Made(start, cursor, watched(rows[one.slot] for one in shown if one.slot in rows))

    def _nodes(self, after: Slot) -> Iterator[tuple[Slot, Node]]:
        """One more than the page holds, if there are so many."""
        left = self.wanted.limit + 1
        for number, nodes in self.tree.rounds.items():
            if number < after[0] or self.wanted.round not in (None, number):
                continue
            for node in nodes:
                if (number, node.number) > after and left:
                    left -= 1
                    yield (number, node.number), node

    def _rows(self, slots: Sequence[Slot]) -> dict[Slot, Pairing]:
        """Those of the pairings that have been made, by where they stand."""
        if not slots:
            return {}
        wanted = Q(pk__in=[])
        for number, some in groupby(sorted(slots), key=lambda slot: slot[0]):
            if number not in self.drafts:
                wanted |= Q(round=number, number__in=[pairing for _, pairing in some])
        found = Pairing.objects.filter(tournament=self.head.id, stage=self.stage.number)
        rows = found.filter(wanted).select_related("match").prefetch_related("seatings")
        return {(row.round, row.number): row for row in rows}

    def _leading_to(self, nodes: Sequence[Node]) -> PlayedStage:
        """The stage with the pairings from which somebody comes to these."""
        sources = [one for node in nodes for one in node.sources]
        if any(isinstance(one, Seed) for one in sources):
            # Of what begins a bracket nothing is made while its first round is a draft, or fails.
            return tournament_log.load(self.head.id).stages[self.stage.number - 1].stage
        slots = {(one.round, one.number) for one in sources if isinstance(one, From)}
        return stage_of(self.stage, pairings=self._rows(sorted(slots)).values())

    def _fitting(
        self,
        nodes: Sequence[tuple[Slot, Node]],
        rows: Mapping[Slot, Pairing],
        played: PlayedStage,
        documents: dict[str, EntrantFields],
    ) -> list[_Shown]:
        shown: list[_Shown] = []
        left = BYTES_OF_RESULTS - 500 * len({number for (number, _), _ in nodes})
        for slot, node in nodes:
            told: BracketPairingDocument
            if slot in rows:
                made = round_views.pairing_json(rows[slot], documents)
                told = {**made, "sources": [source_json(one) for one in node.sources]}
            else:
                told = pairing_to_come(played, slot[0], node, documents)
            left -= len(encoded(told)) + 1
            if left < 0 and shown:
                break
            shown.append(_Shown(slot, told))
        return shown

    def _in_rounds(
        self, shown: Sequence[_Shown], rows: Mapping[Slot, Pairing]
    ) -> list[BracketRoundDocument]:
        numbers = sorted({one.slot[0] for one in shown})
        made = {
            row.number: row
            for row in Round.objects.filter(
                tournament=self.head.id, stage=self.stage.number, number__in=numbers
            ).exclude(state=Round.State.DRAFT)
        }
        name = names_of(self.head.id, made.values(), rows.values())
        return [
            self._round(number, made.get(number), name, [one.told for one in some])
            for number, some in groupby(shown, key=lambda one: one.slot[0])
        ]

    def _round(
        self,
        number: int,
        row: Round | None,
        name: Names,
        pairings: list[BracketPairingDocument],
    ) -> BracketRoundDocument:
        if row is not None:
            return {**round_fields(row, name), "pairings": pairings}
        return {
            "stage": self.stage.number, "round": number,
            "name": name(self.stage.number, number), "state": "waiting",
            "starts_at": None, "closed_at": None, "expected": len(self.tree.rounds[number]),
            "engine": "", "inputs": "", "deck": None, "pairings": pairings,
        }  # fmt: skip
