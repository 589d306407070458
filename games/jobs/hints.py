"""Hints: what a strong bot would play in one's place, against bots and nobody else."""

from dataclasses import replace
from uuid import UUID

from engine.bots import BOTS
from engine.rules.moves import Move
from games.casual.models import Table
from games.casual.refusals import NoHints
from games.jobs.bot_turns import chosen_move
from games.match.cuts import seat_in
from games.match.match_log import match_log
from games.models import Player

WANTED = "closer"
# A bot that most often finds the best move and answers at once.
ADVISER = WANTED if WANTED in BOTS else list(BOTS)[-1]


def hint(match_id: UUID, player: Player) -> tuple[int, Move]:
    """The version of the match, and what the adviser would play for the player's seat, from what
    that seat may know.

    Refuses `unknown_match`, `not_seated`, `not_your_turn`, and `no_hints` outside of casual matches
    in which only bots play against the player.
    """
    state = match_log.load(match_id)
    seat = seat_in(state, player)
    others = [one for number, one in enumerate(state.seats) if number != seat]
    is_casual = Table.objects.filter(pk=match_id, rated=False).exists()
    if not is_casual or not all(one.bot for one in others):
        raise NoHints()
    state.position(seat)
    advised = tuple(
        replace(one, bot=ADVISER) if number == seat else one
        for number, one in enumerate(state.seats)
    )
    return state.version, chosen_move(replace(state, seats=advised))
