"""Events in every state that one can be in, all of olga's, with people p1 to p9 in them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.match import commands as match_commands
from games.models import Player
from tests.noon import NOON, at_noon
from tests.tournaments.factories import finish_matches, made, opened, players_of, running
from tournaments.actions import services
from tournaments.actions.action import About
from tournaments.domain import commands
from tournaments.domain.entrant_commands import (
    CheckIn,
    DisqualifyEntrant,
    PauseEntrant,
    WithdrawEntrant,
)
from tournaments.domain.round_commands import DiscardRound, DisputeResult, FailRound
from tournaments.domain.settings import StageSettings
from tournaments.domain.state import State
from tournaments.models import Pairing, Tournament
from tournaments.progress import advance
from tournaments.store.tournament_log import tournament_log

SWISS = StageSettings("swiss", {"rounds": 3})
LOOKED_AT = {"directors_look": True}
TOGETHER = {"stages": (SWISS,), "starts": "rounds", "policies": LOOKED_AT}
GAPS = TOGETHER | {"round_gap_seconds": 600}
DRAFTS = TOGETHER | {"publish": "manual"}
DISPUTES = TOGETHER | {"policies": {"dispute_seconds": 600, **LOOKED_AT}}
TWO_STAGES = {
    "stages": (
        StageSettings("swiss", {"rounds": 1}, advance=4),
        StageSettings("single_elimination"),
    ),
    "starts": "rounds",
}
NOBODY = "0" * 32
Target = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scene:
    """An event in a state that has a name."""

    name: str
    tournament: Tournament

    @property
    def state(self) -> State:
        return tournament_log.load(self.tournament.pk)

    def targets(self, about: About) -> list[Target]:
        """What may be meant: one thing of each kind that there is, or one that is not there."""
        return {
            About.EVENT: lambda: [{}],
            About.ENTRANT: self._entrants,
            About.ROUND: self._rounds,
            About.PAIRING: self._pairings,
        }[about]()

    def _entrants(self) -> list[Target]:
        found: dict[Any, Target] = {}
        for one in sorted(self.state.entrants.values(), key=lambda one: one.number):
            found.setdefault(one.standing, {"entrant": one.id})
        return list(found.values()) or [{"entrant": NOBODY}]

    def _rounds(self) -> list[Target]:
        found: dict[Any, Target] = {}
        stage = len(self.state.stages)
        current = self.state.current
        for one in current.stage.rounds if current else ():
            found[one.published, one.closed] = {"stage": stage, "round": one.number}
        return list(found.values()) or [{"stage": 1, "round": 1}]

    def _pairings(self) -> list[Target]:
        found: dict[Any, Target] = {}
        current = self.state.current
        for target in self._rounds() if current else ():
            assert current is not None
            round_ = current.stage.round(target["round"])
            for one in round_.in_order if round_ else ():
                disputed = (one.round, one.number) in current.disputed
                kind = (target["round"], one.decided, one.unopposed, disputed)
                found.setdefault(kind, {**target, "pairing": one.number})
        return list(found.values()) or [{"stage": 1, "round": 1, "pairing": 1}]


def every_scene(olga: Player, people: list[Player]) -> Iterator[Scene]:
    """Each state once, and those that a pause may last in once more."""
    for name, make in SCENES.items():
        yield Scene(name, _fresh(make(olga, people)))
    for name in PAUSED:
        tournament = SCENES[name](olga, people)
        _act(tournament, olga, commands.PauseTournament(olga.pk.hex, "lunch"))
        yield Scene(f"{name}, paused", _fresh(tournament))


def _fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_related("organiser").get(pk=tournament.pk)


def _act(tournament: Tournament, by: Player, command: commands.TournamentCommand) -> None:
    services.act(tournament, by, command, now=NOON)


def _entrant(tournament: Tournament, player: Player) -> str:
    found = tournament_log.load(tournament.pk).entrant_of(player.pk.hex)
    assert found is not None
    return found.id


def _draft(olga: Player, people: list[Player]) -> Tournament:
    return made(olga)


def _registration(olga: Player, people: list[Player]) -> Tournament:
    tournament = opened(olga, *people[:4])
    _act(tournament, olga, WithdrawEntrant(olga.pk.hex, _entrant(tournament, people[3])))
    return tournament


def _waiting_list(olga: Player, people: list[Player]) -> Tournament:
    return opened(olga, *people[:3], capacity=2)


def _to_be_filled(olga: Player, people: list[Player]) -> Tournament:
    return opened(olga, people[0], capacity=4, fill_with_bots="greedy")


def _of_pairs(olga: Player, people: list[Player]) -> Tournament:
    tournament = opened(olga, team=2)
    for one, other in ((0, 1), (2, 3)):
        services.enter(tournament, people[one], partner=people[other], now=NOON)
    return tournament


def _check_in(olga: Player, people: list[Player]) -> Tournament:
    tournament = opened(olga, *people[:4])
    _act(tournament, olga, commands.OpenCheckIn(olga.pk.hex))
    for one in people[:2]:
        _act(tournament, one, CheckIn(one.pk.hex, _entrant(tournament, one)))
    _act(tournament, olga, WithdrawEntrant(olga.pk.hex, _entrant(tournament, people[3])))
    return tournament


def _completed(olga: Player, people: list[Player]) -> Tournament:
    tournament = running(olga, people[:2])
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    return tournament


def _provisional(olga: Player, people: list[Player]) -> Tournament:
    tournament = running(olga, people[:2], provisional_minutes=30)
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    return tournament


def _held(olga: Player, people: list[Player]) -> Tournament:
    tournament = _provisional(olga, people)
    _act(tournament, olga, commands.HoldResults(olga.pk.hex, "a protest"))
    return tournament


def _protested(olga: Player, people: list[Player]) -> Tournament:
    tournament = running(
        olga, people[:4], stages=(StageSettings("swiss", {"rounds": 1}),), provisional_minutes=30
    )
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    _act(tournament, olga, DisputeResult(olga.pk.hex, 1, 1, 1, "a protest", NOON))
    out = _entrant(tournament, people[3])
    _act(tournament, olga, DisqualifyEntrant(olga.pk.hex, out, "cards up the sleeve"))
    return tournament


def _cancelled(olga: Player, people: list[Player]) -> Tournament:
    tournament = running(olga, people[:6], **GAPS)
    _act(tournament, olga, commands.CancelTournament(olga.pk.hex, "rain", NOON))
    return tournament


def _round_paired(olga: Player, people: list[Player]) -> Tournament:
    return running(olga, people[:6], **GAPS)


def _table_begun(olga: Player, people: list[Player]) -> Tournament:
    tournament = running(olga, people[:6], **GAPS)
    pairing = Pairing.objects.get(tournament=tournament, number=1)
    assert pairing.match_id is not None
    for player in players_of(pairing):
        match_commands.cut(pairing.match_id, player, bytes(16), now=NOON)
    return tournament


def _between_rounds(olga: Player, people: list[Player]) -> Tournament:
    tournament = running(olga, people[:6], **GAPS)
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    return tournament


def _draft_round(olga: Player, people: list[Player]) -> Tournament:
    return running(olga, people[:6], **DRAFTS)


def _failed_round(olga: Player, people: list[Player]) -> Tournament:
    tournament = running(olga, people[:6], **TOGETHER)
    _act(tournament, olga, DiscardRound(olga.pk.hex, 1, 1, "x"))
    _act(tournament, olga, FailRound("no_pairing"))
    return tournament


def _may_be_disputed(olga: Player, people: list[Player]) -> Tournament:
    tournament = running(olga, people[:6], **DISPUTES)
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    return tournament


def _disputed(olga: Player, people: list[Player]) -> Tournament:
    tournament = _may_be_disputed(olga, people)
    _act(tournament, olga, DisputeResult(olga.pk.hex, 1, 1, 1, "wrong sum", NOON))
    return tournament


def _bracket(olga: Player, people: list[Player]) -> Tournament:
    tournament = running(olga, people[:5])
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    return tournament


def _second_stage(olga: Player, people: list[Player]) -> Tournament:
    tournament = running(olga, people[:4], **TWO_STAGES)
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    return tournament


def _some_are_away(olga: Player, people: list[Player]) -> Tournament:
    tournament = running(olga, people[:8], **TOGETHER)
    away, gone, out = (_entrant(tournament, one) for one in people[1:4])
    _act(tournament, olga, PauseEntrant(olga.pk.hex, away))
    _act(tournament, olga, WithdrawEntrant(olga.pk.hex, gone))
    _act(tournament, olga, DisqualifyEntrant(olga.pk.hex, out, "cards up the sleeve"))
    return tournament


def _of_tables(olga: Player, people: list[Player]) -> Tournament:
    stages = (StageSettings("table_swiss", {"rounds": 2}),)
    return running(olga, people[:8], stages=stages, starts="rounds")


Make = Callable[[Player, list[Player]], Tournament]
SCENES: Mapping[str, Make] = {
    "a draft": _draft,
    "registration": _registration,
    "registration, with a waiting list": _waiting_list,
    "registration, to be filled with bots": _to_be_filled,
    "registration of pairs": _of_pairs,
    "check-in": _check_in,
    "completed": _completed,
    "results are provisional": _provisional,
    "results are held up": _held,
    "there is a protest after the end": _protested,
    "cancelled": _cancelled,
    "a round is paired": _round_paired,
    "a table has begun": _table_begun,
    "between rounds": _between_rounds,
    "a round is a draft": _draft_round,
    "a round has failed": _failed_round,
    "results may be disputed": _may_be_disputed,
    "a result is disputed": _disputed,
    "a bracket goes on": _bracket,
    "the second stage": _second_stage,
    "some are away": _some_are_away,
    "tables of several": _of_tables,
}
PAUSED = (
    "a round is paired",
    "a round is a draft",
    "a round has failed",
    "a result is disputed",
    "some are away",
)
