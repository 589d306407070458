"""Whist tournaments: everybody has everybody else once as partner and twice as opponent.

For n = 4t entrants that takes n - 1 rounds, for n = 4t + 1 n rounds in each of which one sits out.
The designs are cyclic: a round is the first one with its number added to every element, modulo
n - 1 (element n - 1 stays where it is) or n (the element that is nowhere in the first round sits
out). A first round fits if the differences of partners are every number once, those of opponents
every number twice. For 9 entrants there is none of integers; its elements are pairs modulo 3.
"""

from functools import cache

# Partners are joined by a hyphen, opponents by a colon.
_FIRST_ROUNDS = {
    4: "0-3:1-2",
    5: "1-4:2-3",
    8: "0-3:1-6 2-7:4-5",
    9: "1-2:3-6 4-8:5-7",
    12: "0-5:7-10 1-11:3-4 2-9:6-8",
    13: "1-5:8-10 2-3:4-11 6-9:7-12",
    16: "0-1:10-12 2-7:4-8 3-9:11-14 5-15:6-13",
    17: "1-9:8-12 2-14:6-16 3-4:13-15 5-11:7-10",
    20: "0-11:10-15 1-8:6-9 2-12:14-18 3-5:16-17 4-19:7-13",
    21: "1-10:8-19 2-16:5-11 3-6:7-20 4-9:15-17 12-13:14-18",
    24: "0-17:9-11 1-16:2-21 3-13:15-20 4-18:5-8 6-7:10-22 12-19:14-23",
    25: "1-18:7-8 2-23:9-14 3-16:13-24 4-10:5-12 6-21:19-22 11-20:15-17",
    28: "0-26:13-25 1-17:7-20 2-8:19-23 3-21:10-12 4-9:5-24 6-16:11-14 15-22:18-27",
    29: "1-13:9-15 2-21:6-8 3-7:4-12 5-20:18-25 10-28:17-22 11-24:14-23 16-19:26-27",
    32: "0-4:8-17 1-7:9-28 2-16:26-27 3-23:22-25 5-18:19-24 6-14:11-21 10-12:15-30 13-20:29-31",
    36: (
        "0-22:5-33 1-2:12-24 3-6:13-34 4-10:19-27 7-18:16-26 8-28:14-23 9-35:15-31 11-29:30-32 "
        "17-21:20-25"
    ),
    37: (
        "1-36:6-31 2-35:12-25 3-34:18-19 4-33:13-24 5-32:7-30 8-29:11-26 9-28:17-20 10-27:14-23 "
        "15-22:16-21"
    ),
    41: (
        "1-40:9-32 2-39:18-23 3-38:14-27 4-37:5-36 6-35:13-28 7-34:19-22 8-33:10-31 11-30:17-24 "
        "12-29:15-26 16-25:20-21"
    ),
}
_BASES = {9: (3, 3)}

# The partners (0, 1) against (2, 3).
Foursome = tuple[int, int, int, int]


def has_design(entrants: int) -> bool:
    return entrants in _FIRST_ROUNDS


def design_rounds(entrants: int) -> int:
    """How many rounds the design of so many takes, shipped or not."""
    return entrants - 1 if entrants % 4 == 0 else entrants


@cache
def design(entrants: int) -> tuple[tuple[Foursome, ...], ...]:
    """The rounds of the design, of elements 0 … n - 1; raises KeyError where none is shipped."""
    first = [_foursome(text) for text in _FIRST_ROUNDS[entrants].split()]
    bases = _BASES.get(entrants, (design_rounds(entrants),))
    return tuple(
        tuple(_shifted(table, shift, bases) for table in first)
        for shift in range(design_rounds(entrants))
    )


def _foursome(text: str) -> Foursome:
    a, b, c, d = map(int, text.replace(":", "-").split("-"))
    return a, b, c, d


def _shifted(table: Foursome, shift: int, bases: tuple[int, ...]) -> Foursome:
    a, b, c, d = (_sum(element, shift, bases) for element in table)
    return a, b, c, d


def _sum(element: int, shift: int, bases: tuple[int, ...]) -> int:
    """Digit by digit, each modulo its base; an element that is beyond all digits stays."""
    result, unit, rest, added = 0, 1, element, shift
    for base in bases:
        result += (rest + added) % base * unit
        rest, added, unit = rest // base, added // base, unit * base
    return element if rest else result
