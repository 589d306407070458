"""Pages of tournaments, home among them."""

from django.urls import include, path

from tournaments.web import actions, creation, pages, ratings

urlpatterns = [
    path("", pages.HomeView.as_view(), name="home"),
    path("ratings/", ratings.RatingsView.as_view(), name="ratings"),
    path("ratings/<slug:ladder>/", ratings.RatingsView.as_view(), name="ladder"),
    path("players/<str:handle>/", ratings.PlayerView.as_view(), name="player"),
    path("tournaments/", pages.TournamentsView.as_view(), name="tournaments"),
    path("tournaments/new/", creation.NewTournamentView.as_view(), name="tournament-new"),
    path("tournaments/<slug:slug>/console/", include("tournaments.web.console_urls")),
    path("tournaments/<slug:slug>/", pages.TournamentView.as_view(), name="tournament"),
    path("tournaments/<slug:slug>/enter/", actions.enter, name="tournament-enter"),
    path("tournaments/<slug:slug>/withdraw/", actions.withdraw, name="tournament-withdraw"),
    path("tournaments/<slug:slug>/open/", actions.open_registration, name="tournament-open"),
    path("tournaments/<slug:slug>/bots/", actions.enter_bots, name="tournament-bots"),
    path("tournaments/<slug:slug>/start/", actions.start, name="tournament-start"),
]
