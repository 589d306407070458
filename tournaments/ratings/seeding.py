"""Seeding by rating."""

from uuid import UUID

from tournaments.domain.state import Entrant, State
from tournaments.formats import FORMATS
from tournaments.ladders.rules import MU
from tournaments.models.ratings import Rating


def by_rating(state: State) -> tuple[str, ...]:
    """The entrants as the ladder of the first stage's tables ranks them, best first, equals in
    order of entry; nobody where the event is not seeded so. Partners count with their mean.
    """
    if state.settings.policies["seeding"] != "rating":
        return ()
    entrants = state.present
    players = [UUID(member.player) for entrant in entrants for member in entrant.members]
    mu: dict[str, float] = {}
    for at in range(0, len(players), 500):
        rows = Rating.objects.filter(
            ladder__key=ladder_of(state), player__in=players[at : at + 500]
        )
        mu |= {player.hex: value for player, value in rows.values_list("player", "mu")}
    ranked = sorted(entrants, key=lambda entrant: (-_mean(entrant, mu), entrant.number))
    return tuple(entrant.id for entrant in ranked)


def ladder_of(state: State) -> str:
    """The ladder that the tables of the first stage are rated on."""
    first = state.settings.stages[0]
    format_ = FORMATS[first.format]
    if state.settings.team == 2 or format_.rotating_partners:
        return "partnership"
    return "duel" if tuple(format_.sizes(first.options)) == (2,) else "table"


def _mean(entrant: Entrant, mu: dict[str, float]) -> float:
    known = [mu.get(member.player, MU) for member in entrant.members]
    return sum(known) / len(known)
