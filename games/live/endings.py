"""Ending sockets whose session, token or account is no more: on all processes, within a moment.

It is announced over Redis, and each process looks at the database now and then for what it did not
hear: every second while it hears nothing.
"""

import asyncio
import logging
from collections.abc import Collection
from dataclasses import asdict
from functools import partial
from typing import Any
from uuid import UUID

from channels.layers import get_channel_layer
from django.db import transaction
from django.http import HttpRequest

from games.limits.asked import being_asked
from games.live import hints, hub
from games.live.presence import Ending, digest_of
from games.models import Player

log = logging.getLogger(__name__)
# How long whoever ends sockets waits for Redis to take the announcement.
ANNOUNCE_SECONDS = 1.0


def end_sockets_of(
    player_id: UUID,
    *,
    session: str | None = None,
    token: str | None = None,
    except_session: str | None = None,
) -> None:
    """Ends the sockets of a player once the transaction is committed: all, those of one session (by
    its key), of one token (by its digest), or all but those of one session.
    """
    ending = Ending(
        player_id.hex,
        session and digest_of(session),
        token,
        except_session and digest_of(except_session),
    )
    transaction.on_commit(partial(_end, ending), robust=True)


def _end(ending: Ending) -> None:
    hub.end(ending)
    announced = asyncio.run_coroutine_threadsafe(_announce(ending), hints.loop())
    try:
        announced.result(ANNOUNCE_SECONDS)
    except Exception as fault:
        # Every process will find it in the database.
        log.warning("could not announce an ending: %s", type(fault).__name__)
        announced.cancel()


async def _announce(ending: Ending) -> None:
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(hints.GROUP, {"type": "ending", "ending": asdict(ending)})


# What ends sockets, whoever does it: receivers of signals (games/apps.py).


def when_token_goes(sender: object, instance: Any, **kwargs: Any) -> None:
    end_sockets_of(instance.user_id, token=instance.digest)


def when_signed_out(
    sender: object, request: HttpRequest | None, user: object, **kwargs: Any
) -> None:
    key = None if request is None else request.session.session_key
    if isinstance(user, Player) and key is not None:
        end_sockets_of(user.pk, session=key)


def when_player_changes(
    sender: object,
    instance: Player,
    created: bool,
    update_fields: Collection[str] | None = None,
    **kwargs: Any,
) -> None:
    """A ban ends all; a new password, or a sign-out everywhere, all but those of the browser that
    asked for it.
    """
    if created:
        return
    if not instance.is_active:
        end_sockets_of(instance.pk)
    elif "session_salt" in (update_fields or ()) or _has_new_password(instance):
        asked = being_asked()
        end_sockets_of(instance.pk, except_session=asked.session if asked else None)


def _has_new_password(player: Player) -> bool:
    """Django keeps it in the clear until it has been saved."""
    return getattr(player, "_password", None) is not None
