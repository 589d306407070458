"""The ranking of a whole event: as it is, and as it was when the event was over."""

from collections.abc import Mapping, Sequence

from tournaments.documents import EntrantFields, RankedDocument, RankingDocument
from tournaments.domain.ranking import Ranked, Ranking, ranking_of
from tournaments.domain.state import Decided, EntrantStatus, Phase, State
from tournaments.models import Tournament
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.tournament_log import tournament_log
from tournaments.text.stage_names import stage_name

LINES_OF_A_PAGE = 500


def ranking(state: State) -> Ranking:
    """Everybody who has taken part so far. What the event ended with stays; one of an earlier
    version did not say who shares a place.
    """
    if state.phase is not Phase.COMPLETED or not state.ranks:
        found = ranking_of(state, over=state.phase in (Phase.PROVISIONAL, Phase.COMPLETED))
        if state.phase is not Phase.COMPLETED:
            return found
        stages = {one.entrant: one.stage for one in found.lines}
        ranks: Sequence[int] = range(1, len(state.places) + 1)
    else:
        ranks = state.ranks
        stages = _stages(state)
    lines = tuple(
        Ranked(place, entrant, stages.get(entrant, 1))
        for place, entrant in zip(ranks, state.places, strict=True)
    )
    return Ranking(lines, state.champions, Decided(state.decided or Decided.PLAY))


def _stages(state: State) -> dict[str, int]:
    """The last stage that each has come to."""
    return {one: stage.stage.number for stage in state.stages for one in stage.stage.seeds}


def document(tournament: Tournament, page: int = 1) -> RankingDocument:
    """A page of five hundred lines, best first; empty before the start."""
    state = tournament_log.load(tournament.pk)
    found = ranking(state)
    first = (page - 1) * LINES_OF_A_PAGE
    some = found.lines[first : first + LINES_OF_A_PAGE]
    documents = entrant_documents(tournament.pk)
    final = state.phase is Phase.COMPLETED
    over = final or state.phase is Phase.PROVISIONAL
    return {
        "version": state.version,
        "state": tournament.state,
        "final": final,
        "decided": found.decided.value if over else None,
        "count": len(found.lines),
        "next": page + 1 if first + LINES_OF_A_PAGE < len(found.lines) else None,
        "results": [
            _line(state, documents, one, position, over and one.entrant in found.champions)
            for position, one in enumerate(some, first + 1)
        ],
    }


def _line(
    state: State,
    documents: Mapping[str, EntrantFields],
    line: Ranked,
    position: int,
    champion: bool,
) -> RankedDocument:
    standing = state.entrants[line.entrant].standing
    return {
        "place": line.place,
        "position": position,
        "entrant": documents[line.entrant],
        "state": EntrantStatus(standing).value,
        "stage": line.stage,
        "stage_name": stage_name(state, line.stage),
        "champion": champion,
    }
