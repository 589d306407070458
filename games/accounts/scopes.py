"""What a token may do: its scopes, and which of them an operation asks for.

Whoever comes with a session or a password may do everything. A token may do what its scopes say:
each operation over REST asks for the scope that its view names, each frame on a socket for the one
of its type. Reading is the default of what changes nothing; for the rest there is none, so that an
operation without a scope is refused to every token.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from engine.errors import Kind, Refusal


class Scope(StrEnum):
    READ = "read"
    PLAY = "play"
    ORGANISE = "organise"
    ACCOUNT = "account"


ALL = frozenset(Scope)
# Of a view: the scopes, by method, of which a token needs one. Those of its GET need not be named.
Scopes = Mapping[str, frozenset[Scope]]
SAFE = ("GET", "HEAD", "OPTIONS")
# What may be said on a socket by who may read; all else is an act.
READING_FRAMES = ("join", "ping", "consider")


class ScopeMissing(Refusal):
    code = "scope_missing"
    kind = Kind.NOT_ALLOWED
    template = "This token may not do that: it lacks the scope {scope}."


def wanted_of(view: Any, method: str) -> frozenset[Scope]:
    """The scopes of which a token needs one for this method of the view; none where nobody has
    said which.
    """
    default = frozenset({Scope.READ}) if method in SAFE else frozenset[Scope]()
    scopes: Scopes = getattr(view, "scopes", {})
    return scopes.get(method, default)


def wanted_of_frame(type_: str) -> Scope:
    return Scope.READ if type_ in READING_FRAMES else Scope.PLAY


def require(scopes: Iterable[Scope], wanted: Iterable[Scope]) -> None:
    """Refuses `scope_missing` whose scopes have none of those that are wanted."""
    if not {*scopes} & {*wanted}:
        raise ScopeMissing(scope=" or ".join(sorted(wanted)) or "of a person")


def scopes_of(auth: Any) -> frozenset[Scope]:
    """What a request may do, by what it was signed in with (`request.auth`)."""
    return ALL if auth is None else frozenset(map(Scope, auth.scopes.split()))
