"""What of the rules an organiser may set otherwise than the ruleset has it."""

from tournaments.core.planning import Option

_YES_NO = ("yes", "no")


def _switch(name: str, help_: str) -> Option:
    return Option(name, "choice", None, help_, choices=_YES_NO)


OVERRIDES: tuple[Option, ...] = (
    Option("first_to", "whole", None, "A match goes to so many points.", 1, 500),
    Option("deals_each", "whole", None, "A match has so many deals for each dealer instead.",
           1, 20),
    Option("sweep_points", "whole", None, "What a sweep is worth.", 0, 10),
    Option("face_capture", "choice", None, "How many equal face cards one takes.",
           choices=("one_or_three", "one", "any")),
    Option("build_in_sum", "choice", None, "Whether a build may be part of a larger sum.",
           choices=("no", "adversaries")),
    _switch("multiple_builds", "Whether a build may hold several sums."),
    _switch("own_raise_keeps_both", "Whether who raises their own build may keep both values."),
    _switch("owner_may_trail", "Whether the owner of a build may trail."),
)  # fmt: skip
