from django.urls import path

from tournaments.api import players, ratings

urlpatterns = [
    path("ratings/", ratings.LaddersView.as_view(), name="api-ladders"),
    path("ratings/<str:ladder>/", ratings.LeaderboardView.as_view(), name="api-leaderboard"),
    path(
        "players/<str:handle>/ratings/",
        ratings.PlayerRatingsView.as_view(),
        name="api-player-ratings",
    ),
    path("players/<str:handle>/", players.PlayerView.as_view(), name="api-player"),
    path(
        "players/<str:handle>/matches/",
        players.PlayerMatchesView.as_view(),
        name="api-player-matches",
    ),
    path(
        "players/<str:handle>/events/",
        players.PlayerEventsView.as_view(),
        name="api-player-events",
    ),
    path(
        "players/<str:handle>/titles/",
        players.PlayerTitlesView.as_view(),
        name="api-player-titles",
    ),
    path("me/matches/", players.MyMatchesView.as_view(), name="api-my-matches"),
    path("me/events/", players.MyEventsView.as_view(), name="api-my-events"),
]
