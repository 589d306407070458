"""Answers that are kept for who asks again with the same key."""

from typing import ClassVar

from django.db import models

from games.models import Player


class KeptAnswer(models.Model):
    """The answer to a request of `player`'s with `key`, whose content `digest` stands for.

    Without a `status` it was done, and its answer is not kept: it carried a secret, or was too
    large.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.TextField(default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "key"], name="one_answer_of_each_key")
        ]
        indexes: ClassVar = [models.Index(fields=["made_at"], name="kept_answer_made_at")]

    def __str__(self) -> str:
        return self.key
