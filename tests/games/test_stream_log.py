"""Changing a stream: a warm process writes without reading, and never refuses on what is behind."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.match import commands
from games.match.clocks import GRACE
from games.match.match_log import MATCHES, match_log
from games.models import Event, Match, Player
from games.store import eventstore
from games.store.aggregate import Head
from games.store.eventstore import StaleStream
from games.store.stream_log import StreamLog
from games.store.verification import faults_of
from tests.games.tables import OpenMatch, a_legal_move, on_turn
from tests.noon import NOON
from tests.refusals import refusal_of
from tests.threads import in_threads

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]


class AnotherProcess:
    """What another process would do: the same commands, by heads that it keeps for itself."""

    def __init__(self) -> None:
        self.log = StreamLog(MATCHES, most=10)

    @contextmanager
    def acts(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(commands, "match_log", self.log)
            yield


@pytest.fixture
def match_id(open_match: OpenMatch, alice: Player, bob: Player) -> UUID:
    return open_match(alice, bob)


def play(match_id: UUID, player: Player, command_id: str) -> int:
    """Plays the first legal move of the turn, on the newest version; answers the move's version."""
    state = match_log.load(match_id)
    played = commands.play(
        match_id,
        player,
        a_legal_move(state),
        seen_version=state.version,
        command_id=command_id,
        now=NOON,
    )
    return played.version


def types_of(match_id: UUID) -> list[str]:
    return [fact.type for fact in eventstore.read(match_log.stream_of(match_id))]


def statements(queries: CaptureQueriesContext) -> list[str]:
    return [query["sql"].partition(" ")[0] for query in queries.captured_queries]


def test_a_warm_move_is_one_transaction_of_an_insert_and_an_update(
    match_id: UUID, alice: Player, bob: Player
) -> None:
    for turn in range(2):  # whoever plays for the first time has come, which their seat's row says
        mover, _ = on_turn(match_id, alice, bob)
        play(match_id, mover, f"first-{turn}")
    mover, _ = on_turn(match_id, alice, bob)
    head = match_log.kept(match_id)
    assert head is not None
    move = a_legal_move(head.state)

    with CaptureQueriesContext(connection) as queries:
        commands.play(match_id, mover, move, seen_version=head.version, command_id="warm", now=NOON)

    assert statements(queries) == ["BEGIN", "INSERT", "UPDATE", "COMMIT"]


def test_a_process_that_is_behind_reads_what_the_client_has_seen_before_it_decides(
    match_id: UUID, alice: Player, bob: Player
) -> None:
    first, second = on_turn(match_id, alice, bob)
    match_log.load(match_id)
    other = AnotherProcess()
    with other.acts():
        play(match_id, first, "elsewhere")
    match_log.load(match_id)  # as the second player's page does, in yet another process
    behind = AnotherProcess()
    behind.log.heads.keep(match_id, _head_at(match_id, back=1))
    state = match_log.load(match_id)

    with behind.acts(), CaptureQueriesContext(connection) as queries:
        commands.play(
            match_id,
            second,
            a_legal_move(state),
            seen_version=state.version,
            command_id="b",
            now=NOON,
        )

    assert statements(queries)[:2] == ["SELECT", "BEGIN"]
    assert match_log.load(match_id).version > state.version


def _head_at(match_id: UUID, back: int) -> Head:  # type: ignore[type-arg]
    """The match as it was so many facts ago."""
    rows = list(Event.objects.filter(stream=match_log.stream_of(match_id)).order_by("version"))
    state = MATCHES.new
    for row in rows[: len(rows) - back]:
        state = MATCHES.evolve(state, MATCHES.event_of(eventstore.recorded(row, row.data)))
    return Head(state, rows[len(rows) - back - 1].hash, NOON)


