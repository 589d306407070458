"""The bracket as JSON: all rounds of a stage, those to come too."""

from typing import Any

from tournaments import round_views
from tournaments.models import Round, Stage, Tournament

Json = dict[str, Any]


def bracket(tournament: Tournament, stage: Stage | None) -> Json:
    if stage is None:
        return {"version": tournament.version, "stage": 0, "format": None, "rounds": []}
    rows = Round.objects.filter(tournament=tournament, stage=stage.number).exclude(
        state=Round.State.DRAFT
    )
    return {
        "version": tournament.version,
        "stage": stage.number,
        "format": stage.format,
        "rounds": round_views.round_documents(tournament, rows),
    }
