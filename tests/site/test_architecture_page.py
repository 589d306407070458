"""docs/architecture.md draws the rooms that import-linter knows, and who hears of a change."""

import ast
import re
import tomllib

import pytest
from django.conf import settings
from django.dispatch import Signal

from games.match.match_log import match_log
from tests.product import ROOT
from tournaments.store.tournament_log import tournament_log

PAGE = (ROOT / "docs" / "architecture.md").read_text()
TOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
# By floor: its rooms as their contract orders them, from the top; those of one layer in one text.
LAYERS: dict[str, list[str]] = {
    container: contract["layers"]
    for contract in TOOLS["importlinter"]["contracts"]
    for container in contract.get("containers", ())
}
ROOMS = [
    (floor, room) for floor in LAYERS for layer in LAYERS[floor] for room in layer.split(" | ")
]
SECONDS = {
    "every five minutes": 300.0,
    "every ten minutes": 600.0,
    "every half second": 0.5,
    "every second": 1.0,
    "every five seconds": 5.0,
    "every ten seconds": 10.0,
    "every hour": 3600.0,
}


def below(title: str) -> str:
    """What the page says below a title, up to the next one that is as high."""
    level = title.partition(" ")[0]
    return re.split(rf"\n#{{1,{len(level)}}} ", PAGE.partition(f"\n{title}\n")[2])[0]


def sentences(floor: str) -> list[tuple[str, str]]:
    """The rooms of a floor as the page lists them, each with what it says of it."""
    items = re.findall(r"^- `(\w+)`: (.+(?:\n  .+)*)", below(f"### {floor}"), re.MULTILINE)
    return [(room, " ".join(said.split())) for room, said in items]


def docstring(floor: str, room: str) -> str:
    """The first paragraph of a room's docstring, written as the page does; a single file may have
    none.
    """
    folder = ROOT / floor / room
    file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    first = (ast.get_docstring(ast.parse(file.read_text())) or "").partition("\n\n")[0]
    return " ".join(first.split()).replace("``", "`")


def rows(title: str) -> list[list[str]]:
    """The cells of the table below a title, without its head."""
    lines = re.findall(r"^\| (.*) \|$", below(title), re.MULTILINE)
    return [line.split(" | ") for line in lines[1:]]


def test_the_page_draws_every_floor_that_has_rooms() -> None:
    assert sorted(re.findall(r"^### (\w+)$", below("## The rooms"), re.MULTILINE)) == sorted(LAYERS)


@pytest.mark.parametrize("floor", LAYERS)
def test_the_drawing_of_a_floor_is_the_contract_of_its_rooms(floor: str) -> None:
    drawn = re.findall(r"^```\n(.*?)^```", below(f"### {floor}"), re.DOTALL | re.MULTILINE)
    assert [drawing.splitlines() for drawing in drawn] == [LAYERS[floor]]


@pytest.mark.parametrize("floor", LAYERS)
def test_the_page_lists_every_room_in_the_order_of_the_drawing(floor: str) -> None:
    listed = [(floor, room) for room, _ in sentences(floor)]
    assert listed == [one for one in ROOMS if one[0] == floor]


@pytest.mark.parametrize(("floor", "room"), ROOMS)
def test_the_page_says_of_a_room_what_its_docstring_says(floor: str, room: str) -> None:
    own = docstring(floor, room)
    assert own or not (ROOT / floor / room).is_dir()
    assert dict(sentences(floor))[room] == own or not own


@pytest.mark.parametrize(
    ("stream", "changed"), [("match", match_log.changed), ("tournament", tournament_log.changed)]
)
def test_the_page_names_everybody_who_hears_of_a_change(stream: str, changed: Signal) -> None:
    told = [file for of, file, _ in rows("## One executor") if of == stream]
    receivers = changed._live_receivers(None)[0]
    hearing = [f"`{one.__module__.replace('.', '/')}.py`" for one in receivers]
    assert sorted(told) == sorted(hearing)


def test_the_page_names_every_sweep_with_its_interval() -> None:
    told = [SECONDS[swept] for _, _, swept in rows("## Background")]
    assert sorted(told) == sorted(
        sweep["schedule"] for sweep in settings.CELERY_BEAT_SCHEDULE.values()
    )
