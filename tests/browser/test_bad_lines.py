"""A bad connection: the page says so, tells of each seat how it is connected, and loses nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import await_turn, choose, hand, press, take_seat
from tests.browser.product import Product
from tests.browser.proxy import Proxy
from tests.long import further, thinned


@pytest.fixture(scope="module")
def proxy(product: Product) -> Iterator[Proxy]:
    port = urlsplit(product.address).port
    assert port is not None
    with Proxy(port).running() as running:
        yield running


@pytest.fixture(scope="module")
def page(product: Product, organiser: str, proxy: Proxy, chromium: Browser) -> Iterator[Page]:
    """A page that plays, over the proxy, against a bot."""
    slug = product.tournament(
        organiser, "Bad lines", capacity=2, turn_seconds=600,
        autostart="first_person", fill_with_bots="greedy",
    )  # fmt: skip
    address = f"http://127.0.0.1:{proxy.port}"
    with chromium.new_context(base_url=address, reduced_motion="reduce") as context:
        page = context.new_page()
        take_seat(page, "lina", slug)
        # Its first pulse has come, by which the page knows that the line is watched.
        expect(page.locator("main")).to_have_attribute("data-pulse", "")
        yield page


def status(page: Page) -> str:
    return str(page.locator("main").get_attribute("data-link"))


def plays_a_card(page: Page) -> str:
    await_turn(page)
    card = hand(page)[0]
    choose(page, card)
    press(page, "Trail|Take|Build|Add")
    return card


@pytest.mark.parametrize("way", thinned(["frozen", "deaf", "cut"], "cut".__eq__))
def test_a_line_that_fails_is_told_of_and_the_play_on_it_is_done_once(
    page: Page, proxy: Proxy, way: str
) -> None:
    await_turn(page)
    card = hand(page)[0]
    choose(page, card)
    expect(page.locator(".offers__moves button").first).to_be_visible()
    if way == "frozen":
        proxy.freeze()
    elif way == "deaf":
        proxy.is_deaf = True
    else:
        proxy.cut()
        expect(page.locator("main")).to_have_attribute("data-link", "away")
    page.locator(".offers__moves button").first.click()
    expect(page.locator(".offers__hint")).to_contain_text("Sending")
    expect(page.locator("[data-status]")).to_contain_text("Connection lost")
    assert status(page) in {"slow", "away"}
    proxy.mend()
    expect(page.locator("main")).to_have_attribute("data-link", "live")
    expect(page.locator(f".hand [data-card='{card}']")).to_have_count(0)
    await_turn(page)


@further
def test_a_server_that_is_frozen_is_told_of_and_goes_on_when_it_is_thawed(
    product: Product, page: Page
) -> None:
    await_turn(page)
    card = hand(page)[0]
    choose(page, card)
    expect(page.locator(".offers__moves button").first).to_be_visible()
    with frozen(product):
        page.locator(".offers__moves button").first.click()
        expect(page.locator(".offers__hint")).to_contain_text("Sending")
        expect(page.locator("[data-status]")).to_contain_text("Connection lost")
        assert status(page) in {"slow", "away"}
    expect(page.locator("main")).to_have_attribute("data-link", "live")
    expect(page.locator(f".hand [data-card='{card}']")).to_have_count(0)
    await_turn(page)


@contextmanager
def frozen(product: Product) -> Iterator[None]:
    """Every process that answers for the product stands still meanwhile."""
    house = psutil.Process(product.up.process.pid)
    web = [one for one in house.children(recursive=True) if "uvicorn" in one.cmdline()]
    assert web
    for one in web:
        one.suspend()
    try:
        yield
    finally:
        for one in web:
            one.resume()


def test_a_browser_without_a_network_says_so_and_lets_take_back_what_was_not_sent(
    page: Page, proxy: Proxy
) -> None:
    await_turn(page)
    card = hand(page)[0]
    choose(page, card)
    expect(page.locator(".offers__moves button").first).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator("[data-status]")).to_contain_text("You are offline")
    page.locator(".offers__moves button").first.click()
    page.get_by_role("button", name="Take it back").click()
    page.context.set_offline(False)
    expect(page.locator("main")).to_have_attribute("data-link", "live")
    await_turn(page)
    assert card in hand(page)


@further
def test_others_see_who_is_slow_and_who_is_gone(product: Product, page: Page, proxy: Proxy) -> None:
    watcher = page.context.browser.new_context(base_url=product.address).new_page()  # type: ignore[union-attr]
    watcher.goto(page.url.replace(str(proxy.port), str(urlsplit(product.address).port)))
    expect(page.locator("[data-watching]")).to_have_text("1 watching")
    seat = watcher.locator(".seat").filter(has_text="lina")
    expect(seat).to_have_attribute("data-presence", "here")
    proxy.delay = 0.7
    expect(seat).to_contain_text("slow connection")
    proxy.delay = 0
    expect(seat).to_have_attribute("data-presence", "here")
    page.context.set_offline(True)
    expect(seat).to_contain_text("gone 0:0")
    page.context.set_offline(False)
    expect(seat).to_have_attribute("data-presence", "here")
    watcher.context.close()
