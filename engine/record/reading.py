"""Records read from text, line by line (`docs/notation.md`); others are `malformed_record`."""

import re
from collections.abc import Callable, Iterator

from engine.errors import MalformedRecord, Refusal
from engine.match.events import (
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
from engine.record.entries import Entry, Play, Record, Secret, Totals, UnrevealedDeal
from engine.record.header_reader import HEADER_KEYWORDS, QUOTED, HeaderReader, json_text
from engine.rules.cards import card_set, parse_card
from engine.rules.moves import parse_move
from engine.rules.scoring import SheetRow

LONGEST_LINE = 2000
LONGEST_RECORD = 1 << 23

_NUMBER = r"([0-9]{1,6})"
_NUMBERS = r"([0-9]{1,6}(?: [0-9]{1,6})*)"
_CARDS = r"((?:[A2-9TJQK][cdhs]){1,52}|-)"
_HANDS = r"((?:(?:[A2-9TJQK][cdhs]){1,4}|-)(?:/(?:(?:[A2-9TJQK][cdhs]){1,4}|-)){1,9})"

Reader = Callable[[re.Match[str]], Entry]


def parse_record(text: str) -> Record:
    """The record of a text; the play is not judged.

    Refuses a text outside the grammar (`malformed_record`), and rulesets and overrides that do not
    exist (`unknown_ruleset`, `bad_override`).
    """
    header = HeaderReader()
    entries: list[Entry] = []
    for _, line in lines_of(text):
        if is_header_line(line):
            if entries:
                raise MalformedRecord(problem="it belongs before the first deal")
            header.read(line)
        else:
            entries.append(parse_entry(line))
    return Record(header.header(), tuple(entries))


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers from 1, without empty lines and comments (`;`)."""
    if len(text) > LONGEST_RECORD:
        raise MalformedRecord(problem=f"a record has at most {LONGEST_RECORD} characters")
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.strip()
        if content and not content.startswith(";"):
            yield number, content


def is_header_line(line: str) -> bool:
    """Whether the line belongs to the header."""
    return line.partition(" ")[0] in HEADER_KEYWORDS


def parse_entry(line: str) -> Entry:
    """The entry of a line by `entry_text`; refuses any other line (`malformed_record`)."""
    if len(line) > LONGEST_LINE:
        raise MalformedRecord(problem=f"a line has at most {LONGEST_LINE} characters")
    text = " ".join(line.split())
    for pattern, reader in _READERS:
        match = pattern.fullmatch(text)
        if match is not None:
            return reader(match)
    word = text.partition(" ")[0][:20]
    raise MalformedRecord(problem=f"no line that begins with {word} is written so")


def _cards(text: str) -> tuple[int, ...]:
    texts = () if text == "-" else [text[at : at + 2] for at in range(0, len(text), 2)]
    cards = tuple(parse_card(card) for card in texts)
    if len(set(cards)) < len(cards):
        raise MalformedRecord(problem="a card stands twice")
    return cards


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _play(match: re.Match[str]) -> Entry:
    try:
        move = parse_move(match[2])
    except Refusal as refusal:
        raise MalformedRecord(problem=f"{match[2][:40]} is not a move") from refusal
    return Play(int(match[1]), move, match[3] is not None, match[4] is not None)


def _packet(match: re.Match[str]) -> Entry:
    hands = tuple(card_set(_cards(hand)) for hand in match[4].split("/"))
    return PacketDealt(
        deal=int(match[1]),
        packet=int(match[2]),
        last=match[7] is not None,
        table=card_set(_cards(match[5])),
        stock=int(match[6]),
        turn=int(match[3]),
        hands=hands,
    )


def _row(match: re.Match[str]) -> Entry:
    row = SheetRow(
        side=int(match[1]),
        cards=int(match[2]),
        spades=int(match[3]),
        most_cards=int(match[4]),
        most_spades=int(match[5]),
        big_casino=int(match[6]),
        little_casino=int(match[7]),
        aces=int(match[8]),
        sweeps=int(match[9]),
        each_spade=None if match[10] is None else int(match[10]),
    )
    if row.total != int(match[11]):
        raise MalformedRecord(problem=f"the points add up to {row.total}")
    return row


def _residue(match: re.Match[str]) -> Entry:
    seat = None if match[1] == "nobody" else int(match[1])
    return Residue(seat, card_set(_cards(match[2])))


_READERS: list[tuple[re.Pattern[str], Reader]] = [
    (re.compile(pattern), reader)
    for pattern, reader in (
        (
            rf"{_NUMBER} draws ([A2-9TJQK][cdhs]) stock {_NUMBER}",
            lambda match: CardDrawn(int(match[1]), int(match[3]), parse_card(match[2])),
        ),
        (rf"{_NUMBER} timeout {_NUMBER}", lambda match: ClockRanOut(int(match[1]), int(match[2]))),
        (rf"{_NUMBER} resigns", lambda match: SeatResigned(int(match[1]))),
        (rf"{_NUMBER} returns", lambda match: SeatTakenBack(int(match[1]))),
        (rf"{_NUMBER} forfeits", lambda match: SeatForfeited(int(match[1]))),
        (rf"{_NUMBER} bot (\S{{1,64}})", lambda match: SeatHandedOver(int(match[1]), match[2])),
        (rf"{_NUMBER} ([A2-9TJQK][cdhs]\S*)( sweep)?( default)?", _play),
        (
            rf"packet {_NUMBER}\.{_NUMBER} turn {_NUMBER} hands {_HANDS} "
            rf"table {_CARDS} stock {_NUMBER}( last)?",
            _packet,
        ),
        (
            rf"deal {_NUMBER} dealer {_NUMBER} deck {_CARDS}",
            lambda match: DealStarted(int(match[1]), int(match[2]), _cards(match[3])),
        ),
        (
            rf"deal {_NUMBER} dealer {_NUMBER} untold",
            lambda match: UnrevealedDeal(int(match[1]), int(match[2])),
        ),
        (r"secret ([0-9a-f]{64})", lambda match: Secret(bytes.fromhex(match[1]))),
        (rf"residue (nobody|[0-9]{{1,2}}) {_CARDS}", _residue),
        (
            rf"side {_NUMBER} cards {_NUMBER} spades {_NUMBER} most-cards {_NUMBER} "
            rf"most-spades {_NUMBER} big {_NUMBER} little {_NUMBER} aces {_NUMBER} "
            rf"sweeps {_NUMBER}(?: each-spade {_NUMBER})? total {_NUMBER}",
            _row,
        ),
        (
            rf"score {_NUMBER} {_NUMBERS}",
            lambda match: Totals(int(match[1]), _numbers(match[2])),
        ),
        (rf"abandoned {_NUMBERS}", lambda match: MatchAbandoned(_numbers(match[1]))),
        (
            rf"annulled {QUOTED}",
            lambda match: MatchAnnulled(json_text(match[1]), None),
        ),
        (
            rf"result {_NUMBER} (score|resigned|timeouts|forfeited) {_NUMBERS}",
            lambda match: MatchFinished(int(match[1]), match[2], _numbers(match[3])),
        ),
    )
]
