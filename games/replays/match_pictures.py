"""The picture of a match, and of a moment of it: only what everybody may see."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.errors import MatchNotPlaying
from engine.rules.cards import texts
from games.match.results import ABANDONED
from games.models import Match
from games.replays.in_words import ply_in_words
from games.replays.moments import Moment, ply_at
from games.replays.pictures import PictureSeat, PosterLine, poster, table_picture
from games.replays.seen import may_be_seen_now
from games.replays.telling import Ply, ToldMatch, plays_in, told

SITE = "Good Ten"


def match_picture(match: Match, moment: Moment | None, where: str) -> bytes:
    """A PNG. `where` is the event, or "". Until everybody may see how the match was played, the
    picture has the names alone; where the match has no such moment, it is that of its result.
    """
    names = [seat.player.handle for seat in match.seats.all()]
    seen = _told(match)
    if seen is not None and moment is not None:
        at = ply_at(seen.plies, moment)
        if at is not None:
            return _of_moment(seen, at, moment, names, where)
    return _of_result(match, names, where, is_seen=seen is not None)


def _told(match: Match) -> ToldMatch | None:
    try:
        return told(match) if may_be_seen_now(match) else None
    except MatchNotPlaying:
        return None


def _of_moment(seen: ToldMatch, at: int, moment: Moment, names: Sequence[str], where: str) -> bytes:
    ply, sides = seen.plies[at], seen.first.sides
    hands = ply.hands
    seats = [
        PictureSeat(
            name,
            ply.points[side] if side not in sides[:number] else None,
            None if hands is None else tuple(texts(hands[number])),
        )
        for number, (name, side) in enumerate(zip(names, sides, strict=True))
    ]
    place = (
        _("Deal {deal}, play {play}").format(deal=moment.deal, play=moment.play)
        if moment.play
        else _("Deal {deal}").format(deal=moment.deal)
    )
    return table_picture(where or SITE, place, seats, ply.table, _said(seen, ply, names))


def _said(seen: ToldMatch, ply: Ply, names: Sequence[str]) -> str:
    played = next(
        (one for one in plays_in(seen.plies) if (one.deal, one.play) == (ply.deal, ply.play)), None
    )
    said = _("The cards are dealt.") if played is None else ply_in_words(played, names)
    return said or ""


def _of_result(match: Match, names: Sequence[str], where: str, *, is_seen: bool) -> bytes:
    lines, scores = list[PosterLine](), match.scores if is_seen else []
    for number, name in enumerate(names):
        side = number % len(scores) if scores else number
        is_first = scores and number == side
        lines.append(PosterLine(name, str(scores[side]) if is_first else "", number))
    if not is_seen:
        foot = _("Being played") if not may_be_seen_now(match) else ""
    elif match.reason == ABANDONED:
        foot = _("Both sides stayed away")
    elif match.winner is None:
        foot = _("Taken back by a director")
    else:
        foot = _("{who} won").format(
            who=" + ".join(
                name for number, name in enumerate(names) if number % len(scores) == match.winner
            )
        )
    return poster(SITE, where or _("A match of Casino"), lines, foot)
