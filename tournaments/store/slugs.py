"""The name in the address of a tournament."""

from itertools import count
from uuid import UUID

from django.utils.text import slugify

from tournaments.models import Tournament

LENGTH = 60
# `tournaments/new/` is a page.
RESERVED = {"new"}


def free_slug(name: str) -> str:
    """A slug that no tournament has now; whoever saves it may still lose the race for it."""
    stem = _stem(name)
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    if stem not in taken | RESERVED:
        return stem
    return next(slug for n in count(2) if (slug := f"{stem}-{n}") not in taken)


def _stem(name: str) -> str:
    stem = slugify(name)[:LENGTH].strip("-_") or "tournament"
    # A tournament is found by id or by slug: no slug may pass for an id.
    return f"t-{stem}" if as_id(stem) else stem


def as_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
