"""Reading tournaments: the JSON of docs/protocol.md, in a bounded number of queries.

Everything here is public, and nothing depends on who looks; a draft is shown to directors only,
by `rounds(..., drafts=True)`. The tournament's row is read before the rows under it, so a document
may be newer than the version that it names, never older.
"""

from typing import Any, TypedDict
from uuid import UUID

from django.core.validators import slug_re
from django.db.models import Q, QuerySet

from games.envelopes import timestamp
from games.models import Match, Player
from games.store import eventstore
from tournaments.core.refusals import (
    TournamentIsHidden,
    UnknownEntrant,
    UnknownStage,
    UnknownTournament,
)
from tournaments.documents.events import (
    EntrantDocument,
    EntrantList,
    StageDocument,
    TournamentReference,
)
from tournaments.documents.facts import FactDocument
from tournaments.models import Entrant, Member, Pairing, Seating, Stage, Tournament
from tournaments.read.frames import frame_of
from tournaments.store.entrant_views import entrant_json, entrant_rows
from tournaments.store.slugs import as_id
from tournaments.store.tournament_log import tournament_log

ENTRANTS_OF_A_PAGE = 500


class OwnTable(TypedDict):
    match: str
    stage: int
    round: int
    tournament: TournamentReference


def find(name: str, viewer: Any = None) -> Tournament:
    """The tournament with this id or slug. Refuses `unknown_tournament`, and `tournament_hidden`
    where staff have hidden it, but not to a `viewer` who directs it or is staff.
    """
    id_ = as_id(name)
    if id_ is None and not slug_re.fullmatch(name):
        raise UnknownTournament()  # unasked: a database may choke on such a text
    found = _rows().filter(Q(slug=name) if id_ is None else Q(id=id_)).first()
    if found is None or found.state == Tournament.State.DELETED:
        raise UnknownTournament()
    if found.hidden and not (is_director(found, viewer) or is_staff(viewer)):
        raise TournamentIsHidden()
    return found


def find_stage(tournament: Tournament, number: int | None = None) -> Stage | None:
    """The stage with this number, or the one being played; None before the first has started.

    Refuses `unknown_stage` a number that is none.
    """
    found = stage_row(tournament.pk, tournament.stage if number is None else number)
    if found is None and number is not None:
        raise UnknownStage()
    return found


def stage_row(tournament_id: UUID, number: int) -> Stage | None:
    """The stage with this number, if it has started."""
    return Stage.objects.filter(tournament=tournament_id, number=number).first()


def find_entrant(tournament: Tournament, entrant_id: str) -> Entrant:
    """Refuses `unknown_entrant`."""
    id_ = as_id(entrant_id)
    found = None if id_ is None else entrant_rows(tournament).filter(id=id_).first()
    if found is None:
        raise UnknownEntrant()
    return found


def rows(state: str | None = None) -> QuerySet[Tournament]:
    """Tournaments with what `summaries` tells of them, newest first, without those that are hidden;
    all, or those in one state.
    """
    newest = _rows().filter(hidden=False).order_by("-id")
    newest = newest.exclude(state=Tournament.State.DELETED)
    return newest if state is None else newest.filter(state=state)


def searched(
    text: str = "", state: str = "", format_: str = "", player: Any = None
) -> QuerySet[Tournament]:
    """Tournaments whose name or organiser has the text, in a state that people look for (`open`,
    `soon`, `running`, or one of the states), with a stage of a format, and of a player: entered, or
    directed. Newest first; those that start soon by their start. "" takes all.
    """
    found = rows()
    if text := text.replace("\x00", "").strip():
        found = found.filter(Q(name__icontains=text) | Q(organiser__handle__icontains=text))
    state_of = Tournament.State
    before = (state_of.REGISTRATION, state_of.CHECK_IN)
    if state == "open":
        found = found.filter(state__in=before)
    elif state == "soon":
        found = found.filter(state__in=before, starts_at__isnull=False).order_by("starts_at", "-id")
    elif state == "running":
        found = found.filter(state__in=(state_of.RUNNING, state_of.PAUSED, state_of.PROVISIONAL))
    elif state in state_of.values:
        found = found.filter(state=state)
    if format_ := format_.replace("\x00", ""):
        found = found.filter(format=format_)
    if player is not None:
        entered = Member.objects.filter(player=player).values("tournament")
        found = found.filter(Q(organiser=player) | Q(pk__in=entered))
    return found


