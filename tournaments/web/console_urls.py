"""The console of a tournament, under its address."""

from django.urls import path

from tournaments.web import console, console_acting, console_entering, console_settings

urlpatterns = [
    path("", console.OverviewPage.as_view(), name="tournament-console"),
    path("entrants/", console.EntrantsPage.as_view(), name="console-entrants"),
    path("entrants/add/", console_entering.AddPage.as_view(), name="console-add"),
    path("entrants/import/", console_entering.ImportPage.as_view(), name="console-import"),
    path("entrants/seeding/", console_entering.SeedingPage.as_view(), name="console-seeding"),
    path("bots/", console_entering.BotsPress.as_view(), name="console-bots"),
    path("start/", console_entering.StartPress.as_view(), name="console-start"),
    path("rounds/", console.RoundsPage.as_view(), name="console-rounds"),
    path("settings/", console_settings.SettingsPage.as_view(), name="console-settings"),
    path("record/", console.LogPage.as_view(), name="console-log"),
    path("do/<slug:operation>/", console_acting.ActPage.as_view(), name="console-act"),
]
