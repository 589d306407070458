"""The commands on a tournament: every change of every tournament goes through `run`.

Load, decide, append with the read models in one transaction, then tell: the sockets, and the duty
that does what the house has to do next. A writer that loses the race reads and decides again.
"""

import secrets
from collections.abc import Callable
from dataclasses import fields, replace
from datetime import datetime
from functools import reduce
from typing import Any, cast
from uuid import UUID

from django.db import IntegrityError, transaction

from engine import Refusal
from games.identity import new_id
from games.jobs.task_queue import hurry
from games.live.announce import announce
from games.live.broadcast import encoded, envelope
from games.models import Player
from games.refusals import Stale
from games.store import eventstore
from games.store.eventstore import Recorded, StaleStream
from tournaments.actions.bot_entrants import bot_players
from tournaments.core.refusals import Busy, NotEntered
from tournaments.domain import commands as asked
from tournaments.domain.codec import to_fact
from tournaments.domain.decide import decide
from tournaments.domain.entrant_facts import EntrantRegistered
from tournaments.domain.events import TournamentEvent
from tournaments.domain.evolve import evolve
from tournaments.domain.fact_parts import Member
from tournaments.domain.registration import check_bots
from tournaments.domain.round_facts import PairingVoided, ResultCorrected, ResultRecorded
from tournaments.domain.settings import Settings
from tournaments.domain.starting import check_start
from tournaments.domain.state import NEW, State
from tournaments.models import Entrant, Tournament
from tournaments.store.projections import project
from tournaments.store.slugs import free_slug
from tournaments.store.tournament_log import tournament_log

# Each lost race means that another writer has won one: this many writers at once is enough.
ATTEMPTS = 64
# The actor of what the house does by itself (`tournaments.progress.advance`).
HOUSE = "system"
SEED_BYTES = 32

_RATED = (ResultRecorded, ResultCorrected, PairingVoided)

Plan = Callable[[State], asked.TournamentCommand | None]


class Undecided(Exception):
    """Deciding broke off by a fault of the house, which is the cause; nothing was written."""


def create(organiser: Player, settings: Settings, *, now: datetime) -> Tournament:
    """A new tournament in state draft. Refuses `bad_field`, `unknown_ruleset`, `bad_override`."""
    for _ in range(ATTEMPTS):
        command = asked.CreateTournament(
            tournament=new_id().hex,
            slug=free_slug(settings.name),
            organiser=organiser.pk.hex,
            settings=settings,
            seed=secrets.token_bytes(SEED_BYTES),
            now=now,
        )
        events = decide(NEW, command)
        try:
            state = _commit(NEW, events, actor=actor_of(organiser), now=now)
        except IntegrityError:
            continue  # another tournament took the slug first
        return Tournament.objects.select_related("organiser").get(id=UUID(state.id))
    raise Busy()


def act(
    tournament: Tournament,
    by: Player,
    command: asked.TournamentCommand,
    *,
    now: datetime,
    only_at: int | None = None,
) -> list[TournamentEvent]:
    """Does what `by` asks; returns the facts. Refuses what the tournament refuses, and `stale`
    where it has moved on from version `only_at`.
    """

    def plan(state: State) -> asked.TournamentCommand:
        if only_at is not None and state.version != only_at:
            raise Stale(version=state.version)
        return command

    return run(tournament.pk, plan, actor=actor_of(by), now=now)[1]


def preview(tournament: Tournament, command: asked.TournamentCommand) -> list[TournamentEvent]:
    """The facts that the command would bring about now; nothing is changed."""
    return decide(tournament_log.load(tournament.pk), command)


def open_registration(tournament: Tournament, by: Player, *, now: datetime) -> None:
    """draft → registration. Refuses `not_director`, `wrong_state`."""
    act(tournament, by, asked.OpenRegistration(by.pk.hex), now=now)


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
    entry = asked.Entry(new_id().hex, members, name, club)
    act(tournament, player, asked.RegisterEntrants(player.pk.hex, (entry,)), now=now)
    return Entrant.objects.get(id=UUID(entry.entrant))


def enter_bots(
    tournament: Tournament, by: Player, key: str, count: int, *, now: datetime
) -> list[Entrant]:
    """Enters `count` entrants of bots that are not in yet. Refuses like `enter`."""

    def plan(state: State) -> asked.TournamentCommand:
        check_bots(state, by.pk.hex, key, count)
        return asked.RegisterEntrants(by.pk.hex, tuple(_bot_entries(state, key, count)))

    _, events = run(tournament.pk, plan, actor=actor_of(by), now=now)
    ids = [UUID(event.entrant) for event in events if isinstance(event, EntrantRegistered)]
    return list(Entrant.objects.filter(id__in=ids).order_by("number"))


