"""Records read from text, line by line (`malformed_record`). Grammar: `docs/notation.md`."""

import re
from collections.abc import Callable, Iterator

from engine.errors import MalformedRecord, Refusal
from engine.match.events import (
    CardDrawn,
    ClockRanOut,
    DealStarted,
    MatchAnnulled,
    MatchFinished,
    PacketDealt,
    Residue,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
)
from engine.record.entries import Entry, Play, Record, Secret, Totals, Untold
from engine.record.heading import HEADINGS, QUOTED, Heading, text_of
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
    """The record that the text is; refuses, without judging the play, what is not one
    (`malformed_record`).
    """
    heading = Heading()
    entries: list[Entry] = []
    for _, line in lines_of(text):
        if is_heading(line):
            if entries:
                raise MalformedRecord(problem="it belongs before the first deal")
            heading.read(line)
        else:
            entries.append(parse_entry(line))
    return Record(heading.header(), tuple(entries))


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers; empty ones and comments (`;`) do not."""
    if len(text) > LONGEST_RECORD:
        raise MalformedRecord(problem=f"a record has at most {LONGEST_RECORD} characters")
    for number, line in enumerate(text.split("\n"), start=1):
        said = line.strip()
        if said and not said.startswith(";"):
            yield number, said


def is_heading(line: str) -> bool:
    """Whether the line belongs to the header."""
    return line.partition(" ")[0] in HEADINGS


def parse_entry(line: str) -> Entry:
    """The entry that the line is, spaces apart as written by `entry_text`."""
    if len(line) > LONGEST_LINE:
        raise MalformedRecord(problem=f"a line has at most {LONGEST_LINE} characters")
    said = " ".join(line.split())
    for pattern, read in _READERS:
        match = pattern.fullmatch(said)
        if match is not None:
            return read(match)
    word = said.partition(" ")[0][:20]
    raise MalformedRecord(problem=f"no line that begins with {word} is written so")


def _cards(text: str) -> tuple[int, ...]:
    texts = () if text == "-" else [text[at : at + 2] for at in range(0, len(text), 2)]
    cards = tuple(parse_card(card) for card in texts)
    if len(set(cards)) < len(cards):
        raise MalformedRecord(problem="a card stands twice")
    return cards


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _play(read: re.Match[str]) -> Entry:
    try:
        move = parse_move(read[2])
    except Refusal as refusal:
        raise MalformedRecord(problem=f"{read[2][:40]} is not a move") from refusal
    return Play(int(read[1]), move, read[3] is not None, read[4] is not None)


def _packet(read: re.Match[str]) -> Entry:
    hands = tuple(card_set(_cards(hand)) for hand in read[4].split("/"))
    return PacketDealt(
        deal=int(read[1]),
        packet=int(read[2]),
        last=read[7] is not None,
        table=card_set(_cards(read[5])),
        stock=int(read[6]),
        turn=int(read[3]),
        hands=hands,
    )


def _row(read: re.Match[str]) -> Entry:
    row = SheetRow(
        side=int(read[1]),
        cards=int(read[2]),
        spades=int(read[3]),
        most_cards=int(read[4]),
        most_spades=int(read[5]),
        big_casino=int(read[6]),
        little_casino=int(read[7]),
        aces=int(read[8]),
        sweeps=int(read[9]),
        each_spade=None if read[10] is None else int(read[10]),
    )
    if row.total != int(read[11]):
        raise MalformedRecord(problem=f"the points add up to {row.total}")
    return row


def _residue(read: re.Match[str]) -> Entry:
    seat = None if read[1] == "nobody" else int(read[1])
    return Residue(seat, card_set(_cards(read[2])))


_READERS: list[tuple[re.Pattern[str], Reader]] = [
    (re.compile(pattern), read)
    for pattern, read in (
        (
            rf"{_NUMBER} draws ([A2-9TJQK][cdhs]) stock {_NUMBER}",
            lambda read: CardDrawn(int(read[1]), int(read[3]), parse_card(read[2])),
        ),
        (rf"{_NUMBER} timeout {_NUMBER}", lambda read: ClockRanOut(int(read[1]), int(read[2]))),
        (rf"{_NUMBER} resigns", lambda read: SeatResigned(int(read[1]))),
        (rf"{_NUMBER} forfeits", lambda read: SeatForfeited(int(read[1]))),
        (rf"{_NUMBER} bot (\S{{1,64}})", lambda read: SeatHandedOver(int(read[1]), read[2])),
        (rf"{_NUMBER} ([A2-9TJQK][cdhs]\S*)( sweep)?( default)?", _play),
        (
            rf"packet {_NUMBER}\.{_NUMBER} turn {_NUMBER} hands {_HANDS} "
            rf"table {_CARDS} stock {_NUMBER}( last)?",
            _packet,
        ),
        (
            rf"deal {_NUMBER} dealer {_NUMBER} deck {_CARDS}",
            lambda read: DealStarted(int(read[1]), int(read[2]), _cards(read[3])),
        ),
        (
            rf"deal {_NUMBER} dealer {_NUMBER} untold",
            lambda read: Untold(int(read[1]), int(read[2])),
        ),
        (r"secret ([0-9a-f]{64})", lambda read: Secret(bytes.fromhex(read[1]))),
        (rf"residue (nobody|[0-9]{{1,2}}) {_CARDS}", _residue),
        (
            rf"side {_NUMBER} cards {_NUMBER} spades {_NUMBER} most-cards {_NUMBER} "
            rf"most-spades {_NUMBER} big {_NUMBER} little {_NUMBER} aces {_NUMBER} "
            rf"sweeps {_NUMBER}(?: each-spade {_NUMBER})? total {_NUMBER}",
            _row,
        ),
        (
            rf"score {_NUMBER} {_NUMBERS}",
            lambda read: Totals(int(read[1]), _numbers(read[2])),
        ),
        (
            rf"annulled {QUOTED}",
            lambda read: MatchAnnulled(text_of(read[1]), None),
        ),
        (
            rf"result {_NUMBER} (score|resigned|timeouts|forfeited) {_NUMBERS}",
            lambda read: MatchFinished(int(read[1]), read[2], _numbers(read[3])),
        ),
    )
]
