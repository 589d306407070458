"""Standings of a knockout of heats: who came further is better."""

from dataclasses import replace

from tournaments.core.planning import Line, TieBreak
from tournaments.core.ranking import PointsRanking
from tournaments.core.stages import POINT, Stage
from tournaments.core.standings import standings_of
from tournaments.formats.kernels.heats.field import HeatsField, is_final


def heats_standings(stage: Stage, here: HeatsField, complete: bool) -> tuple[Line, ...]:
    """Everybody. Those still in share rank 1; those who went out in the same round share a rank
    if they did as well in it, but in the final nobody does.

    `out_in` is the round, 0 for those who never played. The tie-breaks are what decided: the
    round, the score in it, and the part of the points at the table.
    """
    records = {line.entrant: line for line in standings_of(stage, PointsRanking())}
    still_in = _still_in(stage, here, complete)
    inside = set(still_in)
    order = still_in + [entrant for entrant in here.order if entrant not in inside]
    lines: list[Line] = []
    before: tuple[int, int] | None = None
    for position, entrant in enumerate(order, 1):
        result = here.results.get(entrant)
        out = None if entrant in inside else result.round if result else 0
        group = (-1, 0) if out is None else (out, result.score if result else 0)
        alone = out is not None and complete and _final_was(stage, out)
        rank = lines[-1].rank if group == before and not alone else position
        before = group
        line = replace(
            records[entrant],
            position=position,
            rank=rank,
            out_in=out,
            tie_breaks=_values(here, entrant),
        )
        lines.append(line)
    return tuple(lines)


def _still_in(stage: Stage, here: HeatsField, complete: bool) -> list[str]:
    """Who may still win, or has won."""
    if not stage.rounds or here.through:
        return list(here.through)
    last = here.of_round(stage.rounds[-1].number)
    if complete:
        return [entrant for entrant in last[:1] if not here.results[entrant].lost]
    return last


def _final_was(stage: Stage, number: int) -> bool:
    round_ = stage.round(number)
    return round_ is not None and is_final(round_)


def _values(here: HeatsField, entrant: str) -> tuple[TieBreak, ...]:
    result = here.results.get(entrant)
    if result is None:
        return ()
    return (
        TieBreak("round", result.round),
        TieBreak("placement", result.score, POINT),
        TieBreak("table_share", result.share.numerator, result.share.denominator),
    )
