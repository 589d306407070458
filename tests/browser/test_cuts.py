"""Two people's browsers commit to their cuts, show them, and prove that they are in the cards."""

import json
import secrets
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from games.match.clocks import REVEAL_SECONDS
from tests.browser.conftest import Visit
from tests.browser.people import await_turn, sign_up
from tests.browser.product import Product
from tests.games.exports import is_proved, verify
from tests.long import further
from tests.patience import PATIENCE
from tests.product import eventually

IN_IT = "Your own cut is in these cards."


@pytest.fixture
def pages(visit: Visit) -> list[Page]:
    """Two people, each in a browser of their own, signed in."""
    made = [visit().new_page() for _ in range(2)]
    for page in made:
        sign_up(page, f"kim-{secrets.token_hex(4)}")
    return made


@pytest.fixture
def turn_seconds() -> int:
    return 120


@pytest.fixture
def table(product: Product, organiser: str, pages: list[Page], turn_seconds: int) -> str:
    """The match of the two, which waits for their cuts."""
    slug = product.tournament(organiser, "Two people", capacity=2, turn_seconds=turn_seconds)
    for page in pages:
        page.goto(f"/tournaments/{slug}/")
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.get_by_role("button", name="Withdraw").first).to_be_visible()
    product.post(f"tournaments/{slug}/start/", {}, organiser)
    found = eventually(
        lambda: product.get(f"tournaments/{slug}/matches/")["results"], PATIENCE, "the table"
    )
    return str(found[0]["id"])


def seats(product: Product, table: str) -> list[dict[str, Any]]:
    return list(product.get(f"matches/{table}/")["seats"])


def is_committed(product: Product, table: str) -> bool:
    return any(seat["committed"] for seat in seats(product, table))


def open_table(page: Page, table: str) -> None:
    page.goto(f"/matches/{table}/")


def open_and_commit(product: Product, page: Page, table: str) -> None:
    """The first to come, whose browser commits to its cut."""
    open_table(page, table)
    eventually(lambda: is_committed(product, table), PATIENCE, "the first has committed")


def leave_and_let_the_other_show(product: Product, pages: list[Page], table: str) -> None:
    """The first commits and goes; the other comes, and now only the first's cut is missing."""
    first, other = pages
    open_and_commit(product, first, table)
    first.goto("/")
    open_table(other, table)
    expect(proof(other)).to_have_attribute("data-is", "proved")
    assert [seat["cut"] for seat in seats(product, table)].count(True) == 1


def play_begins(product: Product, table: str) -> None:
    eventually(
        lambda: product.get(f"matches/{table}/")["status"] == "playing", PATIENCE, "play begins"
    )


def proof(page: Page) -> Any:
    return page.locator("[data-proof]")


def cutters(product: Product, table: str) -> list[str]:
    facts = product.get(f"matches/{table}/events/")["results"]
    return [fact["data"]["by"] for fact in facts if fact["type"] == "cut_made"]


def test_each_page_proves_its_cut_and_its_receipt_proves_it_to_anybody(
    product: Product, pages: list[Page], table: str, tmp_path: Path
) -> None:
    for page in pages:
        open_table(page, table)
    receipts = []
    for number, page in enumerate(pages):
        expect(proof(page)).to_have_attribute("data-is", "proved")
        expect(proof(page)).to_contain_text(IN_IT)
        with page.expect_download() as downloaded:
            page.get_by_role("link", name="Keep the receipt").click()
        file = tmp_path / f"{number}.json"
        downloaded.value.save_as(file)
        receipts += ["--receipt", str(file)]
    assert cutters(product, table) == ["player", "player"]
    code, said = verify(product.api.get(f"matches/{table}/export/").content, *receipts)
    assert (code, said.splitlines()[-1]) == (0, "PROVED so far; the match is not finished")
    turn = product.get(f"matches/{table}/")["deal"]["turn"]
    on_turn = next(page for page in pages if _seat_of(page) == turn)
    await_turn(on_turn)
    on_turn.locator("details.resign summary").click()
    on_turn.get_by_role("button", name="Yes, I resign").click()
    eventually(
        lambda: product.get(f"matches/{table}/")["status"] == "finished", PATIENCE, "the end"
    )
    code, said = verify(product.api.get(f"matches/{table}/export/").content, *receipts)
    assert is_proved(code, said), said
    assert said.endswith("PROVED, and seat 0's own cut is in it, seat 1's own cut is in it")
    expect(proof(on_turn)).to_contain_text("One deal checked by your browser.")
    on_turn.goto(f"/matches/{table}/fairness/")
    expect(on_turn.locator("[data-own-verdict]")).to_contain_text(IN_IT)


