"""The archive of what has been played: events and matches, found by what people know of them."""

from typing import Any, ClassVar
from urllib.parse import urlencode
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView

from engine import RULESETS
from games.identity import ID
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.read import archive, summaries
from tournaments.text.format_names import format_name
from tournaments.web.forms.forms import RULESET_NAMES

LONGEST = 60
FIELDS = ("q", "player", "month", "ruleset", "format", "result")
RESULTS_OF_MATCHES = (
    (archive.WON, _("won by the player")),
    (archive.LOST, _("not won by the player")),
    ("score", _("played to the end")),
    ("resigned", _("ended by resignation")),
    ("timeouts", _("ended on time")),
    ("forfeited", _("ended by forfeit")),
    ("abandoned", _("both stayed away")),
    ("annulled", _("taken back")),
)
RESULTS_OF_EVENTS = (
    (archive.WON, _("won by the player")),
    (Tournament.State.COMPLETED.value, _("played to the end")),
    (Tournament.State.CANCELLED.value, _("cancelled")),
)


class ArchiveView(TemplateView):
    """`?before=` is where a page goes on, the other fields what is looked for."""

    template_name = "tournaments/archive.html"
    expensive: ClassVar[tuple[str, ...]] = (*FIELDS, "before")
    of_events = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        asked = {name: _plain(self.request.GET.get(name, "")) for name in FIELDS}
        wanted = wanted_of(asked, self.request.GET.get("before", ""))
        kept = {name: value for name, value in asked.items() if value}
        found = self._events(wanted) if self.of_events else self._matches(wanted)
        return super().get_context_data(
            asked=asked,
            is_asked=bool(kept),
            is_first=wanted.before is None,
            query=urlencode(kept),
            records=urlencode([one for one in kept.items() if one[0] in ("player", "month")]),
            of_events=self.of_events,
            months=archive.months(),
            rulesets=[(key, RULESET_NAMES.get(key, key)) for key in RULESETS],
            formats=[(key, format_name(key)) for key in FORMATS],
            results=RESULTS_OF_EVENTS if self.of_events else RESULTS_OF_MATCHES,
            **found,
            **kwargs,
        )

    def _events(self, wanted: archive.Wanted) -> dict[str, Any]:
        rows, more = archive.events(wanted)
        return {"events": summaries.of_all(rows), "more": more}

    def _matches(self, wanted: archive.Wanted) -> dict[str, Any]:
        found, more = archive.matches(wanted)
        return {"matches": found, "more": more}


class ArchivedMatchesView(ArchiveView):
    of_events = False


def wanted_of(asked: dict[str, str], before: str) -> archive.Wanted:
    """What the fields of the archive ask for."""
    return archive.Wanted(
        month=asked["month"],
        player=asked["player"],
        ruleset=asked["ruleset"],
        format=asked["format"],
        result=asked["result"],
        text=asked["q"],
        before=UUID(before) if ID.fullmatch(before) else None,
    )


def _plain(text: str) -> str:
    """What people look for; a text with what nobody sees is none."""
    text = text.strip()[:LONGEST]
    return text if text.isprintable() else ""
