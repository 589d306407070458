"""The cards of rounds in which every table plays the same: which boards, and when they are told."""

from uuid import UUID

from tournaments.domain.decision import deck_of
from tournaments.domain.state import State
from tournaments.models import Round


def board_of(state: State, stage: int, round_number: int, pairing: int) -> tuple[str, bytes] | None:
    """The board of this table's round and its secret; None where the table has its own cards.

    A table made anew after a correction has: its round's cards are known, or have been told.
    """
    if (round_number, pairing) in state.stages[stage - 1].own_cards:
        return None
    secret = deck_of(state, stage, round_number)
    return None if secret is None else (f"{state.id}/{stage}/{round_number}", secret)


def published_secret(board: str) -> bytes | None:
    """The secret of a board whose round has ended; None of others, and of boards not of ours."""
    try:
        tournament, stage, number = board.split("/")
        row = Round.objects.filter(
            tournament=UUID(tournament), stage=int(stage), number=int(number)
        ).first()
    except ValueError:
        return None
    return bytes.fromhex(row.deck) if row is not None and row.deck else None
