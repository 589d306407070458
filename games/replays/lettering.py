"""Words on pictures, by the letters that Pillow has with it and those of the machine.

Pillow's own letters are those of English. A word with others is written in DejaVu where the machine
has that, else as near as plain letters come; what cannot be written at all is left out.
"""

import unicodedata
from functools import lru_cache

from PIL import ImageDraw, ImageFont

Colour = tuple[int, int, int]
_MACHINES_OWN = "DejaVuSans.ttf"
_PLAIN = {"–": "-", "—": "-", "’": "'", "“": '"', "”": '"'}
_NO_LETTER = "\uffff"
_TEST_SIZE = 20
_ELLIPSIS = "…"


@lru_cache(maxsize=64)
def _font(size: int, of_machine: bool) -> ImageFont.FreeTypeFont:
    if of_machine:
        return ImageFont.truetype(_MACHINES_OWN, size)
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


@lru_cache(maxsize=1)
def _has_machines_own() -> bool:
    try:
        _font(_TEST_SIZE, True)
    except OSError:
        return False
    return True


@lru_cache(maxsize=4096)
def _can_write(letter: str, of_machine: bool) -> bool:
    font = _font(_TEST_SIZE, of_machine)
    return letter == " " or bytes(font.getmask(letter)) != bytes(font.getmask(_NO_LETTER))


def _is_written(text: str, of_machine: bool) -> bool:
    return all(_can_write(letter, of_machine) for letter in text)


def writable(text: str) -> tuple[str, bool]:
    """The text as it can be written, and whether by the letters of the machine."""
    plain = "".join(_PLAIN.get(letter, letter) for letter in text)
    if _is_written(plain, False):
        return plain, False
    if _has_machines_own() and _is_written(text, True):
        return text, True
    bare = unicodedata.normalize("NFKD", plain)
    return "".join(letter for letter in bare if _can_write(letter, False)).strip(), False


def letters(
    draw: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    size: float,
    colour: Colour,
    *,
    bold: bool = False,
    most: float | None = None,
    right: bool = False,
) -> float:
    """Writes from `place`, or up to it if `right`; where there is no room for it within `most`
    pixels it is cut. Answers how wide it became.
    """
    written, of_machine = writable(text)
    font = _font(round(size), of_machine)
    if most is not None and font.getlength(written) > most:
        while written and font.getlength(written + _ELLIPSIS) > most:
            written = written[:-1]
        written = written.rstrip() + _ELLIPSIS
    width = font.getlength(written)
    x, y = place
    stroke = max(1, round(size / 28)) if bold else 0
    draw.text((x - width if right else x, y), written, colour, font=font, stroke_width=stroke)
    return float(width)


def width_of(text: str, size: float) -> float:
    """How wide the text becomes, uncut."""
    written, of_machine = writable(text)
    return float(_font(round(size), of_machine).getlength(written))


def lines_of(text: str, size: float, most: float, lines: int) -> list[str]:
    """The text in at most so many lines, none wider than `most`; the last has what is left."""
    written, of_machine = writable(text)
    font = _font(round(size), of_machine)
    found, line = list[str](), ""
    for word in written.split():
        longer = f"{line} {word}".strip()
        if font.getlength(longer) > most and line and len(found) + 1 < lines:
            found.append(line)
            longer = word
        line = longer
    return [*found, line]
