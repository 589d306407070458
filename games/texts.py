"""What no text that people give may hold: what nobody sees. The one place that says it.

Facts of before may hold it, and are folded and decided again as they are: so this is asked where a
text comes in, and never by what decides a command.
"""

import re
import unicodedata
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

PROBLEM = "it has a control character, or one that nobody sees"
# Controls, formats (zero-width ones and those that turn the direction), halves of surrogate pairs,
# separators of lines.
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Letters and marks by their category, of which nothing is drawn: fillers, vowels that are implied,
# variations of what stands before them.
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0"
    "\U000e0100-\U000e01ef]"
)
# Text or picture: this has a meaning behind what can be either, as a heart or the key of a digit.
VARIATION = re.compile("(?s)(.?)[\ufe0e\ufe0f]")
EITHER = frozenset({"So", "Sm", "Po", "Nd"})


def is_seen(text: str) -> bool:
    """Whether everything in the text can be seen, blanks being seen."""
    if text.isascii() and text.isprintable():
        return True
    return (
        not any(unicodedata.category(char) in UNSEEN for char in text)
        and not BLANK.search(text)
        and all(
            found[1] and unicodedata.category(found[1]) in EITHER
            for found in VARIATION.finditer(text)
        )
    )


# Fields of bodies that people write in several lines.
IN_LINES = frozenset({"description"})


def lines_seen(text: str) -> bool:
    """Whether everything in a text of several lines can be seen."""
    lines = text.replace("\r\n", "\n").replace("\t", " ").split("\n")
    return all(map(is_seen, lines))


def all_seen(content: Any) -> bool:
    """Whether everything in every text of a JSON document can be seen, keys included; the fields
    `IN_LINES` may have several lines.
    """
    left = [content]
    while left:
        match left.pop():
            case str(text) if not is_seen(text):
                return False
            case list(items):
                left += items
            case dict(fields):
                for name, value in fields.items():
                    if name in IN_LINES and isinstance(value, str):
                        value = value if not lines_seen(value) else ""
                    left += [name, value]
            case _:
                pass
    return True


def seen_in_lines(text: str) -> None:
    """The same of a text of several lines."""
    if not lines_seen(text):
        raise ValidationError(_("It has a control character, or one that nobody sees."))


def seen(text: str) -> None:
    """A validator of fields of forms and models."""
    if not is_seen(text):
        raise ValidationError(_("It has a control character, or one that nobody sees."))
