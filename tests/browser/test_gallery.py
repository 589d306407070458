"""An evening as who looks on sees it: the wall on one socket, an event that is seen later beside
one that is not, the screen of a hall over three rounds.
"""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import Visit
from tests.browser.product import Product
from tests.long import DEFERRED, enough, further
from tests.patience import PATIENCE
from tests.product import eventually

BOTS = enough(16, 64)


def deferred(test: Callable[..., None]) -> Callable[..., None]:
    """Two matches at the pace at which people look on take minutes."""
    for mark in DEFERRED:
        test = mark(test)
    return test


class Heard:
    """The sockets that a page opens, and the frames that it hears on them."""

    def __init__(self, page: Page) -> None:
        self.sockets: list[WebSocket] = []
        self.frames: list[dict[str, Any]] = []
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        self.sockets.append(socket)
        socket.on("framereceived", lambda text: self.frames.append(json.loads(text)))

    def of(self, stream: str) -> list[dict[str, Any]]:
        return [one for one in self.frames if one.get("stream") == stream]


@pytest.mark.long
def test_a_wall_follows_an_event_on_one_socket(
    product: Product, organiser: str, visit: Visit
) -> None:
    """Each table's facts come once, in order, however often the wall is put in another order."""
    slug = product.bot_tournament(
        organiser, "A wall of tables", BOTS, bot_pace_ms=400,
        stages=[{"format": "swiss", "options": {"rounds": 2}}],
    )  # fmt: skip
    page = visit(width=1366, height=900).new_page()
    heard = Heard(page)
    eventually(lambda: product.get(f"tournaments/{slug}/wall/")["count"], PATIENCE, "tables")
    page.goto(f"/tournaments/{slug}/wall/")
    shown = min(BOTS // 2, 20)
    expect(page.locator("live-table .felt[data-seats]")).to_have_count(shown)
    eventually(
        lambda: page.wait_for_timeout(50) or sum(f["type"] == "card_played" for f in heard.frames),
        PATIENCE,
        "plays",
    )
    assert [socket.url.split("/ws/")[1] for socket in heard.sockets] == ["watch/"]
    for stream in {one["stream"] for one in heard.frames if "stream" in one}:
        facts = [one for one in heard.of(stream) if one["type"] not in ("presence", "snapshot")]
        versions = [one["version"] for one in facts]
        assert versions == list(range(versions[0], versions[0] + len(versions))) if facts else True
    kinds = Counter(one["type"] for one in heard.frames)
    assert kinds["snapshot"] >= shown
    assert "refused" not in kinds


@deferred
def test_an_event_that_is_seen_later_tells_nothing_before_beside_one_that_is_live(
    product: Product, organiser: str, visit: Visit
) -> None:
    """Both to their ends: the later one says no card of a deal that is on, and no result early."""
    later = product.bot_tournament(
        organiser, "Seen later", 2, bot_pace_ms=150, policies={"watching": "match"}
    )
    live = product.bot_tournament(organiser, "Seen live", 2, bot_pace_ms=150)
    page = visit().new_page()
    heard = Heard(page)
    page.goto(f"/tournaments/{live}/tv/")
    other = visit().new_page()
    unheard = Heard(other)
    other.goto(f"/tournaments/{later}/wall/")
    expect(page.locator("live-table .felt[data-seats]")).to_have_count(1)
    match = eventually(
        lambda: product.get(f"tournaments/{later}/matches/")["results"], PATIENCE, "a table"
    )[0]["id"]

    def over() -> bool:
        other.wait_for_timeout(20)
        # Before the match is asked for, since it may end in between.
        told = product.get(f"tournaments/{later}/matches/")["results"][0]
        seen = product.api.get(f"matches/{match}/")
        is_open = seen.status_code == 200
        assert not is_open or seen.json()["result"]
        assert is_open or {seat["score"] for seat in told["seats"]} == {0}
        return is_open

    eventually(over, PATIENCE, "the later match ends")
    early = [one for one in unheard.of(f"match/{match}") if one["type"] != "presence"]
    assert all(one["type"] == "snapshot" and one["data"]["result"] for one in early)
    eventually(
        lambda: (
            page.wait_for_timeout(20)
            or any(one["type"] == "match_finished" for one in heard.frames)
        ),
        PATIENCE,
        "the live match ends before the eyes of who looks on",
    )


def test_the_screen_of_a_hall_goes_on_by_itself_over_three_rounds(
    product: Product, organiser: str, visit: Visit
) -> None:
    """It is never loaded anew, keeps one socket, and does not grow."""
    slug = product.bot_tournament(
        organiser, "In the hall", 6, stages=[{"format": "swiss", "options": {"rounds": 3}}],
        starts="rounds", publish="manual",
    )  # fmt: skip
    page = visit(width=1920, height=1080).new_page()
    heard = Heard(page)
    page.goto(f"/tournaments/{slug}/screen/")
    page.evaluate("window.isTheSame = true")
    sizes = []
    for number in (1, 2, 3):
        address = f"tournaments/{slug}/stages/1/rounds/{number}/"
        eventually(
            lambda: product.get(address, organiser)["results"],  # noqa: B023
            PATIENCE,
            f"round {number} is paired",
        )
        product.post(f"{address}publish/", {}, organiser)
        expect(page.locator("#slide-round-title")).to_have_text(f"Round {number}")
        sizes.append(page.locator("*").count())
    expect(page.locator("#screen-head strong")).to_be_visible()
    assert page.evaluate("window.isTheSame") is True
    assert len(heard.sockets) == 1
    assert max(sizes) - min(sizes) < 200


@further
def test_a_hidden_page_hangs_up_and_gets_what_it_missed_when_it_is_looked_at(
    product: Product, organiser: str, visit: Visit
) -> None:
    slug = product.bot_tournament(organiser, "Looked away", 2, bot_pace_ms=500)
    page = visit().new_page()
    page.clock.install()
    eventually(lambda: product.get(f"tournaments/{slug}/wall/")["count"], PATIENCE, "a table")
    page.goto(f"/tournaments/{slug}/wall/")
    expect(page.locator("live-table .felt[data-seats]")).to_have_count(1)
    hide = """(hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(hide, True)
    page.clock.run_for(20_000)
    expect(page.locator("live-table")).to_have_attribute("data-link", "asleep")
    page.evaluate(hide, False)
    page.clock.run_for(1000)
    expect(page.locator("live-table")).to_have_attribute("data-link", "live")
