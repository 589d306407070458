"""Whoever waits for a place comes in before anybody who comes later, however a place came free."""

from dataclasses import replace
from typing import Any

import pytest

from games.models import Event, Player
from games.store.replay import check
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import opened, running
from tournaments.actions import services
from tournaments.core.refusals import TournamentFull
from tournaments.domain import commands
from tournaments.domain.entrant_commands import WithdrawEntrant
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Tournament
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
SWISS = (StageSettings("swiss", {"rounds": 2}),)


def do(olga: Player, tournament: Tournament, command: commands.TournamentCommand) -> list[str]:
    return [event.type for event in services.act(tournament, olga, command, now=NOON)]


def state_of(number: int) -> str:
    return Entrant.objects.get(number=number).state


def settings_with(olga: Player, tournament: Tournament, **changed: Any) -> commands.ChangeSettings:
    now = replace(tournament_log.load(tournament.pk).settings, **changed)
    return commands.ChangeSettings(olga.pk.hex, now, NOON, "More of them came.")


def sound(tournament: Tournament) -> None:
    assert check(TOURNAMENTS, tournament_log.stream_of(tournament.pk)).fault is None


def test_a_place_left_during_a_pause_goes_to_whoever_waits_when_it_goes_on(
    olga: Player, people: NewPlayers
) -> None:
    players = people(6)
    tournament = running(
        olga, players[:5], stages=SWISS, capacity=4, starts="rounds",
        policies={"late_entry": "always"},
    )  # fmt: skip
    by = olga.pk.hex
    do(olga, tournament, commands.PauseTournament(by, "A fire alarm."))
    do(olga, tournament, WithdrawEntrant(by, Entrant.objects.get(number=1).pk.hex))
    assert state_of(5) == "waitlisted"

    facts = do(olga, tournament, commands.ResumeTournament(by))

    assert facts == ["tournament_resumed", "entrant_promoted"]
    assert state_of(5) == "active"
    assert Event.objects.latest("recorded_at", "version").actor == "system"
    with pytest.raises(TournamentFull):
        services.enter(tournament, players[5], now=NOON)
    sound(tournament)


def test_more_places_go_to_those_who_wait(olga: Player, people: NewPlayers) -> None:
    players = people(6)
    tournament = opened(olga, *players[:5], capacity=3)
    assert [state_of(4), state_of(5)] == ["waitlisted", "waitlisted"]

    facts = do(olga, tournament, settings_with(olga, tournament, capacity=4))
    services.enter(tournament, players[5], now=NOON)

    assert facts == ["settings_changed", "entrant_promoted"]
    assert [state_of(4), state_of(5), state_of(6)] == ["registered", "waitlisted", "waitlisted"]
    sound(tournament)


def test_who_waits_comes_in_when_late_entry_opens(olga: Player, people: NewPlayers) -> None:
    tournament = running(
        olga, people(5), stages=SWISS, capacity=4, starts="rounds",
        policies={"late_entry": "never"},
    )  # fmt: skip
    do(olga, tournament,
       WithdrawEntrant(olga.pk.hex, Entrant.objects.get(number=1).pk.hex))  # fmt: skip
    assert state_of(5) == "waitlisted"

    policies = {**tournament_log.load(tournament.pk).settings.policies, "late_entry": "always"}
    command = settings_with(olga, tournament, policies=policies)
    shown = [event.type for event in services.preview(tournament, command, now=NOON)]
    facts = do(olga, tournament, command)

    assert shown == facts == ["settings_changed", "entrant_promoted"]
    assert state_of(5) == "active"
    sound(tournament)


def test_an_event_of_before_is_decided_again_as_it_was(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody was called up then; the next change makes up for it."""
    players = people(6)
    tournament = opened(olga, *players[:5], capacity=3)
    with monkeypatch.context() as patch:
        patch.setattr(type(TOURNAMENTS), "settled", lambda self, decision, actor: decision)
        do(olga, tournament, settings_with(olga, tournament, capacity=4))
    assert state_of(4) == "waitlisted"
    sound(tournament)

    do(olga, tournament, commands.SetDescription(olga.pk.hex, "Bring a friend."))

    assert state_of(4) == "registered"
    sound(tournament)
