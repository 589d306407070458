"""Pictures for who shares a link: a table at a moment, or a few lines beside a fan of cards."""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.rules.cards import texts
from engine.rules.table import Table
from games.replays.card_pictures import RATIO, card_picture, suit_mask
from games.replays.lettering import Colour, letters, lines_of, width_of

WIDTH, HEIGHT = 1200, 630
# Changed with how the pictures look: those of before are then asked for anew.
EDITION = 2
FELT, DEEP, INK, MUTED, RED = (
    (42, 89, 72),
    (33, 73, 59),
    (244, 246, 241),
    (192, 211, 201),
    (192, 22, 49),
)
SEATS: tuple[Colour, ...] = (
    (194, 158, 20), (112, 209, 250), (242, 191, 175),
    (171, 149, 255), (204, 254, 165), (253, 115, 166),
)  # fmt: skip
MARGIN = 48
# How much room the seats have at the left, where there are few of them, and where many.
SIDE, WIDER_SIDE, MANY = 392, 552, 4
FAN = ("Ah", "2s", "Td", "As")
COLOURS = 160
# The sentence of a play: its letters, the space between words, and the marks of suits in it.
SENTENCE, SPACE, MARK = 30, 9, 24
LEFT_OUT = "…"
PALE_RED = (255, 150, 150)
SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_MARKS = re.compile("([♣♦♥♠])\ufe0e?")


@dataclass(frozen=True, slots=True)
class PictureSeat:
    """Who sits there; the points of the side, told once; and the hand, if it lies open."""

    name: str
    points: int | None
    hand: tuple[str, ...] | None


class Item(NamedTuple):
    """What lies on the table in one place: the cards, and the value of a build in its owner's
    colour.
    """

    cards: list[str]
    value: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class PosterLine:
    """A line of a poster: what stands left and right, in the colour of a seat if it is one's."""

    text: str
    value: str = ""
    seat: int | None = None


def poster(kicker: str, title: str, lines: Sequence[PosterLine], foot: str) -> bytes:
    """A PNG: a title with lines under it, and a fan of cards."""
    picture, draw = _felt()
    _fan(picture)
    room = 650
    _brand(draw, kicker)
    y = 118.0
    for words in lines_of(title, 64, room, 2):
        letters(draw, (MARGIN, y), words, 64, INK, bold=True, most=room)
        y += 76
    y += 14
    step = 58 if len(lines) <= 5 else 46
    for line in lines[:7]:
        colour = SEATS[line.seat % len(SEATS)] if line.seat is not None else MUTED
        draw.rectangle([MARGIN, y + 4, MARGIN + 6, y + step - 16], fill=colour)
        value = letters(draw, (MARGIN + room, y), line.value, 34, INK, bold=True, right=True)
        letters(draw, (MARGIN + 24, y), line.text, 34, INK, most=room - 48 - value)
        y += step
    letters(draw, (MARGIN, HEIGHT - 66), foot, 28, MUTED, most=WIDTH - 2 * MARGIN)
    return _png(picture)


def table_picture(
    kicker: str, where: str, seats: Sequence[PictureSeat], table: Table | None, said: str
) -> bytes:
    """A PNG: the table after a play, who sits there with their hands, and what was played."""
    picture, draw = _felt()
    _brand(draw, kicker)
    letters(draw, (WIDTH - MARGIN, 36), where, 30, INK, right=True, most=560)
    side = WIDER_SIDE if len(seats) >= MANY else SIDE
    _seats(picture, draw, seats, side)
    _spread(picture, draw, table, side)
    draw.rectangle([0, HEIGHT - 104, WIDTH, HEIGHT], fill=DEEP)
    for line, words in enumerate(_in_lines(picture, draw, said)):
        x = float(MARGIN)
        for word in words:
            x += _word(picture, draw, (x, HEIGHT - 90 + 40 * line), word) + SPACE
    return _png(picture)


def _in_lines(picture: Image.Image, draw: ImageDraw.ImageDraw, said: str) -> tuple[list[str], ...]:
    """The words of a sentence in two lines; what has no room there is left out, which is said."""
    lines: tuple[list[str], ...] = ([], [])
    at, used, dots = 0, 0.0, _word(picture, draw, None, LEFT_OUT)
    room = WIDTH - 2 * MARGIN
    for word in said.split():
        wide = _word(picture, draw, None, word)
        if lines[at] and used + wide > room and at == 0:
            at, used = 1, 0.0
        if lines[at] and used + wide + SPACE + dots > room and at == 1:
            lines[1].append(LEFT_OUT)
            break
        lines[at].append(word)
        used += wide + SPACE
    return lines


