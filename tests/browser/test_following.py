"""The page folds facts into the view that the server would show, to a seat and to anybody."""

import secrets
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.product import Product
from tests.long import further
from tests.patience import PATIENCE
from tests.product import eventually

# A deal is 24 turns of each side: enough to see one scored and the next begun.
TURNS = 27
FOLD = """async ([view, facts]) => {
  const { fold } = await import("/static/games/match_state.js");
  return facts.reduce(fold, view);
}"""
NOTICED = """async ([view, fact]) => {
  const { fold, Gap } = await import("/static/games/match_state.js");
  try { fold(view, fact); return false; } catch (error) { return error instanceof Gap; }
}"""

View = dict[str, Any]


class Seated:
    """A person at a table with a bot, who plays over REST."""

    def __init__(self, product: Product, organiser: str) -> None:
        self.product = product
        self.token = product.sign_up(f"ivy-{secrets.token_hex(4)}")
        slug = product.tournament(
            organiser,
            "A quiet table",
            capacity=2,
            turn_seconds=120,
            autostart="first_person",
            fill_with_bots="greedy",
        )
        product.post(f"tournaments/{slug}/entrants/", {}, self.token)
        tables = eventually(
            lambda: product.get(f"tournaments/{slug}/matches/")["results"], PATIENCE, "a table"
        )
        self.match = f"matches/{tables[0]['id']}/"
        self.say("cut", cut="00" * 16)

    def view(self, token: str | None = None) -> View:
        return self.product.get(self.match, token)

    def to_play(self) -> View | None:
        """The person's view when it is their turn."""
        view = self.view(self.token)
        return view if view["deal"] and view["deal"]["turn"] == view["you"] else None

    def turn(self) -> View:
        """Waits for the person's turn; their view of it."""
        return eventually(self.to_play, PATIENCE, "the person's turn")

    def play(self) -> None:
        version = self.turn()["version"]
        moves = self.product.get(f"{self.match}moves/", self.token)["moves"]
        # Not always the first, so that captures and builds come up as well as trails.
        self.say("moves", version=version, move=moves[version % len(moves)]["move"])

    def resign(self) -> None:
        self.say("resign")

    def say(self, what: str, **content: Any) -> None:
        command = content if what == "cut" else {"command_id": secrets.token_hex(8), **content}
        self.product.post(f"{self.match}{what}/", command, self.token)

    def facts(self, after: int, token: str | None) -> list[View]:
        page = self.product.get(f"{self.match}events/?after={after}&limit=500", token)
        return list(page["results"])


@pytest.fixture
def page(visit: Visit) -> Page:
    page = visit().new_page()
    page.goto("/sign-in/")
    return page


def test_following_the_facts_shows_what_the_server_shows(
    product: Product, organiser: str, page: Page
) -> None:
    seated = Seated(product, organiser)
    seated.turn()
    viewers = [None, seated.token]
    first = [seated.view(token) for token in viewers]
    for _ in range(TURNS):
        seated.play()
    seated.turn()
    middle = [seated.view(token) for token in viewers]
    seated.resign()
    last = [seated.view(token) for token in viewers]
    assert middle[0]["deal"]["number"] == 2
    for number, token in enumerate(viewers):
        followed = page.evaluate(
            FOLD, [first[number], seated.facts(first[number]["version"], token)]
        )
        assert plain(followed) == plain(last[number])
        until_middle = [
            fact
            for fact in seated.facts(first[number]["version"], token)
            if fact["version"] <= middle[number]["version"]
        ]
        followed = page.evaluate(FOLD, [first[number], until_middle])
        assert plain(followed) == plain(middle[number])
        assert followed["clock"] == middle[number]["clock"]


@further
def test_a_scored_deal_leaves_every_card_in_a_pile(
    product: Product, organiser: str, page: Page
) -> None:
    seated = Seated(product, organiser)
    first = seated.turn()
    for _ in range(TURNS):
        seated.play()
    facts = seated.facts(first["version"], seated.token)
    end = next(n for n, fact in enumerate(facts) if fact["type"] == "deal_scored")
    scored = page.evaluate(FOLD, [first, facts[: end + 1]])
    assert scored["deal"]["loose"] == scored["deal"]["builds"] == scored["deal"]["hand"] == []
    sheet = scored["sheets"][0]
    assert [side["pile"] for side in scored["sides"]] == [row["cards"] for row in sheet["sheet"]]
    assert sum(side["pile"] for side in scored["sides"]) == 52
    assert [side["score"] for side in scored["sides"]] == sheet["scores"]


def test_a_gap_is_noticed(product: Product, organiser: str, page: Page) -> None:
    seated = Seated(product, organiser)
    view = seated.turn()
    fact = seated.facts(view["version"] - 1, None)[0]
    assert page.evaluate(NOTICED, [view, fact | {"version": view["version"] + 2}])
    assert not page.evaluate(NOTICED, [view, fact])


def plain(view: View) -> View:
    """The view without the clock, its loose cards in the order of cards."""
    kept = {key: value for key, value in view.items() if key not in ("now", "clock")}
    return kept | {"deal": dict(kept["deal"], loose=sorted(kept["deal"]["loose"]))}
