"""Players who commit to a cut and keep a receipt, as their clients do, and a server that cheats."""

import json
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from engine import (
    BOTS,
    NEW,
    CommitCut,
    CreateMatch,
    MakeCut,
    MatchState,
    PlayMove,
    Resign,
    TakeSeat,
    Timeouts,
    advance,
    cut_digest,
    know,
    to_fact,
)
from games.identity import new_id
from games.jobs.bot_turns import play_due_bots
from games.match import commands, queries
from games.match.clocks import ClockRules
from games.match.match_log import match_log
from games.models import Player
from tests.engine.builders import Chance
from tests.games.exports import Fact, Ticking, chained, read
from tests.games.opened_matches import create_match
from tests.games.tables import a_legal_move
from tests.noon import NOON

OWN = [bytes([16 * seat + 1]) * 16 for seat in range(1, 5)]
SEED = bytes(range(32))
MATCH = "0193d1f0a0b07000800000000000abcd"


def open_table(*players: Player, **clock: int) -> UUID:
    """A match whose people have not cut."""
    match_id = new_id()
    create_match(
        match_id,
        ruleset="classic",
        overrides={"partnership": False},
        players=players,
        clock=ClockRules(**clock),
        now=NOON,
    )
    return match_id


def commit(match_id: UUID, seat: int, player: Player) -> None:
    digest = cut_digest(match_id.hex, seat, OWN[seat])
    commands.commit_cut(match_id, player, digest, now=NOON)


def show(match_id: UUID, seat: int, player: Player) -> None:
    commands.cut(match_id, player, OWN[seat], now=NOON)


def receipt_in(facts: Sequence[Fact], seat: int) -> dict[str, Any]:
    """What the client of a seat keeps when these are the facts until now."""
    first, last = facts[0], facts[-1]
    return {
        "receipt": "good-ten/receipt/1",
        "match": first["data"]["match"],
        "seat": seat,
        "commitment": first["data"]["commitment"],
        "digests": first["data"]["digests"],
        "cut": OWN[seat].hex(),
        "first": first["hash"],
        "seen": {"version": last["version"], "hash": last["hash"]},
    }


def receipt_of(match_id: UUID, seat: int) -> dict[str, Any]:
    return receipt_in(read(queries.export(match_id)), seat)


def kept(folder: Path, *receipts: dict[str, Any]) -> list[str]:
    """The options that give these receipts to the verifier."""
    options = []
    for number, receipt in enumerate(receipts):
        file = folder / f"receipt-{number}.json"
        file.write_text(json.dumps(receipt))
        options += ["--receipt", str(file)]
    return options


def resigned(match_id: UUID, *players: Player) -> list[Fact]:
    """The exported facts of the match after a play of everybody and a resignation."""
    for _ in players:
        state = match_log.load(match_id)
        assert state.turn is not None
        commands.play(
            match_id,
            players[state.turn],
            a_legal_move(state),
            seen_version=state.version,
            command_id=f"move-{state.version}",
            now=NOON,
        )
    for player in players[1:]:
        commands.resign(match_id, player, command_id="enough", now=NOON)
    return read(queries.export(match_id))


def match_of_all_cuts(
    people: Sequence[Player], bot: Player
) -> tuple[list[Fact], list[dict[str, Any]]]:
    """A match of three people and a bot, one whole deal: the first shows the
    cut that the receipt has, the second commits and does not come back, the third wants none. The
    exported facts, and the receipts of the two who committed.
    """
    match_id = new_id()
    create_match(
        match_id,
        ruleset="classic",
        overrides={},
        players=[*people, bot],
        clock=ClockRules(timeout_then="bot"),
        now=NOON,
    )
    for seat, player in enumerate(people[:2]):
        commit(match_id, seat, player)
    receipts = [receipt_of(match_id, seat) for seat in range(2)]
    commands.waive_cut(match_id, people[2], now=NOON)
    show(match_id, 0, people[0])
    clock = Ticking()
    clock.moment += timedelta(minutes=5)
    commands.run_out_clock(match_id, clock.moment)
    while not match_log.load(match_id).sheets:
        state = match_log.load(match_id)
        assert state.turn is not None
        if state.bot_on_turn is not None:
            play_due_bots(match_id, clock, 1)
            continue
        commands.play(
            match_id,
            people[state.turn],
            BOTS["greedy"].choose(know(state, state.turn), Chance(1)).move,
            seen_version=state.version,
            command_id=f"move-{state.version}",
            now=clock(),
        )
    commands.resign(match_id, people[0], command_id="enough", now=clock())
    return read(queries.export(match_id)), receipts


class Server:
    """A server that writes what it likes: its facts follow each other by the rules of play, and its
    chain of hashes is in order.
    """

    def __init__(self, bound: bool = True, bots: Sequence[int] = (1,), seats: int = 2) -> None:
        self.state: MatchState = NEW
        self.facts: list[Fact] = []
        self.bound = bound
        timeouts = Timeouts(3, "forfeit")
        self.do(CreateMatch(MATCH, "classic", {}, seats, SEED, timeouts, bound=bound))
        for seat in range(seats):
            self.do(TakeSeat(seat, f"{seat}" * 32, "greedy" if seat in bots else None))

    def do(self, command: Any) -> None:
        events, self.state = advance(self.state, command)
        for event in events:
            fact = to_fact(event)
            self.facts.append(
                {
                    "stream": f"match-{MATCH}",
                    "version": 0,
                    "type": fact.type,
                    "schema": fact.schema,
                    "data": fact.data,
                    "actor": "system",
                    "command_id": None,
                    "at": "2026-11-20T12:00:00.000000+00:00",
                    "secret_digest": None,
                    "previous_hash": "",
                    "hash": "",
                }
            )

    def commit(self, seat: int) -> None:
        self.do(CommitCut(seat, cut_digest(MATCH, seat, OWN[seat])))

    def cut(self, seat: int, cut: bytes, by: str) -> None:
        self.do(MakeCut(seat, cut, by))

    def play(self, deals: int = 1) -> list[Fact]:
        """The facts after so many deals, which greedy players play, and a resignation."""
        chance = Chance(1)
        while len(self.state.sheets) < deals and self.state.turn is not None:
            seat = self.state.turn
            move = BOTS["greedy"].choose(know(self.state, seat), chance).move
            self.do(PlayMove(seat, move))
        if self.state.status == "playing":
            self.do(Resign(0))
        return self.told()

    def told(self) -> list[Fact]:
        """The facts until now, as exported."""
        return chained(json.loads(json.dumps(self.facts)))
