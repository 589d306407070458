"""The entity tags of tournaments."""

from tournaments.models import Tournament


def etag(tournament: Tournament) -> str:
    """Of the tournament itself: what `GET` answers, and what `If-Match` of a command names."""
    renamed = f"-n{tournament.renamings}" if tournament.renamings else ""
    return f'"{tournament.pk.hex}-v{tournament.version}{renamed}"'
