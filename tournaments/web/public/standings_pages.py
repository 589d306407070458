"""Standings, how each line comes about, crosstables, and who is in."""

import json
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.documents.events import PairingDocument
from tournaments.documents.standings import StandingDocument, StandingsDocument
from tournaments.formats import FORMATS
from tournaments.models import Entrant, Stage, StandingsEdition, Tournament
from tournaments.read import crosstables, queries, ranking, round_views, standings_views
from tournaments.read.standings import EVERY_PAGE, NO_PAGES, Standings, standings_of
from tournaments.store.slugs import as_id
from tournaments.store.standings_snapshots import LINES_OF_A_PAGE
from tournaments.store.tournament_log import tournament_log
from tournaments.text.markdown import rendered
from tournaments.text.regulations import regulations
from tournaments.text.tie_break_explanations import explained
from tournaments.web.public.tournament_page import TournamentPage, found_or_404

Json = dict[str, Any]
_GONE = {
    "withdrawn": gettext_lazy("withdrawn"),
    "no_show": gettext_lazy("did not come"),
    "disqualified": gettext_lazy("disqualified"),
    "paused": gettext_lazy("takes a break"),
}


class KeptVersion(NamedTuple):
    """An edition that was kept: the version to ask for, and how many rounds were closed by then."""

    version: int
    rounds_closed: int


class StandingsView(TournamentPage):
    expensive = ("version",)
    """`?page=`, `?around=` an entrant, `?version=` of the tournament."""

    template_name = "tournaments/standings_page.html"
    tab = "standings"

    def show(self) -> Json:
        if self.stage is None:
            return {"standings": []}
        asked = self.number("page", 1)
        entrant = as_id(self.request.GET.get("around", ""))
        wanted = range(asked, asked + 1) if entrant is None else NO_PAGES
        standings = self._standings(wanted)
        page = min(asked, standings.last_page)
        around = self._around(standings, entrant)
        lines = json.loads(standings.page(page)) if around is None else around["results"]
        past = standings.version < self.stage.edition
        return {
            **columns_of(lines),
            "remarks": {} if past else remarks_of(self.tournament, self.stage),
            "past": standings if past else None,
            "versions": self._versions(),
            "page": None if around else page,
            "pages": standings.last_page,
            "points": FORMATS[self.stage.format].ranking is not None,
            "out_in": self._round_names(lines),
        }

    def _standings(self, pages: range) -> Standings:
        assert self.stage is not None
        stage, version = self.stage, self.version
        return found_or_404(lambda: standings_of(self.tournament, stage, version, pages))

    def _around(self, standings: Standings, entrant: UUID | None) -> StandingsDocument | None:
        if entrant is None:
            return None
        return found_or_404(lambda: standings_views.around(self.tournament, standings, entrant))

    def _versions(self) -> list[KeptVersion]:
        """The editions that were kept, one for each round that was closed."""
        assert self.stage is not None
        kept = StandingsEdition.objects.filter(tournament=self.tournament, stage=self.stage.number)
        rows = kept.order_by("rounds_closed", "version").values_list("version", "rounds_closed")
        return list({closed: KeptVersion(version, closed) for version, closed in rows}.values())

    def _round_names(self, lines: list[StandingDocument]) -> dict[int, str]:
        assert self.stage is not None
        name = round_views.names_of(self.tournament)
        rounds = {number for line in lines if (number := line["eliminated_in"])}
        return {number: name(self.stage.number, number) for number in rounds}


def remarks_of(tournament: Tournament, stage: Stage | None) -> dict[str, str]:
    """What is said of entrants beside their lines: who is out, through, or gone."""
    if stage is None:
        return {}
    state = tournament_log.load(tournament.pk)
    current = state.stages[stage.number - 1]
    through = set(current.qualified)
    found = {}
    for one in current.stage.seeds:
        standing = state.entrants[one].standing.value
        if standing in _GONE:
            found[one] = str(_GONE[standing])
        elif through:
            found[one] = _("through") if one in through else _("out")
    return found


def columns_of(lines: list[StandingDocument], most: int | None = None) -> Json:
    """What the table of standings is made of: the lines, the tie-breaks that head its columns (the
    first `most`, the lot left out), and whether it says who is in which group.
    """
    keys = [one["key"] for one in lines[0]["tie_breaks"]] if lines else []
    return {
        "standings": lines,
        "keys": [key for key in keys if key != "lot"][:most],
        "grouped": any(line["group"] for line in lines),
    }


class RegulationsView(TournamentPage):
    """Everything that is set, in sentences, and what the organiser writes beside it."""

    template_name = "tournaments/regulations.html"
    tab = "regulations"

    def show(self) -> Json:
        return {
            "regulations": regulations(self.tournament.settings),
            "description": rendered(self.tournament.description),
        }


class RankingView(TournamentPage):
    """One ranking over all stages; `?page=`."""

    expensive = True
    template_name = "tournaments/ranking.html"
    tab = "ranking"

    def show(self) -> Json:
        page = self.number("page", 1)
        found = ranking.document(self.tournament, page)
        several = len({line["stage"] for line in found["results"]}) > 1
        winners = ranking.winners(self.tournament) if found["decided"] else ""
        return {
            "ranking": found, "winners": winners, "page": page, "several_stages": several,
        }  # fmt: skip


class StandingView(TournamentPage):
    """How one entrant's line comes about, in sums that a person can follow."""

    expensive = True
    template_name = "tournaments/standing.html"
    tab = "standings"

    def show(self) -> Json:
        entrant = found_or_404(
            lambda: queries.find_entrant(self.tournament, self.kwargs["entrant"])
        )
        document = found_or_404(
            lambda: standings_views.explanation(self.tournament, self.stage, entrant, self.version)
        )
        return {
            "line": document["line"],
            "entrant": document["entrant"],
            "tie_breaks": [explained(one) for one in document["tie_breaks"]],
            "matches": self._matches(entrant, document["version"]),
            "past": document["version"] if self.version else None,
        }

    def _matches(self, entrant: Entrant, version: int) -> list[PairingDocument]:
        """Those that are there, or were decided by the version of the past that is looked at."""
        assert self.stage is not None
        found = crosstables.results_of(self.tournament, self.stage.number, entrant.pk)
        if self.version is None:
            return found
        then = standings_views.stage_at(self.tournament, self.stage, version)
        decided = {(one.round, one.number) for one in then.pairings() if one.decided}
        return [one for one in found if (one["round"], one["pairing"]) in decided]


class CrosstableView(TournamentPage):
    expensive = True
    template_name = "tournaments/crosstable.html"
    tab = "crosstable"

    def show(self) -> Json:
        if self.stage is None or FORMATS[self.stage.format].ranking is None:
            return {}
        if FORMATS[self.stage.format].all_play_all:
            everyone = standings_of(self.tournament, self.stage, pages=EVERY_PAGE)
            return {"grids": crosstables.grids(self.tournament, everyone)}
        page, standings = self.number("page", 1), standings_of(self.tournament, self.stage)
        return {
            "table": crosstables.by_round(self.tournament, standings, page),
            "page": page,
            "pages": standings.last_page,
        }


class EntrantsView(TournamentPage):
    template_name = "tournaments/entrants_page.html"
    tab = "entrants"

    def show(self) -> Json:
        after = self.number("after", 1) if "after" in self.request.GET else 0
        return {"listed": queries.entrants(self.tournament, after, LINES_OF_A_PAGE)}
