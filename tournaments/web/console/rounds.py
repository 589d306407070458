"""The rounds of an event, for directors: one of them, a hundred tables at a time."""

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.models import Match
from tournaments.actions.round_actions import FORFEIT, OVERRIDE, PUBLISH
from tournaments.documents.events import PairingDocument
from tournaments.models import Pairing, Round, Seating, Tournament
from tournaments.read import round_views
from tournaments.store.entrant_views import entrant_json
from tournaments.store.tournament_log import tournament_log
from tournaments.text.stage_names import stage_name
from tournaments.web.console.buttons import Button, RoundInHand, acts_of_pairing
from tournaments.web.console.entrants import called, entrant_named
from tournaments.web.console.overview import ConsolePage, kept

ON_A_PAGE = 100
# So many rounds have a button each; of the others so many a link in a fold.
BUTTONS, LINKS = 8, 200
# What a director looks for among the tables.
OPEN, DISPUTED = "open", "disputed"
SHOWN = (("", _("all tables")), (OPEN, _("not decided")), (DISPUTED, _("disputed")))


class RoundsPage(ConsolePage):
    """`?stage=&round=` is the round shown, else the newest that is not over; `?page=` of its
    tables, or those that fit `?q=`, a number or somebody's name, and `?show=`.
    """

    tab = "rounds"
    template_name = "tournaments/console/rounds.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = list(Round.objects.filter(tournament=self.tournament))
        shown = self._shown(rows)
        if shown is None:
            return super().get_context_data(shown=None, **kwargs)
        in_hand = RoundInHand(self.tournament, shown)
        acts = in_hand.acts
        name = round_views.names_of(self.tournament)
        offered = {one.action: f"{self._address(one)}" for one in acts}
        buttons, links = _offered(rows, shown)
        return super().get_context_data(
            rounds=[self._named(row, name) for row in buttons],
            others=[self._named(row, name) for row in links],
            shown=shown,
            title=self._called(shown, name),
            missing=missing_of(self.tournament, shown),
            state=round_views.round_state(shown),
            acts=acts,
            swap=offered.get(OVERRIDE),
            publish=offered.get(PUBLISH),
            chosen=self._chosen() if OVERRIDE in offered else None,
            **self._tables(shown, in_hand),
            **kwargs,
        )

    def _tables(self, shown: Round, in_hand: RoundInHand) -> dict[str, Any]:
        text, which = self.request.GET.get("q", "")[:80], self.request.GET.get("show", "")
        found = _looked_for(self.tournament, shown, text, which)
        page = Paginator(found.values_list("pk", flat=True), ON_A_PAGE).get_page(
            self.request.GET.get("page")
        )
        tables = round_views.tables(self.tournament, Q(pk__in=list(page.object_list)))
        return {
            "pairings": [_with_acts(self.tournament, one, in_hand) for one in tables],
            "page": page,
            "q": text,
            "which": which,
            "kept": kept(
                stage=shown.stage, round=shown.number, q=text, show=which, first=self._first()
            ),
            "choices": SHOWN,
            "is_long": shown.expected > ON_A_PAGE or bool(text or which),
        }

    def _first(self) -> str:
        """The number of who was chosen on another page, to change places with somebody of this."""
        text = self.request.GET.get("first", "")
        return text if text.isascii() and text.isdigit() and len(text) < 7 else ""

    def _chosen(self) -> dict[str, object] | None:
        found = entrant_named(self.tournament, self._first()) if self._first() else None
        return {"number": found.number, "name": entrant_json(found)["name"]} if found else None

    def _address(self, button: Button) -> str:
        address = reverse("console-act", args=[self.tournament.slug, button.action.name])
        return f"{address}?{button.query}"

    def _named(self, row: Round, name: round_views.Names) -> dict[str, Any]:
        return {"stage": row.stage, "number": row.number, "name": self._called(row, name)}

    def _called(self, row: Round, name: round_views.Names) -> str:
        """The name of a round, behind that of its stage where there are several."""
        stage = stage_name(tournament_log.load(self.tournament.pk), row.stage)
        return f"{stage}: {name(row.stage, row.number)}" if stage else name(row.stage, row.number)

    def _shown(self, rows: list[Round]) -> Round | None:
        asked = (self.request.GET.get("stage"), self.request.GET.get("round"))
        for row in rows:
            if (str(row.stage), str(row.number)) == asked:
                return row
        open_rounds = [row for row in rows if row.state != Round.State.CLOSED]
        return next(iter(open_rounds), rows[-1] if rows else None)