def test_nothing_is_refused_on_a_head_that_is_behind(
    match_id: UUID, alice: Player, bob: Player
) -> None:
    """The kept head says that it is the other's turn: it is not, since the other has moved."""
    first, second = on_turn(match_id, alice, bob)
    before = match_log.load(match_id)
    play(match_id, first, "one")
    behind = AnotherProcess()
    behind.log.heads.keep(match_id, _head_at(match_id, back=1))
    newest = match_log.load(match_id)

    with behind.acts():
        done = commands.play(
            match_id,
            second,
            a_legal_move(newest),
            seen_version=newest.version,
            command_id="two",
            now=NOON,
        )
        # And what is refused is refused by what the store says now.
        stale = refusal_of(
            lambda: commands.play(
                match_id, second, a_legal_move(newest), seen_version=0, command_id="three", now=NOON
            )
        )

    assert done.version > newest.version > before.version
    assert stale in ("stale", "not_your_turn")


def test_a_writer_that_decided_on_an_old_head_reads_and_decides_again(
    match_id: UUID, alice: Player, bob: Player
) -> None:
    first, second = on_turn(match_id, alice, bob)
    old = match_log.head(match_id)
    play(match_id, first, "one")
    behind = AnotherProcess()
    behind.log.heads.keep(match_id, old)

    with behind.acts():
        resigned = commands.resign(match_id, second, command_id="r", now=NOON)

    assert resigned.version == match_log.load(match_id).version
    assert list(faults_of(match_log.stream_of(match_id))) == []


def test_the_same_command_is_done_once_by_a_process_that_has_not_heard_of_it(
    match_id: UUID, alice: Player, bob: Player
) -> None:
    first, _ = on_turn(match_id, alice, bob)
    old = match_log.head(match_id)
    move = a_legal_move(old.state)
    told = {"seen_version": old.version, "command_id": "one", "now": NOON}
    version = commands.play(match_id, first, move, **told).version
    behind = AnotherProcess()
    behind.log.heads.keep(match_id, old)

    with behind.acts():
        again = commands.play(match_id, first, move, **told).version
        other = refusal_of(lambda: commands.resign(match_id, first, command_id="one", now=NOON))

    assert again == version
    assert other == "command_id_reused"


def test_a_late_move_finds_its_turn_gone_without_any_sweep(
    match_id: UUID, alice: Player, bob: Player
) -> None:
    first, _ = on_turn(match_id, alice, bob)
    state = match_log.load(match_id)
    deadline = Match.objects.get().deadline_at
    assert deadline is not None

    code = refusal_of(
        lambda: commands.play(
            match_id,
            first,
            a_legal_move(state),
            seen_version=state.version,
            command_id="late",
            now=deadline + GRACE,
        )
    )

    assert code in ("stale", "not_your_turn")
    types = Event.objects.filter(stream=match_log.stream_of(match_id)).values_list(
        "type", flat=True
    )
    assert "clock_ran_out" in types


@pytest.mark.parametrize("back", [1, 2])
def test_a_database_that_was_put_back_gets_no_gap_from_a_process_that_knows_more(
    match_id: UUID, alice: Player, bob: Player, back: int
) -> None:
    """A standby took over without the last commits, or a backup was put under the processes."""
    for number in range(back):
        mover, _ = on_turn(match_id, alice, bob)
        play(match_id, mover, f"lost-{number}")
    kept = match_log.kept(match_id)
    assert kept is not None
    stream = match_log.stream_of(match_id)
    head = kept.version - back
    Event.objects.filter(stream=stream, version__gt=head).delete()
    fold = _head_at(match_id, back=0)
    Match.objects.update(version=head, turn=fold.state.turn)
    mover = (alice, bob)[fold.state.turn or 0]

    done = commands.resign(match_id, mover, command_id="r", now=NOON)

    assert done.version == head + 2
    assert list(faults_of(stream)) == []


