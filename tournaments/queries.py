"""Reading tournaments: the JSON of docs/protocol.md, in a bounded number of queries.

Everything here is public; nothing depends on who looks. The tournament's row is read before the
rows under it, so a document may be newer than the version that it names, never older.
"""

from typing import Any
from uuid import UUID

from django.core.validators import slug_re
from django.db.models import Q, QuerySet

from games import eventstore
from games.broadcast import timestamp
from games.models import Match, Player
from tournaments import services
from tournaments.brackets import bracket, rounds, standings
from tournaments.domain.refusals import UnknownTournament
from tournaments.entrant_views import entrant_json, entrant_rows, player_json
from tournaments.formats.old_single_elimination import rounds_of
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.slugs import as_id
from tournaments.tournament_log import tournament_log

__all__ = [
    "bracket",
    "entrants",
    "entry_of",
    "facts",
    "find",
    "listing",
    "matches",
    "reference",
    "rounds",
    "rows",
    "standings",
    "summary",
    "tables_of",
    "tournament_of_match",
]

Json = dict[str, Any]


def find(name: str) -> Tournament:
    """The tournament with this id or slug. Refuses `unknown_tournament`."""
    id_ = as_id(name)
    if id_ is None and not slug_re.fullmatch(name):
        raise UnknownTournament()  # unasked: a database may choke on such a text
    found = _rows().filter(Q(slug=name) if id_ is None else Q(id=id_)).first()
    if found is None:
        raise UnknownTournament()
    return found


def rows(state: str | None = None) -> QuerySet[Tournament]:
    """Tournaments with what `summary` shows of them, newest first; all, or those in one state."""
    newest = _rows().order_by("-id")
    return newest if state is None else newest.filter(state=state)


def listing(state: str | None = None, limit: int = 50) -> list[Json]:
    """Summaries, newest first."""
    return [summary(tournament) for tournament in rows(state)[:limit]]


def summary(tournament: Tournament) -> Json:
    """The tournament as it stands in lists and at the head of its page."""
    champion = tournament.champion
    return {
        "id": tournament.pk.hex,
        "slug": tournament.slug,
        "name": tournament.name,
        "state": tournament.state,
        "organiser": {
            "id": tournament.organiser.pk.hex,
            "handle": tournament.organiser.handle,
        },
        "format": tournament.format,
        "ruleset": {"key": tournament.ruleset, "overrides": tournament.overrides},
        "capacity": tournament.capacity,
        "entrants": tournament.entered,
        "turn_seconds": tournament.turn_seconds,
        "bot_pace_ms": tournament.bot_pace_ms,
        "autostart": tournament.autostart,
        "fill_with_bots": tournament.fill_with_bots or None,
        "round": tournament.round,
        "rounds": rounds_of(tournament.size) if tournament.size else 0,
        "champion": entrant_json(champion) if champion else None,
        "version": tournament.version,
        "created_at": timestamp(tournament.created_at),
        "started_at": timestamp(tournament.started_at) if tournament.started_at else None,
        "completed_at": timestamp(tournament.completed_at) if tournament.completed_at else None,
    }


def entrants(tournament: Tournament) -> list[Json]:
    """Who is in, in order of entry."""
    present = entrant_rows(tournament).exclude(state=Entrant.State.WITHDRAWN)
    return [entrant_json(entrant) for entrant in present.order_by("number")]


def matches(tournament: Tournament, status: str | None = None) -> Json:
    """The tables of all rounds, newest round first; `status` takes only those that are so."""
    pairings = Pairing.objects.filter(tournament=tournament, second__isnull=False)
    if status is not None:
        pairings = pairings.filter(match__status=status)
    played = pairings.select_related("match", "first__player", "second__player")
    return {
        "version": tournament.version,
        "results": [_table(pairing) for pairing in played.order_by("-round", "number")],
    }


def _table(pairing: Pairing) -> Json:
    # The match's row comes a moment after the pairing's.
    match = getattr(pairing, "match", None)
    scores = match.scores if match else []
    return {
        "id": pairing.match_id.hex if pairing.match_id else None,
        "round": pairing.round,
        "pairing": pairing.number,
        "status": match.status if match else Match.Status.WAITING.value,
        "version": match.version if match else 0,
        "seats": [
            {
                "seat": seat,
                "player": player_json(entrant.player),
                "score": scores[seat] if seat < len(scores) else 0,
            }
            for seat, entrant in enumerate([pairing.first, pairing.second])
            if entrant is not None
        ],
    }


def facts(tournament_id: UUID, after: int, limit: int | None = None) -> list[Json]:
    """Envelopes of the facts with version > after."""
    recorded = eventstore.read(tournament_log.stream_of(tournament_id), after, limit)
    return [services.frame_of(fact) for fact in recorded]


def entry_of(tournament: Tournament, player: Player) -> Json | None:
    """The player's own entrant, if they are in."""
    present = entrant_rows(tournament).exclude(state=Entrant.State.WITHDRAWN)
    found = present.filter(player=player).first()
    return entrant_json(found) if found else None


def tables_of(player: Player, tournament: Tournament | None = None) -> list[Json]:
    """The unfinished matches at which the player has a seat: those that wait for them first."""
    mine = Q(first__player=player) | Q(second__player=player)
    pairings = Pairing.objects.filter(mine, winner=None, match__status__isnull=False)
    if tournament is not None:
        pairings = pairings.filter(tournament=tournament)
    found = pairings.exclude(match__status=Match.Status.FINISHED).select_related("tournament")
    return [
        {
            "match": pairing.match_id.hex,
            "round": pairing.round,
            "tournament": reference(pairing.tournament),
        }
        for pairing in found.order_by("match__created_at")
        if pairing.match_id
    ]


def tournament_of_match(match_id: UUID) -> Json | None:
    """What a match belongs to, for the match's own view."""
    pairing = Pairing.objects.select_related("tournament").filter(match_id=match_id).first()
    return reference(pairing.tournament) if pairing else None


def reference(tournament: Tournament) -> Json:
    return {"id": tournament.pk.hex, "slug": tournament.slug, "name": tournament.name}


def _rows() -> QuerySet[Tournament]:
    return Tournament.objects.select_related("organiser", "champion__player")
