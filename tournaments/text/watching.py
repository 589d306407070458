"""How an event is watched, in the words of who would look on."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.watching import Watching, directors_may_look, watching_in


def watched_in_words(settings: Mapping[str, Any]) -> list[str]:
    """A sentence for each way in which its tables are not seen live, and who may look all the
    same; nothing of an event that is watched as it is played.
    """
    policies, stages = settings["policies"], settings["stages"]
    ways = [watching_in(policies, stage.get("watching", "")) for stage in stages]
    found = list(_sentences(ways))
    if found and directors_may_look(policies):
        found.append(_("Directors who do not play may look at tables live; it is recorded."))
    return found


def _sentences(ways: list[Watching]) -> Iterator[str]:
    if len(set(ways)) == 1:
        if said := way_in_words(ways[0]):
            yield said
        return
    for number, way in enumerate(ways, 1):
        if said := way_in_words(way):
            yield _("Stage %(number)d: %(said)s") % {"number": number, "said": said}


def way_in_words(way: Watching) -> str:
    """The sentence of one way; "" for live."""
    match way.kind:
        case "live":
            return ""
        case "plays":
            return ngettext(
                "Others see a table %(count)d play later than its players.",
                "Others see a table %(count)d plays later than its players.",
                way.by,
            ) % {"count": way.by}
        case "seconds":
            return ngettext(
                "Others see a table %(count)d second later than its players; results come as "
                "much later.",
                "Others see a table %(count)d seconds later than its players; results come as "
                "much later.",
                way.by,
            ) % {"count": way.by}
        case "deal":
            return _("Others see each deal of a table when it is over.")
        case "match":
            return _("Others see a table when its match is over.")
        case _:
            return _("Others see tables, and results, when the round is over.")
