"""One release has one number, wherever it is named."""

import re
import tomllib

import yaml

from casino_site.version import VERSION
from tests.product import ROOT


def test_the_changelog_begins_with_this_release() -> None:
    first = re.search(r"^## (\S+) – ", (ROOT / "docs" / "changelog.md").read_text(), re.MULTILINE)
    assert first is not None
    assert first[1] == VERSION


def test_the_page_of_releases_names_it() -> None:
    assert f"which release this is: {VERSION}." in (ROOT / "docs" / "releases.md").read_text()


def test_the_image_bears_its_number_as_a_label_and_as_a_tag() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert re.findall(r'image\.version="([^"]*)"', dockerfile) == [VERSION]
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    assert {one.get("image") for one in compose["services"].values() if "build" in one} == {
        f"good-ten:{VERSION}"
    }


def test_the_package_has_no_number_of_its_own() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" not in project["project"]
    place = project["tool"]["setuptools"]["dynamic"]["version"]["attr"]
    assert place == "casino_site.version.VERSION"