def withdraw(tournament: Tournament, player: Player, *, now: datetime) -> Entrant:
    """Takes the player's entrant out. Refuses `not_entered`, `wrong_state`."""

    def plan(state: State) -> asked.TournamentCommand:
        entrant = state.entrant_of(player.pk.hex)
        if entrant is None:
            raise NotEntered()
        return asked.WithdrawEntrant(player.pk.hex, entrant.id)

    before, _ = run(tournament.pk, plan, actor=actor_of(player), now=now, answer_before=True)
    entrant = before.entrant_of(player.pk.hex)
    assert entrant is not None
    return Entrant.objects.get(id=UUID(entrant.id))


def start(tournament: Tournament, by: Player, *, now: datetime) -> None:
    """registration → running, and the first stage with it; its pairing follows at once.

    Refuses `not_director`, `wrong_state`, `too_few_entrants`.
    """

    def plan(state: State) -> asked.TournamentCommand:
        check_start(state, by.pk.hex)
        return asked.Start(by.pk.hex, fill(state))

    from tournaments.progress.advance import start_stage

    run(tournament.pk, plan, actor=actor_of(by), now=now)
    start_stage(tournament.pk, now)


def fill(state: State) -> tuple[asked.Entry, ...]:
    """Bots for the places that are free at the start, if the organiser wanted them filled."""
    key = state.settings.fill_with_bots
    return tuple(_bot_entries(state, key, max(state.free, 0))) if key else ()


def run(
    tournament_id: UUID, plan: Plan, *, actor: str, now: datetime, answer_before: bool = False
) -> tuple[State, list[TournamentEvent]]:
    """Does what `plan` makes of the newest state, which may be nothing; returns what came of it,
    or the state before and what came of it.

    `plan` is asked again whenever somebody else was first; `busy` after too many lost races.
    """
    for _ in range(ATTEMPTS):
        before = tournament_log.load(tournament_id)
        command = plan(before)
        events = _decided(before, _at(command, now)) if command else []
        if not events:
            return before, []
        try:
            after = _commit(before, events, actor=actor, now=now)
        except StaleStream:
            continue
        return (before if answer_before else after), events
    raise Busy()


def _decided(before: State, command: asked.TournamentCommand) -> list[TournamentEvent]:
    try:
        return decide(before, command)
    except Refusal:
        raise
    except Exception as fault:
        raise Undecided from fault


def _at(command: asked.TournamentCommand, now: datetime) -> asked.TournamentCommand:
    """The command at the moment that its facts will bear, so that a replay decides the same."""
    if not any(field.name == "now" for field in fields(command)):
        return command
    return cast(asked.TournamentCommand, replace(cast(Any, command), now=now))


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
        project(before, after, events, now)
        tournament_log.keep(tournament_id, after)
        frames = [encoded(frame_of(fact)) for fact in recorded]
        announce(group_of(tournament_id), frames, before.version + 1, after.version)
        _hand_on(after, events, actor)
    return after


def group_of(tournament_id: UUID) -> str:
    """The channel-layer group of everybody who watches the tournament."""
    return f"tournament.{tournament_id.hex}"


def frame_of(fact: Recorded) -> dict[str, Any]:
    """The fact as everybody may see it: its public data, and nothing of its secret part."""
    return envelope(fact.version, fact.type, fact.data, fact.recorded_at)


def _hand_on(after: State, events: list[TournamentEvent], actor: str) -> None:
    """Queues what the new state makes due; the sweep finds the same from the rows, and the house
    itself goes on until nothing is due.
    """
    from tournaments.progress.tasks import advance_tournament
    from tournaments.ratings.tasks import rate_tournament

    if actor != HOUSE:
        hurry(advance_tournament, after.id)
    if after.settings.rated and any(isinstance(event, _RATED) for event in events):
        hurry(rate_tournament, after.id)


def _bot_entries(state: State, key: str, count: int) -> list[asked.Entry]:
    present = {UUID(player) for player in state.players}
    team = state.settings.team
    bots = iter(bot_players(key, count * team, present))
    return [
        asked.Entry(new_id().hex, tuple(Member(next(bots).pk.hex, key) for _ in range(team)))
        for _ in range(count)
    ]


def actor_of(player: Player) -> str:
    return f"player:{player.pk.hex}"
