"""What follows a match of a tournament, on the page of the match: the reader's next table, and the
standings.
"""

from uuid import UUID

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.models import Player
from tournaments.models import Pairing
from tournaments.read import my_match


def sequel_of(match_id: UUID, player: Player | None, request: HttpRequest) -> SafeString | None:
    pairing = Pairing.objects.select_related("tournament").filter(match_id=match_id).first()
    if pairing is None or pairing.tournament.hidden:
        return None
    mine = None if player is None else my_match.of(pairing.tournament, player)
    entry = None if mine is None else mine["entry"]
    context = {"tournament": pairing.tournament, "mine": mine, "entry": entry}
    return render_to_string("tournaments/sequel.html", context, request)
