"""A person plays a deal by clicking, and nobody sees what is not theirs to see."""

import json
import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.people import (
    Frame,
    await_turn,
    enter,
    hand,
    listen,
    play_a_turn,
    sign_up,
)
from tests.browser.product import Product

CARD = re.compile(r"[A2-9TJQK][cdhs]")
TURNS_OF_A_DEAL = 24
ID = re.compile(r"[0-9a-f-]{16,}")


def test_a_person_plays_a_deal_by_clicking_and_hands_stay_hidden(
    product: Product, organiser: str, visit: Visit
) -> None:
    slug = product.tournament(
        organiser,
        "A table for two",
        capacity=2,
        turn_seconds=120,
        autostart="first_person",
        fill_with_bots="greedy",
    )
    player, spectator = visit().new_page(), visit().new_page()
    player_heard, spectator_heard = listen(player), listen(spectator)
    sign_up(player, "ann", then=f"/tournaments/{slug}/")
    table = enter(player, slug)
    spectator.goto(table)
    expect(spectator.locator(".seat")).to_have_count(2)

    player.get_by_role("link", name="Take your seat").click()
    held: set[str] = set()
    said: list[str] = []
    for _ in range(TURNS_OF_A_DEAL):
        await_turn(player)
        held |= set(hand(player))
        said.append(play_a_turn(player))
        # The played card leaves the hand, and nothing is picked up.
        expect(player.locator(".hand [aria-pressed=true]")).to_have_count(0)

    assert len(held) == TURNS_OF_A_DEAL
    assert {words.split()[0] for words in said} >= {"Take", "Trail"}
    expect(player.locator(".sheet").first).to_contain_text("Deal 1")
    expect(spectator.locator(".sheet").first).to_contain_text("Deal 1")
    expect(spectator.locator(".hand button")).to_have_count(0)

    played = [fact["data"] for fact in first_deal(player_heard) if fact["type"] == "card_played"]
    you = next(f["data"]["you"] for f in player_heard if f["type"] == "snapshot")
    mine = {play["move"]["card"] for play in played if play["seat"] == you}
    theirs = {play["move"]["card"] for play in played if play["seat"] != you}
    assert mine == held
    assert len(theirs) == TURNS_OF_A_DEAL
    assert seen_before_played(player_heard, theirs) == []
    assert seen_before_played(spectator_heard, mine | theirs) == []
    assert hands_named(spectator_heard) == []


def test_who_looks_too_early_is_caught() -> None:
    """The check of the test above fails for a stream that names a card before it is played."""
    facts: list[Frame] = [
        {"version": 1, "type": "deal_started", "data": {"deal": 1}},
        {"version": 2, "type": "packet_dealt", "data": {"table": [], "hand": ["Kc"]}},
        {"version": 3, "type": "card_played", "data": {"move": {"card": "Kc"}, "text": "Kc"}},
        {"version": 4, "type": "deal_scored", "data": {}},
    ]
    assert seen_before_played(facts, {"Kc"}) == ["Kc"]
    assert hands_named(facts) == [["Kc"]]


def test_resigning_ends_the_match_for_everybody(
    product: Product, organiser: str, visit: Visit
) -> None:
    slug = product.tournament(
        organiser, "A short one", capacity=2, autostart="first_person", fill_with_bots="random"
    )
    player = visit(reduced_motion="no-preference").new_page()
    sign_up(player, "bea")
    enter(player, slug)
    player.get_by_role("link", name="Take your seat").click()
    await_turn(player)
    player.get_by_text("Resign the match").click()
    player.get_by_role("button", name="Yes, I resign").click()
    expect(player.locator(".result")).to_contain_text("random-1 won")
    player.goto(f"/tournaments/{slug}/")
    expect(player.locator("#head")).to_contain_text("Champion: random-1")


def of_type(heard: list[Frame], type_: str) -> list[Frame]:
    return [frame for frame in heard if frame["type"] == type_]


def first_deal(heard: list[Frame]) -> list[Frame]:
    """What was heard until the first deal was scored, snapshots and answers among it."""
    end = next(n for n, frame in enumerate(heard) if frame["type"] == "deal_scored")
    return heard[:end]


def seen_before_played(heard: list[Frame], cards: set[str]) -> list[str]:
    """The cards that were named anywhere in a frame before the play that showed them."""
    early, shown = [], set()
    for frame in first_deal(heard):
        if frame["type"] == "card_played":
            shown.add(frame["data"]["move"]["card"])
        named = set(CARD.findall(ID.sub("", json.dumps(frame))))
        early += sorted((named & cards) - shown)
    return early


def hands_named(heard: list[Frame]) -> list[list[str]]:
    """Every list that any frame calls a hand."""
    found = re.findall(r'"hands?": (\[[^\]]*\])', json.dumps(heard))
    return [json.loads(text) for text in found]
