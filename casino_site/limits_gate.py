"""The gate of limits: each request is counted for its address before anything else is done for it,
and for the account that is signed in before its view is called.

Accounts that sign in by a token are counted where they are known, by `games.limits.throttles`.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import ngettext

from games.limits.asked import Asked, answering, being_asked
from games.limits.asking import counted_as
from games.limits.browsers import remember
from games.limits.budgets import (
    EXPENSIVE_READS,
    EXPENSIVE_READS_OF_ACCOUNT,
    READS,
    READS_OF_ACCOUNT,
    WRITES,
    WRITES_OF_ACCOUNT,
    Budget,
)
from games.limits.costs import is_expensive
from games.limits.fields import fields_of
from games.limits.refusals import Overloaded, Throttled
from games.problems import problem_of

PROBLEM_JSON = "application/problem+json"
API = "/api/"
# What watches over the process may do so as often as it likes.
UNCOUNTED = frozenset({"/healthz", "/readyz"})
READING = frozenset({"GET", "HEAD", "OPTIONS"})


class LimitsGate:
    """Middleware."""

    def __init__(self, inner: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.inner = inner

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path in UNCOUNTED:
            return self.inner(request)
        asked = Asked(counted_as(request.META.get("REMOTE_ADDR", "")), _session_of(request))
        with answering(asked):
            try:
                asked.spend(READS if request.method in READING else WRITES, asked.address)
                answer = self.inner(request)
            except Throttled as refusal:
                answer = refused(request, refusal)
        for name, value in fields_of(asked.standings.values()).items():
            answer[name] = value
        if asked.signed_in_to is not None and isinstance(answer, HttpResponse):
            remember(request, answer, asked.signed_in_to)
        return answer

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: object, kwargs: object
    ) -> HttpResponseBase | None:
        asked = being_asked()
        if asked is None:
            return None
        try:
            if expensive := is_expensive(view, request):
                asked.spend(EXPENSIVE_READS, asked.address)
            if not request.path.startswith(API):
                _count_account(asked, request, expensive)
        except Throttled as refusal:
            return refused(request, refusal)
        return None

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponseBase | None:
        """What pages raise. REST answers its refusals itself."""
        if isinstance(fault, Throttled | Overloaded):
            return refused(request, fault)
        return None


def _count_account(asked: Asked, request: HttpRequest, expensive: bool) -> None:
    if asked.session is None or not request.user.is_authenticated:
        return
    account = request.user.pk.hex
    budgets: list[Budget] = [EXPENSIVE_READS_OF_ACCOUNT] if expensive else []
    is_read = request.method in READING
    for budget in [*budgets, READS_OF_ACCOUNT if is_read else WRITES_OF_ACCOUNT]:
        asked.spend(budget, account)


def refused(request: HttpRequest, refusal: Throttled | Overloaded) -> HttpResponse:
    """The refusal as a problem document for scripts, and in people's words on a page."""
    document = problem_of(refusal)
    if request.path.startswith(API):
        answer: HttpResponse = JsonResponse(
            document, status=document["status"], content_type=PROBLEM_JSON
        )
    else:
        words = {"busy": isinstance(refusal, Overloaded), "wait": in_words(refusal.wait)}
        answer = render(request, "games/too_many.html", words, status=document["status"])
    answer["Retry-After"] = str(refusal.wait)
    answer["Cache-Control"] = "no-store"
    return answer


def in_words(seconds: int) -> str:
    """A wait as people say it, and never shorter than it is."""
    if seconds < 90:
        return ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)
    minutes = -(-seconds // 60)
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def _session_of(request: HttpRequest) -> str | None:
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME)
