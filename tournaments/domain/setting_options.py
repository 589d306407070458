"""What an organiser sets of an event as a whole, as options: one table for the API and the pages.

The bounds are those that `settings.complete` holds.
"""

from engine import BOTS
from tournaments.core.planning import Option
from tournaments.domain import settings as bounds


def _whole(name: str, help_: str, limits: tuple[int, int], default: int) -> Option:
    return Option(name, "whole", default, help_, *limits)


SETTINGS: tuple[Option, ...] = (
    _whole("capacity", "How many entrants have a place.", bounds.CAPACITY, 16),
    _whole("team", "How many players an entrant has: 1, or 2 for partnerships.", (1, 2), 1),
    _whole("turn_seconds", "Seconds a turn; when they run out, the house plays.",
           bounds.TURN_SECONDS, 30),
    _whole("bank_seconds", "Seconds beside that, for all turns of a match together.",
           bounds.BANK_SECONDS, 0),
    _whole("bot_pace_ms", "How long a bot waits before it plays, in milliseconds.",
           bounds.BOT_PACE_MS, 0),
    Option("autostart", "choice", bounds.MANUAL,
           "When it starts without a time: by a director, with every place taken, or with the "
           "first person.", choices=bounds.AUTOSTARTS),
    Option("fill_with_bots", "choice", None, "The bots that take the places left at the start.",
           choices=tuple(sorted(BOTS))),
    _whole("check_in_minutes", "How long before the start check-in opens; 0: there is none.",
           bounds.CHECK_IN_MINUTES, 0),
    _whole("provisional_minutes",
           "How long results may be looked at after the last one before they are final; 0: they "
           "are final at once, as always where only bots play.", bounds.PROVISIONAL_MINUTES, 0),
    _whole("round_gap_seconds", "The least time between the end of a round and the next.",
           bounds.ROUND_GAP_SECONDS, 0),
    Option("starts", "choice", "ready",
           "Whether tables of a round start together, or each when its players are known.",
           choices=bounds.STARTS),
    Option("publish", "choice", "automatic",
           "Whether pairings are shown at once, or are drafts until a director publishes them.",
           choices=bounds.PUBLISH),
    Option("dealing", "choice", "own",
           "Whether every table has cards of its own, or all tables of a round the same.",
           choices=bounds.DEALING),
    Option("mirrored", "flag", False,
           "Two players play every deal twice, with the seats exchanged."),
    Option("rated", "flag", True, "Whether its matches count for the ratings."),
)  # fmt: skip
