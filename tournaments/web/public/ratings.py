"""The leaderboards, and a player's ratings with how they came about."""

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext, gettext_lazy
from django.views.generic import TemplateView

from games.accounts import bot_accounts
from games.accounts.callers import viewer
from games.casual.challenges import may_challenge
from games.models import BotAccount, Player
from tournaments.core.refusals import UnknownLadder, UnknownPlayer
from tournaments.ladders.chart import Chart, chart
from tournaments.ladders.ladder import SHAPES, WITH_BOTS
from tournaments.models import Tournament
from tournaments.ratings import queries
from tournaments.ratings.documents import PlayerRatingDocument, RatingChangeDocument
from tournaments.read import bots
from tournaments.read import queries as tournament_queries
from tournaments.read.results import last_casual
from tournaments.read.titles import titles_of
from tournaments.store.entrant_views import player_json
from tournaments.web.public.names_of_ladders import NAMES
from tournaments.web.public.sharing import shared_player

ON_A_PAGE = 50
IN_A_CHART = 100
IN_A_TABLE = 10
SHORT_NAMES = {
    "duel": gettext_lazy("Duels"),
    "table": gettext_lazy("Tables"),
    "partnership": gettext_lazy("Partnerships"),
}

Json = dict[str, Any]


class RatingsView(TemplateView):
    template_name = "tournaments/ratings.html"

    def get_context_data(self, ladder: str = "duel", **kwargs: Any) -> Json:
        try:
            found = queries.find(ladder)
        except UnknownLadder as unknown:
            raise Http404(unknown.detail) from unknown
        pages = Paginator(queries.in_order(found), ON_A_PAGE)
        page = pages.get_page(self.request.GET.get("page"))
        skip = (page.number - 1) * ON_A_PAGE
        return super().get_context_data(
            ladder=ladder,
            name=NAMES[ladder],
            shapes=_shapes(ladder),
            groups=_groups(ladder),
            lines=queries.leaderboard(found, skip, ON_A_PAGE),
            page=page,
            **kwargs,
        )


def _bots_around(player: Player) -> Json:
    """Whose bot account the player is, or has been; else the bot accounts of the player."""
    if player.kind in (Player.Kind.PROGRAM, Player.Kind.FORMER):
        rows = BotAccount.objects.filter(player=player)
        account = rows.select_related("player", "owner").first()
        online = account is not None and bot_accounts.is_online(account, timezone.now())
        return {"account": account, "online": online, "bots": []}
    if player.kind != Player.Kind.PERSON:
        return {"account": None, "bots": []}
    living = bot_accounts.living(owner=player)
    return {"account": None, "bots": [one.player.handle for one in living]}


class PlayerView(TemplateView):
    template_name = "tournaments/player.html"

    def get_context_data(self, **kwargs: Any) -> Json:
        try:
            player = queries.find_player(kwargs["handle"])
        except UnknownPlayer as unknown:
            raise Http404(unknown.detail) from unknown
        ratings = queries.ratings_of(player, None, IN_A_CHART)
        handles = _handles(ratings)
        tournaments = _tournaments(ratings)
        return super().get_context_data(
            player=player_json(player),
            **_bots_around(player),
            may_challenge=may_challenge(viewer(self.request.user), player),
            last=last_casual(player, IN_A_TABLE),
            ratings=[
                _section(rating, player, handles, tournaments)
                for rating in ratings
                if rating["history"]
            ],
            titles=titles_of(player),
            shared=shared_player(self.request, player.handle, ratings),
            **kwargs,
        )


def _shapes(ladder: str) -> list[Json]:
    """The ladders of all shapes among the same: people, or people and bots."""
    suffix = WITH_BOTS if ladder.endswith(WITH_BOTS) else ""
    return [
        {"ladder": shape + suffix, "name": SHORT_NAMES[shape], "here": shape + suffix == ladder}
        for shape in SHAPES
    ]


def _groups(ladder: str) -> list[Json]:
    shape = ladder.removesuffix(WITH_BOTS)
    return [
        {"ladder": key, "name": name, "here": key == ladder}
        for key, name in (
            (shape, gettext("People")),
            (shape + WITH_BOTS, gettext("With bots")),
        )
    ]


def _section(
    rating: PlayerRatingDocument,
    player: Player,
    handles: dict[str, str],
    tournaments: dict[str, Tournament],
) -> Json:
    history = rating["history"]
    newest = history[: -IN_A_TABLE - 1 : -1]
    return {
        **rating,
        "name": NAMES[rating["ladder"]],
        **bots.tally(history),
        "from": parse_datetime(history[0]["at"]),
        "to": parse_datetime(history[-1]["at"]),
        "first": history[0]["before"],
        "chart": _chart(history),
        "lines": [_line(change, player, handles, tournaments) for change in newest],
    }


def _chart(history: list[RatingChangeDocument]) -> Chart:
    return chart([history[0]["before"], *(change["after"] for change in history)])


def _line(
    change: RatingChangeDocument,
    player: Player,
    handles: dict[str, str],
    tournaments: dict[str, Tournament],
) -> Json:
    own = next(team for team in change["teams"] if player.pk.hex in team)
    others = [team for team in change["teams"] if team is not own]
    tournament = tournaments.get(change["tournament"] or "")
    gain = change["after"] - change["before"]
    return {
        "at": parse_datetime(change["at"]),
        "match": UUID(change["match"]),
        "tournament": tournament_queries.reference(tournament) if tournament else None,
        "partners": [handles[id_] for id_ in own if id_ != player.pk.hex],
        "against": [[handles[id_] for id_ in team] for team in others],
        "place": change["place"],
        "teams": len(change["teams"]),
        "gain": gain,
        "lost": -gain,
        "after": change["after"],
    }


def _handles(ratings: list[PlayerRatingDocument]) -> dict[str, str]:
    """Of everybody in the tables."""
    ids = {
        UUID(id_)
        for rating in ratings
        for change in rating["history"][-IN_A_TABLE:]
        for team in change["teams"]
        for id_ in team
    }
    return {id_.hex: player.handle for id_, player in Player.objects.in_bulk(ids).items()}


def _tournaments(ratings: list[PlayerRatingDocument]) -> dict[str, Tournament]:
    ids = {
        UUID(change["tournament"])
        for rating in ratings
        for change in rating["history"][-IN_A_TABLE:]
        if change["tournament"]
    }
    return {
        id_.hex: found
        for id_, found in Tournament.objects.filter(hidden=False).in_bulk(ids).items()
    }
