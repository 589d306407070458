"""The archive: what was played is found again, as pages, as records in one file, as feeds, and as
the highlights of a player.
"""

import asyncio
import re
from typing import Any
from uuid import UUID
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from engine.record import replay
from games.api.streaming import over_loop
from games.identity import new_id
from games.match import watching
from games.match.clocks import ClockRules
from games.match.watching import Kind, Policy
from games.models import Match, Player
from games.replays.telling import told
from tests.games.opened_matches import create_match
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import (
    finish_bot_matches,
    made,
    opened,
    play_to_the_end,
    running,
)
from tests.tournaments.test_numbers_of_queries import queries_of
from tournaments.actions import services
from tournaments.models import Pairing, Tournament
from tournaments.progress import advance
from tournaments.read import archive, highlights
from tournaments.read.archive import Wanted

pytestmark = [pytest.mark.django_db]
ATOM = "{http://www.w3.org/2005/Atom}"
RECORDS = "/api/v1/archive/records/"


@pytest.fixture(autouse=True)
def nobody_asked_before() -> None:
    cache.clear()


@pytest.fixture
def event(olga: Player, people: NewPlayers) -> Tournament:
    """Four people have played it to its end: whoever sits first won by resignation."""
    event = running(olga, people(4))
    play_to_the_end(event)
    event.refresh_from_db()
    return event


def ids_of(wanted: Wanted) -> set[UUID]:
    return {match.id for match in archive.matches(wanted)[0]}


def players_of(match_id: UUID) -> list[Player]:
    seats = Match.objects.get(pk=match_id).seats.order_by("number")
    return [seat.player for seat in seats.select_related("player")]


@pytest.mark.store
def test_matches_are_found_by_what_one_knows_of_them(event: Tournament) -> None:
    every = {pairing.match_id for pairing in Pairing.objects.filter(tournament=event)}
    month = timezone.now().strftime("%Y-%m")
    assert ids_of(Wanted()) == every
    assert len(every) == 3
    for kept in (
        Wanted(month=month), Wanted(ruleset="classic"), Wanted(format=event.format),
        Wanted(result="resigned"), Wanted(text="riday"),
    ):  # fmt: skip
        assert ids_of(kept) == every, kept
    for nothing in (
        Wanted(month="1999-12"), Wanted(ruleset="royal"), Wanted(format=archive.CASUAL),
        Wanted(result="score"), Wanted(text="Monday"), Wanted(player="nobody-of-that-name"),
    ):  # fmt: skip
        assert ids_of(nothing) == set(), nothing


@pytest.mark.store
def test_the_matches_of_a_player_are_those_won_and_those_lost(event: Tournament) -> None:
    for match in Match.objects.all():
        assert match.winner is not None
        winner, loser = (players_of(match.pk)[side] for side in (match.winner, 1 - match.winner))
        assert match.pk in ids_of(Wanted(player=winner.handle.upper(), result=archive.WON))
        assert match.pk not in ids_of(Wanted(player=winner.handle, result=archive.LOST))
        assert match.pk in ids_of(Wanted(player=loser.handle, result=archive.LOST))
        assert match.pk in ids_of(Wanted(player=loser.handle))


@pytest.mark.store
def test_partners_have_won_together(people: NewPlayers) -> None:
    four, match_id = people(4), new_id()
    create_match(
        match_id, ruleset="classic", overrides={}, players=four, clock=ClockRules(), now=NOON
    )
    Match.objects.filter(pk=match_id).update(
        status=Match.Status.FINISHED, winner=1, scores=[3, 22], reason="score"
    )
    rows = Match.objects.filter(pk=match_id)
    for number, player in enumerate(four):
        own = Wanted(player=player.handle, result=archive.WON)
        found = archive._of_player(rows, own)
        assert found.exists() == (number % 2 == 1)


def test_a_page_goes_on_where_the_one_before_ended(event: Tournament) -> None:
    seen, before = list[UUID](), None
    for _page in range(3):
        found, before = archive.matches(Wanted(before=before), limit=1)
        seen += [match.id for match in found]
    assert before is None
    assert seen == sorted(seen, reverse=True)
    assert len(set(seen)) == 3


