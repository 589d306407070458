"""The page on which a finished match is replayed, from its first card or from any moment."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from engine.errors import MatchNotPlaying
from games.match import queries
from games.models import Match
from games.refusals import MatchClosed, MatchUnfinished, UnknownMatch
from games.replays import telling
from games.replays.in_words import ply_in_words
from games.replays.moments import Moment, moment_in, neighbours, ply_at
from games.replays.score_chart import score_chart
from games.replays.seen import require_seen
from games.replays.sheets import TextMatch, text_of
from games.replays.telling import ToldMatch
from games.web.social import shared


class ReplayView(TemplateView):
    """`?deal=&play=` is the moment that is shown first; without scripts, its picture."""

    template_name = "games/replay.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            match = queries.find_match(kwargs["match_id"])
            require_seen(match)
            told = telling.told(match)
        except UnknownMatch as unknown:
            raise Http404(unknown.detail) from unknown
        except MatchClosed as closed:
            raise PermissionDenied(closed.detail) from closed
        except (MatchUnfinished, MatchNotPlaying):
            return redirect("match", kwargs["match_id"])
        return self.render_to_response(self.get_context_data(match=match, told=told))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        match: Match = kwargs["match"]
        told: ToldMatch = kwargs["told"]
        names = [player["handle"] for player in telling.players_of(match)]
        text = text_of(told, names)
        moment = moment_in(self.request.GET)
        if moment is not None and ply_at(told.plies, moment) is None:
            moment = None
        before, after = neighbours(told.plies, moment) if moment else (None, Moment(1))
        said = _said(told, names, moment)
        title = " – ".join(text.sides)
        return super().get_context_data(
            text=text,
            title=title,
            chart=score_chart(told.plies),
            moment=moment,
            before=before,
            after=after,
            said=said,
            picture=picture_address(match, moment),
            tournament=queries.context_of(match.pk),
            shared=shared(
                self.request,
                title,
                said or text.result,
                picture_address(match, moment),
                reverse("replay", args=[match.pk]) + (f"?{moment.query}" if moment else ""),
            ),
            **kwargs,
        )


def picture_address(match: Match, moment: Moment | None) -> str:
    """Where the picture of a moment is, or that of the match."""
    address = reverse("match-picture", args=[match.pk])
    return f"{address}?{moment.query}" if moment else address


def words_of(match_id: UUID) -> TextMatch | None:
    """The match in words, for who reads its page without scripts; None where it has none."""
    try:
        match = queries.find_match(match_id)
        require_seen(match)
        told = telling.told(match)
    except (MatchClosed, MatchUnfinished, MatchNotPlaying):
        return None
    return text_of(told, [player["handle"] for player in telling.players_of(match)])


def _said(told: ToldMatch, names: list[str], moment: Moment | None) -> str:
    """Where that is, and what happened there."""
    if moment is None:
        return ""
    if not moment.play:
        return _("Deal {deal} begins.").format(deal=moment.deal)
    played = next(
        ply
        for ply in telling.plays_in(told.plies)
        if (ply.deal, ply.play) == (moment.deal, moment.play)
    )
    where = _("Deal {deal}, play {play}").format(deal=moment.deal, play=moment.play)
    return f"{where}: {ply_in_words(played, names)}"
