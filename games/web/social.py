"""What a page says of itself where a link to it is shared: its title, a sentence, a picture."""

from dataclasses import dataclass

from django.http import HttpRequest

WIDTH, HEIGHT = 1200, 630


@dataclass(frozen=True, slots=True)
class Shared:
    """`address` and `picture` are whole addresses; `alt` says what is in the picture."""

    title: str
    description: str
    address: str
    picture: str
    alt: str
    width: int = WIDTH
    height: int = HEIGHT


def shared(
    request: HttpRequest, title: str, description: str, picture: str, path: str | None = None
) -> Shared:
    """`picture` and `path` are addresses on this site; without `path` it is the page itself."""
    whole = request.build_absolute_uri
    return Shared(title, description, whole(path or request.path), whole(picture), description)
