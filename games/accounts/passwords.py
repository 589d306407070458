"""Whether somebody who is in knows the password: asked like a sign-in, and counted as one."""

from django.contrib.auth import authenticate
from django.http import HttpRequest

from games.models import Player


def knows_password(request: HttpRequest, player: Player, password: str) -> bool:
    return authenticate(request, username=player.handle, password=password) == player
