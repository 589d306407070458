"""What axe-core finds wrong with a page for people who cannot see, hear or point."""

from functools import cache

import pytest
from playwright.sync_api import Page

from tests.product import ROOT

SCRIPT = ROOT / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
      `${id}: ${target.join(" ")}: ${failureSummary.replaceAll(/\\s+/g, " ")}`));
}"""


@cache
def _script() -> str:
    if not SCRIPT.exists():
        pytest.fail("no axe-core: make test installs it, or npm ci --ignore-scripts")
    return SCRIPT.read_text()


def serious_faults(page: Page) -> list[str]:
    page.evaluate(f"() => {{ if (!window.axe) {{ {_script()} }} }}")
    return [str(fault) for fault in page.evaluate(SERIOUS)]