def _seat_of(page: Page) -> int:
    names = page.evaluate("Object.keys(localStorage)")
    name = next(name for name in names if name.startswith("good-ten/receipt/"))
    return int(name.split("/")[3])


@further
def test_a_reload_and_a_second_tab_keep_the_cut(
    product: Product, pages: list[Page], table: str
) -> None:
    first, other = pages
    open_and_commit(product, first, table)
    expect(proof(first)).to_contain_text("Your browser has committed to its cut")
    first.reload()
    expect(proof(first)).to_contain_text("Your browser has committed to its cut")
    second_tab = first.context.new_page()
    open_table(second_tab, table)
    open_table(other, table)
    play_begins(product, table)
    for page in (first, second_tab, other):
        expect(proof(page)).to_have_attribute("data-is", "proved")
    assert cutters(product, table) == ["player", "player"]


@further
def test_who_commits_goes_and_comes_back_shows_the_cut_after_all(
    product: Product, pages: list[Page], table: str
) -> None:
    leave_and_let_the_other_show(product, pages, table)
    first, _ = pages
    open_table(first, table)
    play_begins(product, table)
    expect(proof(first)).to_have_attribute("data-is", "proved")


@further
@pytest.mark.parametrize("turn_seconds", [REVEAL_SECONDS])
def test_who_commits_and_stays_away_is_played_for_and_told_so(
    product: Product, pages: list[Page], table: str
) -> None:
    leave_and_let_the_other_show(product, pages, table)
    first, other = pages
    product.wait(REVEAL_SECONDS + 2)
    play_begins(product, table)
    assert sorted(cutters(product, table)) == ["not_revealed", "player"]
    expect(proof(other)).to_contain_text(IN_IT)
    open_table(first, table)
    expect(proof(first)).to_have_attribute("data-is", "left_out")
    expect(proof(first)).to_contain_text("your browser did not show it in time")
    other.goto(f"/matches/{table}/fairness/")
    expect(other.get_by_text("not revealed: the player committed to a cut")).to_be_visible()


def forged(page: Page, table: str, edit: Any) -> None:
    """The page gets another export than the server has."""

    def answer(route: Route) -> None:
        facts = [json.loads(line) for line in route.fetch().text().splitlines()]
        edit(facts)
        route.fulfill(body="".join(json.dumps(fact) + "\n" for fact in facts))

    page.route(f"**/matches/{table}/export/", answer)


def test_a_page_that_is_told_another_log_says_so_and_keeps_its_cut(
    product: Product, pages: list[Page], table: str
) -> None:
    first, other = pages
    open_and_commit(product, first, table)
    forged(first, table, lambda facts: facts[0]["data"].update(commitment="0" * 64))
    open_table(other, table)
    expect(proof(first)).to_have_attribute("data-is", "broken")
    expect(proof(first)).to_have_attribute("role", "alert")
    expect(proof(first)).to_contain_text("its fact 1 does not follow")
    expect(proof(other)).to_have_attribute("data-is", "proved")
    assert cutters(product, table) == ["player"]
    first.unroute_all()
    first.reload()
    expect(proof(first)).to_have_attribute("data-is", "proved")
