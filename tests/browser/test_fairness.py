"""The page that checks the deals: it makes the same decks as Python, and is not easily fooled."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.product import Product
from tests.games.exports import EXPORTS, chained, written
from tests.long import further, thinned
from tests.product import ROOT

DOCUMENT = (ROOT / "docs" / "fairness.md").read_text()
VECTORS: list[dict[str, Any]]
BOARDS: list[dict[str, Any]]
CUTS: list[dict[str, Any]]
VECTORS, CUTS, BOARDS = map(json.loads, re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL))
MODULE = "/static/games/verify_deals.js"

DEALT = """async ([module, vector]) => {
  const deals = await import(module);
  const secret = deals.bytesOf(vector.secret);
  const cuts = vector.cuts.map(deals.bytesOf);
  const deck = await deals.shuffledDeck(secret, vector.match, vector.deal, cuts);
  const dealer = await deals.firstDealer(secret, vector.match, cuts);
  return [deck.join(""), deals.hexOf(await deals.sha256(secret)), dealer];
}"""
SHARED = """async ([module, vector]) => {
  const deals = await import(module);
  const secret = deals.bytesOf(vector.secret);
  const deck = await deals.boardDeck(secret, vector.board, vector.deal);
  return [deck.join(""), await deals.firstBoardDealer(secret, vector.board, vector.seats)];
}"""
# One whose players cut, one with bots, and the game with most in it.
USUAL = ("match-cuts", "match-bots", "california")
DRAWN = """async ([module, words, n]) => {
  const { below } = await import(module);
  return below(async () => words.shift(), n);
}"""
CHECKED = """async ([module, text]) => {
  const { checkDeal, factsIn, recordOf } = await import(module);
  const record = recordOf(factsIn(text));
  const scored = record.deals.filter(({ secret }) => secret);
  return Promise.all(scored.map(async ({ deal }) => (await checkDeal(record, deal)).problem));
}"""


@pytest.fixture(scope="module")
def match(product: Product, organiser: str) -> str:
    """The id of a finished match between bots."""
    return product.bots_match(organiser, "Two bots for the record")


def exported(product: Product, match: str) -> str:
    return product.api.get(f"matches/{match}/export/").text


def test_the_browser_deals_the_documented_decks(visit: Visit) -> None:
    page = visit().new_page()
    page.goto("/")
    for vector in VECTORS:
        deck, previous, dealer = page.evaluate(DEALT, [MODULE, vector])
        assert (deck, previous) == (vector["deck"], vector["previous"])
        assert vector["dealer"] in (None, dealer)


def test_the_browser_deals_the_documented_boards(visit: Visit) -> None:
    page = visit().new_page()
    page.goto("/")
    for vector in BOARDS:
        deck, dealer = page.evaluate(SHARED, [MODULE, vector])
        assert deck == vector["deck"]
        assert vector["dealer"] in (None, dealer)


def test_the_browser_throws_away_a_word_that_would_favour_low_numbers(visit: Visit) -> None:
    page = visit().new_page()
    page.goto("/")
    assert page.evaluate(DRAWN, [MODULE, [2**32 - 1, 2**32 - 1, 7], 3]) == 1
    assert page.evaluate(DRAWN, [MODULE, [2**32 - 1], 2]) == 1


def test_a_finished_match_is_checked_card_by_card(
    product: Product, match: str, visit: Visit
) -> None:
    page = visit(width=390, height=844).new_page()
    page.goto(f"/matches/{match}/")
    page.get_by_role("link", name="Check the deals").click()
    verdict = page.locator("[data-verdict]")
    expect(verdict).to_have_attribute("data-is", "proved")
    view = product.get(f"matches/{match}/")
    deals = page.locator(".deal")
    expect(deals).to_have_count(len(view["sheets"]))
    for sheet in view["sheets"]:
        deal = page.locator(f"#deal-{sheet['deal']}")
        expect(deal).to_contain_text(sheet["secret"])
        expect(deal.locator("[data-deal-verdict]")).to_have_attribute("data-is", "proved")
        expect(deal.locator(".dealt")).to_have_count(52)
    expect(page.locator(".facts").first).to_contain_text(view["commitment"])


def test_a_score_sheet_leads_to_the_check_of_its_deal(match: str, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(f"/matches/{match}/")
    page.get_by_role("link", name="Check how deal 2 was dealt").click()
    page.wait_for_url(f"**/matches/{match}/fairness/#deal-2")
    expect(page.locator("#deal-2 details")).to_have_attribute("open", "")
    expect(page.locator("#deal-1 details")).not_to_have_attribute("open", "")


def test_the_export_and_the_program_can_be_taken_home(match: str, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(f"/matches/{match}/fairness/")
    names = []
    for link in ("Download the match", "Download the Python file"):
        with page.expect_download() as taken:
            page.get_by_role("link", name=link).click()
        names.append(taken.value.suggested_filename)
    assert names == [f"match-{match}.jsonl", "verify_match.py"]


def swap_cards(facts: list[dict[str, Any]]) -> None:
    plays = [fact["data"] for fact in facts if fact["type"] == "card_played"]
    plays[0]["move"]["card"], plays[1]["move"]["card"] = (
        plays[1]["move"]["card"],
        plays[0]["move"]["card"],
    )


def change_table(facts: list[dict[str, Any]]) -> None:
    packet = next(fact for fact in facts if fact["type"] == "packet_dealt")
    played = next(fact for fact in facts if fact["type"] == "card_played")
    packet["data"]["table"][0] = played["data"]["move"]["card"]


def change_last_secret(facts: list[dict[str, Any]]) -> None:
    next(f for f in reversed(facts) if f["type"] == "deal_scored")["data"]["secret"] = "ab" * 32


def change_dealer(facts: list[dict[str, Any]]) -> None:
    next(f for f in facts if f["type"] == "match_started")["data"]["dealer"] ^= 1


def change_cut(facts: list[dict[str, Any]]) -> None:
    next(f for f in facts if f["type"] == "cut_made")["data"]["cut"] = "00" * 16


def drop_a_play(facts: list[dict[str, Any]]) -> None:
    facts.remove(next(f for f in facts if f["type"] == "card_played"))


@pytest.mark.parametrize(
    ("falsify", "codes"),
    thinned(
        [
            (swap_cards, {"hand"}),
            (change_table, {"table"}),
            (change_last_secret, {"secret"}),
            (change_dealer, {"dealer"}),
            (change_cut, {"dealer", "table"}),
            (drop_a_play, {"plays"}),
        ],
        lambda case: case[0] in (swap_cards, change_last_secret, drop_a_play),
    ),
)
def test_a_false_record_is_found_out(
    falsify: Any, codes: set[str], product: Product, match: str, visit: Visit
) -> None:
    facts = [json.loads(line) for line in exported(product, match).splitlines()]
    falsify(facts)
    page = visit().new_page()
    page.goto("/")
    problems = page.evaluate(CHECKED, [MODULE, "\n".join(map(json.dumps, facts))])
    assert {problem["code"] for problem in problems if problem} & codes


@pytest.mark.parametrize(
    "file",
    thinned(EXPORTS, lambda file: file.stem in USUAL),
    ids=lambda file: file.stem,
)
def test_the_deals_of_every_ruleset_are_proved(file: Path, visit: Visit) -> None:
    page = visit().new_page()
    page.goto("/")
    problems = page.evaluate(CHECKED, [MODULE, file.read_text()])
    assert problems
    assert not any(problems)


def forged(page: Page, facts: list[dict[str, Any]]) -> Page:
    """The page gets these facts in the place of those that the server has."""

    def answer(route: Route) -> None:
        route.fulfill(body=written(facts), content_type="application/x-ndjson")

    page.route("**/export/", answer)
    return page


def test_the_page_says_which_card_was_wrong(product: Product, match: str, visit: Visit) -> None:
    facts = [json.loads(line) for line in exported(product, match).splitlines()]
    swap_cards(facts)
    page = forged(visit().new_page(), chained(facts))
    page.goto(f"/matches/{match}/fairness/")
    expect_broken(page, "One deal is not what it should be.")
    expect(page.locator("#deal-1 [data-deal-verdict]")).to_contain_text("did not deal to that hand")


@further
def test_the_page_says_where_the_log_was_changed(
    product: Product, match: str, visit: Visit
) -> None:
    facts = [json.loads(line) for line in exported(product, match).splitlines()]
    swap_cards(facts)
    page = forged(visit().new_page(), facts)
    page.goto(f"/matches/{match}/fairness/")
    expect_broken(page, "The log of this match was changed")


@further
def test_the_page_says_whose_cut_is_not_the_one_that_was_fixed(
    product: Product, match: str, visit: Visit
) -> None:
    facts = [json.loads(line) for line in exported(product, match).splitlines()]
    change_cut(facts)
    page = forged(visit().new_page(), chained(facts))
    page.goto(f"/matches/{match}/fairness/")
    expect_broken(page, "is not the one that was fixed beforehand")


def test_a_page_that_cannot_check_says_so(match: str, visit: Visit) -> None:
    page = visit().new_page()
    page.route("**/export/", lambda route: route.abort())
    page.goto(f"/matches/{match}/fairness/")
    expect_broken(page, "could not be loaded")


def expect_broken(page: Page, words: str) -> None:
    verdict = page.locator("[data-verdict]")
    expect(verdict).to_have_attribute("data-is", "broken")
    expect(verdict).to_contain_text(words)


def test_the_page_is_no_wider_than_a_phone(match: str, visit: Visit) -> None:
    page = visit(width=390, height=844).new_page()
    page.goto(f"/matches/{match}/fairness/")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-is", "proved")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
