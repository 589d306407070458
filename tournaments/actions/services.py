"""The commands of people on a tournament."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from games.identity import new_id
from games.models import Player
from games.refusals import Stale
from games.store.actors import SYSTEM_ACTOR, player_actor, staff_actor
from games.store.eventstore import Command as CommandId
from games.store.eventstore import CommandIdReused
from tournaments.actions import plans, quotas
from tournaments.actions.action import Action, Plan
from tournaments.actions.effects import require_effect
from tournaments.actions.names import with_seen_names
from tournaments.core.refusals import Busy
from tournaments.domain import commands
from tournaments.domain.entrant_facts import EntrantRegistered, EntrantWithdrawn
from tournaments.domain.events import TournamentEvent
from tournaments.domain.settings import Settings
from tournaments.domain.state import NEW, State
from tournaments.models import Entrant, Tournament
from tournaments.progress.advance import start_stage
from tournaments.store.entrant_views import entrant_rows
from tournaments.store.slugs import free_slug
from tournaments.store.tournament_log import TOURNAMENTS, at, run, tournament_log

# How often another tournament may take a slug first.
ATTEMPTS = 64
SEED_BYTES = 32


def create(
    organiser: Player, settings: Settings, *, now: datetime, description: str = ""
) -> Tournament:
    """A new tournament in state draft. Refuses `bad_field`, `unknown_ruleset`, `bad_override`, and
    what `quotas` do.
    """
    quotas.check_new(organiser)
    for _ in range(ATTEMPTS):
        command = commands.CreateTournament(
            tournament=new_id().hex,
            slug=free_slug(settings.name),
            organiser=organiser.pk.hex,
            settings=with_seen_names(settings),
            seed=secrets.token_bytes(SEED_BYTES),
            now=now,
        )
        about = [commands.SetDescription(organiser.pk.hex, description)] if description else []
        decision = TOURNAMENTS.decided(NEW, [command, *about], player_actor(organiser.pk))
        id_ = UUID(command.tournament)
        try:
            with quotas.making_a_draft(organiser):
                tournament_log.create(id_, decision, now)
        except IntegrityError:
            continue  # another tournament took the slug first
        return Tournament.objects.select_related("organiser").get(id=id_)
    raise Busy()


def act(
    tournament: Tournament,
    by: Player,
    command: commands.TournamentCommand | Plan,
    *,
    now: datetime,
    only_at: int | None = None,
    named: CommandId | None = None,
) -> list[TournamentEvent]:
    """Does what `by` asks; returns the facts. Refuses what the tournament and `quotas` refuse,
    `stale` where it has moved on from version `only_at`, and `command_id_reused` where a command of
    this name has been done.
    """
    quotas.check(tournament, by, command)

    def plan(state: State) -> commands.TournamentCommand:
        if only_at is not None and state.version != only_at:
            raise Stale(version=state.version)
        wanted = command(state) if callable(command) else command
        require_effect(state, wanted)
        return wanted

    with quotas.doing(tournament, by, command):
        done = run(tournament.pk, plan, actor=player_actor(by.pk), now=now, command=named)
    if named is not None and not done.events:
        raise CommandIdReused()
    return list(done.events)


def act_for_the_house(
    tournament: Tournament, staff: Player, action: Action, given: Mapping[str, Any], now: datetime
) -> int:
    """Does what staff ask, as the house; answers the version of its first fact. Who may is asked
    before. Refuses as `act`.
    """
    command = action.command(staff, given, {}, now)
    done = run(
        tournament.pk,
        lambda state: command(state) if callable(command) else command,
        actor=staff_actor(staff.pk),
        now=now,
    )
    return done.version - len(done.events) + 1


def preview(
    tournament: Tournament, command: commands.TournamentCommand | Plan, *, now: datetime
) -> list[TournamentEvent]:
    """The facts that the command would bring about at `now`; nothing is changed."""
    state = tournament_log.load(tournament.pk)
    if not callable(command):
        return _shown(state, command, now)
    with transaction.atomic():
        facts = _shown(state, command(state), now)
        transaction.set_rollback(True)  # bots that it would make as players
    return facts


def _shown(
    state: State, command: commands.TournamentCommand, now: datetime
) -> list[TournamentEvent]:
    require_effect(state, command)
    timed = at(command, now)
    assert timed is not None
    decision = TOURNAMENTS.decided(state, [timed], SYSTEM_ACTOR)
    return list(TOURNAMENTS.settled(decision, SYSTEM_ACTOR).events)


def open_registration(tournament: Tournament, by: Player, *, now: datetime) -> None:
    """draft → registration. Refuses `not_director`, `wrong_state`."""
    act(tournament, by, commands.OpenRegistration(by.pk.hex), now=now)


def enter(
    tournament: Tournament,
    player: Player,
    *,
    now: datetime,
    partner: Player | None = None,
    name: str = "",
    club: str = "",
) -> Entrant:
    """Enters the player, with a partner where entrants have two members.

    Refuses `registration_closed`, `already_entered`, `tournament_full`, `bad_field`.
    """
    players = (player, partner) if partner else (player,)
    command = plans.entering(player, players, name, club)
    return entered(tournament, act(tournament, player, command, now=now))[0]


def entered(tournament: Tournament, events: Sequence[TournamentEvent]) -> list[Entrant]:
    """The entrants whom one command has entered, however many, in their order."""
    made = [event.number for event in events if isinstance(event, EntrantRegistered)]
    if not made:
        return []
    rows = entrant_rows(tournament).filter(number__gte=made[0], number__lte=made[-1])
    return list(rows.order_by("number"))


def enter_bots(
    tournament: Tournament, by: Player, key: str, count: int, *, now: datetime
) -> list[Entrant]:
    """Enters `count` entrants of bots that are not in yet. Refuses like `enter`."""
    command = plans.EnteringBots(by, key, count)
    return entered(tournament, act(tournament, by, command, now=now))


def withdraw(
    tournament: Tournament, player: Player, *, now: datetime, only_at: int | None = None
) -> Entrant:
    """Takes the player's entrant out. Refuses `not_entered`, `wrong_state`."""
    events = act(tournament, player, plans.leaving(player), now=now, only_at=only_at)
    gone = next(event.entrant for event in events if isinstance(event, EntrantWithdrawn))
    return Entrant.objects.get(id=UUID(gone))


def start(
    tournament: Tournament,
    by: Player,
    *,
    now: datetime,
    only_at: int | None = None,
    named: CommandId | None = None,
) -> None:
    """registration → running, and the first stage with it; its pairing follows at once.

    Refuses `not_director`, `wrong_state`, `too_few_entrants`.
    """
    act(tournament, by, plans.starting(by), now=now, only_at=only_at, named=named)
    start_stage(tournament.pk, now)
