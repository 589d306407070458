"""The read models of a tournament, written in the transaction that appends its facts."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from cattrs import unstructure

from games.store.eventstore import StaleStream
from tournaments.domain import events as facts
from tournaments.domain.entrant_facts import (
    ClubSet,
    EntrantDisqualified,
    EntrantPromoted,
    EntrantRegistered,
    EntrantReinstated,
    EntrantWithdrawn,
    MemberSubstituted,
)
from tournaments.domain.round_facts import (
    MatchForfeited,
    PairingOverridden,
    PairingVoided,
    ResultCorrected,
    ResultRecorded,
    RoundClosed,
    RoundDiscarded,
    RoundPaired,
    RoundPublished,
    ScoreAdjusted,
)
from tournaments.domain.schedule import next_due
from tournaments.domain.state import State
from tournaments.models import Entrant, Member, Round, Stage, Tournament
from tournaments.store import pairing_rows

# Facts after which the standings of the stage being played may be others.
_STANDINGS = (
    facts.StageStarted,
    RoundPaired,
    PairingOverridden,
    RoundDiscarded,
    ResultRecorded,
    MatchForfeited,
    ResultCorrected,
    PairingVoided,
    ScoreAdjusted,
    EntrantRegistered,
    EntrantWithdrawn,
    EntrantDisqualified,
    EntrantReinstated,
    facts.StageCompleted,
    facts.SettingsChanged,
    facts.TournamentReopened,
    EntrantPromoted,
)


def project(
    before: State, after: State, events: Sequence[facts.TournamentEvent], now: datetime
) -> None:
    """Writes what `events`, which led from one state to the other, changed.

    Raises `StaleStream` where the row is not of the state before: the log was put back meanwhile.
    """
    tournament_id = UUID(after.id)
    for kind, same in groupby(events, key=type):
        write = _WRITERS.get(kind)
        if write is not None:
            write(tournament_id, list(same), now)
    row = Tournament.objects.filter(id=tournament_id, version=before.version)
    if not row.update(**_columns(after, now)):
        raise StaleStream(tournament_id.hex)
    if before.entrants is not after.entrants:
        _write_standings_of_entrants(before, after)
    for number in range(len(before.stages) + 1, len(after.stages) + 1):
        named = after.stage_settings(number).name
        Stage.objects.filter(tournament=tournament_id, number=number).update(name=named)
    for number, version in _changed(before, events).items():
        Stage.objects.filter(tournament=tournament_id, number=number).update(changed=version)


def _changed(before: State, events: Sequence[facts.TournamentEvent]) -> dict[int, int]:
    """By stage, the version of the last fact after which its standings may be others."""
    found: dict[int, int] = {}
    playing = len(before.stages)
    for version, event in enumerate(events, before.version + 1):
        playing += isinstance(event, facts.StageStarted)
        if playing and isinstance(event, _STANDINGS):
            found[playing] = version
    return found


def _columns(state: State, now: datetime) -> dict[str, Any]:
    current = state.current
    settings = state.settings
    failed = current.failed if current else None
    rounds = current.stage.rounds if current else ()
    return {
        "name": settings.name,
        "state": state.phase.value,
        "version": state.version,
        "hidden": state.hidden,
        "format": settings.stages[0].format,
        "ruleset": settings.ruleset,
        "settings": unstructure(settings),
        "capacity": settings.capacity,
        "starts_at": _time(settings.starts_at),
        "final_at": _time(state.final_at),
        "decided": state.decided,
        "description": state.description,
        "entered": state.taken,
        "waiting": len(state.waiting),
        "stage": len(state.stages),
        "round": rounds[-1].number if rounds else 0,
        "due_at": next_due(state, now),
        "reworded": state.reworded,
        "failed": f"{failed[0]}: {failed[1]}"[:200] if failed else "",
    }


def _create(tournament_id: UUID, events: list[facts.TournamentCreated], now: datetime) -> None:
    for event in events:
        Tournament.objects.create(
            id=tournament_id,
            slug=event.slug,
            name=event.settings.name,
            version=0,
            organiser_id=UUID(event.organiser),
            capacity=event.settings.capacity,
            created_at=now,
        )


def _register(tournament_id: UUID, events: list[EntrantRegistered], now: datetime) -> None:
    Entrant.objects.bulk_create(
        Entrant(
            id=UUID(event.entrant),
            tournament_id=tournament_id,
            name=event.name,
            club=event.club,
            number=event.number,
            joins=event.joins,
        )
        for event in events
    )
    Member.objects.bulk_create(
        Member(
            tournament_id=tournament_id,
            entrant_id=UUID(event.entrant),
            player_id=UUID(member.player),
            bot=member.bot or "",
            position=position,
        )
        for event in events
        for position, member in enumerate(event.members)
    )


def _substitute(tournament_id: UUID, events: list[MemberSubstituted], now: datetime) -> None:
    for event in events:
        out = Member.objects.filter(entrant=UUID(event.entrant), player=UUID(event.out), plays=True)
        position = out.values_list("position", flat=True).get()
        out.update(plays=False, active=False)
        Member.objects.create(
            tournament_id=tournament_id,
            entrant_id=UUID(event.entrant),
            player_id=UUID(event.member.player),
            bot=event.member.bot or "",
            position=position,
        )


def _club(tournament_id: UUID, events: list[ClubSet], now: datetime) -> None:
    for event in events:
        Entrant.objects.filter(id=UUID(event.entrant)).update(club=event.club)


def _write_standings_of_entrants(before: State, after: State) -> None:
    """The state of each entrant that stands otherwise than before."""
    changed: dict[str, list[UUID]] = {}
    for id_, entrant in after.entrants.items():
        old = before.entrants.get(id_)
        if old is not entrant and (old is None or old.standing is not entrant.standing):
            changed.setdefault(entrant.standing.value, []).append(UUID(id_))
    for state, ids in changed.items():
        active = state not in Entrant.GONE
        for some in _slices(ids):
            Entrant.objects.filter(id__in=some).update(state=state)
            Member.objects.filter(entrant__in=some, plays=True).update(active=active)


def _slices(ids: list[UUID]) -> list[list[UUID]]:
    return [ids[at : at + 500] for at in range(0, len(ids), 500)]


def _start(tournament_id: UUID, events: list[facts.TournamentStarted], now: datetime) -> None:
    Tournament.objects.filter(id=tournament_id).update(started_at=now)


def _start_stage(tournament_id: UUID, events: list[facts.StageStarted], now: datetime) -> None:
    for event in events:
        Stage.objects.create(
            tournament_id=tournament_id,
            number=event.stage,
            format=event.format,
            options=dict(event.options),
            rounds=event.rounds,
            entrants=len(event.seeds),
            ends_at=_time(event.ends_at),
        )
        if event.stage == 1:
            _number(tournament_id, event.seeds, "seed")


def _number(tournament_id: UUID, order: Sequence[str], column: str) -> None:
    """Numbers the entrants in this order from 1, in this column."""
    found = {row.pk.hex: row for row in Entrant.objects.filter(tournament=tournament_id)}
    rows = [found[entrant] for entrant in order]
    for number, row in enumerate(rows, 1):
        setattr(row, column, number)
    pairing_rows.overwrite(rows, [column])


def _complete_stage(tournament_id: UUID, events: list[facts.StageCompleted], now: datetime) -> None:
    for event in events:
        Stage.objects.filter(tournament=tournament_id, number=event.stage).update(completed=True)


def _complete(tournament_id: UUID, events: list[facts.TournamentCompleted], now: datetime) -> None:
    for event in events:
        if event.ranks:
            _place(tournament_id, dict(zip(event.places, event.ranks, strict=True)))
        else:
            _number(tournament_id, event.places, "place")
        champion = None if event.champion is None else UUID(event.champion)
        Tournament.objects.filter(id=tournament_id).update(champion_id=champion, completed_at=now)


def _place(tournament_id: UUID, places: Mapping[str, int]) -> None:
    rows = [row for row in Entrant.objects.filter(tournament=tournament_id) if row.pk.hex in places]
    for row in rows:
        row.place = places[row.pk.hex]
    pairing_rows.overwrite(rows, ["place"])


def _reopen(tournament_id: UUID, events: list[facts.TournamentReopened], now: datetime) -> None:
    """Nobody has a place any more, and the last stage goes on."""
    Entrant.objects.filter(tournament=tournament_id).update(place=None)
    Tournament.objects.filter(id=tournament_id).update(champion=None, completed_at=None)
    last = Stage.objects.filter(tournament=tournament_id).order_by("-number").first()
    if last is not None and last.completed:
        Stage.objects.filter(pk=last.pk).update(completed=False)


def _promote(tournament_id: UUID, events: list[EntrantPromoted], now: datetime) -> None:
    for event in events:
        Entrant.objects.filter(id=UUID(event.entrant)).update(joins=event.joins)


def _change_settings(
    tournament_id: UUID, events: list[facts.SettingsChanged], now: datetime
) -> None:
    """Of the stage that goes on the number of rounds may have changed, and of each its name."""
    stages = {row.number: row for row in Stage.objects.filter(tournament=tournament_id)}
    for event in events:
        for number, settings in enumerate(event.settings.stages, 1):
            row = stages.get(number)
            if row is None:
                continue
            row.name = settings.name
            rounds = settings.options.get("rounds")
            if not row.completed and isinstance(rounds, int):
                row.options, row.rounds = {**row.options, "rounds": rounds}, rounds
            row.save(update_fields=["name", "options", "rounds"])


def _cancel(tournament_id: UUID, events: list[facts.TournamentCancelled], now: datetime) -> None:
    pairing_rows.supersede_all(tournament_id, "cancelled")
    Tournament.objects.filter(id=tournament_id).update(completed_at=now)


def _publish(tournament_id: UUID, events: list[RoundPublished], now: datetime) -> None:
    for event in events:
        at = _time(event.starts_at)
        Round.objects.filter(
            tournament=tournament_id, stage=event.stage, number=event.round
        ).update(state=Round.State.PUBLISHED, starts_at=at)
        pairing_rows.open_round(tournament_id, event.stage, event.round, at)


def _close(tournament_id: UUID, events: list[RoundClosed], now: datetime) -> None:
    for event in events:
        Round.objects.filter(
            tournament=tournament_id, stage=event.stage, number=event.round
        ).update(
            state=Round.State.CLOSED,
            closed_at=now,
            deck="" if event.deck is None else event.deck.hex(),
        )


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


_WRITERS: Mapping[type, Callable[[UUID, list[Any], datetime], None]] = {
    facts.TournamentCreated: _create,
    EntrantRegistered: _register,
    MemberSubstituted: _substitute,
    ClubSet: _club,
    EntrantPromoted: _promote,
    facts.SettingsChanged: _change_settings,
    facts.TournamentReopened: _reopen,
    facts.TournamentStarted: _start,
    facts.StageStarted: _start_stage,
    facts.StageCompleted: _complete_stage,
    facts.TournamentCompleted: _complete,
    facts.TournamentCancelled: _cancel,
    RoundPublished: _publish,
    RoundClosed: _close,
    **pairing_rows.WRITERS,
}
