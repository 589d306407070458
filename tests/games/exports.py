"""Exported matches for the tests: played to the end, exported, falsified, given to the verifier."""

import hashlib
import importlib.util
import json
import subprocess
import sys
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from games.identity import new_id
from games.jobs.bot_turns import play_due_bots
from games.match import commands, queries
from games.match.clocks import ClockRules
from games.match.match_log import match_log
from games.models import Player
from tests.games.opened_matches import create_match
from tests.games.tables import a_legal_move
from tests.noon import NOON
from tests.product import ROOT

Fact = dict[str, Any]
VERIFIER = ROOT / "games" / "static" / "games" / "verify_match.py"
DATA = Path(__file__).parent / "data"
EXPORTS = sorted([*DATA.glob("match-*.jsonl"), *DATA.glob("records/*.jsonl")])
ALONE = ("-S", "-I")


class Ticking:
    """A clock that goes on by a second and a quarter whenever it is looked at."""

    def __init__(self) -> None:
        self.moment = NOON

    def __call__(self) -> datetime:
        self.moment += timedelta(seconds=1.25)
        return self.moment


def bots_match(
    players: list[Player], ruleset: str = "classic", overrides: Mapping[str, Any] | None = None
) -> UUID:
    """A match between bots, played to its end."""
    match_id = new_id()
    create_match(
        match_id,
        ruleset=ruleset,
        overrides=overrides or {},
        players=players,
        clock=ClockRules(),
        now=NOON,
    )
    clock = Ticking()
    while play_due_bots(match_id, clock):
        pass
    return match_id


def resigned_match(person: Player, bot: Player) -> UUID:
    """A match whose person lets the clock run out once, and resigns in the second deal."""
    match_id, clock, was_late = new_id(), Ticking(), False
    create_match(
        match_id,
        ruleset="classic",
        overrides={},
        players=[person, bot],
        clock=ClockRules(),
        now=NOON,
    )
    commands.cut(match_id, person, b"sixteen of bytes", now=NOON)
    while len((state := match_log.load(match_id)).sheets) < 1 or state.deal.packet < 2:
        if state.turn == 1:
            play_due_bots(match_id, clock)
        elif not was_late:
            was_late = True
            clock.moment += timedelta(minutes=5)
            commands.run_out_clock(match_id, clock.moment)
        else:
            command_id = f"move-{state.version}"
            commands.play(
                match_id,
                person,
                a_legal_move(state),
                seen_version=state.version,
                command_id=command_id,
                now=clock(),
            )
    commands.resign(match_id, person, command_id="enough", now=clock())
    return match_id


def export(match_id: UUID) -> list[Fact]:
    return read(queries.export(match_id))


def read(content: bytes) -> list[Fact]:
    return [json.loads(line) for line in content.splitlines()]


def written(facts: list[Fact]) -> bytes:
    return b"".join(canonical(fact) + b"\n" for fact in facts)


def canonical(content: object) -> bytes:
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def chained(facts: list[Fact]) -> list[Fact]:
    """The facts with a chain of hashes that fits them, as a dishonest server would make it."""
    previous = "0" * 64
    for version, fact in enumerate(facts, 1):
        fact["version"] = version
        fact["previous_hash"] = previous
        hashed = {key: fact[key] for key in fact if key not in ("previous_hash", "hash")}
        hashed["secret"] = hashed.pop("secret_digest")
        previous = hashlib.sha256(previous.encode() + canonical(hashed)).hexdigest()
        fact["hash"] = previous
    return facts


def is_proved(code: int, said: str) -> bool:
    """Whether the verifier proved the whole match, whatever it says that the proof rests on."""
    last = said.splitlines()[-1]
    return code == 0 and last.startswith("PROVED") and not last.startswith("PROVED so far")


def verify(content: bytes, *options: str, python: str = sys.executable) -> tuple[int, str]:
    """The exit code and what the verifier says of this export, run by itself."""
    ran = subprocess.run(
        [python, *ALONE, str(VERIFIER), *options], input=content, capture_output=True, timeout=120
    )
    return ran.returncode, (ran.stdout + ran.stderr).decode().strip()


def loaded_verifier() -> Any:
    """The verifier as a module of its own, with the engine of this process."""
    spec = importlib.util.spec_from_file_location("verify_match", VERIFIER)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
