"""What a text of a body looks like (`games.texts`), and one of a query, as regular expressions for
the schema.
"""

import unicodedata
from functools import cache
from itertools import chain

from games.texts import BLANK, UNSEEN

# Where Unicode has anything but ideographs: scripts, pictures, and tags.
_PLANES = tuple(chain(range(0x20000), range(0xE0000, 0xE1000)))


@cache
def pattern(*, blank: bool, in_lines: bool = False) -> str:
    """Of texts in which everything can be seen; not `blank`: they are more than blanks."""
    unseen = _unseen(in_lines)
    some = f"[^{unseen}]*"
    return f"^{some}$" if blank else f"^{some}[^\\s{unseen}]{some}$"


def asked_pattern(*, blank: bool) -> str:
    """Of texts that are looked for: without NUL; not `blank`: more than blanks."""
    some = "[^\\u0000]*"
    return f"^{some}$" if blank else f"^{some}[^\\s\\u0000]{some}$"


@cache
def _unseen(in_lines: bool) -> str:
    """The class of all that nobody sees, as ranges. Halves of pairs are in no text of JSON."""
    kept = {"\t", "\n", "\r"} if in_lines else set()
    hidden = [
        code
        for code in _PLANES
        if not 0xD800 <= code <= 0xDFFF
        and chr(code) not in kept
        and (
            unicodedata.category(chr(code)) in UNSEEN
            or BLANK.match(chr(code))
            or code in (0xFE0E, 0xFE0F)
        )
    ]
    ranges: list[list[int]] = []
    for code in hidden:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(
        _written(first) if first == last else f"{_written(first)}-{_written(last)}"
        for first, last in ranges
    )


def _written(code: int) -> str:
    """Escaped, where every dialect reads the escape; else itself."""
    return f"\\u{code:04x}" if code <= 0xFFFF else chr(code)
