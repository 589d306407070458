"""Clocks of people: the bank, the line's lag, a restart, both who stay away, and who comes back."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from games.identity import new_id
from games.jobs.tasks import sweep_clocks
from games.match import commands, outages, queries
from games.match.clocks import GRACE, MOST_LAG_MS, ClockRules
from games.match.match_log import MATCHES, match_log
from games.match.results import result_of
from games.models import Match, Player, SignOfLife
from games.store import eventstore
from games.store.replay import check
from tests.games.exports import is_proved, verify
from tests.games.opened_matches import create_match
from tests.games.tables import a_legal_move
from tests.noon import NOON
from tests.refusals import refusal_of

pytestmark = [pytest.mark.store, pytest.mark.django_db]
TURN, BANK = 20, 60
Opened = Callable[..., UUID]


@pytest.fixture
def opened(alice: Player, bob: Player, charlie: Player) -> Opened:
    def open_(seats: int = 2, **clock: int) -> UUID:
        match_id, players = new_id(), [alice, bob, charlie][:seats]
        rules = ClockRules(**({"turn_seconds": TURN, "bank_seconds": BANK} | clock))
        create_match(
            match_id, ruleset="classic", overrides={}, players=players, clock=rules, now=NOON
        )
        for player in players:
            commands.cut(match_id, player, bytes(16), now=NOON)
        return match_id

    return open_


def mover(match_id: UUID) -> Player:
    state = match_log.load(match_id)
    assert state.turn is not None
    return Player.objects.get(pk=UUID(state.seats[state.turn].player))


def play(match_id: UUID, player: Player, now: datetime, lag_ms: int = 0) -> None:
    state = match_log.load(match_id)
    commands.play(
        match_id,
        player,
        a_legal_move(state),
        seen_version=state.version,
        command_id=f"c{state.version}",
        now=now,
        lag_ms=lag_ms,
    )


def deadline(match_id: UUID) -> float:
    """After noon, in seconds."""
    at = Match.objects.get(pk=match_id).deadline_at
    assert at is not None
    return (at - NOON).total_seconds()


def facts(match_id: UUID, type_: str) -> list[dict[str, object]]:
    rows = eventstore.read(match_log.stream_of(match_id))
    return [fact.data for fact in rows if fact.type == type_]


def faults(match_id: UUID) -> list[object]:
    """What its facts, decided again, and its rows differ in."""
    return list(check(MATCHES, match_log.stream_of(match_id)).faults)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_a_turn_within_its_time_costs_nothing_and_a_longer_one_is_charged_to_the_bank(
    opened: Opened,
) -> None:
    match_id = opened()
    assert deadline(match_id) == TURN + BANK
    slow = mover(match_id)
    play(match_id, slow, after(TURN + 12.5))
    assert facts(match_id, "clock_charged") == [
        {"seat": match_log.load(match_id).seats.index(_seat(match_id, slow)), "over_ms": 12_500,
         "lag_ms": 0, "bank_ms": 12_500}
    ]  # fmt: skip
    play(match_id, mover(match_id), after(TURN + 20))
    assert len(facts(match_id, "clock_charged")) == 1
    assert deadline(match_id) == TURN + 20 + TURN + BANK - 12.5
    assert faults(match_id) == []


def _seat(match_id: UUID, player: Player) -> object:
    return next(one for one in match_log.load(match_id).seats if one.player == player.pk.hex)


def test_what_the_line_cost_is_given_back_up_to_a_second(opened: Opened) -> None:
    match_id = opened()
    play(match_id, mover(match_id), after(TURN + 5), lag_ms=300)
    play(match_id, mover(match_id), after(TURN + 5 + TURN + 5), lag_ms=4000)
    charged = [(one["lag_ms"], one["bank_ms"]) for one in facts(match_id, "clock_charged")]
    assert charged == [(300, 4700), (MOST_LAG_MS, 5000 - MOST_LAG_MS)]


def test_who_is_out_of_bank_too_is_out_of_time(opened: Opened) -> None:
    match_id = opened()
    commands.run_out_clock(match_id, after(TURN + BANK) + GRACE - timedelta(milliseconds=1))
    assert facts(match_id, "clock_ran_out") == []
    commands.run_out_clock(match_id, after(TURN + BANK) + GRACE)
    assert len(facts(match_id, "clock_ran_out")) == 1


class Watch:
    """Whoever looks at the clocks, on a machine of the test's own time."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch

    def at(self, seconds: float) -> None:
        """So many seconds after noon it is."""
        self.patch.setattr(outages, "machine_now", lambda: after(seconds))

    def __call__(self, seconds: float) -> None:
        self.at(seconds)
        outages.watch(after(seconds))


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return Watch(monkeypatch)


