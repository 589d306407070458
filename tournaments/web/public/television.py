"""What a page needs that shows one table after another."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from games.casual import exhibition
from tournaments.documents.tables import WallTable
from tournaments.read import wall


def television() -> dict[str, Any]:
    """What a page needs that shows the most exciting table of the house, or the exhibition."""
    show = exhibition.on_show()
    return {
        "first": first_open(wall.document(None)["results"]),
        "shown": show.pk.hex if show else "",
        "wall_address": reverse("api-wall"),
        "wall_page": reverse("wall"),
        "exhibition_address": reverse("api-exhibition"),
    }


def first_open(tables: Sequence[WallTable]) -> WallTable | None:
    """The first table that anybody may look at."""
    return next((one for one in tables if not one["is_closed"]), None)
