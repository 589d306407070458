"""The wall: the tables that are played at now, of an event or of the whole house, the most exciting
first; nothing in it is known earlier than anybody may know it.
"""

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Exists, Max, OuterRef, Prefetch, Q

from engine.rules.rulesets import RULESETS
from games.casual.models import Table
from games.match.match_log import match_log
from games.match.shown_tables import ShownTable, shown_tables
from games.match.watching import LIVE, policies_of
from games.models import Event, Match, Seat
from tournaments.documents.tables import Later, WallDocument, WallTable
from tournaments.models import Pairing, Round, Stage, Tournament
from tournaments.read.excitement import Played, excitement_of
from tournaments.read.queries import reference
from tournaments.read.stage_rows import Names, names_of
from tournaments.store.entrant_views import player_json

TABLES_OF_A_PAGE = 20
MOST_FAVOURITES = 20
# So many are looked at to find the most exciting of the house, or of an event.
MOST_TABLES = 600
# A prefetch of "seats__player" asks for each player by an OR of its own, which SQLite takes of
# some hundreds and no more.
SEATS = Prefetch("seats", Seat.objects.select_related("player"))
# So many are asked about by one query.
AT_ONCE = 100
# For so long an answer is good enough for everybody who asks.
FRESH_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class _Seen:
    """A table as anybody may know it, its excitement without anybody's favourites."""

    table: WallTable
    handles: frozenset[str]
    played: Played


_kept: dict[UUID | None, tuple[float, list[_Seen]]] = {}


def forget() -> None:
    _kept.clear()


def document(
    tournament: Tournament | None, page: int = 1, favourites: Collection[str] = ()
) -> WallDocument:
    """A page of the tables of the event, or of the whole house; whoever asks may name favourites,
    whose tables come first.
    """
    wanted = frozenset(list(favourites)[:MOST_FAVOURITES])
    found = [_with_favourites(one, wanted) for one in _tables(tournament)]
    # Those that nobody may look at yet come last; equals in the order of their ids.
    found.sort(key=lambda one: (one["is_closed"], -one["excitement"], one["id"]))
    first = (page - 1) * TABLES_OF_A_PAGE
    more = first + TABLES_OF_A_PAGE < len(found)
    return {
        "count": len(found),
        "next": page + 1 if more else None,
        "results": found[first : first + TABLES_OF_A_PAGE],
    }


def _with_favourites(seen: _Seen, favourites: frozenset[str]) -> WallTable:
    count = len(seen.handles & favourites)
    if not count or seen.table["is_closed"]:
        return seen.table
    return {**seen.table, "excitement": excitement_of(replace(seen.played, favourites=count))}


def _tables(tournament: Tournament | None) -> list[_Seen]:
    key, now = None if tournament is None else tournament.pk, time.monotonic()
    kept = _kept.get(key)
    if kept is None or now - kept[0] >= FRESH_SECONDS:
        for old in [one for one, (at, _) in _kept.items() if now - at >= FRESH_SECONDS]:
            del _kept[old]
        kept = _kept[key] = now, _read(tournament)
    return kept[1]


def _read(tournament: Tournament | None) -> list[_Seen]:
    pairings = {row.match_id: row for row in _pairings(tournament)}
    rows = Match.objects.filter(pk__in=[id_ for id_ in pairings if id_])
    matches = list(rows.exclude(status=Match.Status.WAITING).prefetch_related(SEATS))
    if tournament is None:
        casual = Match.objects.filter(Exists(Table.objects.filter(pk=OuterRef("pk"))))
        playing = casual.filter(status=Match.Status.PLAYING).prefetch_related(SEATS)
        matches += list(playing.order_by("-created_at")[: max(0, MOST_TABLES - len(matches))])
    shown = shown_tables(matches)
    # A match that is over and that everybody may see whole is not played at any more.
    on = [one for one in matches if one.status == Match.Status.PLAYING or one.pk in shown]
    late = _lateness(pairings.values())
    packets = _packets([one.pk for one in on if one.pk not in shown])
    policies = policies_of([one.pk for one in on if one.pk in shown])
    namers = _namers(pairings.values())
    found = []
    for match in on:
        pairing, part = pairings.get(match.pk), shown.get(match.pk)
        policy = policies.get(match.pk, LIVE)
        later: Later | None = None
        if part is not None:
            later = {"policy": policy.kind.value, "by": policy.by}
        scores = part.scores if part else match.scores
        played = Played(
            late.get(match.pk, 0.0), scores, _first_to(match, pairing), packets.get(match.pk, 0.0)
        )
        name = namers[pairing.tournament_id](pairing.stage, pairing.round) if pairing else ""
        found.append(_seen(match, pairing, part, played, name, later))
    return found


