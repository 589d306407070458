"""Words for documents: what REST answers and sockets send is a TypedDict, and this is what its
types cannot say. `games.api.serializers_of_documents` makes the schema out of both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal


@dataclass(frozen=True, slots=True)
class Help:
    """What a field means, where its name does not say it."""

    text: str


@dataclass(frozen=True, slots=True)
class Choices:
    """All the values that a text may have: keys, or pairs of a key and its name."""

    options: Sequence[str | tuple[str, object]]


@dataclass(frozen=True, slots=True)
class Form:
    """How a text is made up."""

    name: Literal["date-time", "slug", "uri"]


@dataclass(frozen=True, slots=True)
class Shape:
    """The name under which the schema has the shape of what is an object by its type."""

    name: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a text looks like, as a regular expression."""

    text: str


Timestamp = Annotated[str, Form("date-time")]
Slug = Annotated[str, Form("slug")]
Url = Annotated[str, Form("uri")]
Card = Annotated[str, Pattern("^[A2-9TJQK][cdhs]$")]
