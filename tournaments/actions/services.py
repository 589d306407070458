"""The commands of people on a tournament."""

import secrets
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError

from games.identity import new_id
from games.models import Player
from games.refusals import Stale
from games.store.actors import player_actor
from tournaments.core.refusals import Busy, NotEntered
from tournaments.domain import commands
from tournaments.domain.decide import decide
from tournaments.domain.entrant_facts import EntrantRegistered
from tournaments.domain.events import TournamentEvent
from tournaments.domain.fact_parts import Member
from tournaments.domain.registration import check_bots
from tournaments.domain.settings import Settings
from tournaments.domain.starting import check_start
from tournaments.domain.state import NEW, State
from tournaments.models import Entrant, Tournament
from tournaments.progress.advance import start_stage
from tournaments.progress.bot_entrants import bot_entries, entries_at_start
from tournaments.store.slugs import free_slug
from tournaments.store.tournament_log import TOURNAMENTS, at, run, tournament_log

# How often another tournament may take a slug first.
ATTEMPTS = 64
SEED_BYTES = 32


def create(organiser: Player, settings: Settings, *, now: datetime) -> Tournament:
    """A new tournament in state draft. Refuses `bad_field`, `unknown_ruleset`, `bad_override`."""
    for _ in range(ATTEMPTS):
        command = commands.CreateTournament(
            tournament=new_id().hex,
            slug=free_slug(settings.name),
            organiser=organiser.pk.hex,
            settings=settings,
            seed=secrets.token_bytes(SEED_BYTES),
            now=now,
        )
        decision = TOURNAMENTS.decided(NEW, [command], player_actor(organiser.pk))
        id_ = UUID(command.tournament)
        try:
            tournament_log.create(id_, decision, now)
        except IntegrityError:
            continue  # another tournament took the slug first
        return Tournament.objects.select_related("organiser").get(id=id_)
    raise Busy()


def act(
    tournament: Tournament,
    by: Player,
    command: commands.TournamentCommand,
    *,
    now: datetime,
    only_at: int | None = None,
) -> list[TournamentEvent]:
    """Does what `by` asks; returns the facts. Refuses what the tournament refuses, and `stale`
    where it has moved on from version `only_at`.
    """

    def plan(state: State) -> commands.TournamentCommand:
        if only_at is not None and state.version != only_at:
            raise Stale(version=state.version)
        return command

    return list(run(tournament.pk, plan, actor=player_actor(by.pk), now=now).events)


def preview(
    tournament: Tournament, command: commands.TournamentCommand, *, now: datetime
) -> list[TournamentEvent]:
    """The facts that the command would bring about at `now`; nothing is changed."""
    wanted = at(command, now)
    assert wanted is not None
    return decide(tournament_log.load(tournament.pk), wanted)


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
    members = tuple(Member(one.pk.hex, one.bot or None) for one in (player, partner) if one)
    entry = commands.Entry(new_id().hex, members, name, club)
    act(tournament, player, commands.RegisterEntrants(player.pk.hex, (entry,)), now=now)
    return Entrant.objects.get(id=UUID(entry.entrant))


def enter_bots(
    tournament: Tournament, by: Player, key: str, count: int, *, now: datetime
) -> list[Entrant]:
    """Enters `count` entrants of bots that are not in yet. Refuses like `enter`."""

    def plan(state: State) -> commands.TournamentCommand:
        check_bots(state, by.pk.hex, key, count)
        return commands.RegisterEntrants(by.pk.hex, bot_entries(state, key, count))

    events = run(tournament.pk, plan, actor=player_actor(by.pk), now=now).events
    ids = [UUID(event.entrant) for event in events if isinstance(event, EntrantRegistered)]
    return list(Entrant.objects.filter(id__in=ids).order_by("number"))


def withdraw(tournament: Tournament, player: Player, *, now: datetime) -> Entrant:
    """Takes the player's entrant out. Refuses `not_entered`, `wrong_state`."""

    def plan(state: State) -> commands.TournamentCommand:
        entrant = state.entrant_of(player.pk.hex)
        if entrant is None:
            raise NotEntered()
        return commands.WithdrawEntrant(player.pk.hex, entrant.id)

    outcome = run(tournament.pk, plan, actor=player_actor(player.pk), now=now)
    entrant = outcome.before.entrant_of(player.pk.hex)
    assert entrant is not None
    return Entrant.objects.get(id=UUID(entrant.id))


def start(tournament: Tournament, by: Player, *, now: datetime) -> None:
    """registration → running, and the first stage with it; its pairing follows at once.

    Refuses `not_director`, `wrong_state`, `too_few_entrants`.
    """

    def plan(state: State) -> commands.TournamentCommand:
        check_start(state, by.pk.hex)
        return commands.Start(by.pk.hex, entries_at_start(state))

    run(tournament.pk, plan, actor=player_actor(by.pk), now=now)
    start_stage(tournament.pk, now)
