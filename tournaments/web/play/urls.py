"""Addresses below `/play/`, and what is pressed at the end of a match."""

from django.urls import path
from django.views.generic import TemplateView

import games.identity  # noqa: F401 - registers the id converter
from tournaments.web.play import afterwards, around, challenges, pages, waiting

urlpatterns = [
    path("play/", pages.PlayView.as_view(), name="play"),
    path("play/<str:table>/", waiting.WaitingView.as_view(), name="play-table"),
    path("play/<str:table>/join/", waiting.join, name="play-join"),
    path("play/<str:table>/leave/", waiting.leave, name="play-leave"),
    path("play/<str:table>/bots/", waiting.bots, name="play-bots"),
    path("players/<str:handle>/challenge/", challenges.ChallengeView.as_view(), name="challenge"),
    path("watch/", around.WatchView.as_view(), name="watch"),
    path("search/", around.SearchView.as_view(), name="search"),
    path("me/", around.MeView.as_view(), name="me"),
    path("rules/play/", TemplateView.as_view(template_name="play/lessons.html"), name="lessons"),
    path("rules/", TemplateView.as_view(template_name="play/rules.html"), name="rules"),
    path("matches/<id:match_id>/again/", afterwards.again, name="match-again"),
    path("matches/<id:match_id>/another/", afterwards.another, name="match-another"),
]
