"""Old shapes of facts become new ones on reading; stored rows never change.

An upcaster is registered for the (type, schema) that it reads and returns the next schema's data
and secret; upcasters chain. None exists yet: every fact is at schema 1.
"""

from collections.abc import Callable
from typing import Any

Data = dict[str, Any]
Upcaster = Callable[[Data, Data | None], tuple[Data, Data | None]]

UPCASTERS: dict[tuple[str, int], Upcaster] = {}


def upcast(
    type_: str, schema: int, data: Data, secret: Data | None
) -> tuple[int, Data, Data | None]:
    while (upcaster := UPCASTERS.get((type_, schema))) is not None:
        data, secret = upcaster(data, secret)
        schema += 1
    return schema, data, secret