def test_a_restart_gives_back_what_it_cost_and_nobody_is_out_of_time_by_it(
    opened: Opened, watch: Watch
) -> None:
    match_id = opened(bank_seconds=0)
    watch(5)
    # From second 5 on the server is away, for two minutes.
    watch.at(125)
    commands.run_out_clock(match_id, after(125))
    assert facts(match_id, "clock_ran_out") == []
    (given,) = facts(match_id, "time_given_back")
    assert (given["ms"], given["reason"]) == (120_000, "restart")
    assert deadline(match_id) == TURN + 120
    for second in range(126, 142, 3):
        watch(second)
    commands.run_out_clock(match_id, after(TURN + 120) + GRACE)
    assert len(facts(match_id, "time_given_back")) == 1
    assert len(facts(match_id, "clock_ran_out")) == 1
    assert faults(match_id) == []


def test_the_sweep_gives_back_before_it_lets_a_clock_run_out(opened: Opened, watch: Watch) -> None:
    match_id = opened(bank_seconds=0)
    watch(5)
    watch(125)
    assert deadline(match_id) == TURN + 120


def test_who_comes_after_a_restart_before_anybody_looked_at_the_clocks_plays(
    opened: Opened, watch: Watch
) -> None:
    match_id = opened(bank_seconds=0)
    watch(5)
    watch.at(125)
    play(match_id, mover(match_id), after(125))
    assert facts(match_id, "clock_ran_out") == []


def test_what_a_restart_cost_is_not_charged_to_the_bank(opened: Opened, watch: Watch) -> None:
    match_id = opened()
    watch(5)
    watch.at(35)
    play(match_id, mover(match_id), after(35))
    assert facts(match_id, "clock_charged") == []
    assert [one["ms"] for one in facts(match_id, "time_given_back")] == [30_000]


def test_without_a_restart_nothing_is_given_back(opened: Opened, watch: Watch) -> None:
    match_id = opened(bank_seconds=0)
    for second in range(0, 18, 3):
        watch(second)
    assert facts(match_id, "time_given_back") == []
    assert SignOfLife.objects.get(process=outages.CLOCKS).at == after(15)


def test_the_sweep_leaves_a_sign_that_the_clocks_are_looked_at(db: None) -> None:
    sweep_clocks()
    sign = SignOfLife.objects.get(process=outages.CLOCKS)
    assert timezone.now() - sign.at < outages.MISSED_AFTER


def test_a_match_from_which_both_stay_away_is_lost_by_both(opened: Opened) -> None:
    match_id, now = opened(bank_seconds=0), NOON
    while Match.objects.get(pk=match_id).status != "finished":
        now += timedelta(seconds=TURN) + GRACE
        commands.run_out_clock(match_id, now)
    match = Match.objects.get(pk=match_id)
    assert (match.winner, match.reason) == (None, "abandoned")
    assert result_of(match_id).places == (2, 2)
    assert faults(match_id) == []
    assert is_proved(*verify(queries.export(match_id)))


def test_who_is_back_plays_again_instead_of_the_bot(opened: Opened, alice: Player) -> None:
    match_id, now = opened(3, bank_seconds=0), NOON
    away = mover(match_id)

    def ask() -> commands.Accepted:
        return commands.take_back(match_id, away, command_id="back", now=now)

    assert refusal_of(ask) == "nothing_to_take_back"
    while match_log.load(match_id).seats[_number(match_id, away)].bot is None:
        if mover(match_id) == away:
            now += timedelta(seconds=TURN) + GRACE
            commands.run_out_clock(match_id, now)
        else:
            play(match_id, mover(match_id), now)
    assert Match.objects.get(pk=match_id).seats.get(player=away).left_reason == "timeouts"
    version = ask().version
    assert ask().version == version
    seat = Match.objects.get(pk=match_id).seats.get(player=away)
    assert (seat.left_reason, match_log.load(match_id).seats[seat.number].bot) == ("", None)
    assert faults(match_id) == []


def _number(match_id: UUID, player: Player) -> int:
    return Match.objects.get(pk=match_id).seats.get(player=player).number
