"""Amounts as people write them: scores are kept in sixtieths, ratios in millionths."""

from fractions import Fraction

from django.utils.translation import ngettext

from tournaments.core.stages import POINT

_VULGAR = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼",
    Fraction(3, 4): "¾", Fraction(1, 5): "⅕", Fraction(2, 5): "⅖", Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘", Fraction(1, 6): "⅙", Fraction(5, 6): "⅚",
}  # fmt: skip
_PLACES = 3


def amount_text(value: int, unit: int = POINT) -> str:
    """`value` / `unit`: 270 sixtieths are 4½, -90 are −1½; what has no such fraction has at most
    three decimals.
    """
    exact = Fraction(abs(value), unit)
    sign = "−" if value < 0 and exact else ""
    whole, rest = divmod(exact, 1)
    if not rest:
        return f"{sign}{whole}"
    if rest in _VULGAR:
        return f"{sign}{whole or ''}{_VULGAR[rest]}"
    decimal = f"{float(exact):.{_PLACES}f}".rstrip("0").rstrip(".")
    return f"{sign}{decimal}" if float(decimal) else "0"


def score_text(score: int) -> str:
    """A penalty or a bonus in words: "−½ point", "+2 points"."""
    shown = amount_text(score)
    word = ngettext("point", "points", 1 if abs(score) <= POINT else 2)
    return f"{'+' if score > 0 else ''}{shown} {word}"


def sum_text(terms: list[str]) -> str:
    """Terms added up: 4 + 3½ − 1."""
    found = " + ".join(terms)
    return found.replace("+ −", "− ")
