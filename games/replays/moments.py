"""A moment of a match: after so many plays of a deal. A link to it is `#deal-2-play-17`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.replays.telling import Ply

_MOST_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Moment:
    """`play` 0 is the beginning of the deal."""

    deal: int
    play: int = 0

    @property
    def name(self) -> str:
        """What stands behind the # of a link to it."""
        return f"deal-{self.deal}-play-{self.play}" if self.play else f"deal-{self.deal}"

    @property
    def query(self) -> str:
        """The same for a server, which is not sent what is behind the #."""
        return f"deal={self.deal}" + (f"&play={self.play}" if self.play else "")


def moment_in(query: Mapping[str, str]) -> Moment | None:
    """The moment that an address asks for; None where it asks for none, or for what is none."""
    deal, play = _number(query.get("deal", "")), _number(query.get("play", "0"))
    return None if not deal or play is None else Moment(deal, play)


def _number(text: str) -> int | None:
    is_number = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if is_number else None


def ply_at(plies: Sequence[Ply], moment: Moment) -> int | None:
    """The index of the last fact of a moment, the cards that are dealt or drawn then among them;
    None where the match does not come to it.
    """
    found = None
    for index, ply in enumerate(plies):
        if (ply.deal, ply.play) == (moment.deal, moment.play) and ply.type in _SHOWN:
            found = index
        elif found is not None and ply.play != moment.play:
            break
    return found


# After a play, what follows it up to the next packet is a moment of its own on the page.
_SHOWN = ("packet_dealt", "card_played", "card_drawn")


def neighbours(plies: Sequence[Ply], moment: Moment) -> tuple[Moment | None, Moment | None]:
    """The moment before and the one after."""
    moments = list(dict.fromkeys(Moment(ply.deal, ply.play) for ply in plies if ply.deal))
    if moment not in moments:
        return None, None
    at = moments.index(moment)
    return (
        moments[at - 1] if at else None,
        moments[at + 1] if at + 1 < len(moments) else None,
    )
