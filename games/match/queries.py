"""Reading matches: everything that a viewer gets is built here, from what the engine lets them
observe.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.match.cutters import BY_PLAYER, BY_PLAYER_OPENLY
from engine.match.decide import NEW, MatchState, evolve
from engine.rules.cards import texts
from engine.rules.enumeration import completions, legal_moves
from engine.rules.explaining import companions, why_not
from engine.rules.moves import Move, move_text, move_to_json
from engine.rules.shuffle import secret_of_deal
from engine.wire.codec import from_fact
from engine.wire.observation import observe, observe_event, view_json
from games.envelopes import Envelope, envelope, timestamp
from games.match.boards import published_secret
from games.match.documents import Considered, LegalMoves, ToldMove
from games.match.match_log import match_log
from games.match.watching import LIVE, looks_live, policies_of, shown_to_all
from games.models import Match, Player
from games.refusals import MatchClosed, UnknownMatch
from games.store import eventstore
from games.store.exporting import whole

EVENTS_AT_ONCE = 500
MOVES_AT_ONCE = 200
LOOKS = 5

Context = Mapping[str, object]
_contexts: list[Callable[[UUID], Context | None]] = []


def register_context(find: Callable[[UUID], Context | None]) -> None:
    """An app above says what a match belongs to (its tournament), without games knowing of it."""
    _contexts.append(find)


def context_of(match_id: UUID) -> Context | None:
    """What the match belongs to; None: to nothing, or to nothing that everybody may see."""
    return next(filter(None, (find(match_id) for find in _contexts)), None)


def find_match(match_id: UUID) -> Match:
    match = Match.objects.filter(id=match_id).prefetch_related("seats__player").first()
    if match is None:
        raise UnknownMatch()
    return match


@dataclass(frozen=True, slots=True)
class Sight:
    """What somebody sees of a match: from a seat, or looking on (None), and up to which version;
    None: as it is now. `looks`: who has no seat sees it as it is now, and others do not.
    """

    seat: int | None = None
    upto: int | None = None
    looks: bool = False


def sight_of(match: Match, player: Player | None) -> Sight:
    """What the player sees. Refuses `match_closed` where that is nothing as yet."""
    for seat in match.seats.all():
        if player is not None and seat.player_id == player.pk:
            return Sight(seat.number)
    upto = shown_to_all([match]).get(match.pk)
    if upto is None:
        return Sight()
    if looks_live(match.pk, player):
        return Sight(looks=True)
    if upto == 0:
        raise MatchClosed()
    return Sight(None, upto)


def sight(match_id: UUID, player: Player | None) -> Sight:
    """As `sight_of`, of the match with this id. Refuses `unknown_match` and `match_closed`."""
    return sight_of(find_match(match_id), player)


def view(match_id: UUID, player: Player | None, now: datetime) -> dict[str, Any]:
    """The snapshot of docs/protocol.md, as `player` (None looks on) may see it."""
    match, state = row_and_state(match_id)
    return view_of(match, state, sight_of(match, player), now)


def shell(match_id: UUID, player: Player | None, now: datetime) -> dict[str, Any]:
    """The same without a hand, if the player may look at the match at all; `closed`: nobody but the
    seats may as yet.
    """
    match, state = row_and_state(match_id)
    seen = sight_of(match, player)
    return view_of(match, state, Sight(None, seen.upto), now) | {
        "closed": shown_to_all([match]).get(match.pk) == 0
    }


def state_at(match_id: UUID, version: int) -> MatchState:
    """The match as it was at a version."""
    state = NEW
    for fact in eventstore.read(match_log.stream_of(match_id), limit=version):
        state = evolve(state, from_fact(fact.type, fact.schema, fact.data, fact.secret))
    return state


def view_of(match: Match, state: MatchState, sight: Sight, now: datetime) -> dict[str, Any]:
    """The same of a row and a state of one version."""
    deadline, later = match.deadline_at, None
    if sight.upto is not None:
        # The clock is that of the turn now, which is not the one that is seen.
        state, deadline = state_at(match.pk, sight.upto), None
        policy = policies_of([match.pk]).get(match.pk, LIVE)
        later = {"policy": policy.kind.value, "by": policy.by}
    seen = view_json(observe(state, sight.seat))
    return seen | {
        "later": later,
        "players": [
            {
                "seat": seat.number,
                "id": seat.player.id.hex,
                "handle": seat.player.handle,
                "kind": seat.player.kind,
            }
            for seat in match.seats.all()
        ],
        "clock": {
            "turn_seconds": match.turn_seconds,
            "bank_seconds": state.clock.bank_seconds,
            "deadline": timestamp(deadline) if deadline else None,
        },
        "tournament": context_of(match.pk),
        "now": timestamp(now),
    }


def row_and_state(match_id: UUID) -> tuple[Match, MatchState]:
    """The row and the state of the same version: the clock shown must be that of the turn shown."""
    match, state = find_match(match_id), match_log.load(match_id)
    for _ in range(LOOKS):
        if match.version == state.version:
            break
        match, state = find_match(match_id), match_log.load(match_id)
    return match, state


def facts(match_id: UUID, sight: Sight, after: int, limit: int) -> list[Envelope]:
    """Envelopes of the facts with version > after, each as it may be seen."""
    if sight.upto is not None:
        limit = max(0, min(limit, sight.upto - after))
    recorded = eventstore.read(match_log.stream_of(match_id), after, limit)
    return [
        envelope(
            fact.version,
            fact.type,
            observe_event(from_fact(fact.type, fact.schema, fact.data, fact.secret), sight.seat),
            fact.recorded_at,
        )
        for fact in recorded
    ]


def dealing(match_id: UUID) -> dict[str, Any]:
    """What anybody may know of how a match is dealt: commitment, cuts, each deal's secret once it
    is revealed. Refuses `match_closed` where nobody may see anything but its commitment as yet.
    """
    match, state = row_and_state(match_id)
    upto = shown_to_all([match]).get(match_id)
    if upto is not None and not match.board:
        state = state_at(match_id, max(upto, 1))
        match.status = state.status  # as far as the page tells
    handles = {seat.number: seat.player.handle for seat in match.seats.all()}
    seed = None if state.board is None else published_secret(state.board)
    last = 0 if state.deal is None else state.deal.number
    secrets = _revealed(state, last, seed)
    scored = len(state.sheets)
    return {
        "match": match,
        "caution": _caution(state),
        "commitment": state.commitment.hex(),
        "board": state.board,
        "round_secret": None if seed is None else seed.hex(),
        "mirrored": state.mirrored,
        "cuts": [
            {
                "seat": number,
                "handle": handles[number],
                "cut": None if seat.cut is None else seat.cut.hex(),
                "digest": None if seat.digest is None else seat.digest.hex(),
                "spare": None if state.digests is None else state.digests[number].hex(),
                "by": seat.cut_by,
            }
            for number, seat in enumerate(state.seats)
        ],
        "deals": [
            {"number": number, "secret": secrets.get(number), "scored": number <= scored}
            for number in range(1, last + 1)
        ],
    }


def _caution(state: MatchState) -> str:
    """What the check of this match rests on beside the facts, by name, or nothing.

    `board`: its cards do not hang on the cuts. `unbound`: nothing fixed the server's cuts, and the
    last was its own: in matches of earlier versions, bots cut as a match is created and the absent
    after everybody else. `alone`: the server made all cuts, which it had fixed.
    """
    cutters = {seat.cut_by for seat in state.seats}
    if state.board is not None:
        return "board"
    if None in cutters:
        return ""
    if state.digests is None:
        return "unbound" if "absent" in cutters or "player" not in cutters else ""
    return "" if cutters & {BY_PLAYER, BY_PLAYER_OPENLY} else "alone"


def _revealed(state: MatchState, last: int, seed: bytes | None) -> dict[int, str]:
    """The secrets that may be shown, by deal: of a board all or none."""
    if seed is not None:
        return {deal: secret_of_deal(seed, deal).hex() for deal in range(1, last + 1)}
    secrets = {sheet.deal: sheet.secret.hex() for sheet in state.sheets if sheet.secret}
    if state.result is not None and state.result.secret is not None:
        secrets[last] = state.result.secret.hex()
    return secrets


def export(match_id: UUID) -> bytes:
    """The match as lines of JSON, as far as anybody may see it (docs/events.md, The export).

    Refuses `match_closed` to everybody alike.
    """
    upto = shown_to_all([find_match(match_id)]).get(match_id)
    if upto == 0:
        raise MatchClosed()
    return whole(match_log.stream_of(match_id), upto)


def moves(match_id: UUID, sight: Sight) -> LegalMoves:
    """The viewer's legal moves now, at most `MOVES_AT_ONCE`; none when another is to act."""
    told = moves_of(match_log.load(match_id), sight.seat)
    return told if sight.upto is None else {**told, "version": sight.upto}


