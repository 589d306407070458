"""Settings as somebody sends them: some words are short for more, directors are handles."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.actions.player_lookup import player_of
from tournaments.domain.settings import Settings, StageSettings
from tournaments.formats import DEFAULT_FORMAT


def settings_of(body: Mapping[str, Any]) -> Settings:
    """The settings that a checked body asks for. Refuses `bad_field` a director nobody knows."""
    given = dict(body)
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
            "directors": _directors(given["directors"]),
            "stages": _stages(stages),
        }
    )


def edited(settings: Settings, body: Mapping[str, Any]) -> Settings:
    """The settings with what a checked body names set otherwise: `overrides` and `policies` key by
    key, where null is the default again; lists as a whole. Refuses as `settings_of`.
    """
    given = dict(body)
    format_ = given.pop("format", None)
    if not given.get("stages") and format_ is not None:
        given["stages"] = [{"format": format_}]
    if given.get("stages"):
        given["stages"] = _stages(given["stages"])
    else:
        given.pop("stages", None)
    if "starts_at" in given:
        at = given["starts_at"]
        given["starts_at"] = None if at is None else at.isoformat()
    if "scale" in given:
        given["scale"] = tuple(given["scale"])
    if "directors" in given:
        given["directors"] = _directors(given["directors"])
    for name in ("overrides", "policies"):
        if name in given:
            merged = {**getattr(settings, name), **given[name]}
            given[name] = {key: value for key, value in merged.items() if value is not None}
    rules = settings.rules
    if {"ruleset", "overrides"} & given.keys():
        rules = None
    return replace(settings, rules=rules, **given)


def _directors(handles: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        player_of(handle, f"directors.{number}").pk.hex for number, handle in enumerate(handles)
    )


def _stages(stages: Sequence[Mapping[str, Any]]) -> tuple[StageSettings, ...]:
    return tuple(StageSettings(**stage) for stage in stages)
