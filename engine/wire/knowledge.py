"""What a bot may know beside its observation: what was public, and is shown on no page.

Every play was seen by everybody, so the cards of the piles and the plays of the packet are public
(R23). A page keeps the piles face down all the same; a bot remembers them.
"""

from dataclasses import dataclass

from engine.match.state import MatchState, Play
from engine.rules.cards import ALL_CARDS
from engine.rules.legality import Position
from engine.wire.observation import Observation, observe


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A seat's observation with all that it could remember of the deal.

    `piles` are the sets of cards taken, by side; `plays` are those of the packet, in order, each
    with the table before it (of the whole deal where players draw).
    """

    observation: Observation
    piles: tuple[int, ...]
    plays: tuple[Play, ...]

    def position(self) -> Position:
        """The position of the viewer, which must be on turn; else refused (`not_your_turn`)."""
        return self.observation.position()

    @property
    def hidden(self) -> int:
        """The set of cards that the viewer has not seen: the hands of others, and the stock."""
        deal = self.observation.deal
        if deal is None:
            return ALL_CARDS
        seen = deal.table.cards | (deal.hand or 0)
        for pile in self.piles:
            seen |= pile
        return ALL_CARDS & ~seen


def know(state: MatchState, seat: int | None) -> Knowledge:
    """R23: what the seat knows that has seen and forgotten nothing of this deal."""
    deal = state.deal
    if deal is None:
        return Knowledge(observe(state, seat), (), ())
    return Knowledge(observe(state, seat), deal.piles, deal.plays)
