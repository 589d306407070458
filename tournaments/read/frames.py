"""A tournament's facts in the envelope in which they travel."""

from typing import Any

from games.envelopes import envelope
from games.store.eventstore import Recorded


def frame_of(fact: Recorded) -> dict[str, Any]:
    """The fact as everybody may see it: its public data, and nothing of its secret part."""
    return envelope(fact.version, fact.type, fact.data, fact.recorded_at)
