"""People of a name, and whatever names them: over REST, as files and on pages."""

from django.test import Client

from games.models import Player
from tests.forgetting import forgotten_states  # noqa: F401
from tournaments.models import Tournament

PASSWORD = "zebra-crossing-9"


def person(handle: str) -> Player:
    return Player.objects.create_person(handle, PASSWORD)


def api(address: str, client: Client | None = None) -> str:
    """What is answered, as it is read."""
    return (client or Client()).get(f"/api/v1/{address}").content.decode()


def shown(tournament: Tournament) -> str:
    """Whatever names people in an event, over REST, as files and on its pages."""
    of = f"tournaments/{tournament.slug}/"
    answers = [
        Client().get(address)
        for address in (
            *(f"/api/v1/{of}{part}" for part in ("", "entrants/", "rounds/", "matches/")),
            *(f"/api/v1/{of}{part}" for part in ("standings/", "bracket/", "events/")),
            *(f"/api/v1/{of}{part}.csv" for part in ("standings", "pairings", "entrants")),
            *(f"/{of}{part}" for part in ("", "standings/", "rounds/", "entrants/", "schedule/")),
            "/api/v1/ratings/duel/",
            "/ratings/duel/",
        )
    ]
    assert {answer.status_code for answer in answers} == {200}
    return "".join(
        b"".join(answer).decode() if answer.streaming else answer.content.decode()  # type: ignore[arg-type]
        for answer in answers
    )
