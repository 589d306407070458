"""Tournaments as they stand in lists and at the head of their pages."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from engine.rules.in_words import differences_in_words
from engine.wire.rules_json import rules_from_json
from games.envelopes import timestamp
from games.models import Player
from tournaments.documents.events import RulesetDocument, TournamentDocument
from tournaments.domain.policies import LEFT_OUT
from tournaments.models import Tournament
from tournaments.read.heading import Champions, names_of_rounds, who_share
from tournaments.read.queries import rows
from tournaments.store.entrant_views import entrant_json


def listing(state: str | None = None, limit: int = 50) -> list[TournamentDocument]:
    """Summaries, newest first."""
    return of_all(rows(state)[:limit])


def of_all(tournaments: Iterable[Tournament]) -> list[TournamentDocument]:
    """Of several, in a few queries."""
    found = list(tournaments)
    handles = _handles({one for row in found for one in row.settings["directors"]})
    champions, names = who_share(found), names_of_rounds(found)
    return [_summary(row, handles, champions.get(row.pk), names.get(row.pk)) for row in found]


def of(tournament: Tournament) -> TournamentDocument:
    """The tournament as it stands in lists and at the head of its page."""
    return of_all([tournament])[0]


def _ruleset(key: str, settings: Mapping[str, Any]) -> RulesetDocument:
    """What the event plays; whether four play as partners follows from its entrants and format."""
    rules, overrides = settings["rules"], settings["overrides"]
    words = differences_in_words(rules_from_json(key, rules))
    return {"key": key, "overrides": overrides, "rules": rules, "words": words}


def _handles(players: set[str]) -> dict[str, str]:
    if not players:
        return {}
    rows = Player.objects.filter(pk__in=[UUID(one) for one in players])
    return {id_.hex: handle for id_, handle in rows.values_list("id", "handle")}


def _summary(
    tournament: Tournament,
    handles: Mapping[str, str],
    shared: Champions | None,
    round_name: str | None,
) -> TournamentDocument:
    champion, settings = tournament.champion, tournament.settings
    champions = shared or Champions([entrant_json(champion)] if champion else [])
    return {
        "id": tournament.pk.hex,
        "slug": tournament.slug,
        "name": tournament.name,
        "state": tournament.state,
        "organiser": {
            "id": tournament.organiser.pk.hex,
            "handle": tournament.organiser.handle,
        },
        "format": tournament.format,
        "stages": [
            {"number": number, "name": stage["name"], "format": stage["format"],
             "options": stage["options"], "advance": stage["advance"],
             # Rows of before say nothing of it.
             "watching": stage.get("watching", "")}
            for number, stage in enumerate(settings["stages"], 1)
        ],
        "ruleset": _ruleset(tournament.ruleset, settings),
        "capacity": tournament.capacity,
        "entrants": tournament.entered,
        "waiting": tournament.waiting,
        "team": settings["team"],
        "turn_seconds": settings["turn_seconds"],
        "bank_seconds": settings.get("bank_seconds", 0),
        "bot_pace_ms": settings["bot_pace_ms"],
        "autostart": settings["autostart"],
        "fill_with_bots": settings["fill_with_bots"],
        "starts_at": settings["starts_at"],
        "check_in_minutes": settings["check_in_minutes"],
        "provisional_minutes": settings["provisional_minutes"],
        "round_gap_seconds": settings["round_gap_seconds"],
        "starts": settings["starts"],
        "publish": settings["publish"],
        "dealing": settings["dealing"],
        "mirrored": settings["mirrored"],
        "rated": settings["rated"],
        "scale": settings["scale"],
        "policies": {**LEFT_OUT, **settings["policies"]},
        "directors": [handles[one] for one in settings["directors"] if one in handles],
        "description": tournament.description,
        "stage": tournament.stage,
        "round": tournament.round,
        "round_name": round_name,
        "failed": tournament.failed or None,
        "champion": entrant_json(champion) if champion else None,
        "champions": champions.first,
        "champions_count": champions.count,
        "decided": tournament.decided or None,
        "final_at": timestamp(tournament.final_at) if tournament.final_at else None,
        "version": tournament.version,
        "created_at": timestamp(tournament.created_at),
        "started_at": timestamp(tournament.started_at) if tournament.started_at else None,
        "completed_at": timestamp(tournament.completed_at) if tournament.completed_at else None,
    }  # fmt: skip
