"""Records of matches as text, the PGN of Casino: written, read, replayed and judged."""

from engine.record.entries import (
    Entry,
    Header,
    Play,
    Player,
    Record,
    Secret,
    Totals,
    UnrevealedDeal,
    record_of,
)
from engine.record.many import records_in
from engine.record.public_record import PublicFact, RevealedFact, record_of_public, revealed_facts
from engine.record.reading import parse_record
from engine.record.replaying import Replayed, WrongLine, replay
from engine.record.writing import entry_text, record_text

__all__ = [
    "Entry",
    "Header",
    "Play",
    "Player",
    "PublicFact",
    "Record",
    "Replayed",
    "RevealedFact",
    "Secret",
    "Totals",
    "UnrevealedDeal",
    "WrongLine",
    "entry_text",
    "parse_record",
    "record_of",
    "record_of_public",
    "record_text",
    "records_in",
    "replay",
    "revealed_facts",
]
