"""Rows: players, the event table, and the read models of matches.

`Event` is the truth; `Match` and `Seat` are read models that can be thrown away and folded anew.
Their `*_at` columns are the work list of the clocks and the bots (docs/architecture.md).
"""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from games.identity import new_id
from games.lookalikes import skeleton
from games.master_keys import IdentitySeal


class PlayerManager(BaseUserManager["Player"]):
    def create_person(self, handle: str, password: str) -> "Player":
        player = self.model(handle=handle, kind=Player.Kind.PERSON, skeleton=skeleton(handle))
        player.set_password(password)
        player.save()
        return player

    def get_by_natural_key(self, username: str | None) -> "Player":
        return self.get(handle__iexact=username, kind=Player.Kind.PERSON)


class Player(AbstractBaseUser):  # type: ignore[django-manager-missing]  # knox's is not typed
    """Who sits at tables: a person, who signs in; a guest, who has not signed up; a bot of the
    house, who never can; a program, which is a person's bot and comes by a token; or whoever has
    gone.
    """

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")
        GUEST = "guest", _("guest")
        PROGRAM = "program", _("bot account")
        FORMER = "former", _("former player")

    # Whose handles somebody chose, and nobody may take for another's.
    CHOSEN = (Kind.PERSON, Kind.GUEST, Kind.PROGRAM)
    # Whose matches are rated on the ladders of bots.
    BOTS = (Kind.BOT, Kind.PROGRAM)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    handle = models.CharField(
        _("handle"),
        max_length=24,
        unique=True,
        validators=[
            RegexValidator(
                r"\A[A-Za-z][A-Za-z0-9_-]{1,23}\Z",
                _("A handle has 2 to 24 letters, digits, _ or -, and begins with a letter."),
            )
        ],
        error_messages={"unique": _("This handle is taken.")},
    )
    kind = models.CharField(max_length=7, choices=Kind, default=Kind.PERSON)
    # What the handle is taken for, which no two people may choose to share; null of bots, and of
    # who shared one before that was looked at.
    skeleton = models.CharField(max_length=24, unique=True, null=True, editable=False)  # noqa: DJ001
    bot = models.CharField(max_length=32, blank=True, default="")
    is_active = models.BooleanField(default=True)
    # Keeps order in the house (`manage.py staff`); what staff have done says who is.
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)
    # Changed to end every session; "" for who has never done so.
    session_salt = models.CharField(max_length=32, blank=True, default="")
    seal = IdentitySeal(default=b"")

    USERNAME_FIELD = "handle"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = PlayerManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("handle"),
                name="handle_unique_without_case",
                violation_error_message=_("This handle is taken."),
            ),
        ]

    def __str__(self) -> str:
        return self.handle

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        # Django's, of the password and the salt. Without a salt it is the same as Django's, so
        # that the sessions of before go on.
        key_salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        value = self.password + self.session_salt
        return salted_hmac(key_salt, value, secret=secret, algorithm="sha256").hexdigest()


class FormerHandle(models.Model):
    """What a player was called before staff renamed them: kept for them, and for nobody else."""

    handle = models.CharField(max_length=24)
    skeleton = models.CharField(max_length=24, unique=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="former_handles")

    def __str__(self) -> str:
        return self.handle


class BotAccount(models.Model):
    """What a person says of a bot of theirs, and when it last listened (`games.live.players`)."""

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="account"
    )
    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bot_accounts")
    description = models.CharField(max_length=300, blank=True, default="")
    program = models.CharField(max_length=80, blank=True, default="")
    made_at = models.DateTimeField()
    # Null: it has never listened.
    seen_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.player_id}"


class Token(AbstractAuthToken):  # type: ignore[misc]  # knox is not typed
    """What a script signs in with as a player; `scopes` with blanks between them."""

    name = models.CharField(max_length=40, blank=True, default="")
    scopes = models.CharField(max_length=64)
    last_used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.token_key}: {self.scopes}"


