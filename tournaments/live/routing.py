from django.urls import path

from tournaments.live.consumers import TournamentConsumer

websocket_urlpatterns = [
    # Django's stubs know routes to views alone.
    path("ws/tournaments/<str:name>/", TournamentConsumer.as_asgi()),  # type: ignore[arg-type]
]
