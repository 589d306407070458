"""The chance of a test is given: the same deals, lots, ids and examples in every run.

`CHANCE=7 make test` gives all tests others, and `CHANCE=any` what no run had before: a test that
passes with one and fails with another has forgotten what may be dealt, or has found a fault.
Processes that a test starts draw for themselves, as the product does.
"""

import os
import random
import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from hypothesis import settings

from games import identity
from tests.noon import NOON

USUAL, ANY = "1", "any"
CHANCE = os.environ.get("CHANCE", USUAL)
# Ids are sortable in time: these follow one another by milliseconds.
FIRST_MOMENT = int(NOON.timestamp() * 1000)

# Hypothesis draws the usual examples too, and beside another chance looks for new ones.
settings.register_profile("usual", derandomize=True, database=None)
if CHANCE == USUAL:
    settings.load_profile("usual")


class GivenIds:
    """What makes one UUIDv7 after another (RFC 9562) out of dice."""

    def __init__(self, dice: random.Random) -> None:
        self._dice, self._moment = dice, FIRST_MOMENT

    def __call__(self) -> uuid.UUID:
        self._moment += 1
        drawn = self._dice.getrandbits(74)
        return uuid.UUID(
            int=self._moment << 80 | 7 << 76 | (drawn >> 62) << 64 | 2 << 62 | drawn % (1 << 62)
        )


@contextmanager
def given_chance(name: str) -> Iterator[None]:
    """Within it everything that this process draws follows from the name and from `CHANCE`."""
    if CHANCE == ANY:
        yield
        return
    dice = random.Random(f"{CHANCE} {name}")
    with (
        mock.patch.object(secrets, "token_bytes", lambda n=32: dice.randbytes(n)),
        mock.patch.object(secrets, "randbelow", dice.randrange),
        mock.patch.object(secrets, "choice", dice.choice),
        mock.patch.object(identity, "uuid7", GivenIds(dice)),
    ):
        yield
