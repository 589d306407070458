"""Names in the editions of standings, which hold them as they were: changed when a player's is."""

import json
import secrets
from typing import Any
from uuid import UUID

from django.db.models import F

from games.models import Player
from tournaments.models import Entrant, Ladder, Member, Stage, StandingsPage, Tournament


def follow_renaming(sender: Any, player: Player, **_kwargs: Any) -> None:
    """Writes the pages anew that show the player, and has everybody ask for them again.

    Within the transaction that renames. Who publishes an edition meanwhile locks its stage: so
    they have the new name, or their pages are found here.
    """
    ids = list(Member.objects.filter(player=player).values_list("tournament", flat=True).distinct())
    list(Stage.objects.select_for_update().filter(tournament__in=ids).order_by("pk"))
    pages = StandingsPage.objects.filter(edition__tournament__in=ids)
    for page in pages.filter(lines__contains=player.pk.hex).iterator(chunk_size=20):
        lines = json.loads(page.lines)
        _rename(lines, player)
        page.lines = json.dumps(lines, separators=(",", ":"))
        page.save(update_fields=["lines"])
    Tournament.objects.filter(pk__in=ids).update(renamings=F("renamings") + 1)
    Ladder.objects.filter(ratings__player=player).update(renamings=F("renamings") + 1)


def some_wording() -> int:
    """A number of renamings for rows made anew, which do not know how many there were."""
    return secrets.randbelow(2**30)


def _rename(lines: list[Any], player: Player) -> None:
    shown = [line["entrant"] for line in lines if _has(line["entrant"], player)]
    ids = [UUID(entrant["id"]) for entrant in shown]
    with_names = Entrant.objects.filter(pk__in=ids).exclude(name="")
    named = {id_.hex for id_ in with_names.values_list("pk", flat=True)}
    for entrant in shown:
        for member in (*entrant["members"], entrant["player"]):
            if member["id"] == player.pk.hex:
                member["handle"], member["kind"] = player.handle, player.kind
        if entrant["id"] not in named:
            entrant["name"] = " & ".join(member["handle"] for member in entrant["members"])


def _has(entrant: Any, player: Player) -> bool:
    return any(member["id"] == player.pk.hex for member in entrant["members"])
