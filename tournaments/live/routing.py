from django.urls import path

from tournaments.live.consumers import TournamentConsumer

websocket_urlpatterns = [
    # The stubs of Django know routes to views alone.
    path("ws/tournaments/<str:name>/", TournamentConsumer.as_asgi()),  # type: ignore[arg-type]
]
