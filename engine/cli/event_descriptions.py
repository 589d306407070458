"""Events and moves in words, for a player in the terminal."""

from collections.abc import Iterable

from engine.match.events import (
    CardDrawn,
    CardPlayed,
    DealScored,
    DealStarted,
    Event,
    MatchFinished,
    PacketDealt,
)
from engine.rules.cards import card_text, texts
from engine.rules.moves import Capture, Move, Trail


def print_events(events: Iterable[Event], viewer: int) -> None:
    """Prints what the player at the seat `viewer` may know of the events."""
    for event in events:
        for line in _event_lines(event, viewer):
            print(line)


def move_description(move: Move) -> str:
    """The description of a move, such as `takes 3c 5d with 8h`."""
    card = card_text(move.card)
    loose = " ".join(texts(move.loose)) if not isinstance(move, Trail) else ""
    if isinstance(move, Trail):
        return f"trails {card}"
    if isinstance(move, Capture):
        builds = [f"the build of {value}" for value in move.builds]
        return f"takes {', '.join(filter(None, [loose, *builds]))} with {card}"
    if move.raises is not None:
        joined = f", joining {loose}" if loose else ""
        return f"raises the {move.raises} to {move.value} with {card}{joined}"
    return f"builds {move.value} with {card}" + (f" on {loose}" if loose else "")


def _event_lines(event: Event, viewer: int) -> list[str]:
    if isinstance(event, CardPlayed):
        player = "you" if event.seat == viewer else f"seat {event.seat}"
        sweep = " - a sweep!" if event.sweep else ""
        return [f"  {player}: {move_description(event.move)}{sweep}"]
    if isinstance(event, CardDrawn):
        drawn = [f"  you draw {card_text(event.card)}"] if event.seat == viewer else []
        return [*drawn, *(["the last card of the stock is drawn"] if not event.stock else [])]
    if isinstance(event, DealStarted):
        return ["", f"deal {event.deal}, seat {event.dealer} deals"]
    if isinstance(event, PacketDealt):
        return [f"packet {event.packet}" + (", the last" if event.last else "")]
    if isinstance(event, DealScored):
        return _sheet(event)
    if isinstance(event, MatchFinished):
        return ["", f"side {event.winner} wins ({event.reason}): {_scores(event.scores)}"]
    return []


def _sheet(event: DealScored) -> list[str]:
    rows = [
        f"  side {row.side}: {row.cards} cards, {row.spades} spades, {row.sweeps} for sweeps; "
        f"{row.total} points"
        for row in event.sheet
    ]
    return ["", f"deal {event.deal} is scored", *rows, f"  total {_scores(event.scores)}"]


def _scores(scores: tuple[int, ...]) -> str:
    return "-".join(map(str, scores))
