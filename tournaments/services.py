"""The commands on a tournament: every change of every tournament goes through `run`.

Load, decide, append with the read models in one transaction, then tell: the sockets, and the duty
that does what the house has to do next. A writer that loses the race reads and decides again.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import reduce
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from games import eventstore
from games.announce import announce
from games.broadcast import encoded, envelope
from games.eventstore import Recorded, StaleStream
from games.hints import hurry
from games.identity import new_id
from games.models import Player
from tournaments.bot_entrants import bot_players
from tournaments.domain.codec import to_fact
from tournaments.domain.commands import (
    CreateTournament,
    Entry,
    OpenRegistration,
    RegisterEntrants,
    Start,
    TournamentCommand,
    WithdrawEntrant,
)
from tournaments.domain.decide import check_bots, check_start, decide
from tournaments.domain.events import EntrantRegistered, EntrantWithdrawn, TournamentEvent
from tournaments.domain.evolve import evolve
from tournaments.domain.refusals import Busy
from tournaments.domain.state import NEW, State
from tournaments.models import Entrant, Tournament
from tournaments.projections import project
from tournaments.slugs import free_slug
from tournaments.tournament_log import tournament_log

# Each lost race means that another writer has won one: this many writers at once is enough.
ATTEMPTS = 64

Plan = Callable[[State], TournamentCommand | None]


def create(
    organiser: Player,
    *,
    name: str,
    now: datetime,
    ruleset: str = "classic",
    overrides: Mapping[str, Any] | None = None,
    capacity: int = 16,
    turn_seconds: int = 30,
    bot_pace_ms: int = 0,
    autostart: str = "manual",
    fill_with_bots: str | None = None,
) -> Tournament:
    """A new tournament in state draft. Refuses `bad_field`, `unknown_ruleset`, `bad_override`."""
    for _ in range(ATTEMPTS):
        command = CreateTournament(
            tournament=new_id().hex,
            slug=free_slug(name),
            name=name,
            organiser=organiser.pk.hex,
            ruleset=ruleset,
            overrides=overrides or {},
            capacity=capacity,
            turn_seconds=turn_seconds,
            bot_pace_ms=bot_pace_ms,
            autostart=autostart,
            fill_with_bots=fill_with_bots,
        )
        events = decide(NEW, command)
        try:
            state = _commit(NEW, events, actor=_actor(organiser), now=now)
        except IntegrityError:
            continue  # another tournament took the slug first
        return Tournament.objects.select_related("organiser").get(id=UUID(state.id))
    raise Busy()


def open_registration(tournament: Tournament, by: Player, *, now: datetime) -> None:
    """draft → registration. Refuses `not_organiser`, `wrong_state`."""
    command = OpenRegistration(by.pk.hex)
    run(tournament.pk, lambda state: command, actor=_actor(by), now=now)


def enter(tournament: Tournament, player: Player, *, now: datetime) -> Entrant:
    """Enters the player. Refuses `registration_closed`, `already_entered`, `tournament_full`."""
    entry = Entry(new_id().hex, player.pk.hex)
    command = RegisterEntrants(player.pk.hex, (entry,))
    run(tournament.pk, lambda state: command, actor=_actor(player), now=now)
    return Entrant.objects.select_related("player").get(id=UUID(entry.entrant))


def enter_bots(
    tournament: Tournament, by: Player, key: str, count: int, *, now: datetime
) -> list[Entrant]:
    """Enters `count` bots that are not in yet. Refuses like `enter`, and `not_organiser`."""

    def plan(state: State) -> TournamentCommand:
        check_bots(state, by.pk.hex, key, count)
        return RegisterEntrants(by.pk.hex, tuple(_bot_entries(state, key, count)))

    _, events = run(tournament.pk, plan, actor=_actor(by), now=now)
    ids = [UUID(event.entrant) for event in events if isinstance(event, EntrantRegistered)]
    return list(Entrant.objects.filter(id__in=ids).select_related("player").order_by("number"))


def withdraw(tournament: Tournament, player: Player, *, now: datetime) -> Entrant:
    """Takes the player out before the start. Refuses `registration_closed`, `not_entered`."""
    command = WithdrawEntrant(player.pk.hex)
    _, events = run(tournament.pk, lambda state: command, actor=_actor(player), now=now)
    withdrawn = next(event.entrant for event in events if isinstance(event, EntrantWithdrawn))
    return Entrant.objects.select_related("player").get(id=UUID(withdrawn))


def start(tournament: Tournament, by: Player, *, now: datetime) -> None:
    """registration → running. Refuses `not_organiser`, `wrong_state`, `too_few_entrants`."""

    def plan(state: State) -> TournamentCommand:
        check_start(state, by.pk.hex)
        return Start(by.pk.hex, fill(state))

    run(tournament.pk, plan, actor=_actor(by), now=now)


def fill(state: State) -> tuple[Entry, ...]:
    """Bots for the places that are free at the start, if the organiser wanted them filled."""
    key = state.options.fill_with_bots
    return tuple(_bot_entries(state, key, state.free)) if key else ()


def run(
    tournament_id: UUID, plan: Plan, *, actor: str, now: datetime
) -> tuple[State, list[TournamentEvent]]:
    """Does what `plan` makes of the newest state, which may be nothing; returns what came of it.

    `plan` is asked again whenever somebody else was first; `busy` after too many lost races.
    """
    for _ in range(ATTEMPTS):
        before = tournament_log.load(tournament_id)
        command = plan(before)
        events = decide(before, command) if command else []
        if not events:
            return before, []
        try:
            return _commit(before, events, actor=actor, now=now), events
        except StaleStream:
            continue
    raise Busy()


def _commit(before: State, events: list[TournamentEvent], *, actor: str, now: datetime) -> State:
    after = reduce(evolve, events, before)
    tournament_id = UUID(after.id)
    with transaction.atomic():
        recorded = eventstore.append(
            tournament_log.stream_of(tournament_id),
            before.version,
            [to_fact(event) for event in events],
            actor=actor,
            now=now,
        )
        project(after, events, now)
        tournament_log.keep(tournament_id, after)
        frames = [encoded(frame_of(fact)) for fact in recorded]
        announce(group_of(tournament_id), frames, before.version + 1, after.version)
        _hand_on(after)
    return after


def group_of(tournament_id: UUID) -> str:
    """The channel-layer group of everybody who watches the tournament."""
    return f"tournament.{tournament_id.hex}"


def frame_of(fact: Recorded) -> dict[str, Any]:
    """The fact as everybody may see it: nothing of a tournament is secret."""
    return envelope(fact.version, fact.type, fact.data, fact.recorded_at)


def _hand_on(after: State) -> None:
    """Queues what the new state makes due; the sweep finds the same from the rows."""
    from tournaments.tasks import advance

    if after.start_due or after.round_due is not None:
        hurry(advance, after.id)


def _bot_entries(state: State, key: str, count: int) -> list[Entry]:
    present = {UUID(entrant.player) for entrant in state.entrants}
    return [Entry(new_id().hex, bot.pk.hex, key) for bot in bot_players(key, count, present)]


def _actor(player: Player) -> str:
    return f"player:{player.pk.hex}"
