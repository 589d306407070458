"""The rows of casual tables: what waits for people, and what was agreed before a match began.

No fact is about them. The match has the id of its table, and a stream of its own from the moment
at which every seat is taken.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.identity import new_id


class Table(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for people")
        # Every seat is taken; the match is there, or will be in a moment.
        FULL = "full", _("about to begin")
        OPENED = "opened", _("its match has begun")
        ENDED = "ended", _("given up")

    # That of its match.
    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    # What is in the link: who has it may take a seat that is kept for a friend.
    code = models.CharField(max_length=16, unique=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    ruleset = models.CharField(max_length=32)
    overrides = models.JSONField(default=dict)
    turn_seconds = models.PositiveIntegerField()
    # Beside that, for all turns of a seat together.
    bank_seconds = models.PositiveIntegerField(default=0)
    bot_pace_ms = models.PositiveIntegerField()
    rated = models.BooleanField(default=False)
    # Whether its match is still to be rated, or found to be none that can be.
    to_rate = models.BooleanField(default=False)
    # Made by somebody who looks for an opponent: it may be joined with another such table.
    seeking = models.BooleanField(default=False)
    # Made for one whom its maker asks to play (games/casual/challenges.py).
    is_challenge = models.BooleanField(default=False)
    # When whoever is challenged said no.
    declined_at = models.DateTimeField(null=True)
    # The table that this one is the rematch of.
    after = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    # Where its person was moved to when two tables were joined.
    joined = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="joined_here"
    )
    created_at = models.DateTimeField()
    # When it is given up, if it still waits.
    ends_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(
                fields=["ends_at"],
                name="table_waiting",
                condition=models.Q(state__in=("waiting", "full")),
            ),
            models.Index(
                fields=["created_at"], name="table_ended", condition=models.Q(state="ended")
            ),
            models.Index(
                fields=["created_at"], name="table_to_rate", condition=models.Q(to_rate=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.state}"

    @property
    def agreed(self) -> dict[str, Any]:
        """What two tables have in common that can be joined: how fast bots would play is nothing to
        people.
        """
        names = ("ruleset", "overrides", "turn_seconds", "bank_seconds", "rated")
        return {name: getattr(self, name) for name in names}


class Chair(models.Model):
    """A seat of a table, taken or waiting for somebody."""

    class WaitsFor(models.TextChoices):
        NOBODY = "", _("taken")
        ANYBODY = "open", _("anybody")
        FRIEND = "link", _("who has the link")
        PLAYER = "player", _("the player who is asked")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chairs")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="chairs"
    )
    waits_for = models.CharField(max_length=6, choices=WaitsFor, blank=True, default="")
    # When the person was last seen waiting.
    seen_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="chair_of_a_table"),
            models.UniqueConstraint(fields=["table", "player"], name="player_once_at_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class Exhibition(models.Model):
    """A match of bots for whoever looks on: the bots rest while nobody does."""

    match = models.UUIDField(primary_key=True)
    looked_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.match.hex
