"""What follows a finished match for its reader: said by what it belongs to, an app above."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest
from django.utils.safestring import SafeString

from games.models import Player

Sequel = Callable[[UUID, Player | None, HttpRequest], SafeString | None]
_sequels: list[Sequel] = []
# Modules, by their static paths, that pages of matches load for what their sequels hold.
scripts: list[str] = []


def register_sequel(find: Sequel, script: str) -> None:
    """An app above shows what comes after a match of its own; None: the match is not its own."""
    _sequels.append(find)
    scripts.append(script)


def sequel_of(match_id: UUID, player: Player | None, request: HttpRequest) -> SafeString | None:
    found = (find(match_id, player, request) for find in _sequels)
    return next((one for one in found if one is not None), None)
