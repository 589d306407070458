"""The rows of pairings: who meets, and what came of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from cattrs import unstructure
from django.db.models import Model

from tournaments.core.stages import Outcome
from tournaments.domain.fact_parts import (
    Table,
)
from tournaments.domain.round_facts import (
    DisputeResolved,
    MatchForfeited,
    PairingOverridden,
    PairingVoided,
    ResultCorrected,
    ResultDisputed,
    ResultRecorded,
    RoundDiscarded,
    RoundPaired,
    TableCalled,
)
from tournaments.models import Pairing, Round, Seating, SupersededMatch

Key = tuple[int, int, int]


def supersede_all(tournament_id: UUID, reason: str) -> None:
    """Every match of the tournament that is not decided is to be annulled."""
    _supersede(Pairing.objects.filter(tournament=tournament_id, decided=False), reason)


def open_round(tournament_id: UUID, stage: int, round_number: int, at: datetime | None) -> None:
    """The matches of the round may start from now on."""
    Pairing.objects.filter(tournament=tournament_id, stage=stage, round=round_number).update(
        starts_at=at
    )


def _paired(tournament_id: UUID, events: list[RoundPaired], now: datetime) -> None:
    for event in events:
        round_, _made = Round.objects.update_or_create(
            tournament_id=tournament_id,
            stage=event.stage,
            number=event.round,
            defaults={"expected": event.expected},
            create_defaults={
                "expected": event.expected,
                "engine": event.engine,
                "inputs": event.inputs,
            },
        )
        _reopen(round_)
        _insert(round_, event.tables)


def _reopen(round_: Round) -> None:
    if round_.state == Round.State.CLOSED:
        round_.state, round_.closed_at = Round.State.PUBLISHED, None
        round_.save(update_fields=["state", "closed_at"])


def _insert(round_: Round, tables: Iterable[Table]) -> None:
    rows = [
        Pairing(
            tournament_id=round_.tournament_id,
            stage=round_.stage,
            round=round_.number,
            number=table.number,
            group=table.group,
            match_id=None if table.match is None else UUID(table.match),
            starts_at=round_.starts_at,
            decided=table.outcomes is not None,
            why=[unstructure(why) for why in table.why],
        )
        for table in tables
    ]
    Pairing.objects.bulk_create(rows)
    Seating.objects.bulk_create(
        Seating(
            pairing=row,
            entrant_id=UUID(entrant),
            side=side,
            position=position,
            **_outcome(table.outcomes[side] if table.outcomes else None),
        )
        for row, table in zip(rows, tables, strict=True)
        for side, entrants in enumerate(table.sides)
        for position, entrant in enumerate(entrants)
    )


def _outcome(outcome: Outcome | None) -> dict[str, Any]:
    if outcome is None:
        return {}
    return {
        "place": outcome.place,
        "points": outcome.points,
        "score": outcome.score,
        "status": outcome.status.value,
    }


def _overridden(tournament_id: UUID, events: list[PairingOverridden], now: datetime) -> None:
    for event in events:
        round_ = Round.objects.get(tournament=tournament_id, stage=event.stage, number=event.round)
        numbers = [table.number for table in event.tables]
        old = _of_round(tournament_id, event.stage, event.round).filter(number__in=numbers)
        _supersede(old, "overridden")
        _delete(old)
        _insert(round_, event.tables)


def _discarded(tournament_id: UUID, events: list[RoundDiscarded], now: datetime) -> None:
    for event in events:
        pairings = _of_round(tournament_id, event.stage, event.round)
        _supersede(pairings, event.reason)
        _delete(pairings)
        Round.objects.filter(
            tournament=tournament_id, stage=event.stage, number=event.round
        ).delete()


def _voided(tournament_id: UUID, events: list[PairingVoided], now: datetime) -> None:
    for event in events:
        pairings = _of_round(tournament_id, event.stage, event.round).filter(number=event.pairing)
        _supersede(pairings, event.reason)
        _delete(pairings)
        rounds = Round.objects.filter(
            tournament=tournament_id, stage=event.stage, number=event.round
        )
        rounds.update(state=Round.State.PUBLISHED, closed_at=None)


def _decided(
    tournament_id: UUID,
    events: list[ResultRecorded] | list[MatchForfeited] | list[ResultCorrected],
    now: datetime,
) -> None:
    by_key = {(event.stage, event.round, event.pairing): event for event in events}
    rows = _rows_of(tournament_id, list(by_key))
    seatings = []
    for row in rows:
        event = by_key[row.stage, row.round, row.number]
        row.decided, row.disputed, row.reason = True, False, event.reason
        row.corrected = row.corrected or isinstance(event, ResultCorrected)
        for seating in row.seatings.all():
            for name, value in _outcome(event.outcomes[seating.side]).items():
                setattr(seating, name, value)
            seatings.append(seating)
    overwrite(rows, ["decided", "disputed", "reason", "corrected"])
    overwrite(seatings, ["place", "points", "score", "status"])


def overwrite(rows: Sequence[Model], fields: Sequence[str]) -> None:
    """Writes these fields of rows that exist, and were read whole.

    As an upsert: many rows cost a tenth of what `bulk_update` takes to write its cases.
    """
    if rows:
        type(rows[0])._default_manager.bulk_create(
            rows, update_conflicts=True, unique_fields=["id"], update_fields=fields, batch_size=500
        )


def _forfeited(tournament_id: UUID, events: list[MatchForfeited], now: datetime) -> None:
    _decided(tournament_id, events, now)
    for event in events:
        row = _of_round(tournament_id, event.stage, event.round).filter(number=event.pairing)
        _supersede(row, event.reason)


def _rows_of(tournament_id: UUID, keys: list[Key]) -> list[Pairing]:
    """The pairings with these (stage, round, number), their seatings with them."""
    found: list[Pairing] = []
    for stage, round_number in sorted({(key[0], key[1]) for key in keys}):
        numbers = [key[2] for key in keys if key[:2] == (stage, round_number)]
        for at in range(0, len(numbers), 500):
            found += (
                _of_round(tournament_id, stage, round_number)
                .filter(number__in=numbers[at : at + 500])
                .prefetch_related("seatings")
            )
    return found


def _of_round(tournament_id: UUID, stage: int, round_number: int) -> Any:
    return Pairing.objects.filter(tournament=tournament_id, stage=stage, round=round_number)


def _supersede(pairings: Any, reason: str) -> None:
    SupersededMatch.objects.bulk_create(
        [
            SupersededMatch(tournament_id=tournament, match_id=match, reason=reason)
            for tournament, match in pairings.filter(match__isnull=False).values_list(
                "tournament_id", "match_id"
            )
        ],
        ignore_conflicts=True,
    )


def _delete(pairings: Any) -> None:
    Seating.objects.filter(pairing__in=list(pairings.values_list("pk", flat=True))).delete()
    pairings.delete()


def _disputed(tournament_id: UUID, events: list[ResultDisputed], now: datetime) -> None:
    for event in events:
        rows = _of_round(tournament_id, event.stage, event.round).filter(number=event.pairing)
        rows.update(disputed=True)


def _resolved(tournament_id: UUID, events: list[DisputeResolved], now: datetime) -> None:
    for event in events:
        rows = _of_round(tournament_id, event.stage, event.round).filter(number=event.pairing)
        rows.update(disputed=False)


def _called(tournament_id: UUID, events: list[TableCalled], now: datetime) -> None:
    for event in events:
        rows = _of_round(tournament_id, event.stage, event.round).filter(number=event.pairing)
        rows.update(called_at=now)


WRITERS: Mapping[type, Callable[[UUID, list[Any], datetime], None]] = {
    RoundPaired: _paired,
    PairingOverridden: _overridden,
    RoundDiscarded: _discarded,
    PairingVoided: _voided,
    ResultRecorded: _decided,
    ResultCorrected: _decided,
    MatchForfeited: _forfeited,
    TableCalled: _called,
    ResultDisputed: _disputed,
    DisputeResolved: _resolved,
}
