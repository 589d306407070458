"""Events in which anybody does anything at any time: they keep their word, and they end."""

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from tests.long import enough
from tests.tournaments.wild_actions import ACTIONS
from tests.tournaments.wild_event import Event
from tournaments.formats import FORMATS

SEEDS = st.integers(0, 2**32 - 1)
# What brings an event on is done more often than what upsets it.
OFTEN = {"house": 10, "results": 8, "start": 2, "correct": 2, "publish": 2}
WORDS = [action for action in ACTIONS for _ in range(OFTEN.get(action, 1))]


def machine(key: str, stages: int) -> type[RuleBasedStateMachine]:
    class AnyEvent(RuleBasedStateMachine):
        event: Event
        last: int = 0

        @initialize(seed=SEEDS)
        def open(self, seed: int) -> None:
            self.event, self.last = Event(key, stages, seed), seed

        @rule(action=st.sampled_from(WORDS), seed=SEEDS)
        def act(self, action: str, seed: int) -> None:
            ACTIONS[action](self.event, Random(seed))

        def teardown(self) -> None:
            if hasattr(self, "event"):
                self.event.finish(Random(self.last))
                self.event.finish_again(Random(self.last))
                self.event.check_replay()

    return AnyEvent


@pytest.mark.long
@pytest.mark.parametrize("stages", [1, 2])
@pytest.mark.parametrize("key", FORMATS)
def test_whatever_anybody_does_an_event_keeps_what_it_published_and_can_end(
    key: str, stages: int
) -> None:
    run_state_machine_as_test(
        machine(key, stages),
        settings=settings(
            max_examples=enough(8, long=150),
            stateful_step_count=60,
            deadline=None,
            derandomize=True,
        ),
    )
