"""Choosing a play: what goes with a card is lit, why there is none is said, and until a play is
sent it can be prepared, looked at once more, and taken back.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import take_seat
from tests.browser.product import Product
from tests.browser.tables import Stage, table

TRAIL = ({"kind": "trail", "card": "9h"},)


@pytest.fixture(scope="module")
def page(product: Product, organiser: str, chromium: Browser) -> Iterator[Page]:
    """A page of a match at which its reader sits."""
    slug = product.tournament(
        organiser, "Choices", capacity=2, turn_seconds=600,
        autostart="first_person", fill_with_bots="greedy",
    )  # fmt: skip
    with chromium.new_context(base_url=product.address, reduced_motion="reduce") as context:
        page = context.new_page()
        take_seat(page, "chosen", slug)
        yield page


def staged(page: Page, turn: int = 0) -> Stage:
    view = table(2, 5)
    view["deal"]["turn"] = turn
    stage = Stage(page, view)
    page.reload()
    expect(page.locator(".hand button")).to_have_count(4)
    return stage


def moves_said(stage: Stage) -> list[object]:
    return [frame["move"] for frame in stage.said if frame["type"] == "move"]


def test_what_goes_with_a_card_is_lit_and_why_nothing_does_is_said(page: Page) -> None:
    stage = staged(page)
    expect(page).to_have_title("▶ Your turn · chosen – greedy-1 · Good Ten")
    page.keyboard.press("3")
    expect(page.locator(".spread [data-lit]")).to_have_count(2)
    stage.moves, stage.why = (), "You own the build of 8: you may not trail."
    page.keyboard.press("2")
    expect(page.locator(".offers")).to_contain_text("You own the build of 8: you may not trail.")
    page.get_by_role("button", name="Options and keys").click()
    page.get_by_label("Light what the chosen card").uncheck()
    page.get_by_role("button", name="Done").click()
    page.keyboard.press("3")
    expect(page.locator(".offers__moves")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator(".spread [data-lit]")).to_have_count(0)


def test_a_play_is_prepared_before_the_turn_and_sent_when_it_comes(page: Page) -> None:
    stage = staged(page, turn=1)
    stage.moves = TRAIL
    page.keyboard.press("3")
    page.get_by_role("button", name="On my turn: Trail").click()
    expect(page.locator(".offers")).to_contain_text("On your turn: Trail 9♥")
    assert moves_said(stage) == []
    theirs = {"seat": 1, "move": {"kind": "trail", "card": "6c"}, "text": "6c", "captured": []}
    plain = {"build": None, "sweep": False, "default": False, "turn": 0}
    stage.say("card_played", {**theirs, **plain}, 91)
    expect(page.locator(".offers")).to_contain_text("Sending: Trail 9♥")
    assert moves_said(stage) == list(TRAIL)


def test_what_was_prepared_is_taken_back_and_nothing_is_sent(page: Page) -> None:
    stage = staged(page, turn=1)
    page.keyboard.press("3")
    page.get_by_role("button", name="On my turn: Trail").click()
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(0)
    assert moves_said(stage) == []


def test_who_wants_it_is_asked_before_a_play_is_sent(page: Page) -> None:
    stage = staged(page)
    stage.moves = TRAIL
    page.get_by_role("button", name="Options and keys").click()
    page.get_by_label("Ask before a play is sent").check()
    page.get_by_role("button", name="Done").click()
    page.locator(".hand [data-card='9h']").click()
    page.get_by_role("button", name="Trail").click()
    page.get_by_role("button", name="Take it back").click()
    page.get_by_role("button", name="Trail").click()
    assert moves_said(stage) == []
    page.get_by_role("button", name="Play it: Trail").click()
    expect(page.locator(".offers")).to_contain_text("Sending: Trail 9♥")
    assert moves_said(stage) == list(TRAIL)


def test_what_others_say_is_seen_at_their_seats_unless_one_does_not_want_it(page: Page) -> None:
    stage = staged(page)
    stage.say("said", {"seat": 1, "what": "well_played"})
    expect(page.locator(".seat[data-seat='1']")).to_contain_text("Well played!")
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("button", name="Thanks!").click()
    assert {"type": "say", "what": "thanks"} in stage.said
    page.get_by_role("button", name="Options and keys").click()
    page.get_by_label("Show what others say").uncheck()
    page.get_by_role("button", name="Done").click()
    page.reload()
    expect(page.locator(".hand button")).to_have_count(4)
    stage.say("said", {"seat": 1, "what": "oops"})
    stage.say("presence", {"seats": [], "watching": 7})
    expect(page.locator("[data-watching]")).to_have_text("7 watching")
    expect(page.locator(".seat__says")).to_have_count(0)
