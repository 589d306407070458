"""What an entry must be: members enough, all different, bots that exist, a name."""

import unicodedata

from tournaments.core.refusals import BadField
from tournaments.domain.entrant_commands import Entry
from tournaments.domain.settings import check_bot, check_name
from tournaments.domain.state import State

CLUB_LENGTH = 40


def check_entry(state: State, entry: Entry) -> None:
    """Refuses `bad_field`: the number of members, a member twice, a bot or a name that is none."""
    team = state.settings.team
    if len(entry.members) != team:
        raise BadField(field="members", problem=f"an entrant has {team} of them here")
    if len({member.player for member in entry.members}) != len(entry.members):
        raise BadField(field="members", problem="they have to be different players")
    for member in entry.members:
        if member.bot is not None:
            check_bot("bot", member.bot)
    if entry.name:
        check_name(entry.name)
    if len(entry.club) > CLUB_LENGTH or any(
        unicodedata.category(char).startswith("C") for char in entry.club
    ):
        raise BadField(field="club", problem=f"it takes up to {CLUB_LENGTH} printable characters")
