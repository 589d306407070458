"""What was exported once is folded, proved and written as a record alike, whatever its ruleset has
come to mean since.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import RULESETS
from engine.record import PublicFact, record_of_public, record_text, revealed_facts
from engine.rules import rulesets
from games.store.upcasting import upcast
from tests.games.exports import EXPORTS, Fact, loaded_verifier, read


def public(facts: list[Fact]) -> list[PublicFact]:
    found = []
    for fact in facts:
        schema, data, _ = upcast(fact["type"], fact["schema"], fact["data"], None)
        found.append(PublicFact(fact["type"], schema, data))
    return found


def proved(content: bytes) -> list[str]:
    """What the verifier says, with the engine of this process."""
    return list(loaded_verifier().proof(content.splitlines(), with_rules=True))


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_an_old_match_is_what_it_was_after_its_ruleset_has_changed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = path.read_bytes()
    facts = public(read(content))
    states = [fact.state for fact in revealed_facts(facts)]
    record, said = record_text(record_of_public(facts)), proved(content)

    others = {
        key: replace(
            rules,
            no_trail="contributors",
            one_action=True,
            multiple_builds=not rules.multiple_builds,
            last_card_sweep=False,
            sweep_points=9,
            first_to=2,
            deals_each=None,
            deal_order="pairs" if rules.deal_order == "singly" else "singly",
            partnership=not rules.partnership,
        )
        for key, rules in RULESETS.items()
    }
    monkeypatch.setattr(rulesets, "RULESETS", others)

    assert [fact.state for fact in revealed_facts(public(read(content)))] == states
    assert record_text(record_of_public(facts)) == record
    assert proved(content) == said
    assert said[-1].startswith("PROVED")
