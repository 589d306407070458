"""The state of a match: the fold of its events.

The values that most events change have no slots, so that `engine.copying` copies them fast.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import NotYourTurn
from engine.match.events import REVEAL_ALL, USUAL_CLOCK, CardPlayed, Clock, Residue, Timeouts
from engine.rules.legality import Position
from engine.rules.moves import Move
from engine.rules.rulesets import RULESETS, Ruleset
from engine.rules.scoring import SheetRow
from engine.rules.table import EMPTY_TABLE, Table


@dataclass(frozen=True)
class Seat:
    """A seat: its player, its cut, how many of its turns in a row ran out of time, and how much of
    its bank is used up.

    `digest` is what its player committed to. `came` is true once the player has committed, cut or
    played, and for a bot. `left` is the reason why the
    player has left (`resigned`, `timeouts`, `forfeited`, `handed_over`), and `left_at` the version
    at which that happened.
    """

    player: str | None = None
    bot: str | None = None
    cut: bytes | None = None
    cut_by: str | None = None
    digest: bytes | None = None
    timeouts: int = 0
    came: bool = False
    left: str | None = None
    left_at: int = 0
    bank_used_ms: int = 0

    @property
    def may_choose(self) -> bool:
        """Whether the player can still choose a cut: one is neither made nor committed to."""
        return self.cut is None and self.digest is None and not self.is_bots

    @property
    def is_bots(self) -> bool:
        """Whether a bot took the seat, and did not get it from a player who left."""
        return self.bot is not None and self.left is None


@dataclass(frozen=True, slots=True)
class Play:
    """A play as everybody saw it: the seat, the move, and the table before it."""

    seat: int
    move: Move
    table: Table


@dataclass(frozen=True)
class Deal:
    """The deal in play, or the last one of a finished match.

    `hands` are sets of cards by seat, `piles` sets of cards by side, and `sweeps` counts by side.
    `stock` has the cards still to be dealt, in order. `turn` is the seat to play, or None between
    packets and after the end. `last_capture` is a seat. `plays` are those of the packet, in order.
    """

    number: int
    dealer: int
    packets: int
    stock: tuple[int, ...]
    hands: tuple[int, ...]
    piles: tuple[int, ...]
    sweeps: tuple[int, ...]
    table: Table = EMPTY_TABLE
    packet: int = 0
    turn: int | None = None
    last_capture: int | None = None
    last_play: CardPlayed | None = None
    plays: tuple[Play, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet of a scored deal: the rows and the totals after it by side, and the residue.

    `secret` is None where the match does not reveal it.
    """

    deal: int
    rows: tuple[SheetRow, ...]
    scores: tuple[int, ...]
    residue: Residue
    secret: bytes | None


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match: the winning side, the reason and the totals by side.

    `reason` is `score`, `resigned`, `timeouts`, `forfeited`, or, without a winner, `annulled` and
    `abandoned`.
    `secret` is that of a deal that was broken off, if the match reveals it.
    """

    winner: int | None
    reason: str
    scores: tuple[int, ...]
    secret: bytes | None = None


@dataclass(frozen=True)
class MatchState:
    """A match at a version.

    `version` is the number of events folded and `turn_since` the version of the event that opened
    the current turn. `status` is `new`, `waiting`, `playing` or `finished`. `sides` gives the side
    of each seat and `scores` the total of each side. `stand_in`, `board`, `mirrored`, `reveal` and
    `digests` are as in `engine.match.events.MatchCreated`. `given_ms` were given back to the turn.
    """

    version: int
    turn_since: int
    status: str
    match: str
    ruleset: Ruleset
    overrides: Mapping[str, object]
    seats: tuple[Seat, ...]
    sides: tuple[int, ...]
    scores: tuple[int, ...]
    seed: bytes
    commitment: bytes
    timeouts: Timeouts
    clock: Clock
    next_dealer: int
    deal: Deal | None
    sheets: tuple[Sheet, ...]
    result: Result | None
    stand_in: str | None = None
    board: str | None = None
    mirrored: bool = False
    reveal: str = REVEAL_ALL
    digests: tuple[bytes, ...] | None = None
    given_ms: int = 0

    def bank_ms(self, seat: int) -> int:
        """What the seat has left in its bank."""
        return 1000 * self.clock.bank_seconds - self.seats[seat].bank_used_ms

    @property
    def awaits_reveals(self) -> bool:
        """Whether nobody can choose a cut any more, and one that was committed to is not shown."""
        return (
            self.status == "waiting"
            and not any(seat.may_choose for seat in self.seats)
            and any(seat.cut is None and seat.digest is not None for seat in self.seats)
        )

    @property
    def contenders(self) -> tuple[int, ...]:
        """C2: the sides that can win.

        Where the match names a stand-in these are the sides that nobody has left, if there are
        any; else all sides.
        """
        sides = tuple(range(len(self.scores)))
        if self.stand_in is None:
            return sides
        left = {side for side, seat in zip(self.sides, self.seats, strict=True) if seat.left}
        return tuple(side for side in sides if side not in left) or sides

    @property
    def turn(self) -> int | None:
        """The seat to play, or None."""
        return None if self.deal is None else self.deal.turn

    @property
    def bot_on_turn(self) -> str | None:
        """The key of the bot that is to play, or None if a person is or nobody."""
        return None if self.turn is None else self.seats[self.turn].bot

    def position(self, seat: int) -> Position:
        """The position of the seat, which must be on turn; else refused (`not_your_turn`)."""
        if self.deal is None or self.deal.turn != seat:
            raise NotYourTurn(seat=seat)
        return Position(self.ruleset, seat, self.sides, self.deal.hands[seat], self.deal.table)


NEW = MatchState(
    version=0,
    turn_since=0,
    status="new",
    match="",
    ruleset=RULESETS["classic"],
    overrides={},
    seats=(),
    sides=(),
    scores=(),
    seed=b"",
    commitment=b"",
    timeouts=Timeouts(1, "forfeit"),
    clock=USUAL_CLOCK,
    next_dealer=0,
    deal=None,
    sheets=(),
    result=None,
)
