"""When others than its players see the tables of an event, and who may look all the same."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.accounts import tokens
from games.live import hub
from games.match import commands, queries
from games.match.match_log import match_log
from games.match.watching import shown_to_all
from games.models import Match, Player
from games.refusals import MatchClosed
from tests.games.tables import a_legal_move
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.sockets import open_socket
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import facts_of, made, running
from tournaments.core.refusals import BadField, MayNotLook, NotDirector
from tournaments.domain import commands as asked
from tournaments.domain.policies import LEFT_OUT
from tournaments.domain.round_commands import LookAtTable
from tournaments.domain.settings import Settings, StageSettings, complete
from tournaments.models import Pairing, Tournament
from tournaments.progress import advance
from tournaments.read import summaries
from tournaments.store.tournament_log import run, tournament_log
from tournaments.text.regulations import regulations
from tournaments.web.forms.policies_in_words import in_words

in_db: Callable[..., Any] = database_sync_to_async
pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def first_match(tournament: Tournament) -> Match:
    pairing = Pairing.objects.filter(tournament=tournament).order_by("number").first()
    assert pairing is not None
    assert pairing.match is not None
    return pairing.match


def seats_of(match: Match) -> list[Player]:
    return [seat.player for seat in match.seats.select_related("player").order_by("number")]


def cut(match: Match) -> None:
    for player in seats_of(match):
        commands.cut(match.pk, player, bytes(16), now=NOON)


def play(match: Match, times: int = 1, now: Any = NOON) -> None:
    seats = seats_of(match)
    for _ in range(times):
        state = match_log.load(match.pk)
        assert state.turn is not None
        version = state.version
        commands.play(
            match.pk, seats[state.turn], a_legal_move(state), seen_version=version,
            command_id=f"v{version}", now=now,
        )  # fmt: skip


def shown(match: Match, now: Any = NOON) -> int | None:
    return shown_to_all([Match.objects.get(pk=match.pk)], now).get(match.pk)


def an_event(olga: Player, people: NewPlayers, **policies: Any) -> Match:
    match = first_match(running(olga, people(4), policies=policies))
    cut(match)
    return match


def plays_at(match: Match) -> list[int]:
    return [
        fact["version"]
        for fact in queries.facts(match.pk, queries.Sight(), 0, 500)
        if fact["type"] == "card_played"
    ]


def test_a_table_may_be_seen_some_plays_later(olga: Player, people: NewPlayers) -> None:
    match = an_event(olga, people, watching="plays", watching_plays=3)
    play(match, 2)
    assert shown(match) == plays_at(match)[0] - 1
    play(match, 8)
    assert shown(match) == plays_at(match)[-3] - 1
    view = queries.view(match.pk, None, NOON)
    assert view["version"] == plays_at(match)[-3] - 1
    assert view["later"] == {"policy": "plays", "by": 3}
    assert view["clock"]["deadline"] is None
    own = queries.view(match.pk, seats_of(match)[0], NOON)
    assert own["later"] is None
    assert own["version"] == match_log.load(match.pk).version
    commands.resign(match.pk, seats_of(match)[0], command_id="resign", now=NOON)
    assert shown(match) is None


def test_a_table_may_be_seen_some_seconds_later(olga: Player, people: NewPlayers) -> None:
    match = an_event(olga, people, watching="seconds", watching_seconds=20)
    begun = match_log.load(match.pk).version
    play(match, 2, NOON + timedelta(seconds=30))
    assert shown(match, NOON + timedelta(seconds=10)) == 0
    assert shown(match, NOON + timedelta(seconds=49)) == begun
    assert shown(match, NOON + timedelta(seconds=50)) == match_log.load(match.pk).version


def test_a_deal_may_be_seen_when_it_is_over(olga: Player, people: NewPlayers) -> None:
    match = an_event(olga, people, watching="deal")
    facts = queries.facts(match.pk, queries.Sight(), 0, 500)
    [begun] = [fact["version"] for fact in facts if fact["type"] == "deal_started"]
    play(match, 5)
    assert shown(match) == begun - 1
    play(match, 43)
    facts = queries.facts(match.pk, queries.Sight(), 0, 500)
    [scored] = [fact["version"] for fact in facts if fact["type"] == "deal_scored"]
    assert shown(match) == scored < facts[-1]["version"]


def test_a_match_may_be_seen_when_it_is_over(olga: Player, people: NewPlayers) -> None:
    match = an_event(olga, people, watching="match")
    with pytest.raises(MatchClosed):
        queries.view(match.pk, None, NOON)
    commands.resign(match.pk, seats_of(match)[0], command_id="resign", now=NOON)
    assert queries.view(match.pk, None, NOON)["result"]


def test_tables_and_results_may_be_seen_when_the_round_is_over(
    olga: Player, people: NewPlayers
) -> None:
    """The event itself learns no result before: whatever is told of it tells none."""
    tournament = running(olga, people(4), policies={"watching": "round"})
    matches = [
        pairing.match
        for pairing in Pairing.objects.filter(tournament=tournament).select_related("match")
        if pairing.match
    ]
    for number, match in enumerate(matches):
        cut(match)
        commands.resign(match.pk, seats_of(match)[0], command_id="resign", now=NOON)
        advance.advance(tournament.pk, lambda: NOON)
        is_last = number == len(matches) - 1
        assert facts_of(tournament).count("result_recorded") == (2 if is_last else 0)
        assert shown(matches[0]) == (None if is_last else 0)


def test_results_come_as_much_later_as_the_tables(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(2), policies={"watching": "seconds"})
    match = first_match(tournament)
    cut(match)
    commands.resign(match.pk, seats_of(match)[0], command_id="resign", now=NOON)
    for seconds, recorded in ((59, 0), (60, 1)):
        assert tournament.pk in advance.due_tournaments(NOON + timedelta(seconds=seconds))
        advance.advance(tournament.pk, lambda: NOON + timedelta(seconds=seconds))  # noqa: B023
        assert facts_of(tournament).count("result_recorded") == recorded


def test_how_an_event_is_watched_may_change_while_it_is_played(
    olga: Player, people: NewPlayers
) -> None:
    match = an_event(olga, people, watching="match")
    tournament = match.pairing.tournament
    state = tournament_log.load(tournament.pk)
    settings = complete(
        Settings(
            **{
                name: getattr(state.settings, name)
                for name in state.settings.__dataclass_fields__
                if name not in ("policies", "rules")
            },
            rules=state.settings.rules,
            policies={},
        )
    )
    change = asked.ChangeSettings(olga.pk.hex, settings, NOON, "Everybody asks for it")
    run(tournament.pk, lambda _: change, actor=olga.pk.hex, now=NOON)
    assert shown(match) is None


def test_what_others_wait_for_has_to_come() -> None:
    """An arena has no rounds that end."""
    with pytest.raises(BadField) as refused:
        complete(Settings("A", stages=(StageSettings("arena"),), policies={"watching": "round"}))
    assert refused.value.params["field"] == "policies.watching"
    stage = StageSettings("arena", watching="round")
    with pytest.raises(BadField) as refused:
        complete(Settings("A", stages=(stage,)))
    assert refused.value.params["field"] == "stages.0.watching"


def look(match: Match, player: Player) -> None:
    pairing = match.pairing
    command = LookAtTable(player.pk.hex, pairing.stage, pairing.round, pairing.number)
    run(pairing.tournament_id, lambda _: command, actor=player.pk.hex, now=NOON)


def test_a_director_may_look_live_and_everybody_can_see_that_they_did(
    olga: Player, people: NewPlayers
) -> None:
    match = an_event(olga, people, watching="match", directors_look=True)
    with pytest.raises(MatchClosed):
        queries.view(match.pk, olga, NOON)
    look(match, olga)
    look(match, olga)
    view = queries.view(match.pk, olga, NOON)
    assert view["version"] == match_log.load(match.pk).version
    assert view["deal"]["hand"] is None
    assert facts_of(match.pairing.tournament).count("table_looked_at") == 1
    with pytest.raises(NotDirector):
        look(match, seats_of(match)[0])
    with pytest.raises(MatchClosed):
        queries.view(match.pk, None, NOON)


def test_no_director_looks_where_the_event_does_not_say_so_or_who_plays_in_it(
    olga: Player, people: NewPlayers
) -> None:
    players = people(4)
    closed = running(olga, players, policies={"watching": "match"})
    with pytest.raises(MayNotLook):
        look(first_match(closed), olga)
    policies = {"watching": "match", "directors_look": True}
    match = first_match(running(olga, [olga, *players[:3]], policies=policies, name="Saturday"))
    with pytest.raises(MayNotLook):
        look(match, olga)


@pytest.mark.django_db(transaction=True)
async def test_a_socket_tells_who_looks_on_later_and_a_seat_at_once(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a socket of the match and on a wall alike; and nothing is kept for who waits."""
    monkeypatch.setattr(hub, "SHOWN_SECONDS", 0.02)
    match = await in_db(an_event)(olga, people, watching="plays", watching_plays=2)
    seats = await in_db(seats_of)(match)
    issued = await in_db(tokens.issue)(seats[0])
    name = f"match/{match.pk.hex}"
    async with (
        open_socket(f"/ws/matches/{match.pk.hex}/") as sam,
        open_socket(f"/ws/matches/{match.pk.hex}/") as ann,
        open_socket("/ws/watch/") as wall,
    ):
        await sam.say(type="join")
        await ann.say(type="join", token=issued.token)
        await wall.say(type="join")
        await wall.say(type="follow", streams=[name])
        for one in (sam, ann, wall):
            await one.hear("snapshot")
        await in_db(play)(match, 5)
        for _ in range(5):
            newest = (await ann.hear("card_played"))["version"]
        for _ in range(3):
            told, alike = await sam.hear("card_played"), await wall.hear("card_played")
            assert alike == {"stream": name, **told}
        assert told["version"] == (await in_db(plays_at)(match))[-3]
        assert newest == (await in_db(plays_at)(match))[-1]
        await sam.say(type="ping")
        assert (await sam.hear())["type"] == "pong"
        commands_ = in_db(commands.resign)
        await commands_(match.pk, seats[0], command_id="resign", now=NOON)
        assert (await sam.hear("card_played"))["version"] == told["version"] + 1
        assert (await sam.hear("match_finished"))["version"] > newest


