"""What of the rules an organiser may set otherwise than the ruleset has it, as fields of a form."""

from collections.abc import Mapping
from typing import Any

from tournaments.core.planning import Option

_YES_NO = ("yes", "no")
_ACES: Mapping[str, list[int]] = {"low_ace": [1], "high_ace": [1, 14]}
_POINTS = "points-"


def _switch(name: str, help_: str) -> Option:
    return Option(name, "choice", None, help_, choices=_YES_NO)


def _award(name: str, help_: str) -> Option:
    return Option(_POINTS + name, "whole", None, help_, 0, 20)


OVERRIDES: tuple[Option, ...] = (
    Option("first_to", "whole", None, "A match goes to so many points.", 1, 500),
    Option("deals_each", "whole", None, "A match has so many deals for each dealer instead.",
           1, 20),
    Option("no_trail", "choice", None,
           "Who may not trail while a build stands: who created or added to it (and can do "
           "anything else), only who added last, or nobody.",
           choices=("contributors", "owner", "never")),
    _switch("one_action", "Whether a play takes equal cards or one sum, never both."),
    Option("face_capture", "choice", None, "How many equal face cards one takes.",
           choices=("one_or_three", "one", "any")),
    _switch("face_values", "Whether jack, queen and king count 11, 12 and 13."),
    Option("ace_values", "choice", None, "What an ace counts.", choices=tuple(_ACES)),
    Option("build_in_sum", "choice", None, "Whether a build may be part of a larger sum.",
           choices=("no", "adversaries")),
    _switch("multiple_builds", "Whether a build may hold several sums."),
    _switch("own_raise_keeps_both",
            "Whether who raises their own build must still hold a card of its old value too."),
    Option("deal_order", "choice", None, "Whether cards are dealt in twos or one by one.",
           choices=("pairs", "singly")),
    _switch("draws", "Whether a card is drawn from the stock after every play."),
    Option("sweep_points", "whole", None, "What a sweep is worth.", 0, 10),
    _switch("last_card_sweep", "Whether the last card of a deal can sweep."),
    _award("cards", "What most cards are worth."),
    _award("spades", "What most spades are worth."),
    _award("big_casino", "What the ten of diamonds is worth."),
    _award("little_casino", "What the two of spades is worth."),
    _award("ace", "What each ace is worth."),
    _award("each_spade", "What each spade is worth."),
    _award("spade_jack", "What the jack of spades is worth besides."),
)  # fmt: skip
_SWITCHES = frozenset(option.name for option in OVERRIDES if option.choices == _YES_NO)


def shown(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """What the fields show of overrides."""
    found: dict[str, Any] = {}
    for name, value in overrides.items():
        if name == "owner_may_trail":  # as it was called before
            found["no_trail"] = "never" if value else "owner"
        elif name == "points":
            found |= {_POINTS + award: points for award, points in value.items()}
        elif name == "ace_values":
            found[name] = next((key for key, aces in _ACES.items() if aces == value), None)
        elif name in _SWITCHES:
            found[name] = "yes" if value else "no"
        else:
            found[name] = value
    return found


def overrides_of(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The overrides that the fields hold."""
    found: dict[str, Any] = {}
    points: dict[str, int] = {}
    for name, value in chosen.items():
        if name.startswith(_POINTS):
            points[name.removeprefix(_POINTS)] = value
        elif name == "ace_values":
            found[name] = _ACES[value]
        else:
            found[name] = value == "yes" if name in _SWITCHES else value
    return found | ({"points": points} if points else {})