def directed_by(player: Player) -> QuerySet[Tournament]:
    """Those that the player organises, newest first, hidden ones among them."""
    newest = _rows().filter(organiser=player).order_by("-id")
    return newest.exclude(state=Tournament.State.DELETED)


def entrants(
    tournament: Tournament, after: int = 0, limit: int = ENTRANTS_OF_A_PAGE
) -> EntrantList:
    """Who is in or waits, in order of entry, from the one after number `after` on."""
    present = entrant_rows(tournament).exclude(state__in=Entrant.GONE).filter(number__gt=after)
    found = list(present.order_by("number")[: limit + 1])
    more = len(found) > limit
    shown = found[:limit]
    return {
        "results": [entrant_json(entrant) for entrant in shown],
        "next": shown[-1].number if more else None,
    }


def stages(tournament: Tournament) -> list[StageDocument]:
    """The stages that have started."""
    return [
        {
            "number": stage.number,
            "name": stage.name,
            "format": stage.format,
            "options": stage.options,
            "rounds": stage.rounds,
            "entrants": stage.entrants,
            "ends_at": timestamp(stage.ends_at) if stage.ends_at else None,
            "state": "completed" if stage.completed else "running",
        }
        for stage in Stage.objects.filter(tournament=tournament)
    ]


def facts(tournament_id: UUID, after: int, limit: int | None = None) -> list[FactDocument]:
    """Envelopes of the facts with version > after."""
    recorded = eventstore.read(tournament_log.stream_of(tournament_id), after, limit)
    return [frame_of(fact) for fact in recorded]


def entry_of(tournament: Tournament, player: Player) -> EntrantDocument | None:
    """The player's own entrant, if they are in or wait."""
    found = entrant_rows(tournament).filter(members__player=player, members__active=True).first()
    return entrant_json(found) if found else None


def tables_of(player: Player, tournament: Tournament | None = None) -> list[OwnTable]:
    """The unfinished matches at which the player has a seat: those that wait for them first."""
    mine = Seating.objects.filter(
        entrant__members__player=player, entrant__members__plays=True
    ).values("pairing")
    pairings = Pairing.objects.filter(pk__in=mine, decided=False, match__status__isnull=False)
    if tournament is not None:
        pairings = pairings.filter(tournament=tournament)
    found = pairings.exclude(match__status=Match.Status.FINISHED).select_related("tournament")
    return [
        {
            "match": pairing.match_id.hex,
            "stage": pairing.stage,
            "round": pairing.round,
            "tournament": reference(pairing.tournament),
        }
        for pairing in found.order_by("match__created_at")
        if pairing.match_id
    ]


def tournament_of_match(match_id: UUID) -> TournamentReference | None:
    """What a match belongs to, for the match's own view."""
    pairing = Pairing.objects.select_related("tournament").filter(match_id=match_id).first()
    is_seen = pairing is not None and not pairing.tournament.hidden
    return reference(pairing.tournament) if pairing and is_seen else None


def reference(tournament: Tournament) -> TournamentReference:
    return {"id": tournament.pk.hex, "slug": tournament.slug, "name": tournament.name}


def is_director(tournament: Tournament, player: Any) -> bool:
    """Whether they run this tournament."""
    return isinstance(player, Player) and (
        player.pk == tournament.organiser_id
        or player.pk.hex in tournament.settings.get("directors", [])
    )


def is_staff(player: Any) -> bool:
    """Whether they keep order in the house."""
    return isinstance(player, Player) and player.is_active and player.is_staff


def _rows() -> QuerySet[Tournament]:
    return Tournament.objects.select_related("organiser", "champion").prefetch_related(
        "champion__members__player"
    )
