"""What events have for players who listen: how theirs go, and at which table they play next."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.envelopes import timestamp
from games.live import hub
from games.live.players import Item
from games.store.aggregate import Change
from tournaments.domain.events import (
    CheckInOpened,
    StageStarted,
    TournamentCancelled,
    TournamentCompleted,
    TournamentEvent,
    TournamentPaused,
    TournamentResumed,
    TournamentStarted,
)
from tournaments.domain.round_facts import RoundPublished
from tournaments.domain.state import State
from tournaments.models import Member, Pairing, Round, Seating, Tournament

# An event that is over is still told for so long, so that nobody misses how it ended.
TOLD_AFTER = timedelta(minutes=10)
ON = (
    Tournament.State.REGISTRATION,
    Tournament.State.CHECK_IN,
    Tournament.State.RUNNING,
    Tournament.State.PAUSED,
    Tournament.State.PROVISIONAL,
)
# What everybody in an event is to know at once; the rest they find by the sweep.
FOR_ALL = (
    CheckInOpened,
    StageStarted,
    TournamentStarted,
    TournamentPaused,
    TournamentResumed,
    TournamentCompleted,
    TournamentCancelled,
    RoundPublished,
)


def nudge_members(sender: object, change: Change[State, TournamentEvent], **kwargs: Any) -> None:
    """Has the people and programs of an event look what is new. Called after the commit."""
    if any(isinstance(event, FOR_ALL) for event in change.events):
        rows = Member.objects.filter(tournament=change.id, active=True, bot="")
        hub.nudge(list(rows.values_list("player_id", flat=True)))


def items_of(ids: Collection[UUID]) -> Mapping[UUID, Sequence[Item]]:
    """Of these players, the events that they are in and the next table in each."""
    lately = timezone.now() - TOLD_AFTER
    is_told = Q(tournament__state__in=ON) | Q(tournament__completed_at__gt=lately)
    rows = Member.objects.filter(is_told, player__in=ids, active=True, tournament__hidden=False)
    members = list(rows.select_related("tournament", "entrant").order_by("tournament"))
    found: dict[UUID, list[Item]] = {}
    for member in members:
        found.setdefault(member.player_id, []).append(_event(member))
    entrants = {member.entrant_id: member for member in members if member.tournament.state in ON}
    for seating in _next_seatings(entrants):
        member = entrants[seating.entrant_id]
        found[member.player_id].append(_paired(seating.pairing, member))
    return found


def _event(member: Member) -> Item:
    event, entrant = member.tournament, member.entrant
    return Item(
        f"event:{event.pk.hex}",
        "event",
        {
            "tournament": _named(event),
            "state": event.state,
            "stage": event.stage,
            "round": event.round,
            "starts_at": timestamp(event.starts_at) if event.starts_at else None,
            "entrant": entrant.pk.hex,
            "entrant_state": entrant.state,
        },
    )


def _next_seatings(entrants: Collection[UUID]) -> Sequence[Seating]:
    """Where they sit at tables of published rounds that are not over."""
    draft = Round.objects.filter(
        tournament=OuterRef("pairing__tournament"),
        stage=OuterRef("pairing__stage"),
        number=OuterRef("pairing__round"),
        state=Round.State.DRAFT,
    )
    rows = Seating.objects.filter(entrant__in=entrants, pairing__decided=False)
    rows = rows.filter(~Exists(draft))
    return list(rows.select_related("pairing").order_by("pairing"))


def _paired(pairing: Pairing, member: Member) -> Item:
    return Item(
        f"paired:{pairing.pk}",
        "paired",
        {
            "tournament": _named(member.tournament),
            "stage": pairing.stage,
            "round": pairing.round,
            "pairing": pairing.number,
            "starts_at": timestamp(pairing.starts_at) if pairing.starts_at else None,
            "match": pairing.match_id.hex if pairing.match_id else None,
        },
    )


def _named(event: Tournament) -> dict[str, str]:
    return {"id": event.pk.hex, "slug": event.slug, "name": event.name}
