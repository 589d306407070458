"""Brackets as their formats see them: where pairings stand, and who comes to them."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from tournaments.core import stages
from tournaments.documents.events import BracketPairingDocument, EntrantFields, SourceDocument
from tournaments.formats import bracket_of
from tournaments.formats.kernels.bracket.tree import Node, Seed, Slot, Source, Tree, known_sides
from tournaments.models import Stage, Tournament
from tournaments.read.bracket_layout import Chart
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.tournament_log import tournament_log


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

    def to_come(
        self, number: int, node: Node, documents: Mapping[str, EntrantFields]
    ) -> BracketPairingDocument:
        return pairing_to_come(self.stage, number, node, documents)


def pairing_to_come(
    stage: stages.Stage, number: int, node: Node, documents: Mapping[str, EntrantFields]
) -> BracketPairingDocument:
    """A pairing that is not made: a side for each source, empty while nobody is known. The
    `stage` has at least the pairings that lead there.
    """
    return {
        "stage": stage.number,
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
            for side in known_sides(stage, node)
        ],
        "winner": None,
        "reason": None,
        "corrected": False,
        "disputed": False,
        "why": [],
        "called_at": None,
        "sources": [source_json(one) for one in node.sources],
    }  # fmt: skip


def source_json(source: Source) -> SourceDocument:
    """Where a side comes from: a seed, or an earlier pairing."""
    if isinstance(source, Seed):
        return {"seed": source.place}
    return {"round": source.round, "pairing": source.number, "loser": source.loser}
