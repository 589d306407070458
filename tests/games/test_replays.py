"""A finished match is replayed: over REST, on its page, in words, as a chart and as a picture."""

import gzip
import io
import re
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client
from PIL import Image
from rest_framework.test import APIClient

from games.identity import new_id
from games.match import commands, queries
from games.match.clocks import ClockRules
from games.match.match_log import match_log
from games.match.opening import Dealing
from games.models import Match, Player
from games.replays import telling
from games.replays.moments import Moment, moment_in, neighbours, ply_at
from games.replays.score_chart import lead_changes, score_chart
from games.replays.sheets import text_of
from games.replays.telling import ToldMatch, told
from tests.api import code_of
from tests.games.exports import bots_match, export, resigned_match
from tests.games.opened_matches import create_match
from tests.games.tables import OpenMatch
from tests.noon import NOON

pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def nobody_asked_before() -> None:
    cache.clear()


@pytest.fixture
def match(bots: list[Player]) -> Match:
    return queries.find_match(bots_match(bots))


@pytest.fixture
def seen(match: Match) -> ToldMatch:
    return told(match)


def over_rest(match_id: UUID) -> str:
    return f"/api/v1/matches/{match_id.hex}/replay/"


def page(match_id: UUID) -> str:
    return f"/matches/{match_id.hex}/replay/"


def picture(match_id: UUID) -> str:
    return f"/matches/{match_id.hex}/picture.png"


def picture_in(answer: Any) -> Image.Image:
    assert answer["Content-Type"] == "image/png"
    return Image.open(io.BytesIO(answer.content))


def test_a_replay_tells_every_fact_after_the_start_with_all_hands(match: Match) -> None:
    answer = APIClient().get(over_rest(match.pk)).json()
    facts = export(match.pk)
    begun = next(at for at, fact in enumerate(facts) if fact["type"] == "match_started")
    assert [ply["version"] for ply in answer["plies"]] == [f["version"] for f in facts[begun + 1 :]]
    assert answer["complete"]
    dealt = next(ply for ply in answer["plies"] if ply["type"] == "packet_dealt")
    assert [len(hand) for hand in dealt["hands"]] == [4, 4]
    assert answer["plies"][-1]["points"] == match.scores
    assert [player["handle"] for player in answer["view"]["players"]] == ["greedy-1", "random-2"]


def test_points_grow_by_what_is_certain_and_are_the_score_when_a_deal_is_scored(
    seen: ToldMatch,
) -> None:
    before = (0, 0)
    for ply in seen.plies:
        assert all(now >= then for now, then in zip(ply.points, before, strict=True))
        if ply.type == "deal_scored":
            assert list(ply.points) == ply.data["scores"]
        before = ply.points


def test_a_replay_is_sent_once(match: Match) -> None:
    first = APIClient().get(over_rest(match.pk))
    again = APIClient().get(over_rest(match.pk), HTTP_IF_NONE_MATCH=first["ETag"])
    assert (first.status_code, again.status_code) == (200, 304)
    seat = match.seats.first()
    assert seat is not None
    Player.objects.filter(pk=seat.player_id).update(handle="renamed")
    anew = APIClient().get(over_rest(match.pk), HTTP_IF_NONE_MATCH=first["ETag"])
    assert anew.status_code == 200
    assert anew.json()["view"]["players"][0]["handle"] == "renamed"


def test_a_replay_comes_compressed_to_who_reads_that(match: Match) -> None:
    plain = APIClient().get(over_rest(match.pk))
    packed = APIClient().get(over_rest(match.pk), HTTP_ACCEPT_ENCODING="gzip")
    now = re.compile(rb'"now":"[^"]*"')
    assert now.sub(b"", gzip.decompress(packed.content)) == now.sub(b"", plain.content)
    assert len(packed.content) < len(plain.content) / 4
    again = APIClient().get(
        over_rest(match.pk), HTTP_ACCEPT_ENCODING="gzip", HTTP_IF_NONE_MATCH=packed["ETag"]
    )
    assert again.status_code == 304


