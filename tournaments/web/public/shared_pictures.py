"""Pictures for who shares a link to an event or to a player."""

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.generic import View

from games.models import Player
from games.replays.pictures import PosterLine, poster
from games.web.pictures import answer
from tournaments.core.refusals import UnknownPlayer
from tournaments.models import Tournament
from tournaments.ratings import queries as ratings
from tournaments.ratings.documents import PlayerRatingDocument
from tournaments.read import ranking
from tournaments.web.public.names_of_ladders import NAMES
from tournaments.web.public.sharing import words_of_event, words_of_rating
from tournaments.web.public.tournament_page import tournament_or_404

SITE, FIRST, LINES = "Good Ten", 3, 5


class EventPictureView(View):
    expensive = True

    def get(self, request: HttpRequest, slug: str) -> HttpResponseBase:
        event = tournament_or_404(slug, None)
        made_of = [event.pk.hex, str(event.version), str(event.renamings), str(event.reworded)]
        return answer(request, made_of, lambda: _event_picture(event))


def _event_picture(event: Tournament) -> bytes:
    lines = []
    if event.state in (Tournament.State.PROVISIONAL, Tournament.State.COMPLETED):
        found = ranking.document(event)["results"][:LINES]
        first = [one for one in found if one["place"] <= FIRST]
        lines = [
            PosterLine(one["entrant"]["name"], str(one["place"]), number)
            for number, one in enumerate(first)
        ]
    return poster(SITE, event.name, lines, words_of_event(event))


class PlayerPictureView(View):
    expensive = True

    def get(self, request: HttpRequest, handle: str) -> HttpResponseBase:
        try:
            player = ratings.find_player(handle)
        except UnknownPlayer as unknown:
            raise Http404(unknown.detail) from unknown
        rated = ratings.ratings_of(player, None, 1)
        made_of = [player.pk.hex, player.handle, *(words_of_rating(one) for one in rated)]
        return answer(request, made_of, lambda: _player_picture(player, rated))


def _player_picture(player: Player, rated: list[PlayerRatingDocument]) -> bytes:
    lines = [
        PosterLine(str(NAMES[one["ladder"]]), str(one["rating"]), number)
        for number, one in enumerate(rated[:LINES])
    ]
    return poster(SITE, player.handle, lines, _("A player of Casino"))
