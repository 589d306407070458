"""Settings as somebody sends them: some words are short for more, directors are handles."""

from typing import Any

from tournaments.actions.player_lookup import player_of
from tournaments.domain.settings import Settings, StageSettings
from tournaments.formats import DEFAULT_FORMAT


def settings_of(body: dict[str, Any]) -> Settings:
    """The settings that a checked body asks for. Refuses `bad_field` a director nobody knows."""
    given = dict(body)
    directors = tuple(
        player_of(handle, f"directors.{number}").pk.hex
        for number, handle in enumerate(given.pop("directors"))
    )
    stages = given.pop("stages", None)
    format_ = given.pop("format", None)
    if not stages:
        stages = [{"format": format_ or DEFAULT_FORMAT}]
    together = given["publish"] == "manual" or given["dealing"] == "duplicate"
    starts_at = given.pop("starts_at")
    return Settings(
        **given
        | {
            "starts": given.get("starts") or ("rounds" if together else "ready"),
            "starts_at": None if starts_at is None else starts_at.isoformat(),
            "scale": tuple(given["scale"]),
            "directors": directors,
            "stages": tuple(StageSettings(**stage) for stage in stages),
        }
    )
