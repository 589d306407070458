"""The commands of a match, which `engine.match.decide.decide` takes.

Besides the refusals named here, a command is refused for a seat that does not exist
(`no_such_seat`) and in the wrong phase of a match (`match_not_waiting`, `match_not_playing`,
`match_finished`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.match.events import REVEAL_ALL, USUAL_CLOCK, Clock, Timeouts
from engine.rules.moves import Move
from engine.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class CreateMatch:
    """Creates a match.

    `seed` is 32 bytes, drawn by the server for this match alone. With a `board`, an id of at most
    128 characters, it is drawn for the board: all matches on it have the same decks and first
    dealer, and reveal no secret. A `mirrored` match, which needs two sides, plays every deck twice,
    the second time with the next dealer (C14). `stand_in` is the key of the bot that plays on for a
    player who leaves (C2). `rules` are those that the ruleset and overrides were resolved to
    earlier; None resolves them now. Only in matches of earlier versions, `reveal` is `scored`, or
    `bound` is false: then no digests fix the server's cuts beforehand.

    Refuses an unknown ruleset, override or number of seats (as `ruleset` and `sides_of` do), wrong
    timeouts (`bad_timeouts`), an empty key of a bot (`bad_bot`), a wrong `board` or `mirrored`
    (`bad_dealing`) and a match that exists (`match_exists`); a seed of another length raises
    ValueError.
    """

    match: str
    ruleset: str
    overrides: Mapping[str, object]
    seats: int
    seed: bytes
    timeouts: Timeouts
    clock: Clock = USUAL_CLOCK
    stand_in: str | None = None
    board: str | None = None
    mirrored: bool = False
    reveal: str = REVEAL_ALL
    rules: Ruleset | None = None
    bound: bool = True


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Seats a player; `bot` is the key of the bot that plays the seat, or None for a person.

    Refuses a seat that is taken (`seat_taken`), a player who has one (`already_seated`) and an
    empty key (`bad_bot`).
    """

    seat: int
    player: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class CommitCut:
    """Commits the player of a seat to a cut by its digest, 32 bytes (`engine.rules.shuffle`).

    Refuses a digest of another length and a bot's seat (`bad_cut`), an empty seat (`seat_empty`), a
    second digest (`cut_already_committed`) or a cut before it (`cut_already_made`), and a match of
    an earlier version (`cuts_not_committed`).
    """

    seat: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class MakeCut:
    """Makes the cut of a seat: 16 bytes; `by` says whose it is.

    `player`: the player's own, which must fit the digest that the player committed to, if any; it
    counts as open while another player may still choose a cut. The others are the spare of the
    seat: `bot`; `waived`, for a player who wants none; `absent`, for one who did not come; and
    `not_revealed`, for one who committed and then showed nothing, once all others are decided. In a
    match that is not `bound` there are `player`, `bot` and `absent`, and any cut will do.

    The last cut starts the match. Refuses any other cut (`bad_cut`), one that does not fit its
    digest (`cut_differs`), an empty seat (`seat_empty`) and a second cut (`cut_already_made`).
    """

    seat: int
    cut: bytes
    by: str


@dataclass(frozen=True, slots=True)
class PlayMove:
    """Plays a move; refuses a seat out of turn (`not_your_turn`) and an illegal move (`judge`)."""

    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class RunOutClock:
    """States that the seat on turn has used up its time: the clock plays (C3), or it leaves (C2).

    Refuses a seat out of turn (`not_your_turn`).
    """

    seat: int


@dataclass(frozen=True, slots=True)
class ChargeClock:
    """States that the seat on turn took `over_ms` longer than a turn has, of which its line cost
    `lag_ms`; the rest is taken from its bank, as far as that has it.

    Refuses a seat out of turn (`not_your_turn`) and times that cannot be (`bad_time`).
    """

    seat: int
    over_ms: int
    lag_ms: int = 0


@dataclass(frozen=True, slots=True)
class GiveTimeBack:
    """Gives the turn, or the wait for cuts, `ms` more; `reason` says what had cost them.

    Refuses times that cannot be (`bad_time`).
    """

    ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Gives a seat that a bot got by the clock back to its player.

    Refuses one that nobody plays for, or that was given up otherwise (`nothing_to_take_back`).
    """

    seat: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Resigns the match for a seat (C2); refused once its player has left (`seat_left`)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Forfeits a seat by a director's ruling, also before play (C2).

    Refuses an empty seat (`seat_empty`) and one whose player has left (`seat_left`).
    """

    seat: int


@dataclass(frozen=True, slots=True)
class Annul:
    """Annuls the match by a director's ruling: it has no winner."""

    reason: str


@dataclass(frozen=True, slots=True)
class HandOver:
    """Hands a seat over to the bot with this key.

    Refuses an empty seat (`seat_empty`) and an empty key (`bad_bot`).
    """

    seat: int
    bot: str


Command = (
    CreateMatch
    | TakeSeat
    | CommitCut
    | MakeCut
    | PlayMove
    | RunOutClock
    | ChargeClock
    | GiveTimeBack
    | TakeBack
    | Resign
    | Forfeit
    | Annul
    | HandOver
)
