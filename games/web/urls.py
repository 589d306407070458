"""Pages of people and tables."""

from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

import games.identity  # noqa: F401 - registers the id converter
from games.web import accounts, fairness, pictures, records, replays, tables, tokens

urlpatterns = [
    path("sign-up/", accounts.SignUpView.as_view(), name="sign-up"),
    path("sign-in/", accounts.SignInView.as_view(), name="sign-in"),
    path("sign-out/", accounts.SignOutView.as_view(), name="sign-out"),
    path("", include("games.web.account_urls")),
    path("tokens/", tokens.TokensView.as_view(), name="tokens"),
    path("tokens/<str:key>/revoke/", tokens.RevokeView.as_view(), name="token-revoke"),
    path("matches/<id:match_id>/", tables.MatchView.as_view(), name="match"),
    path("matches/<id:match_id>/fairness/", fairness.FairnessView.as_view(), name="fairness"),
    path("matches/<id:match_id>/replay/", replays.ReplayView.as_view(), name="replay"),
    path("matches/<id:match_id>/picture.png", pictures.match_picture, name="match-picture"),
    path("records/", records.RecordsView.as_view(), name="records"),
    path(
        "words.js",
        JavaScriptCatalog.as_view(packages=["games", "tournaments"]),
        name="javascript-catalog",
    ),
]
