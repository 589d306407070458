"""What pages of events and players say of themselves where a link to them is shared."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web.social import Shared, shared
from tournaments.models import Tournament
from tournaments.text.format_names import format_name
from tournaments.web.public.names_of_ladders import NAMES


def words_of_event(event: Tournament) -> str:
    """The state of an event, its format and how many are in it, in a line."""
    entrants = ngettext("{count} entrant", "{count} entrants", event.entered)
    parts = [
        str(event.get_state_display()),
        format_name(event.format),
        entrants.format(count=event.entered),
    ]
    return " · ".join(parts)


def shared_event(request: HttpRequest, event: Tournament) -> Shared:
    picture = reverse("tournament-picture", args=[event.slug])
    return shared(request, event.name, words_of_event(event), picture)


def words_of_rating(rating: Any) -> str:
    return f"{NAMES[rating['ladder']]} {rating['rating']}"


def shared_player(request: HttpRequest, handle: str, rated: list[Any]) -> Shared:
    said = ", ".join(words_of_rating(one) for one in rated) or _("A player of Casino")
    return shared(request, handle, said, reverse("player-picture", args=[handle]))
