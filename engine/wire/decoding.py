"""Events read from stored facts, with one reader for each type and schema."""

from collections.abc import Callable, Mapping

from engine.errors import Refusal
from engine.match.events import (
    CardDrawn,
    CardPlayed,
    Clock,
    ClockCharged,
    ClockRanOut,
    CutCommitted,
    CutMade,
    DealScored,
    DealStarted,
    Event,
    MatchAbandoned,
    MatchAnnulled,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    PacketDealt,
    Residue,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
    SeatTaken,
    SeatTakenBack,
    TimeGivenBack,
    Timeouts,
)
from engine.rules.cards import PACK, parse_card
from engine.rules.moves import move_from_json
from engine.rules.scoring import SheetRow
from engine.rules.table import Build
from engine.wire.fields import Fields, cards_of, fields_of, text_of, whole_number
from engine.wire.rules_json import rules_from_json

Reader = Callable[[Fields, Fields], Event]


def from_fact(
    type: str, schema: int, data: Mapping[str, object], secret: Mapping[str, object] | None
) -> Event:
    """The event of a stored fact.

    `data` are its public fields and `secret` those for the server only, or None. Raises ValueError
    for a fact that `to_fact` does not write.
    """
    read = _READERS.get((type, schema))
    if read is None:
        raise ValueError(f"no fact {type} of schema {schema}")
    try:
        return read(Fields(data), Fields(secret or {}))
    except (Refusal, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"corrupt {type}: {error!r}") from error


def _read_created(data: Fields, secret: Fields) -> Event:
    timeouts, clock = data.fields("timeouts"), data.fields("clock")
    return MatchCreated(
        match=data.text("match"),
        ruleset=data.text("ruleset"),
        overrides=data.mapping("overrides"),
        rules=rules_from_json(data.text("ruleset"), data.mapping("rules")),
        seats=data.number("seats"),
        commitment=data.hex_bytes("commitment"),
        timeouts=Timeouts(
            timeouts.number("limit"),
            timeouts.text("then"),
            timeouts.text_or_absent("bot"),
            timeouts.text("both"),
        ),
        clock=Clock(
            clock.number("turn_seconds"), clock.number("bot_pace_ms"), clock.number("bank_seconds")
        ),
        seed=secret.hex_bytes("seed"),
        stand_in=data.text_or_none("stand_in"),
        board=data.text_or_none("board"),
        mirrored=data.flag("mirrored"),
        reveal=data.text("reveal"),
        digests=data.list_of_hex_bytes_or_none("digests"),
    )


def _read_deal(data: Fields, secret: Fields) -> Event:
    deck = tuple(parse_card(text_of(card)) for card in secret.items("deck"))
    if len(set(deck)) != PACK or len(deck) != PACK:
        raise ValueError("a deck has 52 different cards")
    return DealStarted(data.number("deal"), data.number("dealer"), deck)


def _read_packet(data: Fields, secret: Fields) -> Event:
    return PacketDealt(
        deal=data.number("deal"),
        packet=data.number("packet"),
        last=data.flag("last"),
        table=data.cards("table"),
        stock=data.number("stock"),
        turn=data.number("turn"),
        hands=tuple(cards_of(hand) for hand in secret.items("hands")),
    )


def _read_build(build: Fields) -> Build:
    multiple = build.text("kind") == "multiple"
    return Build(build.number("value"), build.cards("cards"), build.number("owner"), multiple)


def _read_played(data: Fields, secret: Fields) -> Event:
    build = data.fields_or_none("build")
    return CardPlayed(
        seat=data.number("seat"),
        move=move_from_json(data.mapping("move")),
        captured=data.cards("captured"),
        build=None if build is None else _read_build(build),
        sweep=data.flag("sweep"),
        default=data.flag("default"),
        turn=data.number_or_none("turn"),
    )


def _read_drawn(data: Fields, secret: Fields) -> Event:
    card = parse_card(secret.text("card"))
    return CardDrawn(data.number("seat"), data.number("stock"), card)


