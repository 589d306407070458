"""What the protocol says of the actions is what the registry has."""

import json
import re
from collections.abc import Iterator

from tests.product import ROOT
from tournaments.actions.action import About, Action
from tournaments.actions.registry import ACTIONS
from tournaments.api.actions import IN_OTHER_VIEWS

PROTOCOL = (ROOT / "docs" / "protocol.md").read_text()
Row = tuple[str, frozenset[str], str]


def rows() -> Iterator[Row]:
    """Address, fields and who may, of each action in the lists of the protocol."""
    told = PROTOCOL.split("\n### Commands on a tournament\n")[1].split("\nTournaments refuse with")[
        0
    ]
    for item in re.findall(r"^- (`.+(?:\n  .+)*)", told, re.MULTILINE):
        parts = re.match(r"((?:`[^`]+`(?:, )?)+) \((\w)\)(?:\s+(`{[^`]+`))?(?::|$)", item)
        assert parts is not None, item
        first, *others = re.findall(r"`([^`]+)`", parts[1])
        base = first[: first.rstrip("/").rfind("/") + 1]
        for address in (first, *(base + other for other in others)):
            yield _plain(address), _fields(parts[3] or ""), parts[2]


def _plain(address: str) -> str:
    return re.sub(r"{\w+}", "{}", address.replace("…", About.ROUND.value.rstrip("/")))


def _fields(body: str) -> frozenset[str]:
    """The names that stand at the top of a body."""
    text, depth, found = body.strip("`"), 0, set()
    for mark in re.findall(r'[{}\[\]]|"\w+"', text):
        depth += (mark in "{[") - (mark in "}]")
        if mark.startswith('"') and depth == 1:
            found.add(json.loads(mark))
    return frozenset(found)


def _of(action: Action) -> Row:
    names = frozenset(field.name for field in action.fields)
    return _plain(action.address), names, action.who.value


def test_the_protocol_lists_every_action_and_no_other() -> None:
    told = list(rows())

    assert len(told) == len(set(told)) > 20
    assert set(told) == {_of(one) for one in ACTIONS.values() if one not in IN_OTHER_VIEWS}


def test_actions_that_answer_documents_stand_among_the_documents() -> None:
    for action in IN_OTHER_VIEWS:
        if action.segment is not None:
            assert f"`{action.method} tournaments/{{id}}/{action.segment}`" in PROTOCOL


def test_no_two_actions_share_a_name_or_an_address() -> None:
    for_itself = [one for one in ACTIONS.values() if one not in IN_OTHER_VIEWS]
    assert len({one.address for one in for_itself}) == len(for_itself)
    assert all(one.name == name for name, one in ACTIONS.items())
