"""The console of a tournament, under its address."""

from django.urls import path

from tournaments.web.console import action_page, entering, hall, overview, record, rounds, settings

urlpatterns = [
    path("", overview.OverviewPage.as_view(), name="tournament-console"),
    path("entrants/", overview.EntrantsPage.as_view(), name="console-entrants"),
    path("entrants/add/", entering.AddPage.as_view(), name="console-add"),
    path("entrants/import/", entering.ImportPage.as_view(), name="console-import"),
    path("entrants/seeding/", entering.SeedingPage.as_view(), name="console-seeding"),
    path("bots/", entering.BotsPress.as_view(), name="console-bots"),
    path("start/", entering.StartPress.as_view(), name="console-start"),
    path("rounds/", rounds.RoundsPage.as_view(), name="console-rounds"),
    path("hall/", hall.HallPage.as_view(), name="console-hall"),
    path("settings/", settings.SettingsPage.as_view(), name="console-settings"),
    path("record/", record.RecordPage.as_view(), name="console-log"),
    path("do/<slug:operation>/", action_page.ActPage.as_view(), name="console-act"),
]
