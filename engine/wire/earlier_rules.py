"""The rules of matches from before their facts held them, frozen as they were then.

Facts `match_created` of schemas 1 and 2, facts of tournaments of schema 2 and records without a
line `rules` name a ruleset and overrides alone. What these meant stands here, field by field, and
never changes: today's rulesets (`engine.rules.rulesets`) may.
"""

from collections.abc import Mapping

Data = dict[str, object]

_CLASSIC_POINTS: Data = {
    "cards": 3,
    "spades": 1,
    "big_casino": 2,
    "little_casino": 1,
    "ace": 1,
    "each_spade": 0,
    "spade_jack": 0,
}
_CLASSIC: Data = {
    "players": [2, 3, 4],
    "partnership": True,
    "face_values": False,
    "ace_values": [1],
    "face_capture": "one_or_three",
    "build_in_sum": "no",
    "one_action": False,
    "own_raise_keeps_both": False,
    "multiple_builds": True,
    "no_trail": "owner",
    "deal_order": "pairs",
    "draws": False,
    "sweep_points": 1,
    "last_card_sweep": True,
    "points": _CLASSIC_POINTS,
    "first_to": 21,
    "deals_each": None,
}
_RULES: Mapping[str, Data] = {
    "classic": _CLASSIC,
    "two-handed": {**_CLASSIC, "players": [2]},
    "face-value": {**_CLASSIC, "face_values": True},
    "royal": {**_CLASSIC, "face_values": True, "ace_values": [1, 14]},
    "spade": {
        **_CLASSIC,
        "points": {**_CLASSIC_POINTS, "spades": 0, "each_spade": 1, "spade_jack": 1},
        "first_to": 61,
    },
    "draw": {**_CLASSIC, "players": [2], "draws": True},
    "california": {
        **_CLASSIC,
        "players": [2, 3, 4, 6],
        "partnership": False,
        "face_capture": "any",
        "build_in_sum": "adversaries",
        "own_raise_keeps_both": True,
        "multiple_builds": False,
        "no_trail": "never",
        "deal_order": "singly",
        "sweep_points": 0,
        "points": {**_CLASSIC_POINTS, "cards": 2, "spades": 2},
        "first_to": None,
        "deals_each": 2,
    },
}


def earlier_rules(key: str, overrides: Mapping[str, object]) -> Data:
    """The resolved rules, as `engine.wire.rules_json` has them, of a ruleset with overrides.

    The overrides were checked when the match was created. Raises ValueError for a ruleset that
    there was not.
    """
    known = _RULES.get(key)
    if known is None:
        raise ValueError(f"there was no ruleset {key}")
    rules = {**known}
    for field, value in overrides.items():
        if field == "points":
            given = value if isinstance(value, dict) else {}
            points = known["points"] if isinstance(known["points"], dict) else {}
            rules["points"] = {**points, **given}
        elif field == "owner_may_trail":
            rules["no_trail"] = "never" if value else "owner"
        else:
            rules[field] = value
    if rules["first_to"] is not None and rules["deals_each"] is not None:
        # A number for one of them switched the other off.
        rules["first_to" if overrides.get("first_to") is None else "deals_each"] = None
    return rules
