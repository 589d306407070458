"""The page of a round for the table hall: who sits where, what is missing, who is late; and for
each of these one button.
"""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournaments.actions.action import RUNNING
from tournaments.formats import FORMATS
from tournaments.models import Round, Stage
from tournaments.read import round_views
from tournaments.read.hall import Hall, hall
from tournaments.store.tournament_log import tournament_log
from tournaments.text.stage_names import stage_name
from tournaments.web.console.overview import ConsolePage


class HallPage(ConsolePage):
    """Of the round that is being played; `?all=1` shows the tables that are decided, too."""

    tab = "hall"
    template_name = "tournaments/console/hall.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        round_ = self._round()
        if round_ is None:
            return super().get_context_data(round=None, **kwargs)
        everything = "all" in self.request.GET
        found = hall(self.tournament, round_, timezone.now(), everything)
        return super().get_context_data(
            round=round_,
            title=self._title(round_),
            hall=found,
            late=[one for one in found["tables"] if one["is_late"]],
            everything=everything,
            missing=missing_of(found),
            may_act=self.tournament.state in RUNNING,
            may_call=self.tournament.state == "running",
            may_pause=self._may_pause(round_),
            **kwargs,
        )

    def _round(self) -> Round | None:
        """The first that is published and not over, else the last that was."""
        rows = Round.objects.filter(tournament=self.tournament).exclude(state=Round.State.DRAFT)
        running = rows.exclude(state=Round.State.CLOSED).first()
        return running or rows.order_by("-stage", "-number").first()

    def _title(self, round_: Round) -> str:
        name = round_views.names_of(self.tournament)(round_.stage, round_.number)
        stage = stage_name(tournament_log.load(self.tournament.pk), round_.stage)
        return f"{stage}: {name}" if stage else name

    def _may_pause(self, round_: Round) -> bool:
        """Where it makes a difference to be left out of the rounds to come."""
        stage = Stage.objects.get(tournament=self.tournament, number=round_.stage)
        return self.tournament.state in RUNNING and FORMATS[stage.format].requested_byes


def missing_of(found: Hall) -> str:
    """What the round waits for, in a sentence."""
    if not found["undecided"]:
        return gettext("Every table is decided.")
    said = ngettext(
        "%(count)d of %(of)d tables is not decided.",
        "%(count)d of %(of)d tables are not decided.",
        found["undecided"],
    )
    return said % {"count": found["undecided"], "of": found["count"]}
