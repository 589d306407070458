"""Webhooks, and the messages that are sent to them."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.identity import new_id
from games.models import Player

URL_LENGTH, DESCRIPTION_LENGTH = 500, 200


class Webhook(models.Model):
    """An address that is sent what is new in `event`, or, where that is null, for its owner.

    Messages were made up to the version `made`, and delivered up to `version`. Of an account, whose
    versions are moments, `told` says what was told of it. Whoever sends holds the row by `lease`.
    """

    class State(models.TextChoices):
        ON = "on", _("on")
        PAUSED = "paused", _("paused")
        ENDED = "ended", _("ended")

    class Why(models.TextChoices):
        """Why it has ended."""

        GONE = "gone", _("the receiver answered that it wants no more")
        FAILING = "failing", _("nothing was received for days")
        NO_EVENT = "no_event", _("the event cannot be seen any more")
        NO_OWNER = "no_owner", _("the account was closed")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    owner = models.ForeignKey(Player, models.CASCADE, related_name="+")
    # The id of an event, whose row may be folded anew.
    event = models.UUIDField(null=True, db_index=True)
    url = models.CharField(max_length=URL_LENGTH)
    description = models.CharField(max_length=DESCRIPTION_LENGTH, blank=True, default="")
    # Facts of these types alone; all where it is empty.
    types = models.JSONField(default=list, blank=True)
    state = models.CharField(max_length=6, choices=State, default=State.ON)
    why = models.CharField(max_length=8, choices=Why, blank=True, default="")
    # Sealed by the keys outside of the database (games/master_keys.py).
    secret = models.BinaryField()
    former_secret = models.BinaryField(null=True)
    former_until = models.DateTimeField(null=True)
    made = models.BigIntegerField(default=0)
    version = models.BigIntegerField(default=0)
    told = models.JSONField(default=dict, blank=True)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    next_try_at = models.DateTimeField(null=True)
    lease = models.UUIDField(null=True)
    leased_until = models.DateTimeField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["owner", "made_at"], name="webhook_of_owner")]

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """A message to a webhook: the facts after a version up to another, what was new for an account
    (`body`, sealed), or a test. Its id is the message's, however often it is sent.
    """

    class Kind(models.TextChoices):
        FACTS = "facts", _("facts of an event")
        NEWS = "news", _("news of an account")
        PING = "ping", _("a test")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        PARKED = "parked", _("given up")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=5, choices=Kind)
    after = models.BigIntegerField(default=0)
    upto = models.BigIntegerField(default=0)
    body = models.BinaryField(null=True)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    # The newest tries: {"at", "status", "failed", "milliseconds"}.
    attempts = models.JSONField(default=list, blank=True)
    tries = models.PositiveIntegerField(default=0)
    # Since when it is tried: since it was made, or was to be sent once more.
    tried_since = models.DateTimeField()
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["webhook", "state", "id"], name="delivery_of_webhook"),
            models.Index(fields=["ended_at"], name="delivery_ended_at"),
        ]

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        """What receivers know it by, in the header `webhook-id`."""
        return f"msg_{self.id.hex}"
