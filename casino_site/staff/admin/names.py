"""Names in the place of ids, for a page of rows at once."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db import models
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from casino_site.staff.models import Report
from games.models import Match, Player, Seat
from tournaments.models import Tournament

# What rows are about, by the words in which they say so.
KINDS: Mapping[str, type[models.Model]] = {
    "player": Player,
    "name": Player,
    "staff": Player,
    "event": Tournament,
    "tournament": Tournament,
    "rating": Tournament,
    "match": Match,
    "conduct": Match,
    "bot": Match,
    "clock": Match,
    "report": Report,
}
# What is meant, and its id in hex.
Meant = tuple[str, str]


def names_of(meant: Iterable[Meant]) -> dict[Meant, SafeString]:
    """Of each that is there its name, which leads to its page; one query for each kind."""
    wanted: dict[type[models.Model], set[str]] = {}
    pairs = [(kind, id_) for kind, id_ in meant if kind in KINDS and _is_id(id_)]
    for kind, id_ in pairs:
        wanted.setdefault(KINDS[kind], set()).add(id_)
    names = {model: _named(model, [UUID(id_) for id_ in ids]) for model, ids in wanted.items()}
    found: dict[Meant, SafeString] = {}
    for kind, id_ in pairs:
        model = KINDS[kind]
        if (name := names[model].get(UUID(id_))) is not None:
            opts = model._meta
            address = reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[UUID(id_)])
            found[kind, id_] = format_html('<a href="{}">{}</a>', address, name)
    return found


def _is_id(text: str) -> bool:
    return len(text) == 32 and all(one in "0123456789abcdef" for one in text)


def _named(model: type[models.Model], ids: list[UUID]) -> dict[UUID, str]:
    if model is Match:
        seats = Seat.objects.filter(match__in=ids).order_by("number")
        found: dict[UUID, str] = {}
        for match, handle in seats.values_list("match_id", "player__handle"):
            found[match] = f"{found[match]} – {handle}" if match in found else handle
        return found
    rows = model._default_manager.filter(pk__in=ids)
    return {row.pk: str(row) for row in rows}


def actor_in_words(actor: str, names: Mapping[Meant, SafeString]) -> SafeString | str:
    """Who caused a fact."""
    kind, _colon, id_ = actor.partition(":")
    if kind == "player":
        return names.get((kind, id_), actor)
    if kind == "staff":
        return format_html(_("{} for the house"), names.get((kind, id_), id_))
    if kind == "bot":
        return _("a bot: %(bot)s") % {"bot": id_}
    return {"system": _("the house"), "clock": _("the clock")}.get(kind, actor)
