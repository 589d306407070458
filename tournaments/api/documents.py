"""The forms of what the API answers, for its schema; `tournaments.queries` builds the documents."""

from typing import Any

from rest_framework import serializers

from tournaments.models import Entrant, Tournament


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


class EntrantDocument(Document):
    id = serializers.CharField()
    number = serializers.IntegerField()
    seed = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(Entrant.State.values)
    player = PlayerDocument()


class RulesetDocument(Document):
    key = serializers.CharField()
    overrides = serializers.DictField()


class TournamentDocument(Document):
    id = serializers.CharField()
    slug = serializers.SlugField()
    name = serializers.CharField()
    state = serializers.ChoiceField(Tournament.State.values)
    organiser = OrganiserDocument()
    format = serializers.CharField()
    ruleset = RulesetDocument()
    capacity = serializers.IntegerField()
    entrants = serializers.IntegerField()
    turn_seconds = serializers.IntegerField()
    bot_pace_ms = serializers.IntegerField()
    autostart = serializers.ChoiceField(Tournament.Autostart.values)
    fill_with_bots = serializers.CharField(allow_null=True)
    round = serializers.IntegerField()
    rounds = serializers.IntegerField()
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
    next = serializers.URLField(allow_null=True)


class PairingDocument(Document):
    round = serializers.IntegerField()
    pairing = serializers.IntegerField()
    entrants = serializers.ListField(child=EntrantDocument(allow_null=True))
    match = serializers.CharField(allow_null=True)
    bye = serializers.BooleanField()
    state = serializers.ChoiceField(["waiting", "bye", "playing", "finished"])
    winner = serializers.CharField(allow_null=True)
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    reason = serializers.CharField(allow_null=True)


class RoundDocument(Document):
    round = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(["waiting", "running", "closed"])
    pairings = PairingDocument(many=True)


class RoundsDocument(Document):
    version = serializers.IntegerField()
    results = RoundDocument(many=True)


class BracketDocument(Document):
    version = serializers.IntegerField()
    size = serializers.IntegerField()
    rounds = RoundDocument(many=True)


class StandingDocument(Document):
    rank = serializers.IntegerField()
    entrant = EntrantDocument()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()
    eliminated_in = serializers.IntegerField(allow_null=True)


class StandingsDocument(Document):
    version = serializers.IntegerField()
    state = serializers.ChoiceField(Tournament.State.values)
    results = StandingDocument(many=True)


class TableSeat(Document):
    seat = serializers.IntegerField()
    player = PlayerDocument()
    score = serializers.IntegerField()


class TableDocument(Document):
    id = serializers.CharField()
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
