"""What people call the formats."""

from django.utils.translation import gettext

from tournaments.formats import FORMATS


def format_name(key: str) -> str:
    """The name in the reader's language; the key of a format that is not there any more."""
    found = FORMATS.get(key)
    return key if found is None else gettext(found.name)
