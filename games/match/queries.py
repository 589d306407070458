"""Reading matches: everything that a viewer gets is built here, from what the engine lets them
observe.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.match.cutters import BY_PLAYER, BY_PLAYER_OPENLY
from engine.match.decide import MatchState
from engine.rules.cards import texts
from engine.rules.enumeration import completions, legal_moves
from engine.rules.explaining import companions, why_not
from engine.rules.moves import Move, move_text, move_to_json
from engine.rules.shuffle import secret_of_deal
from engine.wire.codec import from_fact
from engine.wire.observation import observe, observe_event, view_json
from games.envelopes import Envelope, envelope, timestamp
from games.match.boards import is_closed, published_secret, require_open
from games.match.documents import Considered, Moves, ToldMove
from games.match.match_log import match_log
from games.models import Match, Player
from games.refusals import UnknownMatch
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


def find_match(match_id: UUID) -> Match:
    match = Match.objects.filter(id=match_id).prefetch_related("seats__player").first()
    if match is None:
        raise UnknownMatch()
    return match


def viewer_of(match: Match, player: Player | None) -> int | None:
    """The seat that this player looks from; None looks on. Refuses `match_closed`."""
    for seat in match.seats.all():
        if player is not None and seat.player_id == player.pk:
            return seat.number
    require_open(match)
    return None


def seat_seen_from(match_id: UUID, player: Player | None) -> int | None:
    """As `viewer_of`, of the match with this id. Refuses `unknown_match` and `match_closed`."""
    return viewer_of(find_match(match_id), player)


def view(match_id: UUID, player: Player | None, now: datetime) -> dict[str, Any]:
    """The snapshot of docs/protocol.md, as `player` (None looks on) may see it."""
    match, state = _look(match_id)
    return _view(match, state, viewer_of(match, player), now)


def shell(match_id: UUID, player: Player | None, now: datetime) -> dict[str, Any]:
    """The same without a hand, if the player may look at the match at all; `closed`: nobody but the
    seats may as yet.
    """
    match, state = _look(match_id)
    viewer_of(match, player)
    return _view(match, state, None, now) | {"closed": is_closed(match)}


def _view(match: Match, state: MatchState, viewer: int | None, now: datetime) -> dict[str, Any]:
    seen = view_json(observe(state, viewer))
    deadline = match.deadline_at
    return seen | {
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
            "deadline": timestamp(deadline) if deadline else None,
        },
        "tournament": next(filter(None, (find(match.pk) for find in _contexts)), None),
        "now": timestamp(now),
    }


def _look(match_id: UUID) -> tuple[Match, MatchState]:
    """The row and the state of the same version: the clock shown must be that of the turn shown."""
    match, state = find_match(match_id), match_log.load(match_id)
    for _ in range(LOOKS):
        if match.version == state.version:
            break
        match, state = find_match(match_id), match_log.load(match_id)
    return match, state


def facts(match_id: UUID, viewer: int | None, after: int, limit: int) -> list[Envelope]:
    """Envelopes of the facts with version > after, each as `viewer` may see it."""
    recorded = eventstore.read(match_log.stream_of(match_id), after, limit)
    return [
        envelope(
            fact.version,
            fact.type,
            observe_event(from_fact(fact.type, fact.schema, fact.data, fact.secret), viewer),
            fact.recorded_at,
        )
        for fact in recorded
    ]


def dealing(match_id: UUID) -> dict[str, Any]:
    """What anybody may know of how a match is dealt: commitment, cuts, each deal's secret once it
    is revealed.
    """
    match, state = _look(match_id)
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
    """The whole match as lines of JSON, as anybody may see it (docs/events.md, The export).

    Refuses `match_closed` to everybody alike.
    """
    require_open(find_match(match_id))
    return whole(match_log.stream_of(match_id))


def moves(match_id: UUID, viewer: int | None) -> Moves:
    """The viewer's legal moves now, at most `MOVES_AT_ONCE`; none when another is to act."""
    state = match_log.load(match_id)
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
