"""Who causes facts, as their `actor` names them (docs/events.md, The envelope)."""

from uuid import UUID

SYSTEM_ACTOR = "system"
CLOCK_ACTOR = "clock"
_BOT = "bot:"


def player_actor(player_id: UUID) -> str:
    return f"player:{player_id.hex}"


def staff_actor(player_id: UUID) -> str:
    """Staff who act for the house."""
    return f"staff:{player_id.hex}"


def bot_actor(key: str) -> str:
    """A bot by the key of its strategy."""
    return f"{_BOT}{key}"


def is_bot_actor(actor: str) -> bool:
    return actor.startswith(_BOT)
