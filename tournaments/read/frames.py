"""A tournament's facts in the envelope in which they travel."""

from games.envelopes import Envelope, envelope
from games.store.eventstore import Recorded


def frame_of(fact: Recorded) -> Envelope:
    """The fact as everybody may see it: its public data, and nothing of its secret part."""
    return envelope(fact.version, fact.type, fact.data, fact.recorded_at)
