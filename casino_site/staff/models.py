"""What staff have done, which nobody changes any more; and what players report to them."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.identity import new_id
from games.models import Player


class Act(models.Model):
    """One act of staff. Written by `staff.record` only, in a chain of hashes, and never changed.

    It names people and events by their ids, so that nothing in it has to go with anybody.
    """

    class What(models.TextChoices):
        ADD_STAFF = "add_staff", _("made staff")
        REMOVE_STAFF = "remove_staff", _("staff no more")
        RENAME = "rename", _("renamed")
        BAN = "ban", _("banned")
        UNBAN = "unban", _("ban taken back")
        HIDE = "hide", _("hidden")
        SHOW = "show", _("shown again")
        CANCEL = "cancel", _("cancelled")
        TAKE_TEXT = "take_text", _("text taken away")
        TRY_AGAIN = "try_again", _("tried again")
        ANSWER = "answer", _("report answered")

    class About(models.TextChoices):
        PLAYER = "player", _("player")
        EVENT = "event", _("event")
        WORK = "work", _("stuck work")
        REPORT = "report", _("report")

    number = models.PositiveIntegerField(unique=True)
    at = models.DateTimeField()
    # Empty: on the machine itself, by `manage.py`.
    by = models.CharField(max_length=32, blank=True, default="")
    what = models.CharField(max_length=16, choices=What)
    about = models.CharField(max_length=8, choices=About)
    subject = models.CharField(max_length=32)
    reason = models.CharField(max_length=400)
    # The first fact of the event that came of it; 0 where none did.
    version = models.PositiveIntegerField(default=0)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["-number"]

    def __str__(self) -> str:
        return f"{self.number}: {self.get_what_display()}"

    @property
    def who(self) -> str:
        """Who did it, as they are called today."""
        if not self.by:
            return "manage.py"
        found = Player.objects.filter(pk=self.by).first()
        return found.handle if found else self.by


class Report(models.Model):
    """What a player has told staff; who is reported never learns by whom."""

    class Kind(models.TextChoices):
        NAME = "name", _("a player’s name")
        EVENT = "event", _("an event")
        CONDUCT = "conduct", _("conduct at a table")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        DONE = "done", _("done")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    kind = models.CharField(max_length=8, choices=Kind)
    # The id of a player, an event or a match, by the kind.
    subject = models.UUIDField()
    # Null once they have gone.
    reporter = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    words = models.TextField(max_length=500)
    made_at = models.DateTimeField()
    state = models.CharField(max_length=4, choices=State, default=State.OPEN)
    # What the reporter is told.
    answer = models.CharField(max_length=400, blank=True, default="")
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["made_at"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["state", "made_at"], name="report_queue")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.made_at:%d %b %Y}"


class Trace(models.Model):
    """That a player has signed in from somewhere lately: digests of the address and the browser,
    kept for hints after the session has ended.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    address = models.CharField(max_length=64)
    browser = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["player", "address", "browser"], name="one_trace_of_each"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["at"], name="trace_at")]

    def __str__(self) -> str:
        return f"{self.at:%d %b %Y}"
