"""Boards: decks that many matches share. Until a board's secret is published, who looks on at one
of its matches would know cards that others are still to be dealt.
"""

from collections.abc import Callable

from games.models import Match

FindSecret = Callable[[str], bytes | None]
_finders: list[FindSecret] = []


def register_secrets(find: FindSecret) -> None:
    """An app above says which secret it has published for a board; None: not yet."""
    _finders.append(find)


def published_secret(board: str) -> bytes | None:
    """The 32 bytes from which every deck of the board follows, once they are published."""
    return next(filter(None, (find(board) for find in _finders)), None)


def is_closed(match: Match) -> bool:
    """Whether only the seats may look at the match as yet."""
    return bool(match.board) and published_secret(match.board) is None
