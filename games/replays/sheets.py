"""The plays and the score sheets of a match, deal by deal, for a page without scripts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.replays.in_words import listed, ply_in_words, residue_in_words, result_in_words
from games.replays.moments import Moment
from games.replays.telling import ToldMatch

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence; `moment` leads to it where it is a play of a card."""

    text: str
    seat: int | None
    moment: Moment | None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a sheet: what was counted, and what each side had of it."""

    name: str
    cells: tuple[str, ...]


@dataclass(slots=True)
class TextDeal:
    """One deal: who dealt, its plays, who got the rest, and its sheet once it is scored."""

    number: int
    dealer: str
    lines: list[Line] = field(default_factory=list)
    rest: str = ""
    rows: list[Row] = field(default_factory=list)
    totals: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class TextMatch:
    sides: tuple[str, ...]
    deals: tuple[TextDeal, ...]
    result: str


def text_of(told: ToldMatch, names: Sequence[str]) -> TextMatch:
    """The whole match in words; `names` are by seat."""
    sides, deals, result = sides_of(told, names), list[TextDeal](), ""
    for ply in told.plies:
        if ply.type == "deal_started":
            deals.append(TextDeal(int(ply.data["deal"]), names[ply.data["dealer"]]))
        elif ply.type == "deal_scored":
            _score(deals[-1], ply.data, names)
        elif ply.type == "match_finished":
            result = result_in_words(ply.data, sides)
        elif (text := ply_in_words(ply, names)) is not None and deals:
            is_play = ply.type == "card_played"
            moment = Moment(ply.deal, ply.play) if is_play else None
            deals[-1].lines.append(Line(text, ply.data.get("seat"), moment))
            result = text if ply.type in ("match_annulled", "match_abandoned") else result
    return TextMatch(sides, tuple(deals), result)


def sides_of(told: ToldMatch, names: Sequence[str]) -> tuple[str, ...]:
    """The names of each side."""
    of = told.first.sides
    return tuple(
        listed([name for name, side in zip(names, of, strict=True) if side == number])
        for number in range(max(of) + 1)
    )


def _score(deal: TextDeal, scored: Json, names: Sequence[str]) -> None:
    rows = scored["sheet"]
    deal.rest = residue_in_words(scored["residue"], names)
    deal.rows = [
        Row(name, tuple(_cell(row, points, count) for row in rows))
        for name, points, count in _items()
        if count or any(row.get(points) for row in rows)
    ]
    deal.totals = (
        Row(_("Deal"), tuple(str(row["total"]) for row in rows)),
        Row(_("Match"), tuple(map(str, scored["scores"]))),
    )


def _items() -> tuple[tuple[str, str, str], ...]:
    """The rows of a sheet: their names, the field of the points, and that of what was counted."""
    return (
        (_("Cards"), "most_cards", "cards"),
        (_("Spades"), "most_spades", "spades"),
        (_("Big casino"), "big_casino", ""),
        (_("Little casino"), "little_casino", ""),
        (_("Each spade"), "each_spade", ""),
        (_("Aces"), "aces", ""),
        (_("Sweeps"), "sweeps", ""),
    )


def _cell(row: Json, points: str, count: str) -> str:
    won = str(row.get(points) or "–")
    return f"{row[count]} → {won}" if count else won