def _offered(rows: list[Round], shown: Round) -> tuple[list[Round], list[Round]]:
    """Rounds for buttons, with the one that is shown among them, and others for links: the newest
    of both.
    """
    newest = rows[-BUTTONS:]
    if shown not in newest:
        newest = [shown, *newest[1:]]
    others = [row for row in rows if row not in newest]
    return newest, others[-LINKS:]


def _of(tournament: Tournament, row: Round) -> QuerySet[Pairing]:
    return Pairing.objects.filter(tournament=tournament, stage=row.stage, round=row.number)


def _looked_for(tournament: Tournament, row: Round, text: str, which: str) -> QuerySet[Pairing]:
    """The tables of the round that have this number, or at which somebody is called so."""
    found = _of(tournament, row).order_by("number")
    if which == OPEN:
        found = found.filter(decided=False)
    if which == DISPUTED:
        found = found.filter(disputed=True)
    if text.isascii() and text.isdigit():
        return found.filter(number=int(text)) if len(text) < 7 else found.none()
    if text := text.replace("\x00", "").strip():
        found = found.filter(pk__in=_tables_of(row, _called_so(tournament, text)))
    return found


# A step each: as one statement, PostgreSQL may look for the name anew for each table of the round.
def _called_so(tournament: Tournament, text: str) -> list[UUID]:
    found = tournament.entrants.filter(called(text, "icontains")).order_by()
    return list(found.values_list("pk", flat=True).distinct())


def _tables_of(row: Round, entrants: list[UUID]) -> list[int]:
    at = Seating.objects.filter(entrant__in=entrants, pairing__tournament=row.tournament_id)
    at = at.filter(pairing__stage=row.stage, pairing__round=row.number).order_by()
    return list(at.values_list("pairing", flat=True))


def missing_of(tournament: Tournament, row: Round) -> str:
    """What is still missing of the round, in a sentence."""
    if row.state == Round.State.DRAFT:
        return gettext("It starts when you publish it.")
    undecided = Q(decided=False, starts_at__isnull=False)
    begun = Q(match__status__in=(Match.Status.PLAYING, Match.Status.FINISHED))
    counted = _of(tournament, row).aggregate(
        undecided=Count("pk", filter=undecided),
        playing=Count("pk", filter=undecided & begun),
        disputed=Count("pk", filter=Q(disputed=True)),
    )
    parts = []
    if count := counted["undecided"] - counted["playing"]:
        said = ngettext("%(count)d table has not begun", "%(count)d tables have not begun", count)
        parts.append(said % {"count": count})
    if count := counted["playing"]:
        said = ngettext(
            "%(count)d table is being played", "%(count)d tables are being played", count
        )
        parts.append(said % {"count": count})
    if count := counted["disputed"]:
        said = ngettext("%(count)d result is disputed", "%(count)d results are disputed", count)
        parts.append(said % {"count": count})
    return f"{'; '.join(parts)}." if parts else gettext("Nothing is missing.")


def _with_acts(
    tournament: Tournament, table: PairingDocument, in_hand: RoundInHand
) -> dict[str, object]:
    """The table with what a director may do there."""
    return {
        **table,
        "acts": acts_of_pairing(tournament, table),
        "moves": in_hand.moves(table["pairing"]),
        "may_forfeit": tournament.state in FORFEIT.phases
        and table["state"] == "waiting"
        and len(table["sides"]) == 2,
    }
