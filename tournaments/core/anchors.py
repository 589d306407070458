"""Facts that rest on facts of other streams name them, by version and hash."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Anchor:
    """A fact of another stream: whoever changes that log must change this one too."""

    stream: str
    version: int
    hash: str
