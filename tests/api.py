"""The REST API as a player uses it."""

from rest_framework.response import Response
from rest_framework.test import APIClient

from games.models import Player


def signed_in(player: Player | None) -> APIClient:
    """A client of this player's; None has not signed in."""
    client = APIClient()
    if player is not None:
        client.force_authenticate(player)
    return client


def code_of(answer: Response) -> tuple[int, str]:
    """Status and code of a problem document."""
    assert answer["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]
