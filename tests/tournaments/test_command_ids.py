"""The same command sent twice is done once, on a tournament and on a ladder as on a match."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from games.models import Event, Player
from games.store import eventstore
from games.store.aggregate import Head
from games.store.eventstore import Command
from games.store.stream_log import CommandOutcome, Intent, StreamLog
from tests.noon import NOON
from tests.refusals import refusal_of
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import running
from tests.tournaments.ladders import match_id, recorded, result, rows, shown
from tournaments.domain.entrant_commands import AdjustScore
from tournaments.domain.settings import StageSettings
from tournaments.domain.state import State
from tournaments.ladders.ladder import LadderCommand, Rate
from tournaments.models import Entrant
from tournaments.models.ratings import ladder_id
from tournaments.ratings import services
from tournaments.ratings.ladder_log import RATINGS
from tournaments.store import tournament_log as tournaments

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]


def command(id_: str, *content: object) -> Command:
    return Command(id_, eventstore.digest_of(list(content)))


class Adjusting:
    """An event in which the same penalty, given again, is another penalty."""

    def __init__(self, olga: Player, players: list[Player]) -> None:
        made = running(olga, players, stages=(StageSettings("swiss"),))
        self.id, self.by = made.pk, olga.pk.hex
        self.entrant = Entrant.objects.get(tournament=made, number=1).pk.hex

    def adjust(self, command: Command | None, score: int = 60) -> CommandOutcome[State, Any]:
        wanted = AdjustScore(self.by, self.entrant, score, "late at the table")
        return tournaments.run(
            self.id, lambda state: wanted, actor="test", now=NOON, command=command
        )

    @property
    def adjustments(self) -> list[int]:
        facts = eventstore.read(tournaments.tournament_log.stream_of(self.id))
        return [fact.data["score"] for fact in facts if fact.type == "score_adjusted"]


@pytest.fixture
def event(olga: Player, people: NewPlayers) -> Adjusting:
    return Adjusting(olga, people(4))


def in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the tournaments are changed by a process that has not heard of anything."""
    log = StreamLog(tournaments.TOURNAMENTS, most=1)
    monkeypatch.setattr(tournaments, "tournament_log", log)


def behind(monkeypatch: pytest.MonkeyPatch, id_: UUID, head: Head[State]) -> None:
    """… or by one that knows the tournament as it was before the command."""
    in_another_process(monkeypatch)
    tournaments.tournament_log.heads.keep(id_, head)


def test_a_command_on_a_tournament_is_done_once(event: Adjusting) -> None:
    first = event.adjust(command("adjust-1", 60))
    again = event.adjust(command("adjust-1", 60))
    assert (again.version, again.events) == (first.version, ())
    assert event.adjustments == [60]


def test_without_an_id_it_would_be_done_twice(event: Adjusting) -> None:
    """The control: the tournament itself takes the same command again."""
    event.adjust(None)
    event.adjust(None)
    event.adjust(command("adjust-1", 60))
    event.adjust(command("adjust-2", 60))
    assert event.adjustments == [60, 60, 60, 60]


def test_another_process_answers_the_first_version(
    event: Adjusting, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = event.adjust(command("adjust-1", 60))
    event.adjust(None, score=-60)
    in_another_process(monkeypatch)
    again = event.adjust(command("adjust-1", 60))
    assert (again.version, again.events) == (first.version, ())
    assert event.adjustments == [60, -60]


def test_a_process_that_is_behind_answers_the_first_version(
    event: Adjusting, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tournaments.tournament_log.head(event.id)
    first = event.adjust(command("adjust-1", 60))
    behind(monkeypatch, event.id, before)
    again = event.adjust(command("adjust-1", 60))
    assert (again.version, again.events) == (first.version, ())
    assert event.adjustments == [60]


def test_the_same_id_with_another_content_is_refused_by_every_process(
    event: Adjusting, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tournaments.tournament_log.head(event.id)
    event.adjust(command("adjust-1", 60))

    def other() -> object:
        return event.adjust(command("adjust-1", 30), score=30)

    assert refusal_of(other) == "command_id_reused"
    in_another_process(monkeypatch)
    assert refusal_of(other) == "command_id_reused"
    behind(monkeypatch, event.id, before)
    assert refusal_of(other) == "command_id_reused"
    assert event.adjustments == [60]


def test_an_id_of_one_tournament_is_free_in_another(olga: Player, people: NewPlayers) -> None:
    players = people(4)
    one, other = Adjusting(olga, players), Adjusting(olga, players)
    one.adjust(command("adjust-1", 60))
    other.adjust(command("adjust-1", 30), score=30)
    assert (one.adjustments, other.adjustments) == ([60], [30])


def rating_commands() -> dict[str, int]:
    """The versions of the duels' ladder by the ids of the commands that they answer."""
    stream = Event.objects.filter(stream=services.stream_of("duel"), command_id__isnull=False)
    return {id_: version for id_, version in stream.values_list("command_id", "version") if id_}


def test_a_match_is_rated_by_its_own_id_and_corrected_by_what_it_rests_on(
    people: NewPlayers,
) -> None:
    ann, bob = people(2)
    said = result(recorded(), "m", ann, bob)
    corrected = replace(said, places=(2, 1), revision=7)
    services.rate([said], NOON)
    services.rate([corrected], NOON)
    before = rows(), rating_commands()
    match = match_id("m").hex
    assert before[1] == {match: 2, f"{match}.7": 3}

    services.rate([corrected], NOON)
    services.rate([said], NOON)
    assert (rows(), rating_commands()) == before
    assert shown("duel") == {"p1": 1417, "p2": 1583}


def test_a_command_on_a_ladder_is_answered_once_by_whichever_process(people: NewPlayers) -> None:
    ann, bob = people(2)
    tournament = recorded()
    said = result(tournament, "m", ann, bob)
    services.rate([said], NOON)
    teams = [list(team) for team in said.teams]
    match = said.match.hex
    anchor = services._anchors([said])[tournaments.tournament_log.stream_of(tournament), 1]

    def rate(
        log: StreamLog[Any, Any, LadderCommand], places: tuple[int, int], revision: int
    ) -> Any:
        wanted = Rate(
            match, tournament.hex, said.teams, places, "2026-11-20T12:00:00.000Z",
            replace(anchor, version=revision),
        )  # fmt: skip
        known = command(match, teams, places)
        return log.run(ladder_id("duel"), Intent(lambda head: wanted, "test", NOON, known))

    before = rows()
    for log in (StreamLog(RATINGS, most=1), StreamLog(RATINGS, most=1)):
        answer = rate(log, (1, 2), revision=1)
        assert (answer.version, answer.events) == (2, ())
        other = refusal_of(lambda log=log: rate(log, (2, 1), revision=2))  # type: ignore[misc]
        assert other == "command_id_reused"
    assert rows() == before
