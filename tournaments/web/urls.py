"""Pages of tournaments, home among them."""

from django.urls import include, path

import games.identity  # noqa: F401 - registers the id converter
from tournaments.web.public import (
    actions,
    archive,
    bracket_pages,
    creation,
    feeds,
    gallery,
    highlights,
    overview,
    own_entry,
    pages,
    ratings,
    round_pages,
    screens,
    shared_pictures,
    standings_pages,
)

ONE = "tournaments/<slug:slug>/"

urlpatterns = [
    path("", pages.HomeView.as_view(), name="home"),
    path("", include("tournaments.web.play.urls")),
    path("", include("tournaments.web.bots.urls")),
    path("ratings/", ratings.RatingsView.as_view(), name="ratings"),
    path("ratings/<slug:ladder>/", ratings.RatingsView.as_view(), name="ladder"),
    path("players/<str:handle>/", ratings.PlayerView.as_view(), name="player"),
    path(
        "players/<str:handle>/highlights/",
        highlights.HighlightsView.as_view(),
        name="player-highlights",
    ),
    path(
        "players/<str:handle>/picture.png",
        shared_pictures.PlayerPictureView.as_view(),
        name="player-picture",
    ),
    path("archive/", archive.ArchiveView.as_view(), name="archive"),
    path("archive/matches/", archive.ArchivedMatchesView.as_view(), name="archive-matches"),
    path("feed/", feeds.FeedView.as_view(), name="feed"),
    path("tournaments/", pages.TournamentsView.as_view(), name="tournaments"),
    path("tournaments/new/", creation.NewTournamentView.as_view(), name="tournament-new"),
    path(ONE + "console/", include("tournaments.web.console.urls")),
    path(ONE, overview.OverviewView.as_view(), name="tournament"),
    path(ONE + "bracket/", bracket_pages.BracketView.as_view(), name="tournament-bracket"),
    path(ONE + "rounds/", round_pages.RoundsView.as_view(), name="tournament-rounds"),
    path(ONE + "schedule/", round_pages.ScheduleView.as_view(), name="tournament-schedule"),
    path(ONE + "standings/", standings_pages.StandingsView.as_view(), name="tournament-standings"),
    path(
        ONE + "regulations/",
        standings_pages.RegulationsView.as_view(),
        name="tournament-regulations",
    ),
    path(ONE + "ranking/", standings_pages.RankingView.as_view(), name="tournament-ranking"),
    path(
        ONE + "standings/<str:entrant>/",
        standings_pages.StandingView.as_view(),
        name="tournament-standing",
    ),
    path(
        ONE + "crosstable/",
        standings_pages.CrosstableView.as_view(),
        name="tournament-crosstable",
    ),
    path(ONE + "entrants/", standings_pages.EntrantsView.as_view(), name="tournament-entrants"),
    path(ONE + "feed/", feeds.EventFeedView.as_view(), name="tournament-feed"),
    path(
        ONE + "picture.png",
        shared_pictures.EventPictureView.as_view(),
        name="tournament-picture",
    ),
    path(ONE + "embed/", screens.EmbedView.as_view(), name="tournament-embed"),
    path("wall/", gallery.WallView.as_view(), name="wall"),
    path("tv/", gallery.TvView.as_view(), name="tv"),
    path(
        "matches/<id:match_id>/overlay/",
        gallery.TableOverlayView.as_view(),
        name="match-overlay",
    ),
    path(ONE + "wall/", gallery.EventWallView.as_view(), name="tournament-wall"),
    path(ONE + "tv/", gallery.EventTvView.as_view(), name="tournament-tv"),
    path(ONE + "overlay/", gallery.TickerView.as_view(), name="tournament-overlay"),
    path(ONE + "screen/", screens.ScreenView.as_view(), name="tournament-screen"),
    path(ONE + "enter/", own_entry.enter, name="tournament-enter"),
    path(ONE + "withdraw/", own_entry.withdraw, name="tournament-withdraw"),
    path(ONE + "check-in/", own_entry.check_in, name="tournament-check-in"),
    path(ONE + "pause/", own_entry.pause, name="tournament-pause-me"),
    path(ONE + "resume/", own_entry.resume, name="tournament-resume-me"),
    path(ONE + "bye/", own_entry.ask_for_bye, name="tournament-bye"),
    path(ONE + "return/", own_entry.come_back, name="tournament-return"),
    path(ONE + "open/", actions.open_registration, name="tournament-open"),
    path(ONE + "bots/", actions.enter_bots, name="tournament-bots"),
    path(ONE + "start/", actions.start, name="tournament-start"),
]
