"""Reading tournaments: the JSON of docs/protocol.md, in a bounded number of queries.

Everything here is public, and nothing depends on who looks; a draft is shown to directors only,
by `rounds(..., drafts=True)`. The tournament's row is read before the rows under it, so a document
may be newer than the version that it names, never older.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict
from uuid import UUID

from django.core.validators import slug_re
from django.db.models import Prefetch, Q, QuerySet

from engine.rules.in_words import differences_in_words
from engine.wire.rules_json import rules_from_json
from games.envelopes import timestamp
from games.models import Match, Player, Seat
from games.store import eventstore
from games.store.exporting import whole
from tournaments.core.refusals import (
    TournamentIsHidden,
    UnknownEntrant,
    UnknownStage,
    UnknownTournament,
)
from tournaments.documents import (
    EntrantDocument,
    EntrantList,
    FactDocument,
    RulesetDocument,
    StageDocument,
    TableDocument,
    TablesDocument,
    TournamentDocument,
    TournamentReference,
)
from tournaments.domain.policies import LEFT_OUT
from tournaments.domain.state import Decided
from tournaments.models import Entrant, Member, Pairing, Seating, Stage, Tournament
from tournaments.read.frames import frame_of
from tournaments.store.entrant_views import entrant_json, entrant_rows, player_json
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
    wanted = tournament.stage if number is None else number
    found = Stage.objects.filter(tournament=tournament, number=wanted).first()
    if found is None and number is not None:
        raise UnknownStage()
    return found


def find_entrant(tournament: Tournament, entrant_id: str) -> Entrant:
    """Refuses `unknown_entrant`."""
    id_ = as_id(entrant_id)
    found = None if id_ is None else entrant_rows(tournament).filter(id=id_).first()
    if found is None:
        raise UnknownEntrant()
    return found


def rows(state: str | None = None) -> QuerySet[Tournament]:
    """Tournaments with what `summary` shows of them, newest first, without those that are hidden;
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


def _ruleset(key: str, settings: Mapping[str, Any]) -> RulesetDocument:
    """What the event plays; whether four play as partners follows from its entrants and format."""
    rules, overrides = settings["rules"], settings["overrides"]
    words = differences_in_words(rules_from_json(key, rules))
    return {"key": key, "overrides": overrides, "rules": rules, "words": words}


def listing(state: str | None = None, limit: int = 50) -> list[TournamentDocument]:
    """Summaries, newest first."""
    return summaries(rows(state)[:limit])


def summaries(tournaments: Iterable[Tournament]) -> list[TournamentDocument]:
    """As `summary`, of several."""
    found = list(tournaments)
    handles = _handles({one for row in found for one in row.settings["directors"]})
    shared = [row.pk for row in found if row.decided == Decided.SHARED]
    champions: dict[UUID, list[EntrantDocument]] = {}
    if shared:
        first = Entrant.objects.filter(tournament__in=shared, place=1).order_by("number")
        first = first.exclude(state=Entrant.State.DISQUALIFIED)
        for entrant in first.prefetch_related("members__player"):
            champions.setdefault(entrant.tournament_id, []).append(entrant_json(entrant))
    return [_summary(row, handles, champions.get(row.pk)) for row in found]


def summary(tournament: Tournament) -> TournamentDocument:
    """The tournament as it stands in lists and at the head of its page."""
    return summaries([tournament])[0]


def _handles(players: set[str]) -> dict[str, str]:
    if not players:
        return {}
    rows = Player.objects.filter(pk__in=[UUID(one) for one in players])
    return {id_.hex: handle for id_, handle in rows.values_list("id", "handle")}


def _summary(
    tournament: Tournament, handles: Mapping[str, str], champions: list[EntrantDocument] | None
) -> TournamentDocument:
    champion, settings = tournament.champion, tournament.settings
    alone = [entrant_json(champion)] if champion else []
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
        "stages": [
            {"number": number, "name": stage["name"], "format": stage["format"],
             "options": stage["options"], "advance": stage["advance"]}
            for number, stage in enumerate(settings["stages"], 1)
        ],
        "ruleset": _ruleset(tournament.ruleset, settings),
        "capacity": tournament.capacity,
        "entrants": tournament.entered,
        "waiting": tournament.waiting,
        "team": settings["team"],
        "turn_seconds": settings["turn_seconds"],
        "bot_pace_ms": settings["bot_pace_ms"],
        "autostart": settings["autostart"],
        "fill_with_bots": settings["fill_with_bots"],
        "starts_at": settings["starts_at"],
        "check_in_minutes": settings["check_in_minutes"],
        "provisional_minutes": settings["provisional_minutes"],
        "round_gap_seconds": settings["round_gap_seconds"],
        "starts": settings["starts"],
        "publish": settings["publish"],
        "dealing": settings["dealing"],
        "mirrored": settings["mirrored"],
        "rated": settings["rated"],
        "scale": settings["scale"],
        "policies": {**LEFT_OUT, **settings["policies"]},
        "directors": [handles[one] for one in settings["directors"] if one in handles],
        "description": tournament.description,
        "stage": tournament.stage,
        "round": tournament.round,
        "failed": tournament.failed or None,
        "champion": entrant_json(champion) if champion else None,
        "champions": alone if champions is None else champions,
        "decided": tournament.decided or None,
        "final_at": timestamp(tournament.final_at) if tournament.final_at else None,
        "version": tournament.version,
        "created_at": timestamp(tournament.created_at),
        "started_at": timestamp(tournament.started_at) if tournament.started_at else None,
        "completed_at": timestamp(tournament.completed_at) if tournament.completed_at else None,
    }  # fmt: skip


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


def matches(
    tournament: Tournament, status: str | None = None, limit: int | None = None
) -> TablesDocument:
    """The tables of all rounds, newest round first; `status` takes only those that are so."""
    pairings = Pairing.objects.filter(
        tournament=tournament, match__isnull=False, starts_at__isnull=False
    )
    if status is not None:
        pairings = pairings.filter(match__status=status)
    played = (
        pairings.select_related("match")
        .prefetch_related(Prefetch("match__seats", Seat.objects.select_related("player")))
        .order_by("-stage", "-round", "number")
    )
    return {
        "version": tournament.version,
        "results": [_table(pairing) for pairing in (played[:limit] if limit else played)],
    }


def _table(pairing: Pairing) -> TableDocument:
    assert pairing.match_id is not None
    # The match's row comes a moment after the pairing's.
    match = getattr(pairing, "match", None)
    scores = match.scores if match else []
    seats = list(match.seats.all()) if match else []
    return {
        "id": pairing.match_id.hex,
        "stage": pairing.stage,
        "round": pairing.round,
        "pairing": pairing.number,
        "status": match.status if match else Match.Status.WAITING.value,
        "version": match.version if match else 0,
        "seats": [
            {
                "seat": seat.number,
                "player": player_json(seat.player),
                # Two sides share the four seats of a partnership.
                "score": scores[seat.number % len(scores)] if scores else 0,
            }
            for seat in seats
        ],
    }


def facts(tournament_id: UUID, after: int, limit: int | None = None) -> list[FactDocument]:
    """Envelopes of the facts with version > after."""
    recorded = eventstore.read(tournament_log.stream_of(tournament_id), after, limit)
    return [frame_of(fact) for fact in recorded]


def export(tournament_id: UUID) -> bytes:
    """The whole tournament as lines of JSON, as anybody may see it (docs/events.md, The export)."""
    return whole(tournament_log.stream_of(tournament_id))


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
