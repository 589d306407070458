"""What a client may send about tournaments: the forms of the bodies and of the queries.

Bounds that the domain states are stated there alone; here is the shape of what comes in.
"""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from engine import BOTS
from games.api.queries import FieldsOf, Paged
from games.api.shaped import ShapedObject
from games.api.strict import StrictSerializer
from tournaments.actions.entry_actions import CLUB, ENTER_BOTS, NAME, PARTNER
from tournaments.actions.event_actions import CHANGE_SETTINGS
from tournaments.api.action_bodies import serializer_field
from tournaments.api.format_field import FormatField, RulesetField
from tournaments.documents.events import EntrantDocument, TournamentDocument
from tournaments.documents.facts import FactDocument
from tournaments.documents.standings import RankedDocument, StandingDocument
from tournaments.domain import settings as bounds
from tournaments.domain.watching import KINDS
from tournaments.formats import DEFAULT_FORMAT
from tournaments.models import Entrant, Tournament

EVENTS_AT_ONCE = 500
LARGEST_VERSION = 2**31 - 1
LARGEST_PAGE = 2**31 // 500
TEXT_LENGTH = 80
_BOT, _COUNT = ENTER_BOTS.fields
_SETTINGS, _DESCRIPTION, _REASON = CHANGE_SETTINGS.fields
# What a tournament answers beside its settings.
TOLD = (
    "id", "slug", "state", "organiser", "entrants", "waiting", "stage", "round", "round_name",
    "failed", "champion", "champions", "champions_count", "decided", "final_at", "version",
    "created_at", "started_at", "completed_at",
)  # fmt: skip
TOLD_OF_RULESET = {"key", "overrides", "rules", "words"}


class StageBody(StrictSerializer):
    told = frozenset({"number"})

    format = FormatField(default=DEFAULT_FORMAT, max_length=32)
    options = ShapedObject(shape="StageOptions", default=dict)
    advance = serializers.IntegerField(default=0, min_value=0)
    name = serializers.CharField(
        default="", max_length=bounds.NAME_LENGTH, allow_blank=True, trim_whitespace=False
    )
    watching = serializers.ChoiceField(choices=("", *KINDS), default="", allow_blank=True)


class SettingsBody(StrictSerializer):
    """`format` is short for one stage of that format with its default options. What a tournament
    answers may be sent back as it is, or with changes.
    """

    told = frozenset(TOLD)

    name = serializers.CharField(max_length=bounds.NAME_LENGTH, trim_whitespace=False)
    format = FormatField(required=False, max_length=32)
    stages = StageBody(many=True, required=False)
    ruleset = RulesetField(default="classic", max_length=32)
    overrides = ShapedObject(shape="Overrides", default=dict)
    capacity = serializers.IntegerField(default=16)
    team = serializers.IntegerField(default=1)
    turn_seconds = serializers.IntegerField(default=30)
    bank_seconds = serializers.IntegerField(default=0)
    bot_pace_ms = serializers.IntegerField(default=0)
    autostart = serializers.CharField(default=bounds.MANUAL, max_length=32)
    fill_with_bots = serializers.ChoiceField(sorted(BOTS), default=None, allow_null=True)
    starts_at = serializers.DateTimeField(default=None, allow_null=True)
    check_in_minutes = serializers.IntegerField(default=0)
    provisional_minutes = serializers.IntegerField(default=0)
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
    policies = ShapedObject(shape="Policies", default=dict)
    description = serializer_field(_DESCRIPTION)
    reason = serializer_field(_REASON)

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and isinstance(data.get("ruleset"), Mapping):
            told = data["ruleset"]
            if not isinstance(told.get("key"), str) or told.keys() - TOLD_OF_RULESET:
                raise serializers.ValidationError({"ruleset": ["It takes a key."]})
            data = {"overrides": told.get("overrides", {}), **data, "ruleset": told.get("key")}
        return super().to_internal_value(data)


class EntryBody(StrictSerializer):
    """`{}` enters the caller; with `bot`, so many bots; with `players`, others (directors)."""

    bot = serializer_field(_BOT, required=False)
    count = serializer_field(_COUNT)
    partner = serializer_field(PARTNER)
    name = serializer_field(NAME)
    club = serializer_field(CLUB)


class Preview(serializers.Serializer[Any]):
    preview = serializers.BooleanField(default=False, help_text="Only say what would come of it.")


class TournamentsQuery(Paged):
    limit = serializers.IntegerField(default=50, min_value=1, max_value=200)
    state = serializers.ChoiceField(Tournament.State.choices, required=False)
    format = serializers.CharField(
        required=False,
        max_length=32,
        help_text="The key of a format of its first stage, or of one that has begun.",
    )
    organiser = serializers.CharField(required=False, max_length=24, help_text="A handle.")
    q = serializers.CharField(
        required=False, max_length=TEXT_LENGTH, help_text="In the name or the organiser's handle."
    )
    since = serializers.DateTimeField(required=False, help_text="Made since then.")
    fields = FieldsOf(TournamentDocument)  # type: ignore[assignment]  # a query, and no attribute


class EventsQuery(serializers.Serializer[Any]):
    after = serializers.IntegerField(
        default=0, min_value=0, max_value=LARGEST_VERSION, help_text="The version to go on after."
    )
    limit = serializers.IntegerField(default=EVENTS_AT_ONCE, min_value=1, max_value=EVENTS_AT_ONCE)
    fields = FieldsOf(FactDocument)  # type: ignore[assignment]  # a query, and no attribute


class EntrantsQuery(serializers.Serializer[Any]):
    after = serializers.IntegerField(
        default=0, min_value=0, max_value=LARGEST_VERSION, help_text="The number to go on after."
    )
    limit = serializers.IntegerField(default=EVENTS_AT_ONCE, min_value=1, max_value=EVENTS_AT_ONCE)
    state = serializers.ChoiceField(Entrant.State.choices, required=False)
    q = serializers.CharField(
        required=False, max_length=TEXT_LENGTH, help_text="In the name, the club or a handle."
    )
    fields = FieldsOf(EntrantDocument)  # type: ignore[assignment]  # a query, and no attribute


class OfStage(serializers.Serializer[Any]):
    stage = serializers.IntegerField(required=False, min_value=1, max_value=bounds.STAGES)


class AtVersion(OfStage):
    version = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_VERSION)


class RankingQuery(serializers.Serializer[Any]):
    page = serializers.IntegerField(default=1, min_value=1, max_value=LARGEST_PAGE)
    fields = FieldsOf(RankedDocument)  # type: ignore[assignment]  # a query, and no attribute


class StandingsQuery(AtVersion):
    page = serializers.IntegerField(default=1, min_value=1, max_value=LARGEST_PAGE)
    around = serializers.CharField(required=False, max_length=32, help_text="An entrant's id.")
    fields = FieldsOf(StandingDocument)  # type: ignore[assignment]  # a query, and no attribute
