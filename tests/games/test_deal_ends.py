"""Nobody's clock runs while the end of a deal is shown; the row and the page reckon alike."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from games.identity import new_id
from games.match import commands
from games.match.clocks import DEAL_END_SECONDS, ClockRules
from games.match.match_log import match_log
from games.models import Match, Player
from tests.games.opened_matches import create_match
from tests.games.tables import a_legal_move, on_turn

pytestmark = pytest.mark.django_db
TURN = 20
PLAYS_OF_A_DEAL = 48


@pytest.fixture
def people(db: None) -> tuple[Player, Player]:
    made = [Player.objects.create_person(name, "zebra-crossing-9") for name in ("ann", "ben")]
    return made[0], made[1]


@pytest.mark.parametrize("ruleset", ["classic", "draw"])
def test_the_first_turns_after_a_deal_are_longer_by_what_its_end_is_shown_for(
    people: tuple[Player, Player], ruleset: str
) -> None:
    match_id, now = new_id(), timezone.now()
    clock = ClockRules(turn_seconds=TURN)
    create_match(match_id, ruleset=ruleset, overrides={}, players=people, clock=clock, now=now)
    for player in people:
        commands.cut(match_id, player, bytes(16), now=now)
    allowed = []
    while match_log.load(match_id).turn is not None and len(allowed) < PLAYS_OF_A_DEAL + 3:
        deadline = Match.objects.get(pk=match_id).deadline_at
        assert deadline is not None
        allowed.append(round((deadline - now).total_seconds()))
        now += timedelta(seconds=1)
        play(match_id, people, now)
    longer = TURN + DEAL_END_SECONDS
    assert set(allowed[:PLAYS_OF_A_DEAL]) == {TURN}
    assert allowed[PLAYS_OF_A_DEAL : PLAYS_OF_A_DEAL + 3] == [longer, longer, TURN]


def play(match_id: UUID, people: tuple[Player, Player], now: datetime) -> None:
    state = match_log.load(match_id)
    mover, _ = on_turn(match_id, *people)
    commands.play(
        match_id,
        mover,
        a_legal_move(state),
        seen_version=state.version,
        command_id=f"c{state.version}",
        now=now,
    )