def _seen(
    match: Match,
    pairing: Pairing | None,
    shown: ShownTable | None,
    played: Played,
    name: str,
    later: Later | None,
) -> _Seen:
    is_closed = shown is not None and shown.version == 0
    seats = list(match.seats.all())
    scores = played.scores
    table: WallTable = {
        "id": match.pk.hex,
        "tournament": reference(pairing.tournament) if pairing else None,
        "stage": pairing.stage if pairing else None,
        "round": pairing.round if pairing else None,
        "round_name": name,
        "pairing": pairing.number if pairing else None,
        "seats": [
            {
                "seat": seat.number,
                "player": player_json(seat.player),
                "score": scores[seat.number % len(scores)] if scores else 0,
            }
            for seat in seats
        ],
        "later": later,
        "is_closed": is_closed,
        "excitement": 0 if is_closed else excitement_of(played),
    }
    return _Seen(table, frozenset(seat.player.handle for seat in seats), played)


def _pairings(tournament: Tournament | None) -> Iterable[Pairing]:
    """Those that are not decided, of events that go on and anybody may see."""
    rows = Pairing.objects.filter(decided=False, match__isnull=False, starts_at__isnull=False)
    rows = rows.select_related("tournament").prefetch_related("seatings")
    if tournament is not None:
        mine = rows.filter(tournament=tournament).order_by("-stage", "-round", "number")
        return mine[:MOST_TABLES]
    seen = Q(tournament__hidden=False, tournament__state__in=("running", "paused"))
    return rows.filter(seen).order_by("-starts_at")[:MOST_TABLES]


def _namers(pairings: Collection[Pairing]) -> Mapping[UUID, Names]:
    """What the rounds of these pairings are called, by event."""
    of_event: dict[UUID, list[Pairing]] = {}
    for row in pairings:
        of_event.setdefault(row.tournament_id, []).append(row)
    rounds: dict[UUID, list[Round]] = {id_: [] for id_ in of_event}
    shown = {
        (one.tournament_id, one.stage, one.round) for rows in of_event.values() for one in rows
    }
    for made in Round.objects.filter(tournament__in=of_event):
        if (made.tournament_id, made.stage, made.number) in shown:
            rounds[made.tournament_id].append(made)
    return {id_: names_of(id_, rounds[id_], rows) for id_, rows in of_event.items()}


def _lateness(pairings: Iterable[Pairing]) -> Mapping[UUID | None, float]:
    """How much of its event is played, by match: the last round of the last stage is 1."""
    rows = list(pairings)
    stages = Stage.objects.filter(tournament__in={row.tournament_id for row in rows})
    rounds = {(one.tournament_id, one.number): one.rounds for one in stages}
    found: dict[UUID | None, float] = {}
    for row in rows:
        several = max(row.stage, len(row.tournament.settings["stages"]))
        planned = rounds.get((row.tournament_id, row.stage)) or row.round
        part = min(1.0, row.round / max(planned, 1))
        found[row.match_id] = (row.stage - 1 + part) / several
    return found


def _packets(match_ids: Sequence[UUID]) -> Mapping[UUID, float]:
    """How much of the deal has been dealt, by match; 1: nothing is left to be dealt."""
    if len(match_ids) > AT_ONCE:
        first, others = match_ids[:AT_ONCE], match_ids[AT_ONCE:]
        return {**_packets(first), **_packets(others)}
    streams = {match_log.stream_of(id_): id_ for id_ in match_ids}
    facts = Event.objects.filter(stream__in=streams, type="packet_dealt").order_by()
    newest = facts.values_list("stream").annotate(Max("version"))
    wanted = Q(pk__in=[])
    for stream, version in newest:
        wanted |= Q(stream=stream, version=version)
    dealt = Event.objects.filter(wanted).order_by().values_list("stream", "data")
    return {
        streams[stream]: 1.0 if data["last"] else 1 - data["stock"] / 52 for stream, data in dealt
    }


def _first_to(match: Match, pairing: Pairing | None) -> int | None:
    rules = pairing.tournament.settings.get("rules") if pairing else None
    if rules is not None:
        found = rules.get("first_to")
        return found if isinstance(found, int) else None
    known = RULESETS.get(match.ruleset)
    return known.first_to if known else None
