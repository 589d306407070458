"""What every page of a tournament shares: its head, its stages, its tabs, and whose page it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from engine import Refusal
from games.envelopes import timestamp
from games.models import Player
from tournaments.formats import FORMATS, bracket_of
from tournaments.models import Stage, Tournament
from tournaments.read import my_match, queries, summaries
from tournaments.web.public.sharing import shared_event

T = TypeVar("T")
STARTED = ("running", "paused", "provisional", "completed")


@dataclass(frozen=True, slots=True)
class Tab:
    """`address` is the name of the page's URL pattern."""

    key: str
    name: str
    address: str


class TournamentPage(TemplateView):
    """`tab` is the key of the page's own; `self.tournament`, `self.stage` are there for `show`."""

    tab: ClassVar[str] = "overview"
    tournament: Tournament
    stage: Stage | None
    mine: my_match.Standing | None

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        self.tournament = tournament_or_404(kwargs["slug"], self.request.user)
        self.stage = self._stage()
        user = self.request.user
        self.mine = my_match.of(self.tournament, user) if isinstance(user, Player) else None
        return super().get_context_data(
            tournament=summaries.of(self.tournament),
            row=self.tournament,
            stage=self.stage,
            stages=queries.stages(self.tournament),
            tabs=tabs_of(self.tournament, self.stage),
            tab=self.tab,
            is_organiser=queries.is_director(self.tournament, user),
            mine=self.mine,
            entry=self.mine["entry"] if self.mine else None,
            now=timestamp(timezone.now()),
            shared=shared_event(self.request, self.tournament),
            **kwargs | self.show(),
        )

    def show(self) -> dict[str, Any]:
        """What this page has beyond the others."""
        return {}

    def _stage(self) -> Stage | None:
        asked = self.request.GET.get("stage", "")
        number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else None
        return found_or_404(lambda: queries.find_stage(self.tournament, number))

    @property
    def version(self) -> int | None:
        """The version of the tournament that is looked back at, if any."""
        return self.number("version", 0) or None

    def number(self, name: str, default: int) -> int:
        """A whole number of the query, from 1; the default for anything else."""
        text = self.request.GET.get(name, "")
        if text.isascii() and text.isdigit() and len(text) < 10:
            return max(int(text), 1)
        return default


def tabs_of(tournament: Tournament, stage: Stage | None) -> list[Tab]:
    """The pages there are of a tournament at this stage."""
    found = [Tab("overview", _("Overview"), "tournament")]
    if stage is not None:
        if bracket_of(stage.format) is not None:
            found.append(Tab("bracket", _("Bracket"), "tournament-bracket"))
        found.append(Tab("rounds", _("Rounds"), "tournament-rounds"))
        if tournament.state in ("running", "paused"):
            found.append(Tab("wall", _("Live"), "tournament-wall"))
        found.append(Tab("standings", _("Standings"), "tournament-standings"))
        if tournament.stage > 1 or tournament.state in ("provisional", "completed"):
            found.append(Tab("ranking", _("Final ranking"), "tournament-ranking"))
        if FORMATS[stage.format].ranking is not None:
            found.append(Tab("crosstable", _("Crosstable"), "tournament-crosstable"))
    found.append(Tab("schedule", _("Schedule"), "tournament-schedule"))
    found.append(Tab("entrants", _("Entrants"), "tournament-entrants"))
    found.append(Tab("regulations", _("Regulations"), "tournament-regulations"))
    return found


def tournament_or_404(slug: str, viewer: Any) -> Tournament:
    return found_or_404(lambda: queries.find(slug, viewer))


def found_or_404(find: Callable[[], T]) -> T:
    """What `find` answers; what it refuses there is nothing of."""
    try:
        return find()
    except Refusal as unknown:
        raise Http404(unknown.detail) from unknown
