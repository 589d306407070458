"""The read models of tournaments: rows that can be thrown away and folded anew from the facts.

`Tournament.due` and the open pairings are the work list of the duty `advance`.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.identity import new_id
from games.models import Match
from tournaments.ratings import models as rating_models  # noqa: F401 - Django looks only here


class Tournament(models.Model):
    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        REGISTRATION = "registration", _("registration")
        RUNNING = "running", _("running")
        COMPLETED = "completed", _("completed")

    class Autostart(models.TextChoices):
        MANUAL = "manual", _("when the organiser starts it")
        FULL = "full", _("when every place is taken")
        FIRST_PERSON = "first_person", _("when the first person has entered")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=80)
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    version = models.PositiveIntegerField()
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="organised"
    )
    format = models.CharField(max_length=32)
    ruleset = models.CharField(max_length=32)
    overrides = models.JSONField(default=dict)
    capacity = models.PositiveSmallIntegerField(_("capacity"))
    turn_seconds = models.PositiveIntegerField(_("seconds a turn"))
    bot_pace_ms = models.PositiveIntegerField(_("pace of bots"))
    autostart = models.CharField(_("starts"), max_length=12, choices=Autostart)
    fill_with_bots = models.CharField(_("fill with"), max_length=32, blank=True, default="")
    entered = models.PositiveSmallIntegerField(default=0)
    size = models.PositiveSmallIntegerField(default=0)
    round = models.PositiveSmallIntegerField(default=0)
    # Whether the house has something to do that no match waits for: a start, or a round to pair.
    due = models.BooleanField(default=False)
    champion = models.ForeignKey(
        "tournaments.Entrant", null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    completed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "-id"], name="tournament_state"),
            models.Index(fields=["id"], name="tournament_due", condition=models.Q(due=True)),
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    class State(models.TextChoices):
        REGISTERED = "registered", _("registered")
        ACTIVE = "active", _("active")
        ELIMINATED = "eliminated", _("eliminated")
        CHAMPION = "champion", _("champion")
        WITHDRAWN = "withdrawn", _("withdrawn")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries"
    )
    bot = models.CharField(max_length=32, blank=True, default="")
    number = models.PositiveSmallIntegerField()
    seed = models.PositiveSmallIntegerField(null=True)
    state = models.CharField(max_length=10, choices=State, default=State.REGISTERED)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number"),
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=~models.Q(state="withdrawn"),
                name="entrant_once_in_a_tournament",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Pairing(models.Model):
    """Two entrants and their match, or one and a bye. The match's row comes after the pairing's."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairings")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entrant, null=True, on_delete=models.PROTECT, related_name="+")
    match = models.OneToOneField(
        Match,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="pairing",
    )
    winner = models.ForeignKey(Entrant, null=True, on_delete=models.PROTECT, related_name="+")
    scores = models.JSONField(default=list)
    reason = models.CharField(max_length=16, blank=True, default="")

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round", "number"], name="pairing_of_a_round"
            ),
        ]
        indexes = [
            models.Index(
                fields=["tournament"],
                name="pairing_open",
                condition=models.Q(winner=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.round}/{self.number}"
