from django.urls import path

from tournaments.api import ratings

urlpatterns = [
    path("ratings/", ratings.LaddersView.as_view(), name="api-ladders"),
    path("ratings/<str:ladder>/", ratings.LeaderboardView.as_view(), name="api-leaderboard"),
    path(
        "players/<str:handle>/ratings/",
        ratings.PlayerRatingsView.as_view(),
        name="api-player-ratings",
    ),
]
