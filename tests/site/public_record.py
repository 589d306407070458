"""A match proved from its export alone: what anybody can get of it, and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.games.exports import Fact, is_proved, read, verify
from tests.product import ROOT


@dataclass(frozen=True)
class Record:
    """What a match's facts come to."""

    match: str
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winner: int
    deals: int
    plays: int


def checked(match: str, export: bytes) -> Record:
    """The record of a match played to its end; fails where the verifier does not prove all of it,
    by the rules.
    """
    code, said = verify(export, "--engine", str(ROOT))
    assert is_proved(code, said), said
    assert "not proved" not in said
    facts = read(export)
    assert facts[0]["data"]["match"] == match
    seated = sorted(
        (fact["data"]["seat"], fact["data"]["player"]) for fact in _of(facts, "seat_taken")
    )
    end = facts[-1]["data"]
    assert end["reason"] == "score"
    return Record(
        match,
        players=tuple(player for _, player in seated),
        scores=tuple(end["scores"]),
        winner=end["winner"],
        deals=len(list(_of(facts, "deal_scored"))),
        plays=len(list(_of(facts, "card_played"))),
    )


def _of(facts: list[Fact], kind: str) -> Iterator[Fact]:
    return (fact for fact in facts if fact["type"] == kind)
