"""Who is deleted: the person goes, and what was played stays, by "a former player"."""

import logging
import secrets
from contextlib import suppress
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.dispatch import Signal

from engine.errors import Kind, Refusal
from games.accounts import guests, naming, sessions, tokens
from games.match import commands
from games.models import FormerHandle, Match, Player, Seat

log = logging.getLogger(__name__)
# Sent before, with the `player` and `now`: whatever they are in is to go on without them.
leaving = Signal()
# Sent afterwards, with the same, where the person is gone for ever: their words are to go, too.
gone = Signal()
SHOWN = "a former player"
AT_ONCE = 1000


class WrongPassword(Refusal):
    code = "wrong_password"
    kind = Kind.NOT_ALLOWED
    template = "This is not your password."


def leave(player: Player, now: datetime) -> None:
    """Takes the person away: handle, address, password, sessions, tokens, passkeys. Events that
    they are in go on without them, and a match that is being played is given up; one that waits for
    cuts is left to its clock. Done twice it is as done once.
    """
    if player.kind in (Player.Kind.FORMER, *Player.BOTS):
        return
    stop_playing(player, now)
    with transaction.atomic():
        EmailAddress.objects.filter(user=player).delete()
        Authenticator.objects.filter(user=player).delete()
        tokens.revoke_all(player)
        sessions.end_all(player)
        player.set_unusable_password()
        FormerHandle.objects.filter(player=player).delete()
        player.is_active, player.is_staff = False, False
        player.last_login, player.session_salt = None, ""
        player.save(
            update_fields=["password", "is_active", "is_staff", "last_login", "session_salt"]
        )
        naming.rename(player, _name_of_nobody(player), Player.Kind.FORMER)
    _send(gone, player, now)


def _name_of_nobody(player: Player) -> str:
    """As nobody may be called, and nobody is: mostly with the end of the id, drawn by chance."""
    name = f"{SHOWN} {player.pk.hex[-8:]}"
    while Player.objects.filter(handle=name).exists():
        name = f"{SHOWN} {secrets.token_hex(4)}"
    return name


def stop_playing(player: Player, now: datetime) -> None:
    """Ends what they are in as its policies say of who leaves, whether the player goes for ever or
    is banned. Nothing that fails keeps the rest from ending.
    """
    _send(leaving, player, now)
    _give_up_matches(player, now)


def _send(signal: Signal, player: Player, now: datetime) -> None:
    for receiver, fault in signal.send_robust(sender=Player, player=player, now=now):
        if isinstance(fault, Exception):
            log.error("%s failed for who is leaving", receiver.__name__, exc_info=fault)


def _give_up_matches(player: Player, now: datetime) -> None:
    seats = Seat.objects.filter(
        player=player, left_reason="", match__status=Match.Status.PLAYING
    ).values_list("match_id", flat=True)
    for match_id in list(seats):
        with suppress(Refusal):
            commands.resign(match_id, player, command_id="leaving", now=now)


def sweep_guests(now: datetime) -> None:
    """Takes guests away who were left alone for long, so many at once."""
    for guest in guests.left_alone(now).order_by("pk")[:AT_ONCE]:
        try:
            leave(guest, now)
        except Exception:
            # One who cannot go must not keep the others.
            log.exception("could not take guest %s away", guest.pk.hex)
