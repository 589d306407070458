"""Signing up: the one way in which a person's account is made, for pages and REST alike."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.accounts import handles
from games.limits.asked import spend_here
from games.limits.budgets import SIGN_UPS
from games.lookalikes import skeleton
from games.models import Player


def sign_up(handle: str, password: str) -> Player:
    """A new person; `ValidationError` by field: handle (form, taken, the house's, taken for
    another's) or password (too weak). Refuses `throttled` and `overloaded`.
    """
    if faults := faults_of(handle, password):
        raise ValidationError(faults)
    spend_here(SIGN_UPS)
    player = Player(handle=handle, kind=Player.Kind.PERSON, skeleton=skeleton(handle))
    player.set_password(password)  # outside of the transaction: it takes a while
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        raise ValidationError({"handle": ["This handle is taken."]}) from error
    return player


def faults_of(handle: str, password: str, guest: Player | None = None) -> dict[str, list[str]]:
    """What is wrong, by field, for somebody new or for a guest who wants to stay."""
    player = Player(handle=handle, kind=Player.Kind.PERSON)
    if guest is not None:
        player.pk, player._state.adding = guest.pk, False
    faults: dict[str, list[str]] = {}
    try:
        player.full_clean(exclude=["password"])
        if guest is None or handle != guest.handle:
            handles.check(handle, guest)
    except ValidationError as error:
        faults["handle"] = error.messages
    try:
        validate_password(password, player)
    except ValidationError as error:
        faults["password"] = error.messages
    return faults
