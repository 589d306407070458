"""The console of a tournament, under its address."""

from django.urls import path

from tournaments.web.console import action_page, entering, overview, settings

urlpatterns = [
    path("", overview.OverviewPage.as_view(), name="tournament-console"),
    path("entrants/", overview.EntrantsPage.as_view(), name="console-entrants"),
    path("entrants/add/", entering.AddPage.as_view(), name="console-add"),
    path("entrants/import/", entering.ImportPage.as_view(), name="console-import"),
    path("entrants/seeding/", entering.SeedingPage.as_view(), name="console-seeding"),
    path("bots/", entering.BotsPress.as_view(), name="console-bots"),
    path("start/", entering.StartPress.as_view(), name="console-start"),
    path("rounds/", overview.RoundsPage.as_view(), name="console-rounds"),
    path("settings/", settings.SettingsPage.as_view(), name="console-settings"),
    path("record/", overview.LogPage.as_view(), name="console-log"),
    path("do/<slug:operation>/", action_page.ActPage.as_view(), name="console-act"),
]