@pytest.mark.django_db(transaction=True)
async def test_a_table_that_is_closed_is_refused_on_every_socket(
    olga: Player, people: NewPlayers
) -> None:
    match = await in_db(an_event)(olga, people, watching="round")
    async with open_socket("/ws/watch/") as wall:
        await wall.say(type="join")
        await wall.say(type="follow", streams=[f"match/{match.pk.hex}"])
        assert (await wall.hear("refused"))["data"]["code"] == "match_closed"
    async with open_socket(f"/ws/matches/{match.pk.hex}/") as sam:
        await sam.say(type="join")
        assert (await sam.hear("refused"))["data"]["code"] == "match_closed"
        assert await sam.closed_with() == 4404


def test_settings_of_before_are_watched_live(olga: Player) -> None:
    """A row that was written by an earlier version says nothing of it."""
    tournament = made(olga)
    for stage in tournament.settings["stages"]:
        stage.pop("watching")
    tournament.save()
    assert [one["watching"] for one in summaries.of(tournament)["stages"]] == [""]


def test_whoever_enters_can_read_when_others_see_the_tables() -> None:
    stages = (StageSettings("swiss", advance=4, watching="round"), StageSettings())
    settings = asdict(complete(Settings("A", stages=stages, policies={"watching": "plays"})))
    said = ["Stage 1: Others see tables, and results, when the round is over."]
    said += ["Stage 2: Others see a table 8 plays later than its players."]
    assert [part.sentences for part in regulations(settings)][-1] == said
    assert set(said) <= set(in_words(settings | {"policies": {**LEFT_OUT, **settings["policies"]}}))
    live = asdict(complete(Settings("A")))
    assert regulations(live)[-1].title == "Results and places"
