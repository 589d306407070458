"""Which part of a bracket one page shows: the whole tree of a small one; of a large one its last
rounds as a tree, and each earlier round as a list.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

Json = dict[str, Any]

# A tree of sixteen pairings in its first column is as tall as anybody wants to scroll.
PAIRINGS_IN_A_TREE = 16
ROUNDS_IN_A_COLUMN = 3
FINAL_STAGES = "final"


@dataclass(frozen=True, slots=True)
class Tab:
    key: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Window:
    """`tree`: the rounds drawn as a tree, or else `list`: one round; `tabs` for both."""

    tabs: tuple[Tab, ...]
    tree: tuple[Json, ...]
    list: Json | None

    @property
    def wide(self) -> bool:
        """Whether the part needs the whole width of a page."""
        return self.list is not None or len(self.tree) > ROUNDS_IN_A_COLUMN


def window(rounds: list[Json], asked: str | None) -> Window:
    """The part that `asked` names, a round's number or the final stages; else where play is."""
    early = [row for row in rounds if len(row["pairings"]) > PAIRINGS_IN_A_TREE]
    late = tuple(row for row in rounds if len(row["pairings"]) <= PAIRINGS_IN_A_TREE)
    if not early:
        return Window((), late, None)
    listed = {str(row["round"]): row for row in early}
    chosen = asked if asked in {*listed, FINAL_STAGES} else _where_play_is(early)
    names = {key: row["name"] for key, row in listed.items()} | {FINAL_STAGES: _("Final stages")}
    tabs = tuple(Tab(key, name, key == chosen) for key, name in names.items())
    row = listed.get(chosen)
    return Window(tabs, () if row else late, row)


def _where_play_is(early: list[Json]) -> str:
    """The first early round that is not over, else the final stages."""
    open_round = next((row for row in early if row["state"] != "closed"), None)
    return str(open_round["round"]) if open_round else FINAL_STAGES
