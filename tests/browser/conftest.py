"""The running product and a real Chromium for the tests of the pages."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.product import Product, running

# Of whatever a page is to show or to let itself be done.
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = pytest.mark.skip(reason="no chromium: apt-get install chromium")
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.processes)
            if CHROMIUM is None:
                item.add_marker(missing)


@pytest.fixture(scope="session")
def product() -> Iterator[Product]:
    with running("--no-demo") as product:
        yield product


@pytest.fixture(scope="session")
def organiser(product: Product) -> str:
    """The token of a person who makes tournaments."""
    return product.sign_up("organiser")


# Playwright holds an event loop as long as it lives; it ends where this house is left
# (`tests/scheduling.py`), since the asynchronous tests of others bring their own.
@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


Visit = Callable[..., BrowserContext]


@pytest.fixture
def visit(chromium: Browser, product: Product) -> Iterator[Visit]:
    """Opens browsers that know nothing of each other: `visit(width=390, height=844)`.

    Nothing moves in them, which costs a tenth of the processor, unless a test wants it to.
    """
    opened: list[BrowserContext] = []

    def visit(width: int = 1280, height: int = 800, **options: Any) -> BrowserContext:
        size = {"width": width, "height": height}
        context = chromium.new_context(
            **{"base_url": product.address, "viewport": size, "reduced_motion": "reduce"} | options
        )
        context.set_default_timeout(PATIENCE_MS)
        opened.append(context)
        return context

    yield visit
    for context in opened:
        context.close()