def test_a_match_in_play_has_no_replay_and_its_picture_has_names_alone(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    assert code_of(APIClient().get(over_rest(match_id))) == (409, "match_unfinished")
    assert Client().get(page(match_id))["Location"] == f"/matches/{match_id.hex}/"
    plain = Client().get(picture(match_id))
    moment = Client().get(picture(match_id), {"deal": "1", "play": "1"})
    assert plain.content == moment.content
    assert plain["ETag"] == moment["ETag"]


def test_what_shares_its_cards_with_others_is_closed_until_they_are_published(
    bots: list[Player],
) -> None:
    match_id = new_id()
    dealing = Dealing(board="1-1", secret=b"s" * 32)
    create_match(
        match_id, ruleset="classic", overrides={}, players=bots, clock=ClockRules(), now=NOON,
        dealing=dealing,
    )  # fmt: skip
    Match.objects.filter(pk=match_id).update(status=Match.Status.FINISHED)
    assert code_of(APIClient().get(over_rest(match_id))) == (403, "match_closed")
    assert Client().get(page(match_id)).status_code == 403
    told_nothing = Client().get(picture(match_id)).content
    assert Client().get(picture(match_id), {"deal": "1"}).content == told_nothing


def test_an_old_link_to_a_replay_leads_to_its_page(
    match: Match, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    assert Client().get("/records/", {"match": match.pk.hex})["Location"] == page(match.pk)
    for other in (open_match(alice, bob).hex, new_id().hex, "x"):
        assert Client().get("/records/", {"match": other}).status_code == 200


@pytest.mark.parametrize("missing", [over_rest, page, picture])
def test_there_is_no_replay_of_no_match(missing: Any) -> None:
    assert Client().get(missing(new_id())).status_code == 404


def test_a_match_taken_back_before_its_first_card_has_nothing_to_replay(
    alice: Player, bob: Player, open_match: OpenMatch
) -> None:
    match_id = open_match(alice, bob, cut=False)
    commands.annul(match_id, "system", "not to be", NOON)
    assert APIClient().get(over_rest(match_id)).status_code == 409
    assert Client().get(page(match_id)).status_code == 302
    assert picture_in(Client().get(picture(match_id))).size == (1200, 630)
    assert Client().get(f"/matches/{match_id.hex}/").status_code == 200


def test_every_play_of_a_match_is_a_moment_with_its_own_address(seen: ToldMatch) -> None:
    plays = list(telling.plays_in(seen.plies))
    moments = [Moment(ply.deal, ply.play) for ply in plays]
    assert len(set(moments)) == len(plays)
    for moment in moments:
        query = dict(part.split("=") for part in moment.query.split("&"))
        assert moment_in(query) == moment
        at = ply_at(seen.plies, moment)
        assert at is not None
        assert (seen.plies[at].deal, seen.plies[at].play) == (moment.deal, moment.play)
    assert ply_at(seen.plies, Moment(99)) is None


def test_one_goes_from_moment_to_moment_through_the_whole_match(seen: ToldMatch) -> None:
    moment: Moment | None = Moment(1)
    count = 0
    while moment is not None:
        before, after = neighbours(seen.plies, moment)
        assert after is None or neighbours(seen.plies, after)[0] == moment
        moment, count = after, count + 1
    deals = {ply.deal for ply in seen.plies}
    assert count == len(list(telling.plays_in(seen.plies))) + len(deals)
    assert before is not None


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"deal": "0"},
        {"deal": "x"},
        {"deal": "12345"},
        {"deal": "1", "play": "-1"},
        {"play": "3"},
    ],
)
def test_what_is_no_moment_is_none(query: dict[str, str]) -> None:
    assert moment_in(query) is None


def test_the_match_in_words_has_a_line_for_every_play_and_the_sheets(
    match: Match, seen: ToldMatch
) -> None:
    text = text_of(seen, ["ann", "bob"])
    lines = [line for deal in text.deals for line in deal.lines]
    assert len([line for line in lines if line.moment]) == len(list(telling.plays_in(seen.plies)))
    assert all(re.match(r"(ann|bob) (trailed|captured|built|added|raised) ", x.text) for x in lines)
    assert [row.cells for row in text.deals[-1].totals][-1] == tuple(map(str, match.scores))
    winner = ["ann", "bob"][match.winner or 0]
    assert text.result.startswith(f"{winner} won ")


