"""Addresses: the API under /api/v1/, pages everywhere else."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.urls import URLPattern, URLResolver, include, path

from casino_site import health
from casino_site.api_index import IndexView
from casino_site.contract.asyncapi import AsyncApiView
from casino_site.schema import ExplorerView, SchemaView
from casino_site.staff.admin.site import site
from casino_site.staff.api import ReportsView
from tournaments.api.arena import ArenaView
from tournaments.live.streams import TournamentStreamView

# Split, since the site's content security policy allows no inline scripts; its styles are inline.
explore = csp_update({"style-src": [SELF, UNSAFE_INLINE]})(ExplorerView.as_view(url_name="schema"))

api: list[URLPattern | URLResolver] = [
    # What is asked for most is found first.
    path("", include("tournaments.api.urls")),
    path("", IndexView.as_view(), name="api-index"),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("schema/sockets/", AsyncApiView.as_view(), name="schema-of-sockets"),
    path("explore/", explore, name="explore"),
    path("", include("games.api.urls")),
    path("arena/", ArenaView.as_view(), name="api-arena"),
    path(
        "tournaments/<str:name>/stream/",
        TournamentStreamView.as_view(),
        name="api-tournament-stream",
    ),
    path("me/webhooks/", include("casino_site.hooks.urls")),
    path("reports/", ReportsView.as_view(), name="api-reports"),
]

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("api/v1/", include(api)),
    path("admin/", site.urls),
    path("", include("games.web.urls")),
    path("", include("tournaments.web.urls")),
    path("", include("casino_site.staff.web")),
    path("", include("casino_site.hooks.web")),
]

handler400 = "casino_site.problems.bad_request"
handler404 = "casino_site.problems.not_found"
handler500 = "casino_site.problems.server_error"
