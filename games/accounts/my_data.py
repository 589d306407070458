"""Everything that is kept of a player, for the player: one document, without any secret."""

from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from games.accounts import tokens
from games.accounts.scopes import scopes_of
from games.models import Player, Seat

Part = Callable[[Player], Any]
_parts: dict[str, Part] = {}


def register_part(name: str, part: Part) -> None:
    """What another app keeps of players."""
    _parts[name] = part


def document(player: Player) -> dict[str, Any]:
    found = {
        "account": {
            "id": player.pk.hex,
            "handle": player.handle,
            "kind": player.kind,
            "joined": player.joined_at,
            "last_signed_in": player.last_login,
        },
        "addresses": [
            {"email": one.email, "verified": one.verified}
            for one in EmailAddress.objects.filter(user=player).order_by("pk")
        ],
        "passkeys": [
            {"name": str(one), "made": one.created_at, "last_used": one.last_used_at}
            for one in Authenticator.objects.filter(user=player).order_by("pk")
        ],
        "sessions": [
            {"began": one.created_at, "address": one.ip, "browser": one.user_agent}
            for one in UserSession.objects.filter(user=player).order_by("pk")
        ],
        "tokens": [
            {
                "name": row.name,
                "scopes": sorted(scopes_of(row)),
                "made": row.created,
                "ends": row.expiry,
                "last_used": row.last_used_at,
            }
            for row in tokens.living(player)
        ],
        "matches": [
            {
                "match": seat.match_id.hex,
                "seat": seat.number,
                "ruleset": seat.match.ruleset,
                "status": seat.match.status,
                "scores": seat.match.scores,
                "left": seat.left_reason or None,
                "began": seat.match.created_at,
                "ended": seat.match.finished_at,
            }
            for seat in Seat.objects.filter(player=player).select_related("match").order_by("pk")
        ],
    }
    return found | {name: part(player) for name, part in _parts.items()}
