"""Good Ten's addresses, and a plain view to compare with."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.urls import path

from casino_site.urls import urlpatterns as product

CONTENT: dict[str, Any] = {}


def plain(request: HttpRequest) -> JsonResponse:
    """Values that are at hand, as JSON."""
    return JsonResponse(CONTENT)


urlpatterns = [path("plain/", plain), *product]
handler400 = "casino_site.problems.bad_request"
handler404 = "casino_site.problems.not_found"
handler500 = "casino_site.problems.server_error"
