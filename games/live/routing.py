from django.urls import path

import games.identity  # noqa: F401 - registers the id converter
from games.live.consumers import MatchConsumer
from games.live.watching import WatchConsumer

websocket_urlpatterns = [
    # The stubs of Django know routes to views alone.
    path("ws/matches/<id:match_id>/", MatchConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/watch/", WatchConsumer.as_asgi()),  # type: ignore[arg-type]
]
