from django.urls import path

from tournaments.live.consumers import TournamentConsumer

websocket_urlpatterns = [path("ws/tournaments/<str:name>/", TournamentConsumer.as_asgi())]