def test_who_left_and_who_was_late_stand_among_the_plays(alice: Player, bots: list[Player]) -> None:
    match = queries.find_match(resigned_match(alice, bots[0]))
    text = text_of(told(match), ["alice", "greedy-1"])
    said = [line.text for deal in text.deals for line in deal.lines]
    assert "alice ran out of time." in said
    assert said[-1] == "alice resigned."
    assert text.result.endswith("by resignation.")


def test_the_graph_ends_where_the_score_does_and_its_table_has_every_deal(
    match: Match, seen: ToldMatch
) -> None:
    chart = score_chart(seen.plies)
    assert chart is not None
    assert [row.deal for row in chart.rows] == list(range(1, len(chart.deals) + 1))
    assert list(chart.rows[-1].points) == match.scores
    added = [sum(row.added[side] for row in chart.rows) for side in (0, 1)]
    assert added == match.scores
    assert chart.lead_changes == len(lead_changes(seen.plies))
    assert score_chart(seen.plies[:1]) is None


def test_the_page_says_for_who_shares_it_what_happened_at_the_moment(
    match: Match, seen: ToldMatch
) -> None:
    asked = Client().get(page(match.pk), {"deal": "1", "play": "3"}).content.decode()
    address = f"http://testserver{picture(match.pk)}?deal=1&amp;play=3"
    assert f'<meta property="og:image" content="{address}">' in asked
    assert f'<meta name="twitter:image" content="{address}">' in asked
    assert 'content="Deal 1, play 3: ' in asked
    assert f'content="http://testserver{page(match.pk)}?deal=1&amp;play=3"' in asked
    of_match = Client().get(f"/matches/{match.pk.hex}/").content.decode()
    assert f'content="http://testserver{picture(match.pk)}"' in of_match
    nowhere = Client().get(page(match.pk), {"deal": "77"}).content.decode()
    assert f'content="http://testserver{picture(match.pk)}"' in nowhere


def test_a_picture_of_a_moment_is_drawn_once_and_not_sent_to_who_has_it(match: Match) -> None:
    first = Client().get(picture(match.pk), {"deal": "1", "play": "3"})
    assert picture_in(first).size == (1200, 630)
    assert len(first.content) < 100_000
    again = Client().get(
        picture(match.pk), {"deal": "1", "play": "3"}, HTTP_IF_NONE_MATCH=first["ETag"]
    )
    assert again.status_code == 304
    other = Client().get(picture(match.pk), {"deal": "1", "play": "4"})
    assert other.content != first.content
    assert "max-age" in first["Cache-Control"]


@pytest.mark.parametrize("seats", [3, 6])
def test_tables_of_many_have_pictures_too(seats: int, db: None) -> None:
    players = [
        Player.objects.create(handle=f"a-very-long-handle-is-{n}", kind="bot", bot="greedy")
        for n in range(seats)
    ]
    match_id = bots_match(players, "california")
    assert picture_in(Client().get(picture(match_id), {"deal": "1", "play": "5"})).size[0] == 1200
    assert picture_in(Client().get(picture(match_id))).size == (1200, 630)


def test_without_scripts_a_finished_match_is_a_list_of_plays_and_its_sheets(match: Match) -> None:
    for address in (page(match.pk), f"/matches/{match.pk.hex}/"):
        content = Client().get(address).content.decode()
        noscript = "".join(re.findall(r"<noscript>(.*?)</noscript>", content, re.DOTALL))
        assert "Sheet of deal 1" in noscript
        assert noscript.count("<li data-seat=") >= 96
        assert "http-equiv" not in content


def test_without_scripts_a_live_match_says_its_newest_state_and_loads_itself_again(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    content = Client().get(f"/matches/{match_id.hex}/").content.decode()
    assert '<noscript><meta http-equiv="refresh" content="15"></noscript>' in content
    state = match_log.load(match_id)
    assert state.turn is not None
    assert f"{['alice', 'bob'][state.turn]} is to play." in content
    assert "On the table: " in content
    assert "Deal 1, packet 1 of 6." in content
