from django.urls import path

import games.identity  # noqa: F401 - registers the id converter
from games.live.consumers import MatchConsumer

websocket_urlpatterns = [
    # The stubs of Django know routes to views alone.
    path("ws/matches/<id:match_id>/", MatchConsumer.as_asgi()),  # type: ignore[arg-type]
]
