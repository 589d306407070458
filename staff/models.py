"""What staff have done, which nobody changes any more."""

from django.db import models
from django.utils.translation import gettext_lazy as _

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
