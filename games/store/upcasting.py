"""Old shapes of facts become new ones on reading; stored rows never change.

An upcaster is registered for the (type, schema) that it reads and returns the next schema's data
and secret; upcasters chain.
"""

from collections.abc import Callable
from typing import Any

from engine.match.events import FIRST_LOSES, REVEAL_SCORED
from engine.wire.earlier_rules import earlier_rules
from games.store.stated_fields import ALWAYS_STATED, FIELDS

Data = dict[str, Any]
Upcaster = Callable[[Data, Data | None], tuple[Data, Data | None]]


def _created(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """Matches had decks of their own, ended when somebody left, and kept their last secret then."""
    dealing = {"stand_in": None, "board": None, "mirrored": False, "reveal": REVEAL_SCORED}
    return data | dealing, secret


def _resolved(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """Matches named their rules, and what these meant is known; no digest said beforehand what the
    server would cut.
    """
    return data | _rules_of(data) | {"digests": None}, secret


def _clocked(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """Turns had no bank; of two sides that stayed away the one lost whose time ran out first."""
    more: Data = {}
    for part, field, before in (("clock", "bank_seconds", 0), ("timeouts", "both", FIRST_LOSES)):
        if isinstance(data.get(part), dict):
            more[part] = data[part] | {field: before}
    return data | more, secret


def _settings(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """Events named their rules, and their matches were played by what these meant then."""
    settings = data.get("settings")
    if not isinstance(settings, dict):
        return data, secret
    return data | {"settings": settings | _rules_of(settings)}, secret


def _rules_of(named: Data) -> Data:
    """The resolved rules; nothing where they cannot be read, which whoever reads the fact says."""
    try:
        return {"rules": earlier_rules(named["ruleset"], named["overrides"])}
    except (AttributeError, KeyError, TypeError, ValueError):
        return {}


def _as_it_was(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """What a field may hold has become more: the secret of `deal_scored` may be null, and a cut be
    by others.
    """
    return data, secret


def _finished(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    return data | {"secret": None}, secret


def _started(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """Pairings were made from the words of clubs, and named them."""
    return data | {"names_clubs": True}, secret


def _with_end(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """Results were final at once."""
    settings = data.get("settings")
    if isinstance(settings, dict):
        data = data | {"settings": settings | {"provisional_minutes": 0}}
    return data, secret


def _with_bank(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """Nothing was beside the time of a turn."""
    settings = data.get("settings")
    if isinstance(settings, dict):
        data = data | {"settings": settings | {"bank_seconds": 0}}
    return data, secret


def _begun(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """Events ended with the places of their stages, and nobody waited after the start."""
    data, secret = _with_end(data, secret)
    return data | {"whole_ranking": False}, secret


def _changed(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """Settings were changed before the start alone, and nobody said why."""
    data, secret = _with_end(data, secret)
    return data | {"reason": ""}, secret


def _watched(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """Tables were watched as they were played."""
    settings = data.get("settings")
    if not isinstance(settings, dict) or not isinstance(settings.get("stages"), list):
        return data, secret
    stages = [
        stage | {"watching": ""} if isinstance(stage, dict) else stage
        for stage in settings["stages"]
    ]
    return data | {"settings": settings | {"stages": stages}}, secret


def _with_bank_and_watched(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    return _watched(*_with_bank(data, secret))


def _ended(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """Nobody shared a place, and nothing was said of what had decided."""
    return data | {"champions": [], "ranks": [], "decided": ""}, secret


def _promoted(data: Data, secret: Data | None) -> tuple[Data, Data | None]:
    """Whoever waited came in before the start."""
    return data | {"joins": 1}, secret


UPCASTERS: dict[tuple[str, int], Upcaster] = {
    # What a person typed stood in these facts themselves.
    **{(type_, 2): _as_it_was for type_ in FIELDS if type_ not in ALWAYS_STATED},
    ("match_created", 1): _created,
    ("match_created", 2): _resolved,
    ("match_created", 3): _clocked,
    ("cut_made", 1): _as_it_was,
    ("deal_scored", 1): _as_it_was,
    ("match_finished", 1): _finished,
    ("tournament_created", 2): _settings,
    ("settings_changed", 2): _settings,
    ("stage_started", 2): _started,
    ("tournament_created", 3): _begun,
    ("settings_changed", 3): _changed,
    ("tournament_created", 4): _with_bank_and_watched,
    ("settings_changed", 4): _with_bank_and_watched,
    ("tournament_completed", 2): _ended,
    ("entrant_promoted", 2): _promoted,
    # Matches were rated that tournaments said something of, and no others.
    ("match_rated", 1): _as_it_was,
}


def upcast(
    type_: str, schema: int, data: Data, secret: Data | None
) -> tuple[int, Data, Data | None]:
    while (upcaster := UPCASTERS.get((type_, schema))) is not None:
        data, secret = upcaster(data, secret)
        schema += 1
    return schema, data, secret
