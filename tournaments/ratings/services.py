"""The one command on ladders: to have them say of matches what their tournaments say.

Whatever is said already changes nothing, so it may be called again, late, and twice at once.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.envelopes import timestamp
from games.match.match_log import match_log
from games.models import Event, Player
from games.store import eventstore
from games.store.actors import SYSTEM_ACTOR
from games.store.aggregate import Decision, Head
from games.store.eventstore import Command, StaleStream
from tournaments.core.anchors import Anchor
from tournaments.core.refusals import Busy
from tournaments.ladders import ladder as pure
from tournaments.ladders.events import LadderEvent, Teams
from tournaments.ladders.ladder import MatchStanding, Open, Rate, decide, evolve, ladder_of
from tournaments.models.ratings import Ladder, RatedMatch, ladder_id
from tournaments.ratings.ladder_log import RATINGS, ladder_log
from tournaments.store.tournament_log import tournament_log

ATTEMPTS = 64


@dataclass(frozen=True, slots=True)
class RatableResult:
    """How a match stands: the places of its teams of players, or None where nothing counts.

    `revision` is the version of the fact that says so, `at` when that was: of the tournament, or
    where there is none, of the match.
    """

    match: UUID
    tournament: UUID | None
    revision: int
    teams: Teams
    places: tuple[int, ...] | None
    at: datetime


def rate(results: Sequence[RatableResult], now: datetime) -> None:
    """Rates what is not rated yet, in the order given, and corrects what stands otherwise.

    All of it or, where it raises, nothing. Refuses `busy` after too many lost races.
    """
    for _ in range(ATTEMPTS):
        try:
            with transaction.atomic():
                _rate(results, now)
            return
        except StaleStream:
            continue
    raise Busy()


def stream_of(key: str) -> str:
    return RATINGS.stream_of(ladder_id(key))


def _rate(results: Sequence[RatableResult], now: datetime) -> None:
    commands: dict[str, list[Rate]] = defaultdict(list)
    elsewhere = _ladders_of(results)
    bots = with_bots(results)
    anchors = _anchors(results)
    for result in results:
        key = ladder_of(result.teams, with_bots=result.match in bots)
        anchor = anchors[_stream_of(result), result.revision]
        commands[key].append(_command(result, anchor, counts=True))
        # A correction may change the shape of a match: it then counts in one ladder only.
        for other in elsewhere[result.match] - {key}:
            commands[other].append(_command(result, anchor, counts=False))
    # In one order, so that two workers never wait for each other's ladders.
    for key in sorted(commands):
        _apply(key, commands[key], now)


def _command(result: RatableResult, anchor: Anchor, *, counts: bool) -> Rate:
    return Rate(
        result.match.hex,
        result.tournament.hex if result.tournament else None,
        result.teams,
        result.places if counts else None,
        timestamp(result.at),
        anchor,
    )


def _ladders_of(results: Sequence[RatableResult]) -> dict[UUID, set[str]]:
    rows = RatedMatch.objects.filter(match__in=[result.match for result in results])
    found: dict[UUID, set[str]] = defaultdict(set)
    for match, key in rows.values_list("match", "ladder__key"):
        found[match].add(key)
    return found


def with_bots(results: Sequence[RatableResult]) -> set[UUID]:
    """The matches in which a bot plays."""
    players = {player for result in results for team in result.teams for player in team}
    rows = Player.objects.filter(id__in=[UUID(player) for player in players])
    bots = {id_.hex for id_ in rows.filter(kind__in=Player.BOTS).values_list("id", flat=True)}
    return {
        result.match for result in results if any(bots.intersection(team) for team in result.teams)
    }


def _stream_of(result: RatableResult) -> str:
    """The stream whose fact says how the match stands."""
    if result.tournament is None:
        return match_log.stream_of(result.match)
    return tournament_log.stream_of(result.tournament)


def _anchors(results: Sequence[RatableResult]) -> dict[tuple[str, int], Anchor]:
    versions: dict[str, set[int]] = defaultdict(set)
    for result in results:
        versions[_stream_of(result)].add(result.revision)
    found = {}
    for stream, wanted in versions.items():
        rows = Event.objects.filter(stream=stream, version__in=wanted)
        for version, hash_ in rows.values_list("version", "hash"):
            found[stream, version] = Anchor(stream, version, hash_)
    return found


def _apply(key: str, commands: list[Rate], now: datetime) -> None:
    """Decides the commands one after another on the ladder as it is now, and writes at once."""
    row = _held(key, now)
    before = pure.Ladder(row.version, key, pure.NEW.matches.update(_standings(row, commands)))
    state, events, ids = before, list[LadderEvent](), dict[int, Command]()
    for command in commands:
        for event in decide(state, command):
            ids[len(events)] = _id_of(state, command)
            events.append(event)
            state = evolve(state, event)
    if events:
        head = Head(before, eventstore.hash_at(stream_of(key), row.version), now)
        decision = Decision(events, [SYSTEM_ACTOR] * len(events), state, ids)
        ladder_log.append(row.pk, head, decision, now)


def _id_of(state: pure.Ladder, command: Rate) -> Command:
    """A match is rated once by its id, and corrected once by what the correction rests on."""
    first = command.match not in state.matches
    id_ = command.match if first else f"{command.match}.{command.anchor.version}"
    content = [[list(team) for team in command.teams], command.places]
    return Command(id_, eventstore.digest_of(content))


def _held(key: str, now: datetime) -> Ladder:
    """The ladder's row, held against other writers until the end of the transaction."""
    rows = Ladder.objects.select_for_update().filter(key=key)
    row = rows.first()
    if row is None:
        ladder_log.create(ladder_id(key), RATINGS.decided(pure.NEW, [Open(key)], SYSTEM_ACTOR), now)
        row = rows.get()
    return row


def _standings(row: Ladder, commands: list[Rate]) -> dict[str, MatchStanding]:
    matches = [UUID(command.match) for command in commands]
    return {
        match.match.hex: MatchStanding(
            match.version,
            match.revision,
            match.tournament.hex if match.tournament else None,
            tuple(tuple(team) for team in match.teams),
            None if match.places is None else tuple(match.places),
            timestamp(match.at),
        )
        for match in RatedMatch.objects.filter(ladder=row, match__in=matches)
    }
