"""Whatever goes wrong on the API is answered by a problem document (RFC 9457, docs/protocol.md)."""

import logging
import sys
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from engine.errors import Refusal
from games.problems import problem, problem_of
from games.refusals import DATABASE_AWAY, SECONDS, Unavailable
from tournaments.core.refusals import TournamentIsHidden

log = logging.getLogger(__name__)
PROBLEM_JSON = "application/problem+json"


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's `EXCEPTION_HANDLER`; None, hence a 500, for what is a fault of ours."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, DjangoPermissionDenied):
        error = exceptions.PermissionDenied()
    elif isinstance(error, DATABASE_AWAY):
        log.warning("the database does not answer: %s", error)
        error = Unavailable()
    if not isinstance(error, Refusal | exceptions.APIException):
        return None
    set_rollback()
    document = problem_document(error)
    return Response(
        document, document["status"], headers=_headers(error), content_type=PROBLEM_JSON
    )


def problem_document(error: Refusal | exceptions.APIException) -> dict[str, Any]:
    if isinstance(error, Refusal):
        return problem_of(error)
    if isinstance(error, exceptions.ValidationError):
        fields = dict(_messages(error.detail))
        detail = " ".join(text for texts in fields.values() for text in texts)
        return problem("invalid", error.status_code, detail, {"fields": fields})
    code = str(getattr(error.detail, "code", error.default_code))
    return problem(code, error.status_code, _sentence(error.detail), _params(error))


def _messages(detail: Any, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """(field, messages) pairs of a validation error; nested fields are joined by dots."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from _messages(inner, f"{path}.{name}" if path else str(name))
    elif all(isinstance(item, str) for item in detail):
        yield path or "non_field_errors", [str(item) for item in detail]
    else:
        for number, inner in enumerate(detail):
            yield from _messages(inner, f"{path}.{number}" if path else str(number))


def _sentence(detail: Any) -> str:
    """DRF's detail as one sentence; some libraries wrap theirs into an object."""
    if isinstance(detail, dict):
        return str(detail.get("detail", ""))
    return str(detail)


def _params(error: exceptions.APIException) -> dict[str, Any]:
    wait = getattr(error, "wait", None)
    return {} if wait is None else {"wait": round(wait)}


def _headers(error: Exception) -> dict[str, str]:
    """What HTTP wants beside the document: how to sign in, when to come back."""
    headers: dict[str, str] = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if isinstance(error, Unavailable):
        headers["Retry-After"] = str(SECONDS)
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(round(wait))
    return headers


# Django's own handlers, for what fails outside of the API's views.


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return _plain("malformed_request", 400, "The request cannot be read.")
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return _plain("not_found", 404, "There is nothing at this address.")
    if isinstance(exception.__cause__, TournamentIsHidden):
        return render(request, "tournaments/hidden.html", status=404)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    if isinstance(sys.exc_info()[1], DATABASE_AWAY):
        return _unavailable(request)
    if _is_api(request):
        return _plain("server_error", 500, "Something went wrong on our side.")
    return defaults.server_error(request)


def _unavailable(request: HttpRequest) -> HttpResponse:
    headers = _headers(Unavailable())
    if _is_api(request):
        document = problem_document(Unavailable())
        return JsonResponse(document, status=503, content_type=PROBLEM_JSON, headers=headers)
    page = render_to_string("503.html")  # without the request, whose player is in the database
    return HttpResponse(page, status=503, headers=headers)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _plain(code: str, status: int, detail: str) -> JsonResponse:
    return JsonResponse(problem(code, status, detail, {}), status=status, content_type=PROBLEM_JSON)