def _word(
    picture: Image.Image, draw: ImageDraw.ImageDraw, place: tuple[float, float] | None, word: str
) -> float:
    """Writes a word, in which the mark of a suit is drawn; answers how wide it is. Without a place
    it is only measured.
    """
    x = 0.0 if place is None else place[0]
    begun = x
    for part in _MARKS.split(word):
        if suit := SUITS.get(part):
            if place is not None:
                colour = PALE_RED if suit in "dh" else INK
                picture.paste(colour, (round(x), round(place[1] + 5)), suit_mask(suit, MARK))
            x += MARK + 1
        elif part and place is None:
            x += width_of(part, SENTENCE)
        elif part and place is not None:
            x += letters(draw, (x, place[1]), part, SENTENCE, INK)
    return x - begun


def _felt() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    picture = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    return picture, ImageDraw.Draw(picture)


def _brand(draw: ImageDraw.ImageDraw, kicker: str) -> None:
    draw.rounded_rectangle([MARGIN, 34, MARGIN + 28, 72], radius=5, fill=RED)
    x, y = MARGIN + 14, 53
    diamond = [(x, y - 13), (x + 9, y), (x, y + 13), (x - 9, y)]
    draw.polygon(diamond, fill=(255, 255, 255))
    letters(draw, (MARGIN + 44, 36), kicker, 30, MUTED, most=560)


def _fan(picture: Image.Image) -> None:
    for number, card in enumerate(FAN):
        turned = card_picture(card, 190).rotate(
            18 - 14 * number, Image.Resampling.BICUBIC, expand=True
        )
        place = (728 + 62 * number, 158 + 14 * abs(2 * number - 3) - turned.height // 12)
        picture.paste(turned, place, turned)


def _seats(
    picture: Image.Image, draw: ImageDraw.ImageDraw, seats: Sequence[PictureSeat], side: int
) -> None:
    top, room = 104, HEIGHT - 104 - 104 - 8
    step = room // len(seats)
    are_many = len(seats) >= MANY
    size = 27 if are_many else 36
    # Many hands lie beside the names, few under them.
    width = 42 if are_many else min(78, round((step - size - 34) / RATIO))
    for number, seat in enumerate(seats):
        y, colour = top + number * step, SEATS[number % len(SEATS)]
        draw.rectangle([MARGIN, y, MARGIN + 6, y + step - 14], fill=colour)
        points = "" if seat.points is None else str(seat.points)
        wide = letters(draw, (MARGIN + side, y), points, size, INK, bold=True, right=True)
        beside = 4 * (width + 5) + 60 if are_many else wide
        letters(draw, (MARGIN + 20, y), seat.name, size, INK, most=side - 40 - beside)
        x = round(MARGIN + side - beside) if are_many else MARGIN + 20
        for place, card in enumerate(seat.hand or ()):
            one = card_picture(card, width)
            below = 0 if are_many else size + 14
            picture.paste(one, (x + place * (width + 5), y + below), one)


def _spread(
    picture: Image.Image, draw: ImageDraw.ImageDraw, table: Table | None, side: int
) -> None:
    """The builds, each a fan of its cards with its value, then the loose cards, row by row."""
    left, top, right, bottom = MARGIN + side + 56, 112, WIDTH - MARGIN, HEIGHT - 128
    if table is None:
        return
    items = [
        Item(texts(build.cards), str(build.value), SEATS[build.owner % len(SEATS)])
        for build in table.builds
    ]
    items += [Item([card], "", INK) for card in texts(table.loose)]
    foot = 40 if table.builds else 14
    width = next(
        (
            width
            for width in (124, 104, 88, 74, 62, 52)
            if len(_rows(items, width, right - left)) * (round(width * RATIO) + foot)
            <= bottom - top
        ),
        44,
    )
    rows, height = _rows(items, width, right - left), round(width * RATIO) + foot
    y = top + (bottom - top - len(rows) * height) // 2
    for row in rows:
        x = left + (right - left - sum(_wide(cards, width) for cards, _value, _colour in row)) // 2
        for cards, value, colour in row:
            for place, card in enumerate(cards):
                one = card_picture(card, width)
                picture.paste(one, (x + place * width // 3, y), one)
            if value:
                badge = y + round(width * RATIO) + 4
                draw.rounded_rectangle([x, badge, x + 52, badge + 30], radius=6, fill=colour)
                letters(draw, (x + 12, badge + 2), value, 24, DEEP, bold=True)
            x += _wide(cards, width)
        y += height


def _wide(cards: Sequence[str], width: int) -> int:
    return width + (len(cards) - 1) * width // 3 + 14


def _rows(items: Sequence[Item], width: int, room: int) -> list[list[Item]]:
    rows: list[list[Item]] = [[]]
    used = 0
    for item in items:
        wide = _wide(item[0], width)
        if rows[-1] and used + wide > room:
            rows.append([])
            used = 0
        rows[-1].append(item)
        used += wide
    return rows


def _png(picture: Image.Image) -> bytes:
    written = io.BytesIO()
    fewer = picture.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    fewer.save(written, "PNG")
    return written.getvalue()
