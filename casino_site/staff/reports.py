"""Reports: a player tells staff of a name, an event or conduct at a table, and hears what came of
it.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import models

from casino_site.staff.models import Report
from engine.errors import Kind, Refusal
from games.limits.asked import spend_of
from games.limits.budgets import REPORTS
from games.models import Match, Player
from tournaments.models import Tournament

WORDS_LENGTH = 500
SUBJECTS: dict[str, type[models.Model]] = {
    Report.Kind.NAME.value: Player,
    Report.Kind.EVENT.value: Tournament,
    Report.Kind.CONDUCT.value: Match,
}


class NoSuchReported(Refusal):
    code = "nothing_to_report"
    kind = Kind.UNKNOWN
    template = "There is nothing of this kind and id to report."


def subject_of(kind: str, subject: UUID) -> Any:
    """What would be reported. Refuses `nothing_to_report`."""
    found = SUBJECTS[kind]._default_manager.filter(pk=subject).first() if kind in SUBJECTS else None
    if found is None:
        raise NoSuchReported()
    return found


def report(by: Player, kind: str, subject: UUID, words: str, now: datetime) -> Report:
    """A new report. Refuses `nothing_to_report` and `throttled`."""
    found = subject_of(kind, subject)
    spend_of(REPORTS, by.pk.hex)
    return Report.objects.create(kind=kind, subject=found.pk, reporter=by, words=words, made_at=now)


def of(player: Player) -> "models.QuerySet[Report]":
    """The reports that the player has made, the newest first."""
    return Report.objects.filter(reporter=player).order_by("-made_at")


def document(row: Report) -> dict[str, Any]:
    """A report as its reporter sees it."""
    return {
        "id": row.pk.hex,
        "kind": row.kind,
        "subject": row.subject.hex,
        "words": row.words,
        "made": row.made_at,
        "state": row.state,
        "answer": row.answer,
    }


def my_data(player: Player) -> list[dict[str, Any]]:
    return [document(row) for row in of(player)]


def forget_reporter(sender: Any, player: Player, **_kwargs: Any) -> None:
    """What somebody has reported stays, and not who has."""
    if player.kind == Player.Kind.FORMER:
        Report.objects.filter(reporter=player).update(reporter=None)
