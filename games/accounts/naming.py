"""What a player is called: changed in one place, with everything that says so."""

from django.db import transaction
from django.dispatch import Signal

from games.lookalikes import skeleton
from games.master_keys import sealed_identity
from games.models import Player

# Sent within the transaction, with the `player`: whoever keeps names elsewhere changes them there.
renamed = Signal()


def rename(player: Player, handle: str, kind: str) -> None:
    """Calls the player so from now on, and seals it anew. Whether they may be called so was asked
    before (`games.accounts.handles`); an `IntegrityError` says that somebody else is by now.
    """
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        player.handle, player.kind = handle, kind
        player.skeleton = skeleton(handle) if kind in Player.CHOSEN else None
        player.seal = sealed_identity(player)
        player.save(update_fields=["handle", "kind", "skeleton", "seal"])
        renamed.send(sender=Player, player=player)
