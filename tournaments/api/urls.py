from django.urls import include, path

from tournaments.api import play, tournaments

ONE = "tournaments/<str:name>/"

urlpatterns = [
    path("", include("tournaments.api.rating_urls")),
    path("tournaments/", tournaments.TournamentsView.as_view(), name="api-tournaments"),
    path(ONE, tournaments.TournamentView.as_view(), name="api-tournament"),
    path(ONE + "open/", tournaments.OpenView.as_view(), name="api-tournament-open"),
    path(ONE + "start/", tournaments.StartView.as_view(), name="api-tournament-start"),
    path(ONE + "entrants/", tournaments.EntrantsView.as_view(), name="api-entrants"),
    path(ONE + "rounds/", play.RoundsView.as_view(), name="api-rounds"),
    path(ONE + "matches/", play.MatchesView.as_view(), name="api-tournament-matches"),
    path(ONE + "standings/", play.StandingsView.as_view(), name="api-standings"),
    path(ONE + "bracket/", play.BracketView.as_view(), name="api-bracket"),
    path(ONE + "events/", play.EventsView.as_view(), name="api-tournament-events"),
]
