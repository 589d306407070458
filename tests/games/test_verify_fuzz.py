"""Whatever is changed in an export whose chain was repaired, the verifier says so by itself."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.games.exports import DATA, Fact, canonical, chained, loaded_verifier, read
from tests.long import enough

# What nothing else in a match bears out: who sat there, and the limit that no clock came near.
WORD_OF_THE_SERVER = {
    ("seat_taken", "player"),
    ("seat_taken", "bot"),
    ("match_created", "clock"),
    ("match_created", "timeouts"),
    ("match_created", "overrides"),
    ("match_created", "stand_in"),
    ("match_annulled", "reason"),
    ("cut_made", "by"),
}
STRANGE = (None, True, False, 0, 1, 2, -1, 99, "", "Kc", "Td", "zz", [], {}, ["Td"], "0" * 64)
Path = tuple[str | int, ...]


@pytest.fixture(scope="module")
def verifier() -> Any:
    return loaded_verifier()


def places(content: Any, path: Path = ()) -> Iterator[Path]:
    """Where anything stands in JSON data."""
    if not isinstance(content, dict | list):
        return
    for key, value in content.items() if isinstance(content, dict) else enumerate(content):
        yield (*path, key)
        yield from places(value, (*path, key))


def changed(fact: Fact, random: Random) -> Path | None:
    """Puts something strange somewhere into the fact's data; None where it stood there already."""
    path = random.choice(list(places(fact["data"])))
    content: Any = fact["data"]
    for key in path[:-1]:
        content = content[key]
    strange = random.choice(STRANGE)
    if canonical(content[path[-1]]) == canonical(strange):
        return None
    content[path[-1]] = strange
    return path


def proved(verifier: Any, facts: list[Fact]) -> bool:
    try:
        said = list(verifier.proof([canonical(fact) for fact in chained(facts)], False))
    except verifier.Broken:
        return False
    return bool(said[-1].startswith("PROVED"))


@pytest.mark.long
@pytest.mark.parametrize("kept", ["bots", "table", "annulled"])
def test_no_value_of_a_proved_deal_can_be_another(verifier: Any, kept: str) -> None:
    random, survived = Random(10), set()
    original = read((DATA / f"match-{kept}.jsonl").read_bytes())
    for _ in range(enough(60, long=1000)):
        facts = deepcopy(original)
        fact = random.choice(facts)
        path = changed(fact, random)
        if path is not None and proved(verifier, facts):
            survived.add((fact["type"], path[0]))
    assert survived <= WORD_OF_THE_SERVER


@pytest.mark.long
def test_no_fact_of_play_can_be_left_out_doubled_or_moved(verifier: Any) -> None:
    random = Random(10)
    original = read((DATA / "match-bots.jsonl").read_bytes())
    dealt = next(n for n, fact in enumerate(original) if fact["type"] == "match_started")
    for _ in range(enough(25, long=600)):
        at, to = random.randrange(dealt, len(original)), random.randrange(dealt, len(original))
        without = [fact for n, fact in enumerate(deepcopy(original)) if n != at]
        assert not proved(verifier, deepcopy(without)), f"{at} left out"
        doubled = deepcopy(original)
        doubled.insert(to, deepcopy(original[at]))
        assert not proved(verifier, doubled), f"{at} doubled at {to}"
        moved = [*without[:to], deepcopy(original[at]), *without[to:]]
        assert at == to or not proved(verifier, moved), f"{at} moved to {to}"


def test_the_original_is_proved(verifier: Any) -> None:
    assert proved(verifier, read((DATA / "match-bots.jsonl").read_bytes()))
