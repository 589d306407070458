"""The rounds of a stage: their tables, by number or by name, and the timetable."""

from typing import Any, TypedDict

from django.db.models import Q

from tournaments.documents.events import EntrantFields, PairingDocument, SideDocument
from tournaments.domain.schedule import check_in_at
from tournaments.domain.settings import moment
from tournaments.models import Pairing, Round
from tournaments.read import round_views
from tournaments.store.tournament_log import tournament_log
from tournaments.web.public.tournament_page import TournamentPage

Json = dict[str, Any]
TABLES_OF_A_PAGE = 100


class RoundsView(TournamentPage):
    """`?round=`, `?page=`, and `?by=name` for a list to find oneself in; `?all=1` to print."""

    template_name = "tournaments/rounds.html"
    tab = "rounds"

    def show(self) -> Json:
        if self.stage is None:
            return {"rounds": []}
        rows = list(
            Round.objects.filter(tournament=self.tournament, stage=self.stage.number).exclude(
                state=Round.State.DRAFT
            )
        )
        if not rows:
            return {"rounds": []}
        name = round_views.names_of(self.tournament)
        asked = self.number("round", _of_interest(rows))
        round_ = next((row for row in rows if row.number == asked), rows[-1])
        return {
            "rounds": [{"number": row.number, "name": name(row.stage, row.number)} for row in rows],
            "round": round_,
            "round_name": name(round_.stage, round_.number),
            "by_name": self.request.GET.get("by") == "name",
            **self._tables(round_),
        }

    def _tables(self, round_: Round) -> Json:
        of_round = Q(stage=round_.stage, round=round_.number)
        count = Pairing.objects.filter(of_round, tournament=self.tournament).count()
        everything = "all" in self.request.GET
        page = 1 if everything else self.number("page", 1)
        if not everything:
            first = (page - 1) * TABLES_OF_A_PAGE
            of_round &= Q(number__gt=first, number__lte=first + TABLES_OF_A_PAGE)
        tables = round_views.tables(self.tournament, of_round)
        return {
            "pairings": tables,
            "names": _by_name(tables),
            "page": page,
            "more": not everything and page * TABLES_OF_A_PAGE < count,
            "count": count,
        }


def _of_interest(rows: list[Round]) -> int:
    """The first round that is not over, else the last."""
    return next((row.number for row in rows if row.state != Round.State.CLOSED), rows[-1].number)


class NamedSeat(TypedDict):
    """An entrant with their table, and who is at their own side and at the others."""

    entrant: EntrantFields
    table: PairingDocument
    mates: list[EntrantFields]
    others: list[SideDocument]


def _by_name(tables: list[PairingDocument]) -> list[NamedSeat]:
    """Everybody at the tables, in the order of their names."""
    found: list[NamedSeat] = []
    for table in tables:
        for number, side in enumerate(table["sides"]):
            others = [one for at, one in enumerate(table["sides"]) if at != number]
            for entrant in side["entrants"]:
                mates = [one for one in side["entrants"] if one is not entrant]
                found.append({"entrant": entrant, "table": table, "mates": mates, "others": others})
    return sorted(found, key=lambda one: one["entrant"]["name"].casefold())


class ScheduleView(TournamentPage):
    template_name = "tournaments/schedule.html"
    tab = "schedule"

    def show(self) -> Json:
        state = tournament_log.load(self.tournament.pk)
        name = round_views.names_of(self.tournament)
        rows = Round.objects.filter(tournament=self.tournament).exclude(state=Round.State.DRAFT)
        current = state.current
        return {
            "check_in_at": check_in_at(state),
            "starts_at": moment(state.settings.starts_at),
            "rounds": [{"row": row, "name": name(row.stage, row.number)} for row in rows],
            "next_at": moment(current.next_at) if current and not current.completed else None,
            "ends_at": moment(current.ends_at) if current and not current.completed else None,
            "planned": self._planned(),
        }

    def _planned(self) -> int:
        """How many rounds of the stage are still to come, as far as that is known."""
        if self.stage is None or self.stage.completed or self.stage.rounds is None:
            return 0
        made = Round.objects.filter(tournament=self.tournament, stage=self.stage.number).count()
        return max(0, self.stage.rounds - made)
