"""The picture of a match that is shared: what its foot says, and what it keeps from everybody."""

import io
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client
from PIL import Image, ImageChops

from games.match import commands, queries, watching
from games.match.clocks import GRACE
from games.match.watching import Kind, Policy
from games.models import Match, Player
from games.replays import match_pictures
from games.replays.in_words import ply_in_words
from games.replays.moments import Moment
from games.replays.pictures import HEIGHT, MARGIN, WIDTH, PictureSeat, table_picture
from games.replays.telling import plays_in, told
from games.web import pictures as served
from tests.games.exports import bots_match
from tests.games.tables import OpenMatch
from tests.noon import NOON

pytestmark = [pytest.mark.django_db]
FOOT = HEIGHT - 104
SEATS = [PictureSeat("ann", 3, ("Ah", "2s")), PictureSeat("bob", 0, ())]


@pytest.fixture(autouse=True)
def nobody_asked_before() -> Iterator[None]:
    cache.clear()
    served._kept.cache_clear()
    yield
    served._kept.cache_clear()


@pytest.fixture
def match(bots: list[Player]) -> Match:
    return queries.find_match(bots_match(bots))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What tables are drawn of."""
    found: list[tuple[Any, ...]] = []
    plain = match_pictures.table_picture

    def noted(*given: Any) -> bytes:
        found.append(given)
        return plain(*given)

    monkeypatch.setattr(match_pictures, "table_picture", noted)
    return found


@pytest.fixture
def feet(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What stands under the names."""
    found: list[str] = []
    plain = match_pictures.poster

    def noted(*given: Any) -> bytes:
        found.append(given[-1])
        return plain(*given)

    monkeypatch.setattr(match_pictures, "poster", noted)
    return found


def picture(match_id: UUID, moment: Moment | None = None) -> bytes:
    query = f"?{moment.query}" if moment else ""
    answer = Client().get(f"/matches/{match_id.hex}/picture.png{query}")
    assert answer.status_code == 200
    return bytes(answer.content)


def image(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def changed(one: bytes, other: bytes) -> tuple[int, int, int, int] | None:
    """The box in which two pictures differ plainly, whatever colours either is made of."""
    difference = ImageChops.difference(image(one), image(other)).convert("L")
    return difference.point(lambda value: 255 if value > 40 else 0).getbbox()


def test_the_foot_of_a_moment_says_what_was_played_there(
    match: Match, drawn: list[tuple[Any, ...]]
) -> None:
    names = [seat.player.handle for seat in match.seats.all()]
    plies = told(match).plies
    plays = list(plays_in(plies))
    for number, ply in ((0, plays[0]), (7, plays[7]), (20, plays[20])):
        picture(match.pk, Moment(ply.deal, ply.play))
        where, seats, table, said = drawn[-1][1:]
        assert said == ply_in_words(ply, names)
        assert where == f"Deal {ply.deal}, play {ply.play}"
        # All of it is from before the next play: the packet that is dealt then is there.
        before = [one for one in plies if one.version < plays[number + 1].version][-1]
        assert before.hands is not None
        assert table == before.table
        assert [seat.points for seat in seats] == list(before.points)
        assert [len(seat.hand) for seat in seats] == [hand.bit_count() for hand in before.hands]
    picture(match.pk, Moment(2))
    assert drawn[-1][4] == "The cards are dealt."


def test_the_foot_lies_below_the_table_and_holds_the_longest_sentence() -> None:
    without = table_picture("Good Ten", "Deal 1", SEATS, None, "")
    short = table_picture("Good Ten", "Deal 1", SEATS, None, "ann trailed the 7\u2663.")
    box = changed(without, short)
    assert box is not None
    assert (box[0] >= MARGIN, box[1] >= FOOT, box[3] <= HEIGHT - 50) == (True, True, True)
    # Negative control: what is drawn of the seats lies above it.
    other = [PictureSeat("ann", 4, ("Ah", "2s")), SEATS[1]]
    above = changed(without, table_picture("Good Ten", "Deal 1", other, None, ""))
    assert above is not None
    assert above[3] <= FOOT
    words = " ".join(["a-very-long-handle-is-one captured the 10\u2666 and the 9\u2665,"] * 8)
    box = changed(without, table_picture("Good Ten", "Deal 1", SEATS, None, words))
    assert box is not None
    assert (box[1] >= FOOT, box[2] <= WIDTH - MARGIN, box[3] <= HEIGHT - 8) == (True, True, True)


def withhold(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    later = {match.pk: Policy(Kind.ROUND)}
    monkeypatch.setattr(watching, "_finders", [lambda ids: later if match.pk in ids else {}])


def test_a_picture_keeps_what_others_are_to_see_later(
    match: Match, feet: list[str], drawn: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who won, by how much and what was played make no difference to it."""
    withhold(match, monkeypatch)
    asked = (None, Moment(1), Moment(1, 3), Moment(99))
    first = {picture(match.pk, moment) for moment in asked}
    assert (len(first), set(feet), drawn) == (1, {"Being played"}, [])

    assert match.winner is not None
    Match.objects.filter(pk=match.pk).update(
        winner=1 - match.winner, scores=[score + 7 for score in match.scores], reason="resigned"
    )
    served._kept.cache_clear()
    assert {picture(match.pk, moment) for moment in asked} == first


def test_a_picture_that_told_it_would_be_found_out(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the test above: with the one question answered wrongly, pictures differ."""
    withhold(match, monkeypatch)
    kept = picture(match.pk, Moment(1, 3))
    for module in (served, match_pictures):
        monkeypatch.setattr(module, "may_be_seen_now", lambda match: True)
    assert picture(match.pk, Moment(1, 3)) != kept
    assert picture(match.pk) != kept
    assert picture(match.pk) != picture(match.pk, Moment(1, 3))


def test_the_foot_of_a_result_says_how_it_ended(
    match: Match, feet: list[str], open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    names = [seat.player.handle for seat in match.seats.all()]
    assert match.winner is not None
    picture(match.pk)
    assert feet[-1] == f"{names[match.winner]} won"

    annulled = open_match(alice, bob)
    picture(annulled)
    assert feet[-1] == "Being played"
    commands.annul(annulled, "system", "not to be", NOON)
    picture(annulled)
    assert feet[-1] == "Taken back by a director"


def test_a_match_that_both_stayed_away_from_was_taken_back_by_nobody(
    feet: list[str], open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id, now = open_match(alice, bob), NOON
    while Match.objects.get(pk=match_id).status != "finished":
        now += timedelta(minutes=30) + GRACE
        commands.run_out_clock(match_id, now)
    assert Match.objects.get(pk=match_id).reason == "abandoned"

    picture(match_id)
    assert feet[-1] == "Both sides stayed away"
    pages = (f"/matches/{match_id.hex}/", f"/matches/{match_id.hex}/replay/")
    for page in pages:
        told_there = Client().get(page).content.decode()
        assert "Both sides stayed away; nobody wins." in told_there
        assert "took the match back" not in told_there
