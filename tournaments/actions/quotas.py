"""How many events one account may have at once, and how many bots it may ask for.

Events are counted in their rows: before anything is spent, and once more where the row is written,
in a transaction that holds the account's own row, so that nobody gets round them by asking for many
at the same moment. What is asked for is counted by `games.limits`, for all processes together.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from engine.errors import Kind, Refusal
from games.limits.asked import spend_here, spend_of
from games.limits.budgets import (
    BOTS,
    DRAFTS_AT_ONCE,
    EVENTS_AT_ONCE,
    NEW_EVENTS,
    NEW_EVENTS_HERE,
)
from games.limits.spending import limit
from games.models import Player
from tournaments.actions.action import BEFORE_THE_END, OPEN, Plan
from tournaments.actions.plans import EditingSettings, EnteringBots
from tournaments.actions.saving import SavingSettings
from tournaments.domain.commands import ChangeSettings, OpenRegistration, TournamentCommand
from tournaments.domain.settings import Settings
from tournaments.domain.state import Phase
from tournaments.models import Tournament
from tournaments.store.tournament_log import tournament_log


class TooManyDrafts(Refusal):
    code = "too_many_drafts"
    template = "You have {limit} events that are not announced: announce or cancel one first."


class TooManyEvents(Refusal):
    code = "too_many_events"
    template = "There are {limit} events of this organiser that are not over: end one first."


class TooManyBots(Refusal):
    code = "too_many_bots"
    kind = Kind.CONFLICT
    template = "Nobody may ask for more than {limit} bots in so short a time."


def check_new(organiser: Player) -> None:
    """Before an event is created. Refuses `too_many_drafts` and `throttled`."""
    if organiser.kind == Player.Kind.BOT:
        return  # the house itself
    _check_drafts(organiser)
    spend_here(NEW_EVENTS_HERE)
    spend_of(NEW_EVENTS, organiser.pk.hex)


@contextmanager
def making_a_draft(organiser: Player) -> Iterator[None]:
    """A transaction in which the organiser makes a draft, and no other one. Refuses
    `too_many_drafts`.
    """
    with _alone(organiser.pk):
        if organiser.kind != Player.Kind.BOT:
            _check_drafts(organiser)
        yield


@contextmanager
def doing(tournament: Tournament, by: Player, command: TournamentCommand | Plan) -> Iterator[None]:
    """A transaction in which the command is done; of those that announce an event of the same
    organiser one at a time. Refuses `too_many_events`.
    """
    if by.kind == Player.Kind.BOT or not isinstance(command, OpenRegistration):
        yield
        return
    with _alone(tournament.organiser_id):
        _check_announcing(tournament)
        yield


@contextmanager
def _alone(account: UUID) -> Iterator[None]:
    """Holds the account's row. Whoever refers to it is not held up."""
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).filter(pk=account).first()
        yield


def check(tournament: Tournament, by: Player, command: TournamentCommand | Plan) -> None:
    """Before a command is done. Refuses `too_many_events`, `too_many_bots` and `throttled`."""
    if by.kind == Player.Kind.BOT:
        return  # the house itself
    match command:
        case EnteringBots():
            _ask_for_bots(by, command.count)
        case OpenRegistration():
            _check_announcing(tournament)
            _ask_for_bots(by, _bots_of(tournament_log.load(tournament.pk).settings))
        case ChangeSettings() | EditingSettings() | SavingSettings():
            state = tournament_log.load(tournament.pk)
            change = command if isinstance(command, ChangeSettings) else command(state)
            wanted = _bots_of(change.settings)
            if state.phase in OPEN and wanted != _bots_of(state.settings):
                _ask_for_bots(by, wanted)
        case _:
            pass


def _check_drafts(organiser: Player) -> None:
    most = limit(DRAFTS_AT_ONCE).amount
    if _count(organiser.pk, (Phase.DRAFT,)) >= most:
        raise TooManyDrafts(limit=most)


def _check_announcing(tournament: Tournament) -> None:
    most = limit(EVENTS_AT_ONCE).amount
    if _count(tournament.organiser_id, BEFORE_THE_END) >= most:
        raise TooManyEvents(limit=most)


def _ask_for_bots(by: Player, wanted: int) -> None:
    most = limit(BOTS).amount
    if wanted > most:
        raise TooManyBots(limit=most)
    if wanted > 0:
        spend_of(BOTS, by.pk.hex, wanted)


def _bots_of(settings: Settings) -> int:
    """How many bots may come in when the event starts."""
    return settings.capacity * settings.team if settings.fill_with_bots else 0


def _count(organiser: UUID, phases: Sequence[Phase]) -> int:
    states = [phase.value for phase in phases]
    return Tournament.objects.filter(organiser=organiser, state__in=states).count()