class Event(models.Model):
    """One fact of one stream (docs/events.md). Written by `eventstore.append` only."""

    stream = models.CharField(max_length=64)
    version = models.PositiveIntegerField()
    type = models.CharField(max_length=32)
    schema = models.PositiveSmallIntegerField()
    data = models.JSONField()
    secret = models.BinaryField(null=True)
    actor = models.CharField(max_length=64)
    # NULL and not "": a unique constraint takes NULLs for different.
    command_id = models.CharField(max_length=128, null=True)  # noqa: DJ001
    command_digest = models.CharField(max_length=64, null=True)  # noqa: DJ001
    recorded_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("fact")
        constraints = [
            models.UniqueConstraint(fields=["stream", "version"], name="event_stream_version"),
            models.UniqueConstraint(fields=["stream", "command_id"], name="event_stream_command"),
        ]

    def __str__(self) -> str:
        return f"{self.stream}@{self.version} {self.type}"


class StatedText(models.Model):
    """What a person typed into facts of a stream, which have its digest; it may be taken away."""

    stream = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    salt = models.BinaryField()
    text = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "digest"], name="stated_text_digest"),
        ]

    def __str__(self) -> str:
        return f"{self.stream} {self.digest[:8]}"


class StreamKey(models.Model):
    """The key that seals a stream's secrets, wrapped by the master keys."""

    stream = models.CharField(max_length=64, primary_key=True)
    wrapped = models.BinaryField()

    def __str__(self) -> str:
        return self.stream


class Match(models.Model):
    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    ruleset = models.CharField(max_length=32)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField()
    turn = models.PositiveSmallIntegerField(null=True)
    turn_seconds = models.PositiveIntegerField()
    bot_pace_ms = models.PositiveIntegerField(default=0)
    # When the seat to act runs out of time; null while nobody has to hurry.
    deadline_at = models.DateTimeField(null=True)
    # When a bot is to play, or null. A sweep pushes it on while a worker has it.
    bot_due_at = models.DateTimeField(null=True)
    # The decks it shares with other matches, or "".
    board = models.CharField(max_length=128, blank=True, default="")
    # Null also of a match that was annulled.
    winner = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=16, blank=True, default="")
    scores = models.JSONField(default=list)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(
                fields=["deadline_at"],
                name="match_deadline",
                condition=models.Q(deadline_at__isnull=False),
            ),
            models.Index(
                fields=["bot_due_at"],
                name="match_bot_due",
                condition=models.Q(bot_due_at__isnull=False),
            ),
            # What the archive lists, newest first: all, and those by one ruleset.
            models.Index(
                fields=["-id"],
                name="match_archive",
                condition=models.Q(status="finished"),
            ),
            models.Index(
                fields=["ruleset", "-id"],
                name="match_archive_ruleset",
                condition=models.Q(status="finished"),
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Seat(models.Model):
    class Left(models.TextChoices):
        STAYED = "", _("stayed")
        RESIGNED = "resigned", _("resigned")
        TIMEOUTS = "timeouts", _("out of time")
        FORFEITED = "forfeited", _("forfeited")
        HANDED_OVER = "handed_over", _("handed over")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    left_reason = models.CharField(max_length=16, choices=Left, blank=True, default="")
    # Whether the player made the cut or any play; a bot always came.
    came = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_of_a_match"),
        ]
        # The matches of a player, newest first.
        indexes = [models.Index(fields=["player", "-match"], name="seat_of_a_player")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class StuckWork(models.Model):
    """Background work that failed and is put off, longer each time, or parked for staff to see."""

    class Kind(models.TextChoices):
        BOT = "bot", _("a bot's turn")
        CLOCK = "clock", _("a match's clock")
        TOURNAMENT = "tournament", _("an event")
        RATING = "rating", _("an event's ratings")
        TABLE = "table", _("a casual table that is full")

    kind = models.CharField(max_length=10, choices=Kind)
    subject = models.UUIDField()
    failures = models.PositiveIntegerField(default=1)
    # The kind of exception and the line that raised it; what it says stands in the worker's log.
    error = models.CharField(max_length=200)
    first_failed_at = models.DateTimeField()
    failed_at = models.DateTimeField()
    # None: parked.
    next_try_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = _("stuck work")
        ordering: ClassVar[list[str]] = ["first_failed_at"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["kind", "subject"], name="one_stuck_work"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject.hex}"


class SignOfLife(models.Model):
    """When a worker took work, or beat called for it, last (`games.jobs.signs_of_life`)."""

    process = models.CharField(max_length=8, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.process
