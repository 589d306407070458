"""Signing in by handle and password: counted before anything is hashed, whichever way it comes.

For one handle from one address, or from one browser that knows it, the budgets grow longer: so
the pauses do. What was spent on the right password is given back.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.limits.asked import Asked, being_asked
from games.limits.browsers import digest_of, name_of_browser
from games.limits.budgets import (
    TRIES,
    TRIES_IN_AN_HOUR,
    TRIES_LATER,
    TRIES_OF_STRANGERS,
    WRONG_PASSWORDS,
    Budget,
)
from games.limits.refusals import Overloaded, Throttled
from games.limits.spending import forgive, refund

if TYPE_CHECKING:
    _Backend = ModelBackend
else:  # mixed in before any backend that takes a password
    _Backend = object

LONGEST_HANDLE = 150


class Guarded(_Backend):
    """Mixed in before a backend of Django's: what it says of a password is counted first."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **credentials: Any,
    ) -> Any:
        """The account, or None. Refuses `throttled`, for a handle that nobody has as well."""
        given = credentials.get(get_user_model().USERNAME_FIELD) if username is None else username
        if given is None or password is None:
            return super().authenticate(request, username, password, **credentials)
        handle = given if _is_possible(given) else ""
        spent = _spend(request, handle)
        try:
            found = super().authenticate(request, handle, password)
        except (Throttled, Overloaded):
            _give_back(spent)  # nothing was learnt of the password
            raise
        if found is not None:
            for budget, who in spent:
                if budget in (WRONG_PASSWORDS, TRIES_OF_STRANGERS):
                    refund(budget, who)
                else:
                    forgive(budget, who)
        return found


class PasswordBackend(Guarded, ModelBackend):
    """A person's handle and password. No other backend is asked what this one does not know: only
    sessions that began before it was there name another.
    """

    def authenticate(self, *args: Any, **kwargs: Any) -> Any:
        """The account. Refuses `throttled`, and raises PermissionDenied where there is none."""
        found = super().authenticate(*args, **kwargs)
        if found is None:
            raise PermissionDenied
        return found


def _spend(request: HttpRequest | None, handle: str) -> Sequence[tuple[Budget, str]]:
    """Spends one try of every budget that counts it. Refuses `throttled`, and nothing is spent."""
    asked = being_asked()
    if request is None or asked is None:
        return []
    spent: list[tuple[Budget, str]] = []
    try:
        for budget, who in _counted(request, asked, handle):
            asked.spend(budget, who)
            spent.append((budget, who))
    except Throttled:
        _give_back(spent)
        raise
    return spent


def _give_back(spent: Sequence[tuple[Budget, str]]) -> None:
    for budget, who in spent:
        refund(budget, who)


def _counted(request: HttpRequest, asked: Asked, handle: str) -> list[tuple[Budget, str]]:
    digest, browser = digest_of(handle), name_of_browser(request, handle)
    here = f"{digest}/{browser or asked.address}"
    # The address first: whoever tries one handle after another is to fill no counters with them.
    # The longest pause before the shorter ones: it is the one to tell.
    tries = [(budget, here) for budget in (TRIES_IN_AN_HOUR, TRIES_LATER, TRIES)]
    strangers = [(TRIES_OF_STRANGERS, digest)] if browser is None else []
    return [(WRONG_PASSWORDS, asked.address), *tries, *strangers]


def _is_possible(handle: str) -> bool:
    """Whether a database may be asked for it: PostgreSQL takes no NUL, and nobody's is so long."""
    return len(handle) <= LONGEST_HANDLE and handle.isprintable()


def note_signing_in(sender: object, user: AbstractBaseUser, **kwargs: Any) -> None:
    """Has the browser remembered that signs in by this request; by a password or otherwise."""
    asked = being_asked()
    if asked is not None:
        asked.signed_in_to = user.get_username()
