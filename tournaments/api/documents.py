"""The forms of what the API answers, for its schema; `tournaments.read` builds the documents."""

from typing import Any

from rest_framework import serializers

from tournaments.core.stages import Status
from tournaments.models import Entrant, Tournament

STAGE_STATES = ["running", "completed"]
ROUND_STATES = ["waiting", "draft", "running", "closed"]
PAIRING_STATES = ["draft", "waiting", "bye", "playing", "finished"]


class Document(serializers.Serializer[Any]):
    """A serializer that only describes."""


class OrganiserDocument(Document):
    id = serializers.CharField()
    handle = serializers.CharField()


class PlayerDocument(Document):
    id = serializers.CharField()
    handle = serializers.CharField()
    kind = serializers.ChoiceField(["person", "bot"])
    bot = serializers.CharField(allow_null=True)


class EntrantFields(Document):
    id = serializers.CharField()
    number = serializers.IntegerField()
    seed = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    club = serializers.CharField()
    members = PlayerDocument(many=True)
    player = PlayerDocument(allow_null=True, help_text="The first member.")


class EntrantDocument(EntrantFields):
    state = serializers.ChoiceField(Entrant.State.choices)


class RulesetDocument(Document):
    key = serializers.CharField()
    overrides = serializers.DictField()


class StageSettingsDocument(Document):
    number = serializers.IntegerField()
    name = serializers.CharField()
    format = serializers.CharField()
    options = serializers.DictField()
    advance = serializers.IntegerField()


class TournamentDocument(Document):
    id = serializers.CharField()
    slug = serializers.SlugField()
    name = serializers.CharField()
    state = serializers.ChoiceField(Tournament.State.choices)
    organiser = OrganiserDocument()
    format = serializers.CharField()
    stages = StageSettingsDocument(many=True)
    ruleset = RulesetDocument()
    capacity = serializers.IntegerField()
    entrants = serializers.IntegerField()
    waiting = serializers.IntegerField()
    team = serializers.IntegerField()
    turn_seconds = serializers.IntegerField()
    bot_pace_ms = serializers.IntegerField()
    autostart = serializers.CharField()
    fill_with_bots = serializers.CharField(allow_null=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    check_in_minutes = serializers.IntegerField()
    round_gap_seconds = serializers.IntegerField()
    starts = serializers.CharField()
    publish = serializers.CharField()
    dealing = serializers.CharField()
    mirrored = serializers.BooleanField()
    rated = serializers.BooleanField()
    scale = serializers.ListField(child=serializers.IntegerField())
    policies = serializers.DictField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    failed = serializers.CharField(allow_null=True)
    champion = EntrantDocument(allow_null=True)
    version = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    completed_at = serializers.DateTimeField(allow_null=True)


class TournamentList(Document):
    results = TournamentDocument(many=True)
    next = serializers.URLField(allow_null=True)


class EntrantList(Document):
    results = EntrantDocument(many=True)
    next = serializers.IntegerField(allow_null=True)


class StageDocument(Document):
    number = serializers.IntegerField()
    name = serializers.CharField()
    format = serializers.CharField()
    options = serializers.DictField()
    rounds = serializers.IntegerField(allow_null=True)
    entrants = serializers.IntegerField()
    ends_at = serializers.DateTimeField(allow_null=True)
    state = serializers.ChoiceField(STAGE_STATES)


class StagesDocument(Document):
    results = StageDocument(many=True)


class SideDocument(Document):
    entrants = EntrantFields(many=True)
    place = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(allow_null=True, help_text="Sixtieths.")
    status = serializers.ChoiceField([status.value for status in Status], allow_null=True)


class WhyDocument(Document):
    code = serializers.CharField()
    params = serializers.DictField()
    text = serializers.CharField()


class PairingDocument(Document):
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    pairing = serializers.IntegerField()
    group = serializers.IntegerField()
    match = serializers.CharField(allow_null=True)
    state = serializers.ChoiceField(PAIRING_STATES)
    sides = SideDocument(many=True)
    winner = serializers.IntegerField(allow_null=True, help_text="The number of the side.")
    reason = serializers.CharField(allow_null=True)
    corrected = serializers.BooleanField()
    disputed = serializers.BooleanField()
    why = WhyDocument(many=True)


class RoundDocument(Document):
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(ROUND_STATES)
    starts_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    expected = serializers.IntegerField()
    engine = serializers.CharField()
    inputs = serializers.CharField()
    deck = serializers.CharField(allow_null=True)
    pairings = PairingDocument(many=True)


class RoundsDocument(Document):
    version = serializers.IntegerField()
    results = RoundDocument(many=True)


class SourceDocument(Document):
    """Where a side of a bracket's pairing comes from: a seed, or an earlier pairing."""

    seed = serializers.IntegerField(required=False)
    round = serializers.IntegerField(required=False)
    pairing = serializers.IntegerField(required=False)
    loser = serializers.BooleanField(required=False)


class BracketPairingDocument(PairingDocument):
    state = serializers.ChoiceField(
        ["to_come", "conditional", "draft", "waiting", "bye", "playing", "finished"]
    )
    sources = SourceDocument(many=True, required=False)


class BracketRoundDocument(RoundDocument):
    pairings = BracketPairingDocument(many=True)


class BracketDocument(Document):
    version = serializers.IntegerField()
    stage = serializers.IntegerField()
    format = serializers.CharField(allow_null=True)
    rounds = BracketRoundDocument(many=True)


class TieBreakDocument(Document):
    key = serializers.CharField()
    value = serializers.IntegerField()
    unit = serializers.IntegerField()


class StandingDocument(Document):
    position = serializers.IntegerField()
    rank = serializers.IntegerField()
    entrant = EntrantFields()
    score = serializers.IntegerField(help_text="Sixtieths.")
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    ties = serializers.IntegerField()
    losses = serializers.IntegerField()
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()
    group = serializers.IntegerField()
    eliminated_in = serializers.IntegerField(allow_null=True)
    tie_breaks = TieBreakDocument(many=True)


class StandingsDocument(Document):
    version = serializers.IntegerField()
    stage = serializers.IntegerField()
    state = serializers.ChoiceField(Tournament.State.choices)
    count = serializers.IntegerField()
    next = serializers.IntegerField(allow_null=True)
    results = StandingDocument(many=True)


class ExplanationDocument(Document):
    version = serializers.IntegerField()
    stage = serializers.IntegerField()
    entrant = EntrantFields()
    line = StandingDocument()
    tie_breaks = serializers.ListField(child=serializers.DictField())


class TableSeat(Document):
    seat = serializers.IntegerField()
    player = PlayerDocument()
    score = serializers.IntegerField()


class TableDocument(Document):
    id = serializers.CharField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    pairing = serializers.IntegerField()
    status = serializers.ChoiceField(["waiting", "playing", "finished"])
    version = serializers.IntegerField()
    seats = TableSeat(many=True)


class TablesDocument(Document):
    version = serializers.IntegerField()
    results = TableDocument(many=True)


class FactDocument(Document):
    version = serializers.IntegerField()
    type = serializers.CharField()
    data = serializers.DictField()
    at = serializers.DateTimeField()


class FactsDocument(Document):
    results = FactDocument(many=True)
    version = serializers.IntegerField()