def test_without_the_row_in_the_transaction_the_gap_would_be_there(
    match_id: UUID, alice: Player, bob: Player
) -> None:
    """The control: the unique version alone does not see that facts are gone."""
    mover, _ = on_turn(match_id, alice, bob)
    play(match_id, mover, "lost")
    kept = match_log.kept(match_id)
    assert kept is not None
    stream = match_log.stream_of(match_id)
    Event.objects.filter(stream=stream, version=kept.version).delete()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.match.projections.project", lambda change: None)
        commands.resign(match_id, mover, command_id="r", now=NOON)

    assert list(faults_of(stream)) != []


def test_a_change_that_is_rolled_back_is_neither_kept_nor_told(
    match_id: UUID, alice: Player
) -> None:
    before, told = match_log.load(match_id), []

    def follow(change: object, **_: object) -> None:
        told.append(change)

    match_log.changed.connect(follow)
    try:
        with transaction.atomic():
            commands.resign(match_id, alice, command_id="r", now=NOON)
            transaction.set_rollback(True)
        assert told == []
        kept = match_log.kept(match_id)
        assert kept is not None
        assert kept.version == before.version
        commands.resign(match_id, alice, command_id="r", now=NOON)
        assert len(told) == 1
    finally:
        match_log.changed.disconnect(follow)


def test_appending_after_a_head_that_has_moved_on_writes_nothing(
    match_id: UUID, alice: Player, bob: Player
) -> None:
    mover, _ = on_turn(match_id, alice, bob)
    old = match_log.head(match_id)
    play(match_id, mover, "one")
    count = Event.objects.count()
    decision = MATCHES.decided(old.state, [commands.Resign(0)], "system")

    with pytest.raises(StaleStream):
        match_log.append(match_id, old, decision, NOON)

    assert Event.objects.count() == count
    assert Match.objects.get().status == "playing"


def test_many_who_resign_at_once_by_their_warm_heads_end_the_match_once(
    match_id: UUID, alice: Player, bob: Player
) -> None:
    match_log.load(match_id)
    failures = in_threads(
        *(
            lambda player=player, n=n: commands.resign(  # type: ignore[misc]
                match_id, player, command_id=f"r{n}", now=NOON
            )
            for n, player in enumerate((alice, bob, alice))
        )
    )
    assert len(failures) == 2
    types = types_of(match_id)
    assert types.count("match_finished") == types.count("seat_resigned") == 1


def test_a_head_that_the_process_keeps_equals_the_fold(
    match_id: UUID, alice: Player, bob: Player
) -> None:
    for number in range(5):
        mover, _ = on_turn(match_id, alice, bob)
        play(match_id, mover, f"{number}")
    kept = match_log.kept(match_id)
    match_log.forget()
    cold = match_log.head(match_id)
    assert kept is not None
    assert replace(cold, since=kept.since) == kept
    assert cold.since == kept.since


def test_news_of_another_process_bring_the_kept_head_on(
    match_id: UUID, alice: Player, bob: Player
) -> None:
    before = match_log.head(match_id)
    mover, _ = on_turn(match_id, alice, bob)
    with AnotherProcess().acts():
        play(match_id, mover, "elsewhere")
    match_log.forget()
    match_log.heads.keep(match_id, before)

    [news] = match_log.news([(match_id, before.version - 1)], 10)

    assert [fact.version for fact in news] == [before.version, before.version + 1]
    kept = match_log.kept(match_id)
    assert kept == StreamLog(MATCHES, most=1).head(match_id)


def test_news_of_a_log_that_was_put_back_are_not_folded_into_another(
    match_id: UUID, alice: Player, bob: Player
) -> None:
    before = replace(match_log.head(match_id), hash="f" * 64)
    mover, _ = on_turn(match_id, alice, bob)
    play(match_id, mover, "one")
    match_log.forget()
    match_log.heads.keep(match_id, before)

    [news] = match_log.news([(match_id, before.version)], 10)
    assert len(news) == 1
    assert match_log.kept(match_id) is before
