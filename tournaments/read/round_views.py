"""Rounds, pairings and brackets as JSON (docs/protocol.md)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db.models import Q, QuerySet

from games.envelopes import timestamp
from tournaments.core.refusals import UnknownPairing
from tournaments.documents.events import (
    EntrantFields,
    PairingDocument,
    PairingState,
    RoundDocument,
    RoundState,
    SideDocument,
    WhyDocument,
)
from tournaments.domain.state import StageState, State
from tournaments.formats import FORMATS
from tournaments.models import Pairing, Round, Tournament
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.slugs import as_id
from tournaments.store.tournament_log import tournament_log
from tournaments.text.pairing_reasons import sentence
from tournaments.text.round_names import round_name

Names = Callable[[int, int], str]


def rounds(
    tournament: Tournament, stage: int | None = None, number: int | None = None, *, drafts: bool
) -> list[RoundDocument]:
    """The rounds that have been paired: of one stage or all, one of them or all; drafts only if
    asked for.
    """
    found = Round.objects.filter(tournament=tournament)
    if stage is not None:
        found = found.filter(stage=stage)
    if number is not None:
        found = found.filter(number=number)
    if not drafts:
        found = found.exclude(state=Round.State.DRAFT)
    return round_documents(tournament, list(found))


def round_documents(
    tournament: Tournament,
    rows: Iterable[Round],
    names: Names | None = None,
    documents: dict[str, EntrantFields] | None = None,
) -> list[RoundDocument]:
    """With their pairings; `names` of rounds and `documents` of entrants are read if not given."""
    rows = list(rows)
    names = names or names_of(tournament)
    if documents is None:
        documents = entrant_documents(tournament.pk) if rows else {}
    pairings: dict[tuple[int, int], list[PairingDocument]] = {}
    wanted = _pairings(tournament).filter(
        stage__in={row.stage for row in rows}, round__in={row.number for row in rows}
    )
    for pairing in wanted:
        key = (pairing.stage, pairing.round)
        pairings.setdefault(key, []).append(pairing_json(pairing, documents))
    return [
        {
            "stage": row.stage,
            "round": row.number,
            "name": names(row.stage, row.number),
            "state": round_state(row),
            "starts_at": timestamp(row.starts_at) if row.starts_at else None,
            "closed_at": timestamp(row.closed_at) if row.closed_at else None,
            "expected": row.expected,
            "engine": row.engine,
            "inputs": row.inputs,
            "deck": row.deck or None,
            "pairings": pairings.get((row.stage, row.number), []),
        }
        for row in rows
    ]


def round_state(row: Round) -> RoundState:
    if row.state == Round.State.PUBLISHED:
        return "running"
    return "draft" if row.state == Round.State.DRAFT else "closed"


def names_of(tournament: Tournament, state: State | None = None) -> Names:
    """What to call round `number` of a stage; from the tournament's state, which is kept."""
    state = state or tournament_log.load(tournament.pk)

    def name(stage: int, number: int) -> str:
        current: StageState = state.stages[stage - 1]
        format_ = FORMATS[current.stage.format]
        return round_name(format_, format_.round_name(current.stage, number))

    return name


def find_pairing(tournament: Tournament, stage: int, round_number: int, number: int) -> Pairing:
    """Refuses `unknown_pairing`."""
    found = _pairings(tournament).filter(stage=stage, round=round_number, number=number).first()
    if found is None:
        raise UnknownPairing()
    return found


def _pairings(tournament: Tournament) -> QuerySet[Pairing]:
    return (
        Pairing.objects.filter(tournament=tournament)
        .select_related("match")
        .prefetch_related("seatings")
    )


def tables(tournament: Tournament, wanted: Q) -> list[PairingDocument]:
    """The pairings that `wanted` takes, in order, with nothing read of other entrants."""
    rows = list(_pairings(tournament).filter(wanted))
    ids = {seating.entrant_id for row in rows for seating in row.seatings.all()}
    named = (value for row in rows for why in row.why for value in why["params"].values())
    ids |= {id_ for one in named if isinstance(one, str) and (id_ := as_id(one)) is not None}
    documents = entrant_documents(tournament.pk, ids)
    return [pairing_json(row, documents) for row in rows]


def pairing_json(pairing: Pairing, documents: dict[str, EntrantFields]) -> PairingDocument:
    """A pairing with its sides, what came of it, and why it was made."""
    sides: dict[int, SideDocument] = {}
    for seating in pairing.seatings.all():
        side = sides.setdefault(
            seating.side,
            {
                "entrants": [],
                "place": seating.place,
                "points": seating.points,
                "score": seating.score,
                "status": seating.status or None,
            },
        )
        side["entrants"].append(documents[seating.entrant_id.hex])
    listed = [sides[side] for side in sorted(sides)]
    return {
        "stage": pairing.stage,
        "round": pairing.round,
        "pairing": pairing.number,
        "group": pairing.group,
        "match": pairing.match_id.hex if pairing.match_id else None,
        "state": _state(pairing, listed),
        "sides": listed,
        "winner": _winner(pairing, listed),
        "reason": pairing.reason or None,
        "corrected": pairing.corrected,
        "disputed": pairing.disputed,
        "why": [_why(why, documents) for why in pairing.why],
        "called_at": timestamp(pairing.called_at) if pairing.called_at else None,
    }


def _why(why: Mapping[str, Any], documents: dict[str, EntrantFields]) -> WhyDocument:
    """The reason with its sentence, which names the entrants in its params."""
    found = (one for one in why["params"].values() if isinstance(one, str) and one in documents)
    names = {one: documents[one]["name"] for one in found}
    return {"code": why["code"], "params": why["params"], "text": sentence(why, names)}


def _state(pairing: Pairing, sides: list[SideDocument]) -> PairingState:
    if len(sides) == 1:
        return "bye"
    if pairing.decided:
        return "finished"
    if pairing.starts_at is None:
        return "draft"
    match = getattr(pairing, "match", None)
    return "playing" if match is not None and match.status != "waiting" else "waiting"


def _winner(pairing: Pairing, sides: list[SideDocument]) -> int | None:
    """The number of the side in first place, if one alone is."""
    lost = ("forfeit_loss", "no_show", "absent", "void")
    first = [
        number
        for number, side in enumerate(sides)
        if side["place"] == 1 and side["status"] not in lost
    ]
    return first[0] if len(first) == 1 else None
