"""Matches as they are opened: with all their seats taken, and with the cuts of bots."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.match.cutters import BY_BOT
from engine.match.decide import NEW, CreateMatch, MakeCut, MatchState, TakeSeat
from engine.match.decide import Command as MatchCommand
from engine.match.events import Event
from engine.rules.rulesets import Ruleset, sides_of
from engine.rules.rulesets import ruleset as ruleset_of
from engine.rules.shuffle import SEED_BYTES, spare_cut
from games.match.clocks import STAND_IN, ClockRules
from games.match.match_log import MATCHES, match_log
from games.models import Match, Player
from games.store.actors import SYSTEM_ACTOR
from games.store.stream_log import Prepared


@dataclass(frozen=True, slots=True)
class Dealing:
    """Decks that other matches are played with too: the id of the board, and the 32 bytes that the
    caller has drawn for it and publishes when the last of these matches has ended.
    """

    board: str
    secret: bytes


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match that is to be opened, with its players in the order of the seats.

    Without `dealing` the match has decks of its own; `mirrored` plays each deck twice. `rules` are
    those that the ruleset and overrides were resolved to when the players were promised them; None
    resolves them now.
    """

    id: UUID
    ruleset: str
    overrides: Mapping[str, Any]
    players: Sequence[Player]
    clock: ClockRules
    dealing: Dealing | None = None
    mirrored: bool = False
    rules: Ruleset | None = None


def open_matches(matches: Sequence[NewMatch], now: datetime) -> None:
    """Opens these matches in one transaction: bots cut at once, as the digests of the first fact
    have it, and people have to come. Where more than two sides play, a bot plays on for who leaves.

    Idempotent by id: a match that exists is left as it is. Refuses what the engine refuses.
    """
    ids = [match.id for match in matches]
    known = set(Match.objects.filter(id__in=ids).values_list("id", flat=True))
    openings = [_opening(match, now) for match in matches if match.id not in known]
    # In one order in all processes: two that open the same matches would wait for each other.
    match_log.append_together(sorted(openings, key=lambda one: one.id))


def _opening(match: NewMatch, now: datetime) -> Prepared[MatchState, Event]:
    rules = match.rules
    if rules is None:
        rules = ruleset_of(match.ruleset, match.overrides)
    sides = len(set(sides_of(rules, len(match.players), match.overrides)))
    dealing = match.dealing
    create = CreateMatch(
        match=match.id.hex,
        ruleset=match.ruleset,
        overrides=match.overrides,
        seats=len(match.players),
        seed=secrets.token_bytes(SEED_BYTES) if dealing is None else dealing.secret,
        timeouts=match.clock.timeouts(sides),
        clock=match.clock.clock(),
        stand_in=STAND_IN if sides > 2 else None,
        board=None if dealing is None else dealing.board,
        mirrored=match.mirrored,
        rules=match.rules,
    )
    commands: list[MatchCommand] = [create]
    for seat, player in enumerate(match.players):
        commands.append(TakeSeat(seat, player.id.hex, player.bot or None))
    for seat, player in enumerate(match.players):
        if player.kind == Player.Kind.BOT:
            spare = spare_cut(create.seed, create.match, seat)
            commands.append(MakeCut(seat, spare, BY_BOT))
    return match_log.opening(match.id, MATCHES.decided(NEW, commands, SYSTEM_ACTOR), now)
