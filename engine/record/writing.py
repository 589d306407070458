"""Records written as text (`docs/notation.md`)."""

import json

from engine.match.events import (
    BOTH_LOSE,
    REVEAL_SCORED,
    CardDrawn,
    ClockRanOut,
    DealStarted,
    MatchAbandoned,
    MatchAnnulled,
    MatchFinished,
    PacketDealt,
    Residue,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
    SeatTakenBack,
)
from engine.record.entries import (
    Entry,
    Header,
    Play,
    Player,
    Record,
    Secret,
    Totals,
    UnrevealedDeal,
)
from engine.rules.cards import card_text
from engine.rules.moves import move_text
from engine.rules.ruleset import Ruleset
from engine.rules.scoring import SheetRow
from engine.wire.diagram import cards_text, deck_text, hands_text, rules_text
from engine.wire.earlier_rules import earlier_rules
from engine.wire.rules_json import rules_json

TITLE = "casino record 1"


def record_text(record: Record) -> str:
    """The canonical text of a record, which `parse_record` reads back."""
    lines = header_lines(record.header)
    for entry in record.entries:
        if isinstance(entry, DealStarted | UnrevealedDeal):
            lines.append("")
        lines.append(entry_text(entry))
    return "\n".join(lines) + "\n"


def header_lines(header: Header) -> list[str]:
    """The lines of the header."""
    timeouts = f"timeouts {header.timeouts.limit} {header.timeouts.then}"
    if header.timeouts.bot is not None:
        timeouts += f" {header.timeouts.bot}"
    if header.timeouts.both == BOTH_LOSE:
        timeouts += " or both"
    bank = f" bank {header.clock.bank_seconds}" if header.clock.bank_seconds else ""
    lines = [
        TITLE,
        f"match {json.dumps(header.match)}",
        f"ruleset {rules_text(header.ruleset, header.overrides)}",
        timeouts,
        f"clock {header.clock.turn_seconds} {header.clock.bot_pace_ms}{bank}",
    ]
    if not _is_as_earlier(header):
        lines.insert(3, f"rules {resolved_text(header.rules)}")
    lines += _dealing(header)
    lines += [_player(seat, player) for seat, player in enumerate(header.players)]
    if header.commitment is not None:
        lines.append(f"commitment {header.commitment.hex()}")
    for seat, player in enumerate(header.players):
        if player.cut is not None:
            lines.append(f"cut {seat} {player.cut.hex()} {player.cut_by}")
    return [*lines, f"dealer {header.dealer}"]


def resolved_text(rules: Ruleset) -> str:
    """The text of resolved rules: their JSON without spaces."""
    return json.dumps(rules_json(rules), separators=(",", ":"), sort_keys=True)


def _is_as_earlier(header: Header) -> bool:
    """Whether a record without the line `rules` is read with these rules."""
    try:
        return rules_json(header.rules) == earlier_rules(header.ruleset, header.overrides)
    except ValueError:
        return False


def _dealing(header: Header) -> list[str]:
    lines = []
    if header.stand_in is not None:
        lines.append(f"stand-in {header.stand_in}")
    if header.board is not None:
        lines.append(f"board {json.dumps(header.board)}")
    if header.mirrored:
        lines.append("mirrored")
    if header.reveal != REVEAL_SCORED:
        lines.append(f"reveal {header.reveal}")
    return lines


def _player(seat: int, player: Player) -> str:
    bot = "" if player.bot is None else f" bot {player.bot}"
    return f"player {seat} {json.dumps(player.name)}{bot}"


def entry_text(entry: Entry) -> str:
    """The line of an entry, which `parse_entry` reads back."""
    if isinstance(entry, Play):
        sweep = " sweep" if entry.sweep else ""
        default = " default" if entry.default else ""
        return f"{entry.seat} {move_text(entry.move)}{sweep}{default}"
    if isinstance(entry, CardDrawn):
        return f"{entry.seat} draws {card_text(entry.card)} stock {entry.stock}"
    if isinstance(entry, PacketDealt):
        return _packet(entry)
    if isinstance(entry, DealStarted):
        return f"deal {entry.deal} dealer {entry.dealer} deck {deck_text(entry.deck)}"
    if isinstance(entry, UnrevealedDeal):
        return f"deal {entry.deal} dealer {entry.dealer} untold"
    if isinstance(entry, SheetRow):
        return _row(entry)
    if isinstance(entry, Residue):
        seat = "nobody" if entry.seat is None else entry.seat
        return f"residue {seat} {cards_text(entry.cards)}"
    if isinstance(entry, Secret):
        return f"secret {entry.secret.hex()}"
    return _end(entry)


def _end(
    entry: ClockRanOut
    | SeatResigned
    | SeatForfeited
    | SeatHandedOver
    | SeatTakenBack
    | MatchFinished
    | MatchAnnulled
    | MatchAbandoned
    | Totals,
) -> str:
    if isinstance(entry, ClockRanOut):
        return f"{entry.seat} timeout {entry.in_a_row}"
    if isinstance(entry, SeatResigned):
        return f"{entry.seat} resigns"
    if isinstance(entry, SeatForfeited):
        return f"{entry.seat} forfeits"
    if isinstance(entry, SeatHandedOver):
        return f"{entry.seat} bot {entry.bot}"
    if isinstance(entry, SeatTakenBack):
        return f"{entry.seat} returns"
    if isinstance(entry, MatchAbandoned):
        return f"abandoned {_numbers(entry.scores)}"
    if isinstance(entry, MatchFinished):
        return f"result {entry.winner} {entry.reason} {_numbers(entry.scores)}"
    if isinstance(entry, MatchAnnulled):
        return f"annulled {json.dumps(entry.reason)}"
    return f"score {entry.deal} {_numbers(entry.scores)}"


def _packet(entry: PacketDealt) -> str:
    last = " last" if entry.last else ""
    return (
        f"packet {entry.deal}.{entry.packet} turn {entry.turn} hands {hands_text(entry.hands)} "
        f"table {cards_text(entry.table)} stock {entry.stock}{last}"
    )


def _row(row: SheetRow) -> str:
    each = "" if row.each_spade is None else f" each-spade {row.each_spade}"
    return (
        f"side {row.side} cards {row.cards} spades {row.spades} most-cards {row.most_cards} "
        f"most-spades {row.most_spades} big {row.big_casino} little {row.little_casino} "
        f"aces {row.aces} sweeps {row.sweeps}{each} total {row.total}"
    )


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))