def moves_of(state: MatchState, viewer: int | None) -> LegalMoves:
    """The same of a state."""
    found: list[Move] = []
    complete = True
    if _to_act(state, viewer):
        found, complete = legal_moves(observe(state, viewer).position()).bounded(MOVES_AT_ONCE)
    return {"version": state.version, "moves": serialize_moves(found), "complete": complete}


def considered(
    match_id: UUID, viewer: int | None, card: int, loose: int, builds: tuple[int, ...]
) -> Considered:
    """The legal moves that play `card` with exactly these table cards, if the viewer is to act; why
    there are none, in a sentence; and what on the table the card goes with besides.
    """
    state = match_log.load(match_id)
    if not _to_act(state, viewer):
        return {"moves": [], "why": None, "goes_with": {"loose": [], "builds": []}}
    position = observe(state, viewer).position()
    found = completions(position, card, loose, builds)
    refusal = None if found else why_not(position, card, loose, builds)
    beside = companions(position, card, loose, builds)
    return {
        "moves": serialize_moves(found),
        "why": None if refusal is None else refusal.detail,
        "goes_with": {"loose": texts(beside.loose), "builds": list(beside.builds)},
    }


def _to_act(state: MatchState, viewer: int | None) -> bool:
    return viewer is not None and state.turn == viewer


def serialize_moves(found: list[Move]) -> list[ToldMove]:
    return [{"move": move_to_json(move), "text": move_text(move)} for move in found]
