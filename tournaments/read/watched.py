"""How the matches of events are watched, and which directors look at them live."""

from collections.abc import Collection, Mapping
from uuid import UUID

from games.match.watching import Kind, Policy
from games.models import Match, Player
from tournaments.domain.looking import looked
from tournaments.domain.watching import watching_in
from tournaments.models import Pairing, Tournament
from tournaments.store.tournament_log import tournament_log

OVER = (Tournament.State.PROVISIONAL, Tournament.State.COMPLETED, Tournament.State.CANCELLED)


def policies_of(match_ids: Collection[UUID]) -> Mapping[UUID, Policy]:
    """Of those that are of an event, as it or their stage says."""
    found = Pairing.objects.filter(match__in=match_ids).order_by()
    at = {
        match: (event, stage, number)
        for match, event, stage, number in found.values_list(
            "match_id", "tournament_id", "stage", "round"
        )
    }
    events = {
        row.pk: row
        for row in Tournament.objects.filter(pk__in={event for event, *_ in at.values()}).only(
            "settings", "state"
        )
    }
    policies, over = dict[UUID, Policy](), dict[tuple[UUID, int, int], bool]()
    for match, where in at.items():
        event, stage, number = where
        kind, by = _watching(events[event], stage)
        if kind == Kind.ROUND and where not in over:
            over[where] = events[event].state in OVER or not _is_played(event, stage, number)
        if match is not None:
            policies[match] = Policy(Kind(kind), by, over.get(where, False))
    return policies


def _watching(event: Tournament, stage: int) -> tuple[str, int]:
    """Of a stage that was set, or of the play-off that follows the last one."""
    stages = event.settings["stages"]
    own = stages[stage - 1].get("watching", "") if stage <= len(stages) else ""
    return watching_in(event.settings["policies"], own)


def _is_played(event: UUID, stage: int, number: int) -> bool:
    """Whether any table of the round still plays, or is to."""
    tables = Pairing.objects.filter(
        tournament=event, stage=stage, round=number, match__isnull=False, decided=False
    )
    return tables.exclude(match__status=Match.Status.FINISHED).exists()


def may_look(match_id: UUID, player: Player) -> bool:
    """Whether a director has said, for all to see, that they look at the match live."""
    row = Pairing.objects.filter(match=match_id).order_by().first()
    if row is None:
        return False
    state = tournament_log.load(row.tournament_id)
    return state.may_direct(player.pk.hex) and looked(state, match_id.hex, player.pk.hex)
