"""What a client may send about tournaments: the forms of the bodies and of the queries.

Bounds that the domain states are stated there alone; here is the shape of what comes in.
"""

from typing import Any

from rest_framework import serializers

from engine import BOTS
from tournaments.api.format_field import FormatField
from tournaments.domain import settings as bounds
from tournaments.domain.decision import REASON_LENGTH
from tournaments.domain.settings import Settings, StageSettings
from tournaments.formats import DEFAULT_FORMAT
from tournaments.models import Tournament

EVENTS_AT_ONCE = 500
LARGEST_VERSION = 2**31 - 1


class StageBody(serializers.Serializer[Any]):
    format = FormatField(default=DEFAULT_FORMAT, max_length=32)
    options = serializers.DictField(default=dict)
    advance = serializers.IntegerField(default=0, min_value=0)
    name = serializers.CharField(
        default="", max_length=bounds.NAME_LENGTH, allow_blank=True, trim_whitespace=False
    )


class SettingsBody(serializers.Serializer[Any]):
    """`format` is short for one stage of that format with its default options."""

    name = serializers.CharField(max_length=bounds.NAME_LENGTH, trim_whitespace=False)
    format = FormatField(required=False, max_length=32)
    stages = StageBody(many=True, required=False)
    ruleset = serializers.CharField(default="classic", max_length=32)
    overrides = serializers.DictField(default=dict)
    capacity = serializers.IntegerField(default=16)
    team = serializers.IntegerField(default=1)
    turn_seconds = serializers.IntegerField(default=30)
    bot_pace_ms = serializers.IntegerField(default=0)
    autostart = serializers.CharField(default=bounds.MANUAL, max_length=32)
    fill_with_bots = serializers.ChoiceField(sorted(BOTS), default=None, allow_null=True)
    starts_at = serializers.DateTimeField(default=None, allow_null=True)
    check_in_minutes = serializers.IntegerField(default=0)
    round_gap_seconds = serializers.IntegerField(default=0)
    starts = serializers.CharField(required=False, max_length=32)
    publish = serializers.CharField(default="automatic", max_length=32)
    dealing = serializers.CharField(default="own", max_length=32)
    mirrored = serializers.BooleanField(default=False)
    rated = serializers.BooleanField(default=True)
    scale = serializers.ListField(child=serializers.IntegerField(), default=list, max_length=6)
    directors = serializers.ListField(
        child=serializers.CharField(max_length=24), default=list, max_length=bounds.DIRECTORS
    )
    policies = serializers.DictField(default=dict)


def settings_of(body: dict[str, Any], directors: tuple[str, ...]) -> Settings:
    """The settings that a checked body asks for; `directors` are player ids."""
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
            "directors": directors,
            "stages": tuple(StageSettings(**stage) for stage in stages),
        }
    )


class EntryBody(serializers.Serializer[Any]):
    """`{}` enters the caller; with `bot`, so many bots; with `players`, others (directors)."""

    bot = serializers.ChoiceField(sorted(BOTS), required=False)
    count = serializers.IntegerField(
        required=False, min_value=1, max_value=bounds.CAPACITY[1], help_text="1 if not given."
    )
    partner = serializers.CharField(required=False, max_length=24)
    name = serializers.CharField(default="", max_length=bounds.NAME_LENGTH, allow_blank=True)
    club = serializers.CharField(default="", max_length=40, allow_blank=True)

    def validate(self, entry: dict[str, Any]) -> dict[str, Any]:
        if "count" in entry and "bot" not in entry:
            raise serializers.ValidationError({"count": "It goes with bot."})
        return entry


class Why(serializers.Serializer[Any]):
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=REASON_LENGTH, help_text="Public."
    )


class NeededWhy(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=REASON_LENGTH, help_text="Public.")


class SubstituteBody(NeededWhy):
    out = serializers.CharField(max_length=24, help_text="The handle of who stops playing.")
    player = serializers.CharField(max_length=24, help_text="The handle of who plays on.")


class ClubBody(serializers.Serializer[Any]):
    club = serializers.CharField(max_length=40, allow_blank=True)


class AdjustBody(NeededWhy):
    score = serializers.IntegerField(help_text="Sixtieths of a point, less than 0 for a penalty.")


class SeedingBody(serializers.Serializer[Any]):
    seeds = serializers.ListField(
        child=serializers.CharField(max_length=32), max_length=bounds.CAPACITY[1]
    )


class ForbidBody(NeededWhy):
    entrants = serializers.ListField(
        child=serializers.CharField(max_length=32), min_length=2, max_length=2
    )


class PublishBody(serializers.Serializer[Any]):
    starts_at = serializers.DateTimeField(default=None, allow_null=True)


class TableBody(serializers.Serializer[Any]):
    pairing = serializers.IntegerField(min_value=1)
    sides = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(max_length=32), max_length=2),
        max_length=6,
    )


class OverrideBody(NeededWhy):
    tables = TableBody(many=True, allow_empty=False, max_length=200)


class ForfeitBody(NeededWhy):
    losers = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=1), min_length=1, max_length=2
    )


class CorrectBody(NeededWhy):
    places = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=6)
    points = serializers.ListField(child=serializers.IntegerField(min_value=0), max_length=6)
    reset_dependents = serializers.BooleanField(default=False)


class Preview(serializers.Serializer[Any]):
    preview = serializers.BooleanField(default=False, help_text="Only say what would come of it.")


class Filter(serializers.Serializer[Any]):
    state = serializers.ChoiceField(Tournament.State.choices, required=False)


class After(serializers.Serializer[Any]):
    after = serializers.IntegerField(default=0, min_value=0, max_value=LARGEST_VERSION)
    limit = serializers.IntegerField(default=EVENTS_AT_ONCE, min_value=1, max_value=EVENTS_AT_ONCE)


class OfStage(serializers.Serializer[Any]):
    stage = serializers.IntegerField(required=False, min_value=1, max_value=bounds.STAGES)


class AtVersion(OfStage):
    version = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_VERSION)


class StandingsQuery(AtVersion):
    page = serializers.IntegerField(default=1, min_value=1, max_value=LARGEST_VERSION)
    around = serializers.CharField(required=False, max_length=32, help_text="An entrant's id.")
