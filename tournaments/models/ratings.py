"""The read models of ratings: rows that can be thrown away and made anew from the facts."""

from uuid import UUID, uuid5

from django.conf import settings
from django.db import models

from tournaments.ladders.rating_history import Rated
from tournaments.ladders.rules import Skill

_LADDERS = UUID("6b0f0d2e-6f0b-4b51-9a1e-5d1d8ab0f6c3")


def ladder_id(key: str) -> UUID:
    """The id in the name of the ladder's stream: the same in every installation."""
    return uuid5(_LADDERS, key)


class Ladder(models.Model):
    id = models.UUIDField(primary_key=True, editable=False)
    key = models.CharField(max_length=20, unique=True)
    version = models.PositiveIntegerField()
    # How often a name on it has changed, which no fact says.
    renamings = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.key


class RatedMatch(models.Model):
    """How a match stands in a ladder; `places` null: it no longer counts. `version` is its place
    in the order of rating.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="matches")
    match = models.UUIDField()
    version = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    # Null of a casual match.
    tournament = models.UUIDField(null=True)
    teams = models.JSONField()
    places = models.JSONField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "ladder"], name="match_once_in_a_ladder"),
            models.UniqueConstraint(fields=["ladder", "version"], name="match_of_a_ladder"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}/{self.match}"


class Rating(models.Model):
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings"
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    provisional = models.BooleanField()
    matches = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="rating_of_a_player"),
        ]
        indexes = [
            models.Index(
                fields=["ladder", "provisional", "-mu", "player"], name="rating_leaderboard"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}/{self.player_id}"

    @property
    def rated(self) -> Rated:
        return Rated(Skill(self.mu, self.sigma), self.matches)


class RatingChange(models.Model):
    """What the match at `version` of the ladder made of a player's skill; the `number`th it was."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="changes")
    version = models.PositiveIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes"
    )
    match = models.UUIDField()
    number = models.PositiveIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "version", "player"], name="rating_change_of_a_match"
            ),
        ]
        indexes = [
            models.Index(fields=["player", "ladder", "-version"], name="rating_history"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}@{self.version} {self.player_id}"

    @property
    def before(self) -> Rated:
        return Rated(Skill(self.mu_before, self.sigma_before), self.number - 1)

    @property
    def after(self) -> Rated:
        return Rated(Skill(self.mu, self.sigma), self.number)


class RatingProgress(models.Model):
    """Up to which of its facts a tournament's results have been put into the ladders."""

    tournament = models.UUIDField(primary_key=True)
    version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.tournament}@{self.version}"
