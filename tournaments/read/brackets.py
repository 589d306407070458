"""The bracket as JSON: all rounds of a stage, those to come too."""

from collections.abc import Iterable, Mapping
from typing import cast
from uuid import UUID

from tournaments.core import stages
from tournaments.documents import (
    BracketDocument,
    BracketPairingDocument,
    BracketRoundDocument,
    EntrantFields,
    RoundDocument,
    SourceDocument,
)
from tournaments.formats import bracket_of
from tournaments.formats.kernels.bracket.tree import Node, Seed, Slot, Source, Tree, known_sides
from tournaments.models import Round, Stage, Tournament
from tournaments.read import round_views
from tournaments.read.bracket_layout import Chart
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.tournament_log import tournament_log


def bracket(tournament: Tournament, stage: Stage | None) -> BracketDocument:
    """The rounds that have been paired; of a bracket also those to come, each pairing with where
    its sides come from.
    """
    if stage is None:
        return {"version": tournament.version, "stage": 0, "format": None, "rounds": []}
    rows = Round.objects.filter(tournament=tournament, stage=stage.number).exclude(
        state=Round.State.DRAFT
    )
    if bracket_of(stage.format) is not None:
        found, documents = _Bracket(tournament, stage.number), entrant_documents(tournament.pk)
        made = round_views.round_documents(tournament, rows, found.name, documents)
        rounds = found.rounds(made, documents)
    else:
        # Of a format whose pairings come from no others: none of them has sources.
        made = round_views.round_documents(tournament, rows)
        rounds = cast("list[BracketRoundDocument]", made)
    return {
        "version": tournament.version,
        "stage": stage.number,
        "format": stage.format,
        "rounds": rounds,
    }


def chart_of(tournament: Tournament, stage: Stage) -> Chart:
    """The tree of a stage that is a bracket, to be laid out."""
    found = _Bracket(tournament, stage.number)
    parts = {number: found.format.part(found.stage, number) for number in found.tree.rounds}
    return Chart(found.tree, parts)


def to_come(
    tournament: Tournament, stage: Stage, slots: Iterable[Slot]
) -> dict[Slot, BracketPairingDocument]:
    """These pairings, of which none is made yet, with who is known to come to them."""
    found = _Bracket(tournament, stage.number)
    nodes = {
        (number, node.number): node for number, nodes in found.tree.rounds.items() for node in nodes
    }
    wanted = {slot: nodes[slot] for slot in slots}
    ids = {
        UUID(entrant)
        for node in wanted.values()
        for side in known_sides(found.stage, node)
        for entrant in side or ()
    }
    documents = entrant_documents(tournament.pk, ids)
    return {slot: found.to_come(slot[0], node, documents) for slot, node in wanted.items()}


class _Bracket:
    """A stage, which is one, as its format sees it."""

    def __init__(self, tournament: Tournament, number: int) -> None:
        state = tournament_log.load(tournament.pk)
        self.stage: stages.Stage = state.stages[number - 1].stage
        format_ = bracket_of(self.stage.format)
        assert format_ is not None
        self.format = format_
        self.tree: Tree = format_.tree(self.stage)
        self.name = round_views.names_of(tournament, state)

    def rounds(
        self, made: list[RoundDocument], documents: Mapping[str, EntrantFields]
    ) -> list[BracketRoundDocument]:
        paired = {row["round"]: row for row in made}
        return [
            self._round(number, nodes, paired.get(number), documents)
            for number, nodes in self.tree.rounds.items()
        ]

    def _round(
        self,
        number: int,
        nodes: tuple[Node, ...],
        made: RoundDocument | None,
        documents: Mapping[str, EntrantFields],
    ) -> BracketRoundDocument:
        there = {one["pairing"]: one for one in made["pairings"]} if made else {}
        pairings: list[BracketPairingDocument] = []
        for node in nodes:
            known = there.get(node.number)
            if known is None:
                pairings.append(self.to_come(number, node, documents))
            else:
                pairings.append({**known, "sources": [_source(one) for one in node.sources]})
        if made is not None:
            return {**made, "pairings": pairings}
        return {
            "stage": self.stage.number, "round": number,
            "name": self.name(self.stage.number, number), "state": "waiting",
            "starts_at": None, "closed_at": None, "expected": len(nodes),
            "engine": "", "inputs": "", "deck": None, "pairings": pairings,
        }  # fmt: skip

    def to_come(
        self, number: int, node: Node, documents: Mapping[str, EntrantFields]
    ) -> BracketPairingDocument:
        """A pairing that is not made: a side for each source, empty while nobody is known."""
        return {
            "stage": self.stage.number,
            "round": number,
            "pairing": node.number,
            "group": 0,
            "match": None,
            "state": "conditional" if node.rematch else "to_come",
            "sides": [
                {
                    "entrants": [documents[one] for one in side or ()],
                    "place": None, "points": None, "score": None, "status": None,
                }
                for side in known_sides(self.stage, node)
            ],
            "winner": None,
            "reason": None,
            "corrected": False,
            "disputed": False,
            "why": [],
            "sources": [_source(one) for one in node.sources],
        }  # fmt: skip


def _source(source: Source) -> SourceDocument:
    if isinstance(source, Seed):
        return {"seed": source.place}
    return {"round": source.round, "pairing": source.number, "loser": source.loser}
