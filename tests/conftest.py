"""What every test may use."""

import os

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]
    """`REQUIRE_BROWSER=1`: a browser test that skips has failed."""
    report = yield
    if report.skipped and item.get_closest_marker("browser") and os.environ.get("REQUIRE_BROWSER"):
        report.outcome = "failed"
        report.longrepr = f"REQUIRE_BROWSER is set, but: {report.longrepr[2]}"
    return report
