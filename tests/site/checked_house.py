"""A house with a row in every table, to plant faults in, and what both checks say of it."""

from casino_site.staff.members import set_staff
from games.match.match_log import match_log
from games.models import Player
from games.store.actors import player_actor
from tests.noon import NOON, at_noon
from tests.replaying import replay, verify_log
from tests.tournaments.factories import play_to_the_end, running
from tournaments.domain.commands import CancelTournament
from tournaments.models import Tournament
from tournaments.progress import advance
from tournaments.ratings.progress import rate_due
from tournaments.store.tournament_log import run, tournament_log


def furnished() -> Tournament:
    """A rated event with a result that its ladder knows, and beside it one that was cancelled."""
    ann, ben = (Player.objects.create_person(name, "zebra-crossing-9") for name in ("ann", "ben"))
    set_staff(ann, True, reason="she helps", now=NOON)
    tournament = running(ann, [ann, ben], rated=True)
    play_to_the_end(tournament)
    rate_due(NOON)
    rained_off = running(ann, [ann, ben], name="Rained off")
    cancel = CancelTournament(ann.pk.hex, "rain", NOON)
    run(rained_off.pk, lambda state: cancel, actor=player_actor(ann.pk), now=NOON)
    advance.advance(rained_off.pk, at_noon)
    tournament.refresh_from_db()
    return tournament


def found() -> str:
    """The faults that `verify_log` and `replay --check` name, as processes that know nothing."""
    match_log.forget()
    tournament_log.forget()
    said = ""
    for code, told in (verify_log(), replay("--check")):
        assert code in (0, 1)
        said += told if code else ""
    return said
