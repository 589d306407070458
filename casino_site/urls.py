"""Addresses: the API under /api/v1/, pages everywhere else."""

from importlib import import_module

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from casino_site import health


def _there(module: str) -> bool:
    try:
        import_module(module)
    except ModuleNotFoundError:
        return False
    return True


api = [path("", include(m)) for m in ("games.api.urls", "tournaments.api.urls") if _there(m)]
pages = [path("", include(m)) for m in ("games.web.urls", "tournaments.web.urls") if _there(m)]

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/explore/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="explore"),
    path("api/v1/", include(api)),
    *pages,
]

handler400 = "casino_site.problems.bad_request"
handler404 = "casino_site.problems.not_found"
handler500 = "casino_site.problems.server_error"
