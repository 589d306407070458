"""What is new, in an event and in the house: what feeds tell, newest first."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.documents.events import PairingDocument, TournamentDocument
from tournaments.models import Round, Tournament
from tournaments.read import queries, round_views, summaries
from tournaments.text.few import few_of

MOST = 40
ROUNDS, WITH_RESULTS, RESULTS = 20, 3, 20


@dataclass(frozen=True, slots=True)
class News:
    """`key` stays the same for ever; `round_` is that which it is about, or None."""

    key: str
    at: datetime
    title: str
    text: str
    tournament: Tournament
    round_: Round | None = None


def of_event(tournament: Tournament) -> list[News]:
    """How an event went: that it was announced, began and ended, and each of its last rounds."""
    found = list(_of_itself(tournament, summaries.of(tournament)))
    rows = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT)
    rounds = list(rows.order_by("-stage", "-number")[:ROUNDS])
    name = round_views.names_of(tournament) if rounds else None
    closed = [row for row in rounds if row.closed_at is not None][:WITH_RESULTS]
    results = _results(tournament, closed)
    for row in rounds:
        assert name is not None
        title = name(row.stage, row.number)
        key = f"round-{row.stage}-{row.number}"
        if row.starts_at is not None:
            begun = _("{round}: pairings").format(round=title)
            found.append(News(f"{key}-begins", row.starts_at, begun, "", tournament, row))
        if row.closed_at is not None:
            over = _("{round}: results").format(round=title)
            text = results.get((row.stage, row.number), "")
            found.append(News(f"{key}-over", row.closed_at, over, text, tournament, row))
    return _newest(found)


def of_the_house() -> list[News]:
    """Events that were announced, that began, and that are over."""
    rows, states = queries.rows(), Tournament.State
    announced = rows.exclude(state=states.DRAFT)[:MOST]
    over = rows.filter(completed_at__isnull=False).order_by("-completed_at")[:MOST]
    events = list({row.pk: row for row in [*announced, *over]}.values())
    return _newest(
        News(one.key, one.at, f"{one.tournament.name}: {one.title}", one.text, one.tournament)
        for row, summary in zip(events, summaries.of_all(events), strict=True)
        for one in _of_itself(row, summary)
    )


def _of_itself(tournament: Tournament, summary: TournamentDocument) -> Iterable[News]:
    states = Tournament.State
    if tournament.state != states.DRAFT:
        places = ngettext("{count} place.", "{count} places.", tournament.capacity)
        text = places.format(count=tournament.capacity)
        yield News("announced", tournament.created_at, _("announced"), text, tournament)
    if tournament.started_at is not None:
        entrants = ngettext("{count} entrant.", "{count} entrants.", tournament.entered)
        text = entrants.format(count=tournament.entered)
        yield News("begins", tournament.started_at, _("it begins"), text, tournament)
    if tournament.completed_at is not None and tournament.state == states.COMPLETED:
        first = [one["name"] for one in summary["champions"]]
        names = few_of(first, summary["champions_count"])
        text = _("Won by {names}.").format(names=names) if names else ""
        yield News("over", tournament.completed_at, _("it is over"), text, tournament)


def _results(tournament: Tournament, rounds: list[Round]) -> dict[tuple[int, int], str]:
    """The results of the first tables of these rounds, in lines."""
    wanted = Q()
    for row in rounds:
        wanted |= Q(stage=row.stage, round=row.number, number__lte=RESULTS)
    lines: dict[tuple[int, int], list[str]] = {}
    for pairing in round_views.tables(tournament, wanted) if rounds else []:
        lines.setdefault((pairing["stage"], pairing["round"]), []).append(_line(pairing))
    return {key: "\n".join(found) for key, found in lines.items()}


def _line(pairing: PairingDocument) -> str:
    sides = []
    for side in pairing["sides"]:
        name = " & ".join(entrant["name"] for entrant in side["entrants"])
        points = "" if side["points"] is None else f" {side['points']}"
        sides.append(name + points)
    return " – ".join(sides)


def _newest(found: Iterable[News]) -> list[News]:
    """Of what happened in one moment, the end of the event comes last, so first here."""
    in_time = sorted(found, key=lambda news: (news.at, news.key == "over", news.key), reverse=True)
    return in_time[:MOST]
