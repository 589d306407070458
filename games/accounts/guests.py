"""Guests: who plays without an account has a handle and a session, and may keep both."""

import secrets
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from engine.errors import Kind, Refusal
from games.accounts import naming
from games.accounts.scopes import Scope
from games.accounts.sign_up import faults_of
from games.limits.asked import spend_here
from games.limits.budgets import NEW_GUESTS
from games.lookalikes import skeleton
from games.models import Player

# Left alone for so long they go; their sessions last as long.
LASTS = timedelta(days=30)
SCOPES = frozenset({Scope.READ, Scope.PLAY, Scope.ACCOUNT})
MANNERS = (
    "Amber", "Bold", "Brave", "Bright", "Calm", "Clever", "Coral", "Fair", "Gentle", "Golden",
    "Happy", "Jolly", "Keen", "Kind", "Lucky", "Merry", "Noble", "Patient", "Quick", "Quiet",
    "Silver", "Sunny", "Swift", "Witty",
)  # fmt: skip
ANIMALS = (
    "Badger", "Beaver", "Crane", "Dolphin", "Falcon", "Finch", "Fox", "Hare", "Heron", "Ibex",
    "Koala", "Lark", "Lynx", "Magpie", "Otter", "Owl", "Panda", "Puffin", "Raven", "Robin", "Seal",
    "Sparrow", "Swan", "Wren",
)  # fmt: skip
# Behind a name that is taken: digits that nobody takes for letters.
DIGITS = "23456789"


class NotAGuest(Refusal):
    code = "not_a_guest"
    kind = Kind.CONFLICT
    template = "This account is kept already."


def play_as_guest() -> Player:
    """A new guest, called as nobody else is. Refuses `throttled`."""
    spend_here(NEW_GUESTS)
    digits = ""
    while True:
        handle = f"Guest{secrets.choice(MANNERS)}{secrets.choice(ANIMALS)}{digits}"
        player = Player(handle=handle, kind=Player.Kind.GUEST, skeleton=skeleton(handle))
        player.set_unusable_password()
        try:
            with transaction.atomic():
                player.save(force_insert=True)
        except IntegrityError:
            digits = "".join(secrets.choice(DIGITS) for _ in range(min(len(digits) + 1, 4)))
            continue
        return player


def keep(guest: Player, handle: str, password: str) -> None:
    """Makes a person of the guest: the same player, with everything played.

    `ValidationError` by field as of who signs up, but that a guest may go on under the same handle.
    Refuses `not_a_guest`.
    """
    if guest.kind != Player.Kind.GUEST:
        raise NotAGuest()
    if faults := faults_of(handle, password, guest):
        raise ValidationError(faults)
    try:
        with transaction.atomic():
            naming.rename(guest, handle, Player.Kind.PERSON)
            guest.set_password(password)
            guest.save(update_fields=["password"])
    except IntegrityError as error:
        raise ValidationError({"handle": [_("This handle is taken.")]}) from error


def left_alone(now: datetime) -> QuerySet[Player]:
    """Guests who have not come, sat down or sent a script for so long."""
    before = now - LASTS
    guests = Player.objects.filter(kind=Player.Kind.GUEST, joined_at__lt=before).annotate(
        last_match=Max("seats__match__created_at"),
        last_finished=Max("seats__match__finished_at"),
        last_token=Max("auth_token_set__last_used_at"),
    )
    for last in ("last_login", "last_match", "last_finished", "last_token"):
        guests = guests.filter(Q(**{f"{last}__isnull": True}) | Q(**{f"{last}__lt": before}))
    return guests
