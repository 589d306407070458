"""What an organiser may set beyond a format's own options, each with its default.

Declared as `Option`s, so that the API, the console and the checks read the same table.
"""

from collections.abc import Iterable, Mapping

from tournaments.core.planning import Option
from tournaments.core.refusals import BadField
from tournaments.domain import watching

# Who may enter: everybody, or who has signed up and no guest.
ACCOUNTS, EVERYBODY, FULL_ACCOUNTS = "accounts", "everybody", "full"
# Whether people's programs may enter as well, or they alone.
BOT_ACCOUNTS, PEOPLE_ALONE, BOTS_TOO, BOTS_ALONE = "bot_accounts", "never", "allowed", "only"
# Who is first where nothing but the lot separates the first ones.
FIRST_PLACE, BY_LOT, SHARED, PLAYED_OFF = "first_place", "lot", "shared", "play_off"
# Where whoever has left stands in the ranking of the event.
WITHDRAWN_PLACE, DISQUALIFIED_PLACE, KEPT, LAST = (
    "withdrawn_place", "disqualified_place", "kept", "last",
)  # fmt: skip
# Who goes on in a knockout from a match that both sides stayed away from.
BOTH_AWAY, BOTH_LOSE, HIGHER_SEED, DRAWN = "both_away", "both_lose", "higher_seed", "lot"
POLICIES: tuple[Option, ...] = (
    Option("seeding", "choice", "entry", "How the first stage is seeded.",
           choices=("entry", "rating", "random", "manual")),
    Option("waiting_list", "whole", 64, "How many may wait for a place that comes free.", 0, 1000),
    Option("late_entry", "choice", "half",
           "Until when a player may still enter a running stage that can take them.",
           choices=("never", "half", "always")),
    Option("requested_byes", "whole", 1, "How many byes an entrant may ask for.", 0, 20),
    Option("requested_bye_score", "whole", 30, "What a requested bye earns, in sixtieths.", 0, 60),
    Option("bye_free_rounds", "whole", 1, "In so many last rounds no bye may be asked for.", 0, 20),
    Option("return", "choice", "allowed", "Whether whoever withdrew may come back.",
           choices=("allowed", "director", "never")),
    Option("no_show", "choice", "pause",
           "What becomes of an entrant who did not come to the table.",
           choices=("keep", "pause", "withdraw")),
    Option(BOTH_AWAY, "choice", BOTH_LOSE,
           "Who goes on in a knockout where both sides stay away from a match: nobody, the higher "
           "seed, or one of them by lot. Elsewhere both lose.",
           choices=(BOTH_LOSE, HIGHER_SEED, DRAWN)),
    Option("not_checked_in", "choice", "drop", "What becomes of whoever did not check in.",
           choices=("drop", "keep")),
    Option("disqualification", "choice", "forfeit",
           "Whether results of a disqualified entrant stand or are void as well.",
           choices=("forfeit", "void")),
    Option("correction", "choice", "confirm",
           "Whether a result that later pairings rest on may be corrected.",
           choices=("confirm", "never")),
    Option("dispute_seconds", "whole", 0,
           "How long players may dispute a result before it is final; 0: it is final at once.",
           0, 86_400),
    Option(ACCOUNTS, "choice", EVERYBODY, "Whether guests may enter, or only full accounts.",
           choices=(EVERYBODY, FULL_ACCOUNTS)),
    Option(BOT_ACCOUNTS, "choice", PEOPLE_ALONE,
           "Whether bot accounts, which are programs of people, may enter, or nobody else may.",
           choices=(PEOPLE_ALONE, BOTS_TOO, BOTS_ALONE)),
    Option(FIRST_PLACE, "choice", BY_LOT,
           "Who wins where nothing but the lot separates the first ones: the lot, all of them "
           "together, or who wins a play-off.",
           choices=(BY_LOT, SHARED, PLAYED_OFF)),
    Option(WITHDRAWN_PLACE, "choice", KEPT,
           "Whether whoever has withdrawn keeps the place of their results, or stands behind all "
           "others.", choices=(KEPT, LAST)),
    Option(DISQUALIFIED_PLACE, "choice", LAST,
           "Whether whoever was disqualified stands behind all others, or keeps the place of their "
           "results.", choices=(LAST, KEPT)),
    *watching.OPTIONS,
)  # fmt: skip
# These came when there were facts without them: where they are the default, facts leave them out,
# so that those of before are decided again as they are.
LEFT_OUT: Mapping[str, object] = {
    ACCOUNTS: EVERYBODY,
    BOT_ACCOUNTS: PEOPLE_ALONE,
    BOTH_AWAY: BOTH_LOSE,
    FIRST_PLACE: BY_LOT,
    WITHDRAWN_PLACE: KEPT,
    DISQUALIFIED_PLACE: LAST,
    **{option.name: option.default for option in watching.OPTIONS},
}


def policy(policies: Mapping[str, object], name: str) -> object:
    """What is set, or the default of a policy that facts leave out."""
    return policies.get(name, LEFT_OUT.get(name))


def without_later(policies: Mapping[str, object]) -> dict[str, object]:
    """The policies as facts have them."""
    return {name: value for name, value in policies.items() if LEFT_OUT.get(name) != value}


def completed(
    declared: Iterable[Option], given: Mapping[str, object], field: str
) -> dict[str, object]:
    """`given` with the defaults of everything it leaves out.

    Refuses `bad_field` for what is not declared or does not fit; `field` is where it stands.
    """
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known:
            raise BadField(field=f"{field}.{str(name)[:64]}", problem="there is no such option")
    found = {name: _plain(option.default) for name, option in known.items()}
    for name, value in given.items():
        if value is not None:
            found[name] = _checked(known[name], value, f"{field}.{name}")
    return found


def _plain(value: object) -> object:
    """As JSON has it, so that settings are the same before and after they are stored."""
    return list(value) if isinstance(value, tuple) else value


def _checked(option: Option, value: object, field: str) -> object:
    match option.kind:
        case "whole":
            return _whole(option, value, field)
        case "choice":
            if value not in option.choices:
                raise BadField(field=field, problem="it takes one of " + ", ".join(option.choices))
            return value
        case "flag":
            if not isinstance(value, bool):
                raise BadField(field=field, problem="it takes true or false")
            return value
        case "sizes":
            return _list(value, field, {2, 3, 4, 6}, "a list of table sizes: 2, 3, 4, 6")
        case "order":
            return _list(
                value, field, set(option.choices), "a list of " + ", ".join(option.choices)
            )
    raise ValueError(f"no kind of option {option.kind}")


def _whole(option: Option, value: object, field: str) -> int:
    least, most = option.least or 0, option.most if option.most is not None else 2**31 - 1
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadField(field=field, problem=f"it takes a whole number from {least} to {most}")
    return value


def _list(value: object, field: str, allowed: set[object], wanted: str) -> list[object]:
    if not isinstance(value, (list, tuple)) or not value:
        raise BadField(field=field, problem=f"it takes {wanted}")
    found = list(value)
    try:
        fits = set(found) <= allowed and len(set(found)) == len(found)
    except TypeError:
        fits = False
    if not fits:
        raise BadField(field=field, problem=f"it takes {wanted}, each once")
    return found
