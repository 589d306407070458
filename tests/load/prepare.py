"""`python -m tests.load.prepare FILE --matches 30`: matches to be played, with all their moves.

Runs in the environment of a deployment. People are seated and have cut; the decks are known here,
so that the whole match is decided ahead and who plays it later does nothing but send.
"""

import argparse
import json
import os
import random
import secrets
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino_site.settings")
django.setup()

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX  # noqa: E402
from django.utils import timezone  # noqa: E402

from engine import BOTS, CreateMatch, MakeCut, PlayMove, TakeSeat, know, spare_cut  # noqa: E402
from engine.match.decide import NEW, Clock, Timeouts  # noqa: E402
from engine.rules.moves import move_to_json  # noqa: E402
from games.accounts import tokens  # noqa: E402
from games.identity import new_id  # noqa: E402
from games.match.match_log import MATCHES, match_log  # noqa: E402
from games.models import Player  # noqa: E402

AN_HOUR = int(timedelta(hours=1).total_seconds())
# The plays of a deal of two hands: all cards but the four that lie on the table.
PLAYS_A_DEAL = 48


class Chance:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return self._random.randrange(n)


def prepared(number: int, against_bot: bool, most: int, ahead: int = 0) -> dict[str, Any]:
    """A match that has begun, and what is to be played in it: seat, move, version before, after.

    These are at most so many, after so many `ahead` that have been played. Against a bot they are
    not known, since it draws lots of its own.
    """
    match_id = new_id()
    people = [_person() for _ in range(1 if against_bot else 2)]
    players = [*people, *([_bot()] if against_bot else [])]
    create = CreateMatch(
        match=match_id.hex, ruleset="classic", overrides={}, seats=2, seed=secrets.token_bytes(32),
        timeouts=Timeouts(3, "forfeit", None), clock=Clock(AN_HOUR, 0), stand_in=None,
        board=None, mirrored=False,
    )  # fmt: skip
    seated = [TakeSeat(seat, one.id.hex, one.bot or None) for seat, one in enumerate(players)]
    cuts = [
        MakeCut(seat, spare_cut(create.seed, create.match, seat), "bot")
        if one.bot
        else MakeCut(seat, secrets.token_bytes(16), "player")
        for seat, one in enumerate(players)
    ]
    opening = [create, *seated, *cuts]
    state, chance = MATCHES.decided(NEW, opening, "system").after, Chance(number)
    plays, moves = list[PlayMove](), list[Any]()
    while state.status == "playing" and len(moves) < ahead + most and not against_bot:
        assert state.turn is not None
        play = PlayMove(state.turn, BOTS["greedy"].choose(know(state, state.turn), chance).move)
        after = MATCHES.decided(state, [play], "system").after
        plays.append(play)
        moves.append([play.seat, move_to_json(play.move), state.version, after.version])
        state = after
    begun = MATCHES.decided(NEW, [*opening, *plays[:ahead]], "system")
    match_log.create(match_id, begun, timezone.now())
    return {
        "match": match_id.hex,
        "version": begun.after.version,
        "tokens": [tokens.issue(one).token for one in people],
        "moves": moves[ahead:],
    }


def _person() -> Player:
    handle = f"load-{secrets.token_hex(8)}"
    return Player.objects.create(handle=handle, password=UNUSABLE_PASSWORD_PREFIX)


def _bot() -> Player:
    return Player.objects.get_or_create(
        handle="load-greedy", defaults={"kind": Player.Kind.BOT, "bot": "greedy"}
    )[0]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load.prepare", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--matches", type=int, default=30)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--against-bot", action="store_true")
    parser.add_argument("--moves", type=int, default=1000, help="of each match at most")
    parser.add_argument("--spread", action="store_true", help="over the plays of their first deal")
    asked = parser.parse_args()
    apart = PLAYS_A_DEAL / asked.matches if asked.spread else 0
    all_ = [
        prepared(asked.first + number, asked.against_bot, asked.moves, int(apart * number))
        for number in range(asked.matches)
    ]
    asked.file.write_text(json.dumps(all_))
    return 0


if __name__ == "__main__":
    sys.exit(main())
