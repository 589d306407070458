"""Addresses of the pages about bot accounts."""

from django.urls import path

from tournaments.web.bots import listed, own

ONE = "account/bots/<str:handle>/"

urlpatterns = [
    path("bots/", listed.BotsView.as_view(), name="bots"),
    path("bots/bot.py", listed.whole_bot, name="whole-bot"),
    path("account/bots/", own.MyBotsView.as_view(), name="my-bots"),
    path(ONE, own.MyBotView.as_view(), name="my-bot"),
    path(ONE + "tokens/", own.NewTokenView.as_view(), name="my-bot-tokens"),
    path(ONE + "tokens/<str:key>/revoke/", own.RevokeView.as_view(), name="my-bot-revoke"),
    path(ONE + "retire/", own.RetireView.as_view(), name="my-bot-retire"),
]
