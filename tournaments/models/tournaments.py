"""The read models of tournaments: rows that can be thrown away and folded anew from the facts.

`Tournament.due_at`, the undecided pairings and the superseded matches are the work list of the duty
`advance`; a stage whose `changed` is ahead of its newest edition is that of the standings.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.identity import new_id
from games.models import Match


class Tournament(models.Model):
    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        REGISTRATION = "registration", _("registration")
        CHECK_IN = "check_in", _("check-in")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        PROVISIONAL = "provisional", _("results provisional")
        COMPLETED = "completed", _("completed")
        CANCELLED = "cancelled", _("cancelled")
        # A draft that was thrown away: for everybody as if it had never been.
        DELETED = "deleted", _("deleted")

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
    # As `tournaments.domain.settings.Settings` has them, complete.
    settings = models.JSONField(default=dict)
    capacity = models.PositiveIntegerField(_("capacity"))
    entered = models.PositiveIntegerField(default=0)
    waiting = models.PositiveIntegerField(default=0)
    # The version at which a text was last taken away: what was folded before has it no longer.
    reworded = models.PositiveIntegerField(default=0)
    stage = models.PositiveSmallIntegerField(default=0)
    round = models.PositiveSmallIntegerField(default=0)
    # When the house has something to do that no match waits for; null: nothing.
    due_at = models.DateTimeField(null=True)
    failed = models.CharField(max_length=200, blank=True, default="")
    champion = models.ForeignKey(
        "tournaments.Entrant", null=True, on_delete=models.PROTECT, related_name="+"
    )
    # By what the first place was decided (`tournaments.domain.state.Decided`).
    decided = models.CharField(max_length=8, blank=True, default="")
    # What its directors write about it, in Markdown.
    description = models.TextField(blank=True, default="")
    # When provisional results become final; null: when a director confirms them.
    final_at = models.DateTimeField(null=True)
    starts_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    completed_at = models.DateTimeField(null=True)
    # How often the name of somebody in it has changed, which no fact says.
    renamings = models.PositiveIntegerField(default=0)
    # By staff: not in lists, and its pages are for its directors and staff.
    hidden = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["state", "-id"], name="tournament_state"),
            models.Index(
                fields=["due_at"],
                name="tournament_due",
                condition=models.Q(due_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    class State(models.TextChoices):
        REGISTERED = "registered", _("registered")
        WAITLISTED = "waitlisted", _("on the waiting list")
        CHECKED_IN = "checked_in", _("checked in")
        ACTIVE = "active", _("active")
        PAUSED = "paused", _("paused")
        ELIMINATED = "eliminated", _("eliminated")
        WITHDRAWN = "withdrawn", _("withdrawn")
        NO_SHOW = "no_show", _("did not come")
        DISQUALIFIED = "disqualified", _("disqualified")

    # Who plays no more, unless they are taken back.
    GONE = (State.WITHDRAWN, State.NO_SHOW, State.DISQUALIFIED)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField()
    # Empty for a player who enters as themselves.
    name = models.CharField(max_length=80, blank=True, default="")
    club = models.CharField(max_length=40, blank=True, default="")
    seed = models.PositiveIntegerField(null=True)
    joins = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=12, choices=State, default=State.REGISTERED)
    # In the event that is over; equals share it.
    place = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Member(models.Model):
    """Who plays for an entrant; `active` until another takes their seat or the entrant is gone."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="members")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries"
    )
    bot = models.CharField(max_length=32, blank=True, default="")
    position = models.PositiveSmallIntegerField()
    # Plays for the entrant now, and nobody has taken their seat.
    plays = models.BooleanField(default=True)
    # Cannot enter the tournament once more.
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=models.Q(active=True),
                name="player_once_in_a_tournament",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id}/{self.position}"


class Stage(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80, blank=True, default="")
    format = models.CharField(max_length=32)
    options = models.JSONField(default=dict)
    rounds = models.PositiveSmallIntegerField(null=True)
    entrants = models.PositiveIntegerField()
    ends_at = models.DateTimeField(null=True)
    completed = models.BooleanField(default=False)
    # The version of the last fact that changed its standings, and that of its newest edition.
    changed = models.PositiveIntegerField(default=0)
    edition = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Round(models.Model):
    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    stage = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    expected = models.PositiveIntegerField()
    engine = models.CharField(max_length=40)
    inputs = models.CharField(max_length=64)
    starts_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    # The revealed secret of the cards, where all tables had the same.
    deck = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "stage", "number"], name="round_of_a_stage"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.stage}/{self.number}"


class Pairing(models.Model):
    """A table of a round, or a bye. The match's row comes after the pairing's."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairings")
    stage = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    group = models.PositiveSmallIntegerField(default=0)
    match = models.OneToOneField(
        Match,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="pairing",
    )
    # When the match may start; null in a draft.
    starts_at = models.DateTimeField(null=True)
    # When a director last called whoever was missing.
    called_at = models.DateTimeField(null=True)
    decided = models.BooleanField(default=False)
    disputed = models.BooleanField(default=False)
    corrected = models.BooleanField(default=False)
    reason = models.CharField(max_length=400, blank=True, default="")
    why = models.JSONField(default=list)

    class Meta:
        ordering = ["stage", "round", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "stage", "round", "number"], name="pairing_of_a_round"
            ),
        ]
        indexes = [
            models.Index(
                fields=["starts_at"], name="pairing_open", condition=models.Q(decided=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.stage}/{self.round}/{self.number}"


class Seating(models.Model):
    """An entrant at a pairing, and what came of it; `score` is in sixtieths."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="seatings")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="seatings")
    side = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True)
    points = models.PositiveSmallIntegerField(null=True)
    score = models.PositiveIntegerField(null=True)
    status = models.CharField(max_length=16, blank=True, default="")

    class Meta:
        ordering = ["side", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "side", "position"], name="seating_of_a_pairing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}/{self.side}/{self.position}"


class SupersededMatch(models.Model):
    """A match whose pairing was decided or taken back without it: the house annuls it if it is
    still going on.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="superseded")
    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    reason = models.CharField(max_length=400)

    class Meta:
        # Named so before the first release; the rows stay where they are.
        db_table = "tournaments_retiredmatch"

    def __str__(self) -> str:
        return str(self.match_id)


class StandingsEdition(models.Model):
    """The standings of a stage at a version, for ever the same. `order` are the ids of the
    entrants in their order, sixteen bytes each.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="editions")
    stage = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    rounds_closed = models.PositiveSmallIntegerField()
    count = models.PositiveIntegerField()
    order = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "stage", "version"], name="edition_of_a_stage"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.stage}@{self.version}"


class StandingsPage(models.Model):
    """A hundred lines of an edition as the JSON that is sent."""

    edition = models.ForeignKey(StandingsEdition, on_delete=models.CASCADE, related_name="pages")
    number = models.PositiveIntegerField()
    lines = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["edition", "number"], name="page_of_an_edition"),
        ]

    def __str__(self) -> str:
        return f"{self.edition_id}/{self.number}"
