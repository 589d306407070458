"""The state of a match: the fold of its facts.

What every fact changes has no slots: `engine.copying` copies it the faster.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import NotYourTurn
from engine.match.events import REVEAL_ALL, USUAL_CLOCK, CardPlayed, Clock, Residue, Timeouts
from engine.rules.legality import Position
from engine.rules.rulesets import RULESETS, Ruleset
from engine.rules.scoring import SheetRow
from engine.rules.table import EMPTY_TABLE, Table


@dataclass(frozen=True)
class Seat:
    """One chair: who sits there, its cut, and how many of its turns have run out in a row.

    `came`: the player has cut or played; a bot always came. `left` says why the player's part in
    the match is over (`resigned`, `timeouts`, `forfeited`, `handed_over`), and `left_at` at which
    version.
    """

    player: str | None = None
    bot: str | None = None
    cut: bytes | None = None
    cut_by: str | None = None
    timeouts: int = 0
    came: bool = False
    left: str | None = None
    left_at: int = 0


@dataclass(frozen=True)
class Deal:
    """A deal in progress, or the last one of a finished match.

    `hands` are by seat, `piles` and `sweeps` by side; `stock` are the cards still to be dealt, in
    order; `turn` is the seat to play, or None between packets and after the end.
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


@dataclass(frozen=True, slots=True)
class Sheet:
    """A scored deal: the rows by side, the totals after it, the residue, and its secret where the
    match reveals it.
    """

    deal: int
    rows: tuple[SheetRow, ...]
    scores: tuple[int, ...]
    residue: Residue
    secret: bytes | None


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: the winning side, why (`score`, `resigned`, `timeouts`, `forfeited`), the
    totals by side, and the secret of a deal that was broken off. `annulled` has no winner.
    """

    winner: int | None
    reason: str
    scores: tuple[int, ...]
    secret: bytes | None = None


@dataclass(frozen=True)
class MatchState:
    """A match at a version.

    `version` is the number of facts folded, `turn_since` the version of the fact that opened the
    current turn, `status` is `new`, `waiting`, `playing` or `finished`; `sides` gives the side of
    each seat and `scores` the total of each side. `stand_in`, `board`, `mirrored` and `reveal` are
    as in `engine.match.events.MatchCreated`.
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

    @property
    def contenders(self) -> tuple[int, ...]:
        """The sides that can win: those that nobody has left, where a stand-in plays on for who
        leaves and anyone has stayed; else all.
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
        """The key of the bot that is to play, or None."""
        return None if self.turn is None else self.seats[self.turn].bot

    def position(self, seat: int) -> Position:
        """The position of the seat on turn; refuses any other seat (`not_your_turn`)."""
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