def test_a_hidden_event_and_its_matches_are_in_no_archive(event: Tournament) -> None:
    assert archive.events(Wanted())[0] == [event]
    Tournament.objects.update(hidden=True)
    assert archive.events(Wanted())[0] == []
    assert ids_of(Wanted()) == set()
    assert Client().get(f"{RECORDS}?event={event.slug}").status_code == 404
    assert Client().get(f"/tournaments/{event.slug}/feed/").status_code == 404
    assert Client().get(f"/tournaments/{event.slug}/picture.png").status_code == 404


def test_what_not_everybody_may_see_yet_is_in_no_archive(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = Match.objects.all()[0]
    handle = hidden.seats.all()[0].player.handle
    later = {hidden.pk: Policy(Kind.ROUND)}
    monkeypatch.setattr(watching, "_finders", [lambda ids: later if hidden.pk in ids else {}])
    assert hidden.pk not in ids_of(Wanted())
    assert len(ids_of(Wanted())) == 2
    text = b"".join(Client().get(RECORDS, {"event": event.slug})).decode()  # type: ignore[call-overload]
    assert len(records_in(text)) == 2
    assert hidden.pk.hex not in Client().get(f"/players/{handle}/highlights/").content.decode()


@pytest.mark.store
def test_events_are_found_by_what_one_knows_of_them(event: Tournament, olga: Player) -> None:
    called_off = opened(olga, name="Called off")
    Tournament.objects.filter(pk=called_off.pk).update(state=Tournament.State.CANCELLED)
    champion = event.champion
    assert champion is not None
    winner = champion.members.get().player.handle
    month = timezone.now().strftime("%Y-%m")
    names = lambda wanted: [row.name for row in archive.events(wanted)[0]]  # noqa: E731
    assert names(Wanted()) == ["Called off", "Friday night"]
    assert names(Wanted(result="cancelled")) == ["Called off"]
    assert names(Wanted(player=winner, result=archive.WON)) == ["Friday night"]
    assert names(Wanted(player=winner, month=month, format=event.format, ruleset="classic")) == [
        "Friday night"
    ]
    assert names(Wanted(text="called")) == ["Called off"]
    assert names(Wanted(month="1999-01")) == []
    assert names(Wanted(player="nobody-of-that-name")) == []


@pytest.mark.parametrize("month", ["2026-13", "2026", "26-01", "x", "²026-01", "0000-01", "2026-1"])
def test_what_is_no_month_is_none(month: str) -> None:
    assert archive.bounds_of(month) is None


@pytest.mark.store
def test_the_months_of_the_archive_are_those_since_the_first_match(event: Tournament) -> None:
    assert archive.months() == [timezone.now().strftime("%Y-%m")]
    old = archive.first_id(timezone.now().replace(year=2024, month=12, day=31))
    Match.objects.create(
        id=old, ruleset="classic", version=1, turn_seconds=30, created_at=NOON, status="waiting"
    )
    months = archive.months()
    assert months[-2:] == ["2025-01", "2024-12"]
    low, high = archive.bounds_of("2024-12") or (UUID(int=0), UUID(int=0))
    assert low <= old < high


def test_the_pages_of_the_archive_show_and_lead_on(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = Client().get("/archive/").content.decode()
    assert f'href="/tournaments/{event.slug}/"' in content
    monkeypatch.setattr(archive.matches, "__defaults__", (2,))
    page = Client().get("/archive/matches/", {"ruleset": "classic"}).content.decode()
    assert len(set(re.findall(r'href="/matches/(\w+)/"', page))) == 2
    older = re.search(r'rel="next" href="\?(ruleset=classic&amp;before=\w+)"', page)
    assert older is not None
    last = Client().get("/archive/matches/?" + older[1].replace("&amp;", "&")).content.decode()
    assert len(set(re.findall(r'href="/matches/(\w+)/"', last))) == 1
    assert 'rel="next"' not in last


def test_the_archive_asks_the_database_as_often_for_one_match_as_for_many(
    event: Tournament, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(6):
        archive.matches(Wanted(), limit=1)
    with django_assert_num_queries(6):
        archive.matches(Wanted())


@pytest.mark.parametrize("query", ["q=%00", "player=%E2%80%8B", "before=x", "month=x", "result=x"])
def test_whatever_is_asked_the_archive_answers(query: str, db: None) -> None:
    for address in ("/archive/", "/archive/matches/"):
        assert Client().get(f"{address}?{query}").status_code == 200


def records_in(text: str) -> list[str]:
    return [f"casino record 1{part}" for part in text.split("casino record 1")[1:]]


def test_records_of_many_matches_are_one_file_of_which_each_replays(event: Tournament) -> None:
    answer = Client().get(RECORDS, {"event": event.slug})
    text = b"".join(answer).decode()  # type: ignore[call-overload]
    found = records_in(text)
    assert len(found) == 3
    for record in found:
        replayed = replay(record)
        assert replayed.wrong is None
        assert replayed.state.status == "finished"
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert f'filename="records-{event.slug}.txt"' in answer["Content-Disposition"]
    assert "Link" not in answer
    handle = Match.objects.all()[0].seats.all()[0].player.handle
    of_player = b"".join(Client().get(RECORDS, {"player": handle})).decode()  # type: ignore[call-overload]
    assert 1 <= len(records_in(of_player)) <= 2


def test_a_long_file_of_records_says_where_it_goes_on(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.api.archive.MOST", 2)
    first = Client().get(RECORDS, {"month": timezone.now().strftime("%Y-%m")})
    text = b"".join(first).decode()  # type: ignore[call-overload]
    link = re.fullmatch(r'<http://testserver(.*)>; rel="next"', first["Link"])
    assert link is not None
    assert text.endswith(f"; older ones: http://testserver{link[1]}\n")
    assert len(records_in(text)) == 2
    assert replay(records_in(text)[-1]).wrong is None
    last = Client().get(link[1])
    assert len(records_in(b"".join(last).decode())) == 1  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("query", "status"),
    [("month=2026", 409), ("before=x", 409), ("player=nobody", 404), ("event=nothing", 404)],
)
def test_records_of_nothing_are_refused(query: str, status: int, db: None) -> None:
    assert Client().get(f"{RECORDS}?{query}").status_code == status


def test_records_are_sent_piece_by_piece_by_an_event_loop(db: None) -> None:
    async def collected() -> list[bytes]:
        return [piece async for piece in over_loop(iter([b"one", b"two"]))]

    assert asyncio.run(collected()) == [b"one", b"two"]


def titles_in(content: bytes) -> list[str]:
    feed = ElementTree.fromstring(content)
    return [str(entry.findtext(f"{ATOM}title")) for entry in feed.iter(f"{ATOM}entry")]


def test_the_feed_of_an_event_tells_how_it_went(event: Tournament) -> None:
    answer = Client().get(f"/tournaments/{event.slug}/feed/")
    assert answer["Content-Type"].startswith("application/atom+xml")
    titles = titles_in(answer.content)
    assert {"announced", "it begins", "it is over"} <= set(titles)
    assert len([title for title in titles if title.endswith(": results")]) == 2
    assert titles[0] == "it is over"
    assert len(titles) == 7
    assert b"Won by " in answer.content
    assert f"/tournaments/{event.slug}/rounds/?stage=1&amp;round=2".encode() in answer.content
    page = Client().get(f"/tournaments/{event.slug}/").content.decode()
    assert (
        f'type="application/atom+xml" title="Friday night" href="/tournaments/{event.slug}/feed/"'
        in page
    )


def test_the_feed_of_the_house_tells_of_events_and_of_no_draft(
    event: Tournament, olga: Player
) -> None:
    made(olga, name="Secret plans")
    titles = titles_in(Client().get("/feed/").content)
    assert "Friday night: it is over" in titles
    assert not any("Secret" in title for title in titles)


@pytest.mark.parametrize("address", ["/feed/", "/tournaments/{slug}/feed/"])
def test_a_feed_is_sent_once(event: Tournament, address: str) -> None:
    where = address.format(slug=event.slug)
    first = Client().get(where)
    assert Client().get(where, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    assert Client().get(where, HTTP_IF_NONE_MATCH='"another"').status_code == 200


def test_highlights_lead_to_the_moments_of_the_largest_sweeps(olga: Player) -> None:
    event = opened(olga)
    services.enter_bots(event, olga, "greedy", 2, now=NOON)
    services.start(event, olga, now=NOON)
    advance.advance(event.pk, at_noon)
    finish_bot_matches()
    match = Match.objects.get(status=Match.Status.FINISHED)
    bot = match.seats.all()[0].player
    seat = next(one.number for one in match.seats.all() if one.player_id == bot.pk)
    swept = [
        (ply.deal, ply.play, tuple(ply.data["captured"]))
        for ply in told(match).plies
        if ply.data.get("sweep") and ply.data["seat"] == seat
    ]
    found = highlights.highlights_of(bot)
    shown = [(one.moment.deal, one.moment.play, one.cards) for one in found.sweeps]
    assert set(shown) <= set(swept)
    assert len(shown) == min(len(swept), highlights.SHOWN)
    sizes = [len(one.cards) for one in found.sweeps]
    assert sizes == sorted(sizes, reverse=True)
    (close,) = found.closest
    assert close.match == match.pk
    assert close.margin == abs(match.scores[0] - match.scores[1])
    page = Client().get(f"/players/{bot.handle}/highlights/").content.decode()
    for one in found.sweeps:
        assert f"/matches/{match.pk.hex}/replay/?{one.moment.query.replace('&', '&amp;')}" in page


def test_there_are_no_highlights_of_nobody(ann: Player) -> None:
    assert Client().get("/players/nobody/highlights/").status_code == 404
    assert Client().get("/players/nobody/picture.png").status_code == 404
    assert b"None in these matches." in Client().get("/players/ann/highlights/").content


def test_events_and_players_have_pictures_to_share(event: Tournament) -> None:
    handle = Match.objects.all()[0].seats.all()[0].player.handle
    for page in (f"/tournaments/{event.slug}/", f"/players/{handle}/"):
        content = Client().get(page).content.decode()
        assert f'<meta property="og:image" content="http://testserver{page}picture.png">' in content
        assert '<meta name="twitter:card" content="summary_large_image">' in content
        first = Client().get(f"{page}picture.png")
        assert first.content.startswith(b"\x89PNG")
        again = Client().get(f"{page}picture.png", HTTP_IF_NONE_MATCH=first["ETag"])
        assert again.status_code == 304


LISTS = "/api/v1/archive/"


def listed(kind: str, **asked: Any) -> list[dict[str, Any]]:
    """Every page of a list of the archive, one after another."""
    address, found = f"{LISTS}{kind}/", list[dict[str, Any]]()
    answer = Client().get(address, asked)
    while True:
        assert answer.status_code == 200, answer.content
        page = answer.json()
        found += page["results"]
        if page["next"] is None:
            return found
        answer = Client().get(page["next"])


@pytest.mark.store
def test_matches_are_listed_over_rest_by_what_one_knows_of_them(event: Tournament) -> None:
    every = listed("matches")
    assert [one["id"] for one in every] == sorted(
        (pairing.match_id.hex for pairing in Pairing.objects.all() if pairing.match_id),
        reverse=True,
    )
    for one in every:
        match = Match.objects.get(pk=one["id"])
        assert one["tournament"] == {"id": event.pk.hex, "slug": event.slug, "name": event.name}
        assert (one["winner"], one["reason"]) == (match.winner, "resigned")
        assert [side["score"] for side in one["sides"]] == match.scores
        assert [[player["handle"] for player in side["players"]] for side in one["sides"]] == [
            [player.handle] for player in players_of(match.pk)
        ]
    month = timezone.now().strftime("%Y-%m")
    for asked in (
        {"month": month}, {"ruleset": "classic"}, {"format": event.format}, {"q": "riday"},
        {"result": "resigned"}, {"event": event.slug}, {"event": event.pk.hex}, {"limit": 1},
    ):  # fmt: skip
        assert listed("matches", **asked) == every, asked
    for asked in (
        {"month": "1999-12"}, {"ruleset": "royal"}, {"format": "casual"}, {"q": "Monday"},
        {"result": "abandoned"},
    ):  # fmt: skip
        assert listed("matches", **asked) == [], asked
    handle = every[0]["sides"][every[0]["winner"]]["players"][0]["handle"]
    won = listed("matches", player=handle, result="won")
    lost = listed("matches", player=handle, result="lost")
    assert every[0] in won
    assert {one["id"] for one in won + lost} == {
        one["id"] for one in listed("matches", player=handle)
    }
    assert listed("matches", fields="id,reason")[0] == {
        "id": every[0]["id"], "reason": "resigned",
    }  # fmt: skip


@pytest.mark.store
def test_events_that_are_over_are_listed_over_rest(event: Tournament, olga: Player) -> None:
    opened(olga, name="Still to come")
    called_off = opened(olga, name="Called off")
    Tournament.objects.filter(pk=called_off.pk).update(state=Tournament.State.CANCELLED)
    names = lambda **asked: [one["name"] for one in listed("events", **asked)]  # noqa: E731
    assert event.champion is not None
    winner = event.champion.members.get().player.handle
    assert names() == names(limit=1) == ["Called off", "Friday night"]
    assert names(result="cancelled") == ["Called off"]
    assert names(player=winner, result="won") == ["Friday night"]
    assert names(q="olga") == ["Called off", "Friday night"]
    assert names(month="1999-01") == []
    assert listed("events", q="Friday") == [
        Client().get(f"/api/v1/tournaments/{event.slug}/").json()
    ]


@pytest.mark.parametrize("kind", ["matches", "events"])
def test_a_list_of_the_archive_is_sent_once(kind: str, event: Tournament) -> None:
    first = Client().get(f"{LISTS}{kind}/")
    again = Client().get(f"{LISTS}{kind}/", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (first.status_code, again.status_code) == (200, 304)


def test_what_is_hidden_or_withheld_is_in_no_list_of_the_archive(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    withheld = Match.objects.order_by("-id")[0]
    later = {withheld.pk: Policy(Kind.ROUND)}
    with monkeypatch.context() as patch:
        patch.setattr(watching, "_finders", [lambda ids: later if withheld.pk in ids else {}])
        # The page that would hold it alone is empty, and leads on.
        first = Client().get(f"{LISTS}matches/", {"limit": 1}).json()
        assert first["results"] == []
        assert first["next"] is not None
        assert len(listed("matches", limit=1)) == 2
    assert len(listed("matches")) == 3
    Tournament.objects.update(hidden=True)
    assert listed("matches") == listed("events") == []
    assert Client().get(f"{LISTS}matches/", {"event": event.slug}).status_code == 404


@pytest.mark.parametrize(
    ("query", "refused"),
    [
        ("matches/?month=2026", (409, "bad_field")),
        ("matches/?result=won", (409, "bad_field")),
        ("events/?player=nobody", (404, "unknown_player")),
        ("matches/?player=%E2%80%8B", (404, "unknown_player")),
        ("matches/?event=nothing", (404, "unknown_tournament")),
        ("matches/?cursor=x", (400, "bad_cursor")),
        ("events/?cursor=WyJ4Il0", (400, "bad_cursor")),
        ("matches/?result=nothing", (400, "invalid")),
        ("matches/?before=x", (400, "invalid")),
        ("events/?q=%00", (400, "invalid")),
    ],
)
def test_a_list_of_the_archive_says_what_it_does_not_take(
    query: str, refused: tuple[int, str], db: None
) -> None:
    answer = Client().get(f"{LISTS}{query}")
    assert (answer.status_code, answer.json()["code"]) == refused


@pytest.mark.parametrize("kind", ["matches", "events"])
def test_a_list_of_the_archive_asks_as_often_for_one_as_for_many(
    kind: str, event: Tournament
) -> None:
    address = f"{LISTS}{kind}/"

    one = queries_of(lambda: Client().get(address, {"limit": 1}))

    assert queries_of(lambda: Client().get(address)) == one
