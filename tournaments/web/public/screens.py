"""Views for other frames than a browser window: a page to embed, and the big screen of a hall."""

from typing import Any

from csp.decorators import csp_replace
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.formats import bracket_of
from tournaments.models import Round, Stage
from tournaments.read import round_views, standings_views
from tournaments.store.tournament_log import tournament_log
from tournaments.web.public.bracket_pages import drawing_of
from tournaments.web.public.round_pages import RoundsView
from tournaments.web.public.standings_pages import columns_of
from tournaments.web.public.tournament_page import TournamentPage

Json = dict[str, Any]
# A bracket of more would not be read from ten metres.
LARGEST_BRACKET = 32
VIEWS = ("bracket", "standings", "round")


@method_decorator(xframe_options_exempt, name="dispatch")
@method_decorator(csp_replace({"frame-ancestors": ["*"]}), name="dispatch")
class EmbedView(RoundsView):
    """`?view=`: a part of the tournament without anything around it, for a frame elsewhere."""

    template_name = "tournaments/embed.html"

    def show(self) -> Json:
        view = self.request.GET.get("view", "")
        is_bracket = self.stage is not None and bracket_of(self.stage.format) is not None
        if view not in VIEWS or (view == "bracket" and not is_bracket):
            view = "bracket" if is_bracket else "standings"
        found: Json = {"view": view}
        if self.stage is None:
            return found
        if view == "bracket":
            found["bracket_address"] = f"?view=bracket&stage={self.stage.number}"
            return found | drawing_of(
                self.tournament,
                self.stage,
                self.request.GET.get("window", ""),
                self.request.GET.get("follow", ""),
            )
        if view == "round":
            return found | super().show()
        lines = standings_views.document(self.tournament, self.stage)["results"]
        return found | columns_of(lines)


class ScreenView(TournamentPage):
    """Turns from the tables of the round to the standings, the bracket and the tables that are the
    most exciting; the next round's time stays in view.
    """

    template_name = "tournaments/screen.html"

    def show(self) -> Json:
        if self.stage is None:
            return {"starts_at": self.tournament.settings["starts_at"]}
        rows = Round.objects.filter(tournament=self.tournament, stage=self.stage.number).exclude(
            state=Round.State.DRAFT
        )
        last = rows.last()
        name = round_views.names_of(self.tournament)
        state = tournament_log.load(self.tournament.pk)
        lines = standings_views.document(self.tournament, self.stage)["results"]
        return {
            "round": last,
            "round_name": name(last.stage, last.number) if last else "",
            "pairings": round_views.rounds(self.tournament, last.stage, last.number, drafts=False)[
                0
            ]["pairings"]
            if last
            else [],
            **columns_of(lines, most=2),
            **self._bracket(self.stage),
            "wall_address": reverse("api-tournament-wall", args=[self.tournament.slug]),
            "next_at": state.current.next_at if state.current else None,
        }

    def _bracket(self, stage: Stage) -> Json:
        if bracket_of(stage.format) is None or stage.entrants > LARGEST_BRACKET:
            return {}
        address = reverse("tournament-bracket", args=[self.tournament.slug])
        return {"bracket_address": address, **drawing_of(self.tournament, stage)}
