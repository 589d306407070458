"""Several people in one line."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

# More are no line that anybody reads.
NAMED, MOST = 3, 4


def few_of(names: Sequence[str], count: int | None = None) -> str:
    """The names of few; of many the first ones, and how many more there are. `count` is how many
    there are where `names` are only the first of them.
    """
    count = len(names) if count is None else count
    if count <= MOST:
        return " & ".join(names)
    shown = ", ".join(names[:NAMED])
    return _("%(names)s and %(count)d others") % {"names": shown, "count": count - NAMED}
