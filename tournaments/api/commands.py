"""What a client may send about tournaments: the forms of the bodies and of the queries."""

from typing import Any

from rest_framework import serializers

from engine import BOTS
from tournaments.domain import options
from tournaments.domain.refusals import BadField
from tournaments.domain.state import AUTOSTARTS, MANUAL
from tournaments.models import Tournament

EVENTS_AT_ONCE = 500
LARGEST_VERSION = 2**31 - 1


class NewTournament(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=options.NAME_LENGTH)
    ruleset = serializers.CharField(default="classic", max_length=32)
    overrides = serializers.DictField(default=dict)
    capacity = serializers.IntegerField(
        default=16, min_value=options.CAPACITY[0], max_value=options.CAPACITY[1]
    )
    turn_seconds = serializers.IntegerField(
        default=30, min_value=options.TURN_SECONDS[0], max_value=options.TURN_SECONDS[1]
    )
    bot_pace_ms = serializers.IntegerField(
        default=0, min_value=options.BOT_PACE_MS[0], max_value=options.BOT_PACE_MS[1]
    )
    autostart = serializers.ChoiceField(AUTOSTARTS, default=MANUAL)
    fill_with_bots = serializers.ChoiceField(sorted(BOTS), default=None, allow_null=True)

    def validate_name(self, name: str) -> str:
        try:
            options.check_name(name)
        except BadField as refusal:
            raise serializers.ValidationError(refusal.detail) from refusal
        return name


class NewEntry(serializers.Serializer[Any]):
    bot = serializers.ChoiceField(sorted(BOTS), required=False)
    count = serializers.IntegerField(
        required=False, min_value=1, max_value=options.CAPACITY[1], help_text="1 if not given."
    )

    def validate(self, entry: dict[str, Any]) -> dict[str, Any]:
        if "count" in entry and "bot" not in entry:
            raise serializers.ValidationError({"count": "It goes with bot."})
        return entry


class Filter(serializers.Serializer[Any]):
    state = serializers.ChoiceField(Tournament.State.values, required=False)


class After(serializers.Serializer[Any]):
    after = serializers.IntegerField(default=0, min_value=0, max_value=LARGEST_VERSION)
    limit = serializers.IntegerField(default=EVENTS_AT_ONCE, min_value=1, max_value=EVENTS_AT_ONCE)
