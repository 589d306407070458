"""What people call a round."""

from django.utils.translation import gettext

from tournaments.core.planning import RoundName
from tournaments.formats.protocol import Format


def round_name(format_: Format, name: RoundName) -> str:
    """The name in the reader's language, by the words of the format that gave it."""
    return gettext(format_.round_names[name.code]) % dict(name.params)
