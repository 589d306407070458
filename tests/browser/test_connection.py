"""A table survives its socket: the same view after a cut, the same command after a lost answer."""

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.people import Frame, await_turn, choose, hand, loose, press, take_seat
from tests.browser.product import Product
from tests.long import further


class Line:
    """Stands between a page and the server: hears both, and may lose frames or hang up.

    `drops`: the type of a frame that the page says and that cuts the line; `loses`: types of frames
    that the page does not get.
    """

    def __init__(self, page: Page) -> None:
        self.said: list[Frame] = []
        self.heard: list[Frame] = []
        self.drops: str | None = None
        self.loses: set[str] = set()
        page.route_web_socket(re.compile("/ws/matches/"), self._opened)

    def hang_up(self) -> None:
        """As a server that restarts."""
        self.route.close(code=1012)
        self.server.close()

    def _opened(self, route: WebSocketRoute) -> None:
        self.route, self.server = route, route.connect_to_server()
        server = self.server

        def up(text: str | bytes) -> None:
            frame = json.loads(text)
            self.said.append(frame)
            if frame["type"] == self.drops:
                self.drops = None
                self.hang_up()
            else:
                server.send(text)

        def down(text: str | bytes) -> None:
            frame = json.loads(text)
            if frame["type"] not in self.loses:
                self.heard.append(frame)
                route.send(text)

        route.on_message(up)
        server.on_message(down)


def of_type(frames: list[Frame], type_: str) -> list[Frame]:
    return [frame for frame in frames if frame["type"] == type_]


def opened_table(product: Product, token: str, page: Page, handle: str) -> Line:
    line = Line(page)
    slug = product.tournament(
        token,
        f"Table of {handle}",
        capacity=2,
        turn_seconds=120,
        autostart="first_person",
        fill_with_bots="greedy",
    )
    take_seat(page, handle, slug)
    return line


def test_a_cut_socket_comes_back_to_the_same_table(
    product: Product, organiser: str, visit: Visit
) -> None:
    page = visit().new_page()
    line = opened_table(product, organiser, page, "cora")
    before = (hand(page), loose(page), page.locator(".last-play").inner_text())
    joined = len(of_type(line.said, "join"))
    line.hang_up()
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    expect(page.get_by_text("Reconnecting")).not_to_be_visible()
    assert (hand(page), loose(page), page.locator(".last-play").inner_text()) == before
    (again,) = of_type(line.said, "join")[joined:]
    assert again["after"] == max(frame["version"] for frame in line.heard)


def test_a_move_without_an_answer_is_sent_again_and_done_once(
    product: Product, organiser: str, visit: Visit
) -> None:
    page = visit().new_page()
    line = opened_table(product, organiser, page, "dora")
    card = hand(page)[0]
    line.drops = "move"
    choose(page, card)
    press(page, "Trail")
    expect(page.locator(f".hand [data-card='{card}']")).to_have_count(0)
    await_turn(page)
    sent = of_type(line.said, "move")
    assert len(sent) == 2
    assert sent[0] == sent[1]
    played = [fact["data"]["move"]["card"] for fact in of_type(line.heard, "card_played")]
    assert played.count(card) == 1


@further
def test_a_move_on_an_old_table_is_refused_in_words_and_the_table_catches_up(
    product: Product, organiser: str, visit: Visit
) -> None:
    context = visit()
    page = context.new_page()
    line = opened_table(product, organiser, page, "edda")
    played, stale = hand(page)[:2]
    choose(page, stale)
    offered = page.locator(".offers").get_by_role("button", name=re.compile("^Trail"))
    expect(offered).to_be_visible()
    # The first window hears nothing while a second one of the same person plays.
    line.loses = {"card_played", "packet_dealt"}
    other = context.new_page()
    other.goto(page.url)
    await_turn(other)
    choose(other, played)
    press(other, "Trail")
    expect(other.locator(f".hand [data-card='{played}']")).to_have_count(0)
    await_turn(other)
    expect(page.locator(f".hand [data-card='{played}']")).to_be_visible()

    line.loses = set()
    offered.click()
    expect(page.get_by_role("alert")).to_contain_text("moved on")
    expect(page.locator(f".hand [data-card='{played}']")).to_have_count(0)
    assert hand(page) == hand(other)
    assert stale in hand(page)
