"""The page of a match: a shell with what everybody may see; the socket brings the table."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from games.accounts.callers import viewer
from games.casual.models import Table
from games.match import queries
from games.models import Match, Player
from games.refusals import MatchClosed, UnknownMatch
from games.replays.seen_state import state_in_words
from games.web.replays import words_of
from games.web.sequels import scripts, sequel_of
from games.web.social import shared


class MatchView(TemplateView):
    template_name = "games/match.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        match_id, player = kwargs["match_id"], viewer(self.request.user)
        try:
            # Hands come over the socket alone.
            view = queries.shell(match_id, player, timezone.now())
        except UnknownMatch as unknown:
            raise Http404(unknown.detail) from unknown
        except MatchClosed as closed:
            raise PermissionDenied(closed.detail) from closed
        seated = player is not None and any(p["id"] == player.id.hex for p in view["players"])
        casual = Table.objects.filter(pk=match_id).first()
        lines = _score_lines(view)
        title = " – ".join(" + ".join(line["handles"]) for line in lines)
        text = words_of(match_id) if view["result"] else None
        return super().get_context_data(
            view=view,
            lines=lines,
            match={"pk": match_id},
            text=text,
            state=state_in_words(view),
            shared=shared(
                self.request,
                title,
                text.result if text else _("A match of Casino, card by card."),
                reverse("match-picture", args=[match_id]),
            ),
            seated=seated,
            scripts=scripts,
            sequel=sequel_of(match_id, player, self.request) if view["result"] else None,
            casual=casual is not None,
            hints=casual is not None and not casual.rated and _is_alone(view, player),
            ready=[match for match in waiting_tables(player) if match.pk != match_id],
            **kwargs,
        )


def waiting_tables(player: Player | None) -> list[Match]:
    """The unfinished matches at which this person has a seat, the longest waiting first."""
    if player is None:
        return []
    mine = Match.objects.filter(seats__player=player).exclude(status=Match.Status.FINISHED)
    return list(mine.order_by("created_at"))


def _is_alone(view: dict[str, Any], player: Player | None) -> bool:
    """Whether all others at the table are bots."""
    return player is not None and all(
        one["kind"] == Player.Kind.BOT for one in view["players"] if one["id"] != player.id.hex
    )


def _score_lines(view: dict[str, Any]) -> list[dict[str, Any]]:
    """One line a side: the handles of its seats and its score."""
    return [
        {
            "handles": [view["players"][seat]["handle"] for seat in side["seats"]],
            "score": side["score"],
        }
        for side in view["sides"]
    ]
