"""Cards as pictures: the shapes of `glyphs.js`, drawn for the server."""

import re
from functools import lru_cache

from PIL import Image, ImageDraw

from games.replays.lettering import letters

Point = tuple[float, float]
RATIO = 1.4
PAPER, EDGE, BACK = (255, 254, 251), (186, 196, 190), (141, 19, 39)
INK = {"c": (27, 70, 52), "d": (210, 42, 26), "h": (197, 15, 63), "s": (18, 22, 28)}
# In a box of 32 by 32: circles as centre and radius, and a path of absolute M, L, H and C.
_CIRCLES = {"c": ((16.0, 8.4), (8.8, 18.6), (23.2, 18.6))}
_RADIUS = 6.6
_PATHS = {
    "c": "M12.4 10.6L14.6 20C14.6 24.8 13.2 28.4 10.6 30.4H21.4"
    "C18.8 28.4 17.4 24.8 17.4 20L19.6 10.6",
    "d": "M16 1.5C19 6.8 22.8 11.8 27.4 16C22.8 20.2 19 25.2 16 30.5C13 25.2 9.2 20.2 4.6 16"
    "C9.2 11.8 13 6.8 16 1.5",
    "h": "M16 29.8C14 26 2.6 19.6 2.6 10.9C2.6 6 6 2.8 10 2.8C12.8 2.8 15 4.5 16 7.3"
    "C17 4.5 19.2 2.8 22 2.8C26 2.8 29.4 6 29.4 10.9C29.4 19.6 18 26 16 29.8",
    "s": "M16 1.6C18.4 6.4 29.4 12.2 29.4 19.4C29.4 23.2 26.6 25.6 23.4 25.6"
    "C20.8 25.6 18.6 24.3 17.3 22.2C17.5 25.8 18.8 28.6 21.4 30.4H10.6"
    "C13.2 28.6 14.5 25.8 14.7 22.2C13.4 24.3 11.2 25.6 8.6 25.6"
    "C5.4 25.6 2.6 23.2 2.6 19.4C2.6 12.2 13.6 6.4 16 1.6",
}  # fmt: skip
_PART = re.compile(r"([MLHC])([^MLHC]*)")
_CURVE_STEPS = 12
# Drawn so many times larger, and then made smaller: Pillow draws without soft edges.
_FINER = 4
_BOX = 32


def _outline(path: str) -> list[Point]:
    """The corners of a path, its curves in short straight lines."""
    points: list[Point] = []
    for letter, told in _PART.findall(path):
        numbers = [float(number) for number in told.split()]
        if letter == "H":
            points.append((numbers[0], points[-1][1]))
        elif letter == "C":
            start = points[-1]
            one, two, end = ((numbers[at], numbers[at + 1]) for at in (0, 2, 4))
            points += [
                _on_curve(start, one, two, end, step / _CURVE_STEPS)
                for step in range(1, _CURVE_STEPS + 1)
            ]
        else:
            points.append((numbers[0], numbers[1]))
    return points


def _on_curve(start: Point, one: Point, two: Point, end: Point, at: float) -> Point:
    rest = 1 - at
    weights = (rest**3, 3 * rest**2 * at, 3 * rest * at**2, at**3)
    corners = (start, one, two, end)
    return (
        sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True)),
        sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True)),
    )


@lru_cache(maxsize=32)
def suit_mask(suit: str, size: int) -> Image.Image:
    """The shape of a suit, as a mask of this many pixels each way."""
    large = Image.new("L", (size * _FINER, size * _FINER), 0)
    draw, scale = ImageDraw.Draw(large), size * _FINER / _BOX
    for x, y in _CIRCLES.get(suit, ()):
        box = [(x - _RADIUS) * scale, (y - _RADIUS) * scale]
        draw.ellipse([*box, box[0] + 2 * _RADIUS * scale, box[1] + 2 * _RADIUS * scale], fill=255)
    draw.polygon([(x * scale, y * scale) for x, y in _outline(_PATHS[suit])], fill=255)
    return large.resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(maxsize=160)
def card_picture(card: str | None, width: int) -> Image.Image:
    """A card of this width with its round corners; None is a card face down."""
    height = round(width * RATIO)
    picture = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    picture.paste(_body(width, height, BACK if card is None else PAPER), (0, 0))
    if card is None:
        return picture
    rank, suit = ("10" if card[0] == "T" else card[0]), card[1]
    small, large = round(width * 0.3), round(width * 0.5)
    letters(
        ImageDraw.Draw(picture),
        (width * 0.1, width * 0.06),
        rank,
        width * 0.42,
        INK[suit],
        bold=True,
    )
    corner = (round(width * 0.62), round(width * 0.13))
    picture.paste(INK[suit], corner, suit_mask(suit, small))
    middle = (round((width - large) / 2), round(height * 0.5))
    picture.paste(INK[suit], middle, suit_mask(suit, large))
    return picture


def _body(width: int, height: int, fill: tuple[int, int, int]) -> Image.Image:
    large = Image.new("RGBA", (width * _FINER, height * _FINER), (0, 0, 0, 0))
    corners = [0, 0, width * _FINER - 1, height * _FINER - 1]
    ImageDraw.Draw(large).rounded_rectangle(
        corners, radius=width * _FINER // 9, fill=fill, outline=EDGE, width=_FINER
    )
    return large.resize((width, height), Image.Resampling.LANCZOS)
