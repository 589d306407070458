"""Every rung of the bots' ladder plays a whole event."""

import pytest

from engine import LADDER
from engine.bots import master_bot
from games.match.match_log import MATCHES, match_log
from games.models import Match, Player
from games.store.replay import check
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.tournaments.factories import finish_bot_matches, opened
from tournaments.actions import services
from tournaments.progress import advance
from tournaments.web.forms.forms import BOT_NAMES

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


@pytest.mark.parametrize("key", [bot.key for bot in LADDER])
def test_a_bot_of_every_strength_plays_an_event_to_its_champion(
    olga: Player, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(master_bot, "USUAL_BUDGET", 12)
    tournament = opened(olga, capacity=4, ruleset="classic", overrides={"first_to": 11})
    services.enter_bots(tournament, olga, key, 4, now=NOON)
    services.start(tournament, olga, now=NOON)
    advance.advance(tournament.pk, at_noon)
    for _ in range(2):
        finish_bot_matches()
        advance.advance(tournament.pk, at_noon)

    tournament.refresh_from_db()
    assert tournament.state == "completed"
    matches = Match.objects.all()
    assert {match.reason for match in matches} == {"score"}
    for match in matches:
        assert check(MATCHES, match_log.stream_of(match.pk)).fault is None


def test_every_rung_has_a_name_for_people() -> None:
    assert {bot.key for bot in LADDER} <= set(BOT_NAMES)
