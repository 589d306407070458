"""An evening in a hall: the big screen and an overlay of a Swiss stay open; memory is watched.

`python -m tests.load.hall --minutes 60` brings up the product, has 24 bots play a Swiss of
twelve rounds over that time, and keeps both pages open in a Chromium. Exits 1 where a page loaded
itself anew or failed, or where a page or the server still grows in the second half.
"""

import argparse
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright
from tqdm import tqdm

from tests.browser.conftest import CHROMIUM
from tests.browser.product import Product, running
from tests.load.hour import MEGABYTE, Scales

LOOK_SECONDS = 15.0
BOTS, ROUNDS = 24, 12
# Of a match at this pace, so that rounds fill the time.
PACE_MS, MATCH_SECONDS = 500, 130
PAGES = ("screen", "overlay")
# Of a page, the mean of the last quarter is above that of the third by no more than this.
FLAT_PAGE = 0.5


class Tab:
    """A page that stays open, and what it holds after its garbage is collected."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.faults, self.loads = page, list[str](), 0
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("load", lambda _: self._loaded())
        page.goto(address)
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Performance.enable")

    def _loaded(self) -> None:
        self.loads += 1
        if self.loads > 1:
            self.faults.append("it loaded itself anew")

    def weigh(self) -> tuple[float, int]:
        """The megabytes that its scripts hold, and the nodes of its document."""
        self._session.send("HeapProfiler.collectGarbage")
        told: Mapping[str, Any] = self._session.send("Performance.getMetrics")
        found = {one["name"]: one["value"] for one in told["metrics"]}
        return found["JSHeapUsedSize"] / MEGABYTE, int(found["Nodes"])


def swiss(product: Product, seconds: float) -> str:
    """The slug of an event whose rounds fill so much time."""
    gap = max(5, round(seconds / ROUNDS - MATCH_SECONDS))
    stage = {"format": "swiss", "options": {"rounds": ROUNDS}}
    token = product.sign_up("organiser")
    return product.bot_tournament(
        token,
        "An evening in a hall",
        BOTS,
        stages=[stage],
        bot_pace_ms=PACE_MS,
        round_gap_seconds=gap,
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load.hall", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each at the end")
    asked = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("There is no chromium: apt-get install chromium")
    with running("--no-demo") as product, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        event = f"{product.address}/tournaments/{swiss(product, asked.minutes * 60)}"
        size: Any = {"width": 1920, "height": 1080}
        tabs = {name: Tab(browser.new_page(viewport=size), f"{event}/{name}/") for name in PAGES}
        scales = Scales({"server": product.up.process.pid})
        nodes = _watch(scales, tabs, asked.minutes * 60)
        if asked.pictures:
            asked.pictures.mkdir(parents=True, exist_ok=True)
            for name, tab in tabs.items():
                tab.page.screenshot(path=asked.pictures / f"{name}.png")
        browser.close()
        return _report(scales, tabs, nodes)


def _watch(scales: Scales, tabs: Mapping[str, Tab], seconds: float) -> dict[str, list[int]]:
    """Weighs all until the time is over; the nodes of each page."""
    nodes: dict[str, list[int]] = {name: [] for name in tabs}
    scales.weighed |= {name: [] for name in tabs}
    until = time.monotonic() + seconds
    with tqdm(total=round(seconds), unit=" s", mininterval=LOOK_SECONDS) as bar:
        while (left := until - time.monotonic()) > 0:
            first = next(iter(tabs.values())).page
            # Playwright hears what pages say while it waits.
            first.wait_for_timeout(min(LOOK_SECONDS, left) * 1000)
            scales.weigh()
            for name, tab in tabs.items():
                heap, count = tab.weigh()
                scales.weighed[name].append(heap)
                nodes[name].append(count)
            bar.update(round(seconds - max(0.0, until - time.monotonic())) - bar.n)
    return nodes


def _report(scales: Scales, tabs: Mapping[str, Tab], nodes: Mapping[str, list[int]]) -> int:
    print(f"{'':<10}{'1st quarter':>12}{'2nd':>9}{'3rd':>9}{'last':>9}  MB")
    grown = [name for name in tabs if scales.growth(name) > FLAT_PAGE]
    grown += [name for name in scales.weighed if not scales.is_flat(name)]
    for name in scales.weighed:
        cells = "".join(f"{one:>9.1f}" for one in scales.quarters(name)[1:])
        said = "  still grows" if name in grown else ""
        print(f"{name:<10}{scales.quarters(name)[0]:>12.1f}{cells}{said}")
    for name, counts in nodes.items():
        print(f"{name}: {min(counts):,} to {max(counts):,} nodes, {counts[-1]:,} at the end")
    faults = [f"{name}: {fault}" for name, tab in tabs.items() for fault in tab.faults]
    for fault in faults[:20]:
        print(f"fault: {fault}")
    return 1 if grown or faults else 0


if __name__ == "__main__":
    sys.exit(main())
