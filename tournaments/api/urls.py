from django.urls import include, path

from tournaments.api import (
    actions,
    archive,
    files,
    formats,
    play,
    regulations,
    rounds,
    tournaments,
    wall,
)

ONE = "tournaments/<str:name>/"
ROUND = ONE + "stages/<int:stage>/rounds/<int:round>/"

urlpatterns = [
    # What is asked for most is found first.
    path(ONE + "standings/", play.StandingsView.as_view(), name="api-standings"),
    path(ONE + "rounds/", rounds.RoundsView.as_view(), name="api-rounds"),
    path(ONE + "matches/", rounds.MatchesView.as_view(), name="api-tournament-matches"),
    path(ONE + "bracket/", rounds.BracketView.as_view(), name="api-bracket"),
    path(ONE + "ranking/", play.RankingView.as_view(), name="api-ranking"),
    path("", include("tournaments.api.rating_urls")),
    path("archive/matches/", archive.MatchesView.as_view(), name="api-archive-matches"),
    path("archive/events/", archive.EventsView.as_view(), name="api-archive-events"),
    path("archive/records/", archive.RecordsView.as_view(), name="api-archive-records"),
    path("formats/", formats.FormatsView.as_view(), name="api-formats"),
    path("policies/", formats.PoliciesView.as_view(), name="api-policies"),
    path("settings/", formats.SettingsView.as_view(), name="api-settings"),
    path("tournaments/", tournaments.TournamentsView.as_view(), name="api-tournaments"),
    path(ONE, tournaments.TournamentView.as_view(), name="api-tournament"),
    path(ONE + "start/", tournaments.StartView.as_view(), name="api-tournament-start"),
    path(ONE + "entrants/", tournaments.EntrantsView.as_view(), name="api-entrants"),
    path(ONE + "entrants/<str:entrant>/", tournaments.EntrantView.as_view(), name="api-entrant"),
    path(ONE + "stages/", play.StagesView.as_view(), name="api-stages"),
    path(ROUND, rounds.RoundView.as_view(), name="api-round"),
    path("wall/", wall.WallView.as_view(), name="api-wall"),
    path(ONE + "wall/", wall.EventWallView.as_view(), name="api-tournament-wall"),
    path(
        ONE + "standings/<str:entrant>/",
        play.ExplanationView.as_view(),
        name="api-standing",
    ),
    path(ONE + "crosstable/", rounds.CrosstableView.as_view(), name="api-crosstable"),
    path(ONE + "regulations/", regulations.RegulationsView.as_view(), name="api-regulations"),
    path(ONE + "events/", play.EventsView.as_view(), name="api-tournament-events"),
    path(ONE + "export/", play.ExportView.as_view(), name="api-tournament-export"),
    path(ONE + "standings.csv", files.standings, name="api-standings-csv"),
    path(ONE + "report.trf", files.TrfView.as_view(), name="api-trf"),
    path(ONE + "ranking.csv", files.ranking, name="api-ranking-csv"),
    path(ONE + "pairings.csv", files.pairings, name="api-pairings-csv"),
    path(ONE + "entrants.csv", files.entrants, name="api-entrants-csv"),
    *actions.urlpatterns,
]
