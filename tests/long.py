"""How much a test tries of what has no end: enough for every change, and more by `make long`."""

import os
from typing import TypeVar

Amount = TypeVar("Amount")
LONG = "LONG" in os.environ


def enough(usual: Amount, long: Amount) -> Amount:
    return long if LONG else usual
