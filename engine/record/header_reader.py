"""The header of a record, read line by line (`malformed_record`)."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.errors import MalformedRecord, Refusal
from engine.match.events import (
    BOTH_LOSE,
    FIRST_LOSES,
    REVEAL_SCORED,
    USUAL_CLOCK,
    Clock,
    Timeouts,
)
from engine.record.entries import USUAL_TIMEOUTS, Header, Player
from engine.rules.ruleset import Ruleset
from engine.rules.rulesets import ruleset
from engine.rules.shuffle import CUT_BYTES
from engine.wire.diagram import parse_rules
from engine.wire.earlier_rules import earlier_rules
from engine.wire.fields import fields_of
from engine.wire.rules_json import rules_from_json

_MOST_SEATS = 6
QUOTED = r'("(?:[^"\\]|\\.)*")'
_LINES = {
    "casino": r"record 1",
    "match": QUOTED,
    "ruleset": r"(\S.*)",
    "rules": r"(\{.*\})",
    "timeouts": r"([0-9]{1,6}) (forfeit|bot)(?: (?!or both)(\S{1,64}))?( or both)?",
    "clock": r"([0-9]{1,6}) ([0-9]{1,6})(?: bank ([0-9]{1,6}))?",
    "stand-in": r"(\S{1,64})",
    "board": QUOTED,
    "mirrored": "",
    "reveal": r"(all|none)",
    "player": rf"([0-9]) {QUOTED}(?: bot (\S{{1,64}}))?",
    "commitment": r"([0-9a-f]{64})",
    "cut": rf"([0-9]) ([0-9a-f]{{{2 * CUT_BYTES}}}) (player|open|bot|waived|absent|not_revealed)",
    "dealer": r"([0-9])",
}
_TEXTS = {"match": 1, "board": 1, "player": 2}
HEADER_KEYWORDS = frozenset(_LINES)
_PATTERNS = {word: re.compile(pattern) for word, pattern in _LINES.items()}


@dataclass
class HeaderReader:
    """Collects the lines of a header, each of which may come once."""

    _matches: dict[str, re.Match[str]] = field(default_factory=dict)

    def read(self, line: str) -> None:
        """Takes one more line; refuses one that is malformed or comes twice, and rules that do not
        exist.
        """
        word, _, rest = line.partition(" ")
        match = _PATTERNS[word].fullmatch(rest.strip())
        if match is None:
            raise MalformedRecord(problem=f"no line that begins with {word} is written so")
        if not self._matches and word != "casino":
            raise MalformedRecord(problem="a record begins with the line: casino record 1")
        key = f"{word} {match[1]}" if word in ("player", "cut") else word
        if key in self._matches:
            raise MalformedRecord(problem=f"{key} stands twice")
        self._matches[key] = match
        if word == "ruleset":
            ruleset(*self._rules())
        elif word in _TEXTS:
            json_text(match[_TEXTS[word]])

    def header(self) -> Header:
        """The header of the lines read; refuses one that lacks a line."""
        if not self._matches:
            raise MalformedRecord(problem="a record begins with the line: casino record 1")
        for word in ("match", "ruleset", "dealer"):
            if word not in self._matches:
                raise MalformedRecord(problem=f"the header has no line {word}")
        key, overrides = self._rules()
        committed, board = self._matches.get("commitment"), self._matches.get("board")
        return Header(
            match=json_text(self._matches["match"][1]),
            ruleset=key,
            overrides=overrides,
            rules=self._resolved(key, overrides),
            players=self._players(),
            dealer=int(self._matches["dealer"][1]),
            commitment=None if committed is None else bytes.fromhex(committed[1]),
            timeouts=self._timeouts(),
            clock=self._clock(),
            stand_in=self._word("stand-in"),
            board=None if board is None else json_text(board[1]),
            mirrored="mirrored" in self._matches,
            reveal=self._word("reveal") or REVEAL_SCORED,
        )

    def _word(self, heading: str) -> str | None:
        match = self._matches.get(heading)
        return None if match is None else match[1]

    def _rules(self) -> tuple[str, dict[str, object]]:
        try:
            return parse_rules(self._matches["ruleset"][1])
        except Refusal as refusal:
            problem = "the ruleset is a key, with overrides as JSON"
            raise MalformedRecord(problem=problem) from refusal

    def _resolved(self, key: str, overrides: Mapping[str, object]) -> Ruleset:
        """The resolved rules; those of earlier records, which had no line of them, are known."""
        match = self._matches.get("rules")
        if match is None:
            return rules_from_json(key, earlier_rules(key, overrides))
        try:
            return rules_from_json(key, fields_of(json.loads(match[1])).all())
        except (TypeError, ValueError, RecursionError) as error:
            problem = "the rules are every field of a ruleset, as JSON"
            raise MalformedRecord(problem=problem) from error

    def _players(self) -> tuple[Player, ...]:
        seats = sum(key.startswith("player ") for key in self._matches)
        if not 1 <= seats <= _MOST_SEATS:
            raise MalformedRecord(problem=f"it has {seats} players")
        return tuple(self._player(seat) for seat in range(seats))

    def _player(self, seat: int) -> Player:
        match, cut = self._matches.get(f"player {seat}"), self._matches.get(f"cut {seat}")
        if match is None:
            raise MalformedRecord(problem=f"the header has no line player {seat}")
        if cut is None:
            if "commitment" in self._matches:
                raise MalformedRecord(problem=f"the header has no line cut {seat}")
            return Player(json_text(match[2]), match[3])
        return Player(json_text(match[2]), match[3], bytes.fromhex(cut[2]), cut[3])

    def _timeouts(self) -> Timeouts:
        match = self._matches.get("timeouts")
        if match is None:
            return USUAL_TIMEOUTS
        if (match[2] == "bot") != (match[3] is not None) or int(match[1]) < 1:
            raise MalformedRecord(problem="timeouts are a number, then forfeit, or bot and its key")
        return Timeouts(int(match[1]), match[2], match[3], BOTH_LOSE if match[4] else FIRST_LOSES)

    def _clock(self) -> Clock:
        match = self._matches.get("clock")
        if match is None:
            return USUAL_CLOCK
        return Clock(int(match[1]), int(match[2]), int(match[3] or 0))


def json_text(quoted: str) -> str:
    """The text of a JSON string; refuses one that is not JSON."""
    try:
        text = str(json.loads(quoted))
        text.encode()  # refuses halves of surrogate pairs
    except ValueError as error:
        raise MalformedRecord(problem="a text is written as JSON") from error
    return text
