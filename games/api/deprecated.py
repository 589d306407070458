"""What will go (docs/stability.md): a view says of each of its methods that will, once, by its
`deprecated`; the answers, the schema and the page read it there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.http import http_date


@dataclass(frozen=True, slots=True)
class Deprecated:
    """`since` when it is not to be used any more, `gone` when it answers no more, and what is to be
    used instead, as a section of the changelog tells it.
    """

    since: datetime
    gone: datetime
    instead: str

    @property
    def headers(self) -> Mapping[str, str]:
        """As RFC 9745 and RFC 8594 have them."""
        return {
            "Deprecation": f"@{int(self.since.timestamp())}",
            "Sunset": http_date(self.gone.timestamp()),
            "Link": f'<{self.instead}>; rel="deprecation"; type="text/html"',
        }


# Of a view: by method.
Deprecations = Mapping[str, Deprecated]


def deprecated_by(view: Any, method: str) -> Deprecated | None:
    """What this method of a view, or of its class, says of itself."""
    found: Deprecations = getattr(view, "deprecated", {})
    return found.get("GET" if method == "HEAD" else method)