def _read_row(row: Fields) -> SheetRow:
    return SheetRow(
        side=row.number("side"),
        cards=row.number("cards"),
        spades=row.number("spades"),
        most_cards=row.number("most_cards"),
        most_spades=row.number("most_spades"),
        big_casino=row.number("big_casino"),
        little_casino=row.number("little_casino"),
        aces=row.number("aces"),
        sweeps=row.number("sweeps"),
        each_spade=row.number_or_absent("each_spade"),
    )


def _read_scored(data: Fields, secret: Fields) -> Event:
    residue = data.fields("residue")
    return DealScored(
        deal=data.number("deal"),
        residue=Residue(residue.number_or_none("seat"), residue.cards("cards")),
        sheet=tuple(_read_row(fields_of(row)) for row in data.items("sheet")),
        scores=tuple(whole_number(score) for score in data.items("scores")),
        piles=tuple(cards_of(pile) for pile in data.items("piles")),
        secret=data.hex_bytes_or_none("secret"),
    )


def _read_seat_taken(data: Fields, secret: Fields) -> Event:
    return SeatTaken(data.number("seat"), data.text("player"), data.text_or_none("bot"))


def _read_committed(data: Fields, secret: Fields) -> Event:
    return CutCommitted(data.number("seat"), data.hex_bytes("digest"))


def _read_cut(data: Fields, secret: Fields) -> Event:
    return CutMade(data.number("seat"), data.hex_bytes("cut"), data.text("by"))


def _read_started(data: Fields, secret: Fields) -> Event:
    return MatchStarted(data.number("dealer"))


def _read_ran_out(data: Fields, secret: Fields) -> Event:
    return ClockRanOut(data.number("seat"), data.number("in_a_row"))


def _read_charged(data: Fields, secret: Fields) -> Event:
    numbers = (data.number(name) for name in ("seat", "over_ms", "lag_ms", "bank_ms"))
    return ClockCharged(*numbers)


def _read_given_back(data: Fields, secret: Fields) -> Event:
    return TimeGivenBack(data.number_or_none("seat"), data.number("ms"), data.text("reason"))


def _read_taken_back(data: Fields, secret: Fields) -> Event:
    return SeatTakenBack(data.number("seat"))


def _read_resigned(data: Fields, secret: Fields) -> Event:
    return SeatResigned(data.number("seat"))


def _read_forfeited(data: Fields, secret: Fields) -> Event:
    return SeatForfeited(data.number("seat"))


def _read_handed_over(data: Fields, secret: Fields) -> Event:
    return SeatHandedOver(data.number("seat"), data.text("bot"))


def _read_finished(data: Fields, secret: Fields) -> Event:
    scores = tuple(whole_number(score) for score in data.items("scores"))
    return MatchFinished(
        data.number("winner"), data.text("reason"), scores, data.hex_bytes_or_none("secret")
    )


def _read_abandoned(data: Fields, secret: Fields) -> Event:
    scores = tuple(whole_number(score) for score in data.items("scores"))
    return MatchAbandoned(scores, data.hex_bytes_or_none("secret"))


def _read_annulled(data: Fields, secret: Fields) -> Event:
    return MatchAnnulled(data.text("reason"), data.hex_bytes_or_none("secret"))


_READERS: Mapping[tuple[str, int], Reader] = {
    ("match_created", 4): _read_created,
    ("seat_taken", 1): _read_seat_taken,
    ("cut_committed", 1): _read_committed,
    ("cut_made", 2): _read_cut,
    ("match_started", 1): _read_started,
    ("deal_started", 1): _read_deal,
    ("packet_dealt", 1): _read_packet,
    ("card_played", 1): _read_played,
    ("card_drawn", 1): _read_drawn,
    ("deal_scored", 2): _read_scored,
    ("clock_ran_out", 1): _read_ran_out,
    ("clock_charged", 1): _read_charged,
    ("time_given_back", 1): _read_given_back,
    ("seat_taken_back", 1): _read_taken_back,
    ("seat_resigned", 1): _read_resigned,
    ("seat_forfeited", 1): _read_forfeited,
    ("seat_handed_over", 1): _read_handed_over,
    ("match_finished", 2): _read_finished,
    ("match_annulled", 1): _read_annulled,
    ("match_abandoned", 1): _read_abandoned,
}
# The newest schema of each type.
SCHEMAS: Mapping[str, int] = dict(sorted(_READERS))
