"""Which handles people take for each other: those of one skeleton."""

import unicodedata
from functools import cache

# Of a few letters each, what they are taken for. Handles are the same in small and in capital
# letters, so i, which as a capital is taken for l, is l as well.
FOLDED = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o", "_": "-"})
PAIRS = (("rn", "m"), ("vv", "w"))


def skeleton(handle: str) -> str:
    """What is left of a handle once everything is the same that looks the same."""
    plain = "".join(map(_latin, unicodedata.normalize("NFKC", handle))).lower().translate(FOLDED)
    for pair, letter in PAIRS:
        plain = plain.replace(pair, letter)
    return plain


@cache
def _latin(char: str) -> str:
    """The ASCII letter that the character is taken for, by Unicode's table; else itself."""
    if char.isascii():
        return char
    # A megabyte, for whoever writes letters that no handle has.
    from confusable_homoglyphs.confusables import confusables_data

    alike = [one["c"] for one in confusables_data.get(char, ()) if one["c"].isascii()]
    return alike[0] if alike else char
