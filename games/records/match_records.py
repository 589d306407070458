"""Records of matches for anyone: written from public facts, and read to be looked at.

What is read is proved and replayed, and kept nowhere: a text record (docs/notation.md) by the
engine, an export (docs/events.md) by the program that everybody may download to check one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal
from uuid import UUID

from engine.errors import Kind, MatchNotPlaying, Refusal
from engine.match.decide import NEW, MatchState, evolve
from engine.match.events import Event, MatchAnnulled, MatchFinished, MatchStarted, SeatTaken
from engine.record import PublicFact, record_of_public, record_text, replay, revealed_facts
from engine.rules.cards import texts
from engine.wire.codec import to_fact
from engine.wire.diagram import diagram_of, diagram_text
from engine.wire.observation import observe, view_json
from games.identity import ID
from games.match.boards import published_secret
from games.match.match_log import match_log
from games.match.queries import find_match
from games.match.watching import shown_to_all
from games.models import Match, Player
from games.records.documents import OpenedRecord, Ply
from games.refusals import MatchClosed
from games.static.games import verify_match
from games.store import eventstore
from games.store.upcasting import upcast

LARGEST = 1 << 21
MOST_LINES = 10_000
WRONG_FACT = re.compile(r"line (\d+)(?:, \w+)?: (.*)", re.DOTALL)


class BadRecord(Refusal):
    code = "bad_record"
    kind = Kind.CONFLICT
    template = "Line {line}: {problem}"


@dataclass(frozen=True, slots=True)
class Told:
    """A fact, the line that tells it, the state after it (None while a card is hidden), and when
    it was recorded (None where nobody says).
    """

    line: int
    fact: PublicFact
    state: MatchState | None
    at: str | None


def text_of(match_id: UUID) -> str:
    """The match as a text record, the players by their handles. Refuses `unknown_match`,
    `match_closed` while nobody but its seats may see anything of it, and `match_not_playing` before
    the last cut.
    """
    upto = shown_to_all([find_match(match_id)]).get(match_id)
    if upto == 0:
        raise MatchClosed()
    facts = eventstore.public(match_log.stream_of(match_id), limit=upto)
    if all(fact.type != MatchStarted.type for fact in facts):
        raise MatchNotPlaying()
    told = [PublicFact(fact.type, fact.schema, fact.data) for fact in facts]
    record = record_of_public(told, _seed_of(told))
    handles = _handles(player.name for player in record.header.players)
    players = tuple(
        replace(player, name=handles.get(player.name, player.name))
        for player in record.header.players
    )
    return record_text(replace(record, header=replace(record.header, players=players)))


def _seed_of(facts: list[PublicFact]) -> bytes | None:
    """The secret of the board that a match of ours was played on, if it is finished and that is
    published.
    """
    if facts[-1].type not in (MatchFinished.type, MatchAnnulled.type):
        return None
    match, board = str(facts[0].data["match"]), facts[0].data["board"]
    if not ID.fullmatch(match) or not Match.objects.filter(id=UUID(match), board=board).exists():
        return None
    return published_secret(str(board))


def opened(content: bytes) -> OpenedRecord:
    """A text record or an export as JSON: `view` as the match begins, and then its `plies`.

    Each ply is a fact as anyone may see it with the `line` that tells it, the `hands` after it
    and, where a seat is to play, the `diagram`; both are null while a card is hidden. Refuses
    `bad_record` with the first wrong line.
    """
    if len(content) > LARGEST:
        raise BadRecord(line=1, problem=f"What is looked at here has at most {LARGEST} bytes.")
    text = _text(content)
    return _opened_export(text) if text.lstrip()[:1] == "{" else _opened_record(text)


def _text(content: bytes) -> str:
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadRecord(line=line, problem="It is not UTF-8.") from error
    if text.count("\n") > MOST_LINES:
        problem = f"What is looked at here has at most {MOST_LINES} lines."
        raise BadRecord(line=MOST_LINES + 1, problem=problem)
    return text


def _opened_record(text: str) -> OpenedRecord:
    replayed = replay(text)
    if replayed.wrong is not None:
        raise BadRecord(line=replayed.wrong.line, problem=replayed.wrong.detail)
    told, state = list[Told](), NEW
    for event, line in zip(replayed.events, replayed.line_of_event, strict=True):
        state = evolve(state, event)
        told.append(Told(line, _public(event), state, None))
    names = [event.player for event in replayed.events if isinstance(event, SeatTaken)]
    return _answer("text", told, {name: name for name in names})


def _opened_export(text: str) -> OpenedRecord:
    lines = text.encode().splitlines()
    try:
        for _ in verify_match.proof(lines, with_rules=True):
            pass
    except verify_match.Broken as broken:
        wrong = WRONG_FACT.fullmatch(str(broken))
        raise BadRecord(line=int(wrong[1]) if wrong else 1, problem=_sentence(broken)) from broken
    except verify_match.Unusable as unusable:
        raise BadRecord(line=1, problem=_sentence(unusable)) from unusable
    found, _ = verify_match.facts_in(lines)
    facts = [_upcast(fact) for _, fact in found]
    told = [
        Told(line, fact, each.state, stored["at"])
        for (line, stored), fact, each in zip(
            found, facts, revealed_facts(facts, _seed_of(facts)), strict=True
        )
    ]
    taken = [str(fact.data["player"]) for fact in facts if fact.type == SeatTaken.type]
    return _answer("export", told, _handles(taken))


def _sentence(error: Exception) -> str:
    wrong = WRONG_FACT.fullmatch(str(error))
    said = wrong[2] if wrong else str(error)
    return f"{said[:1].upper()}{said[1:400]}."


def _upcast(fact: dict[str, Any]) -> PublicFact:
    schema, data, _ = upcast(fact["type"], fact["schema"], fact["data"], None)
    return PublicFact(fact["type"], schema, data)


def _public(event: Event) -> PublicFact:
    fact = to_fact(event)
    return PublicFact(fact.type, fact.schema, fact.data)


def _answer(
    kind: Literal["text", "export"], told: list[Told], handles: dict[str, str]
) -> OpenedRecord:
    begun = next((at for at, each in enumerate(told) if each.fact.type == MatchStarted.type), None)
    first = told[-1 if begun is None else begun].state
    assert first is not None
    plies = (
        [] if begun is None else [_ply(each, at) for at, each in enumerate(told, 1)][begun + 1 :]
    )
    return {"kind": kind, "view": _view(first, handles), "plies": plies}


def _ply(told: Told, version: int) -> Ply:
    deal = None if told.state is None else told.state.deal
    diagram = None if told.state is None else diagram_of(told.state)
    return {
        "line": told.line,
        "version": version,
        "type": told.fact.type,
        "data": dict(told.fact.data),
        "at": told.at,
        "hands": None if deal is None else [texts(hand) for hand in deal.hands],
        "diagram": None if diagram is None else diagram_text(diagram),
    }


def _view(state: MatchState, handles: dict[str, str]) -> dict[str, Any]:
    """The view of docs/protocol.md, for nobody in particular and at no time."""
    players = [
        {
            "seat": number,
            "id": None,
            "handle": handles.get(seat.player or ""),
            "kind": "bot" if seat.bot else "person",
        }
        for number, seat in enumerate(state.seats)
    ]
    return view_json(observe(state, None)) | {
        "players": players,
        "clock": {
            "turn_seconds": state.clock.turn_seconds,
            "bank_seconds": state.clock.bank_seconds,
            "deadline": None,
        },
        "tournament": None,
        "now": None,
    }


def _handles(names: Iterable[str]) -> dict[str, str]:
    """The handles of the players with these ids, as far as they are known here."""
    ids = [UUID(name) for name in names if ID.fullmatch(name)]
    found = Player.objects.filter(id__in=ids).values_list("id", "handle")
    return {id_.hex: handle for id_, handle in found}
