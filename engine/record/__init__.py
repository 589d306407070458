"""Records of matches as text, the PGN of Casino: written, read, replayed and judged."""

from engine.record.entries import (
    Entry,
    Header,
    Play,
    Player,
    Record,
    Secret,
    Totals,
    Untold,
    record_of,
)
from engine.record.reading import parse_record
from engine.record.replaying import Replayed, Wrong, replay
from engine.record.unveiling import PublicFact, Unveiled, record_of_public, unveiled
from engine.record.writing import entry_text, record_text

__all__ = [
    "Entry",
    "Header",
    "Play",
    "Player",
    "PublicFact",
    "Record",
    "Replayed",
    "Secret",
    "Totals",
    "Untold",
    "Unveiled",
    "Wrong",
    "entry_text",
    "parse_record",
    "record_of",
    "record_of_public",
    "record_text",
    "replay",
    "unveiled",
]
