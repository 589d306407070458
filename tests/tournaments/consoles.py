"""What a director does on the pages of the console."""

import html
import re
from typing import Any

from django.test import Client

from games.models import Event, Player
from tournaments.models import Tournament


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


class Console:
    """The console of a tournament as this player uses it."""

    def __init__(self, player: Player, tournament: Tournament) -> None:
        self.client = browser(player)
        self.tournament = tournament

    def address(self, rest: str = "") -> str:
        return f"/tournaments/{self.tournament.slug}/console/{rest}"

    def see(self, rest: str = "") -> str:
        answer = self.client.get(self.address(rest), follow=True)
        assert answer.status_code == 200
        return text_of(answer)

    def press(self, rest: str, **fields: Any) -> str:
        """Sends a form; the text of the page that it leads to."""
        answer = self.client.post(self.address(rest), fields, follow=True)
        assert answer.status_code == 200
        return text_of(answer)

    def do(self, operation: str, query: str = "", **fields: Any) -> str:
        """Fills in the form of a command, looks at what it would record, and confirms."""
        rest = f"do/{operation}/?{query}"
        seen = self.press(rest, **fields)
        assert "This will be recorded:" in seen, seen
        return self.press(rest, **fields, confirm="1", version=self.version())

    def version(self) -> int:
        self.tournament.refresh_from_db()
        return self.tournament.version


def text_of(answer: Any) -> str:
    """The text of a page, with its marks and its doubled blanks left out; the codes of refusals,
    which nobody sees, stand in brackets.
    """
    coded = re.sub(r'<span hidden data-code="(\w+)"></span>', r" (\1)", answer.content.decode())
    found = re.sub(r"<[^>]+>", " ", coded)
    return html.unescape(re.sub(r"\s+", " ", found))


def facts() -> int:
    return Event.objects.count()
