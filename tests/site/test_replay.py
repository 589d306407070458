"""`replay`: what was decided is decided again, what was derived is derived again."""

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from games.match.match_log import match_log
from games.models import Event, Match, Player, Seat
from games.store import eventstore
from games.store.replay import Checked
from games.store.sealing import key_of
from tests.long import SQLITE_FIRST
from tests.replaying import replay, verify_log
from tournaments.actions import services
from tournaments.domain.settings import Settings
from tournaments.models import Entrant, Pairing, Seating, Tournament
from tournaments.progress import advance

SHORT = {"first_to": 11}
pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Two people and two bots: one person resigns, the other never comes; bots play it out."""
    from games.jobs.bot_turns import play_due_bots

    people = [Player.objects.create_person(name, "zebra-crossing-9") for name in ("ann", "ben")]
    settings = Settings("Friday", capacity=4, overrides=SHORT)
    made = services.create(people[0], settings, now=timezone.now())
    services.open_registration(made, people[0], now=timezone.now())
    for person in people:
        services.enter(made, person, now=timezone.now())
    services.enter_bots(made, people[0], "greedy", 2, now=timezone.now())
    services.start(made, people[0], now=timezone.now())
    for _ in range(200):
        advance.advance(made.pk, timezone.now)
        made.refresh_from_db()
        if made.state == Tournament.State.COMPLETED:
            break
        for match in Match.objects.exclude(status=Match.Status.FINISHED):
            _push(match, people, play_due_bots)
    assert made.state == Tournament.State.COMPLETED
    return made


def _push(match: Match, people: list[Player], play_bots: Callable[..., bool]) -> None:
    from datetime import timedelta

    from games.match import commands

    while play_bots(match.pk, timezone.now):
        pass
    match.refresh_from_db()
    if match.deadline_at:
        commands.run_out_clock(match.pk, match.deadline_at + timedelta(minutes=1))
    ann_sits = Seat.objects.filter(match=match, player=people[0]).exists()
    match.refresh_from_db()
    if ann_sits and match.status == Match.Status.PLAYING and match.version > 30:
        commands.resign(match.pk, people[0], command_id="r", now=timezone.now())


def test_an_honest_house_is_as_it_should_be(tournament: Tournament) -> None:
    code, said = replay("--check")
    assert (code, said) == (0, f"4 streams, {Event.objects.count()} facts: as they should be\n")


ROWS = (Match, Seat, Tournament, Entrant, Pairing, Seating)


def rows() -> list[list[dict[str, Any]]]:
    counters = {
        Seat: ["id"],
        Pairing: ["id"],
        Seating: ["id", "pairing_id"],
        Match: ["bot_due_at"],
        Tournament: ["renamings"],
    }
    found = []
    for model in ROWS:
        values = list(model.objects.order_by("pk").values())
        for row in values:
            for counter in counters.get(model, []):
                row.pop(counter)
        found.append(sorted(values, key=str))
    return found


def test_rebuilt_rows_are_the_rows(tournament: Tournament) -> None:
    before = rows()
    Seating.objects.all().delete()
    Pairing.objects.all().delete()
    Seat.objects.all().delete()
    Match.objects.update(status="waiting", scores=[], winner=None, version=1)
    Entrant.objects.update(seed=None)

    assert replay("--check")[0] == 1
    assert replay("--rebuild")[0] == 0
    assert rows() == before
    assert replay("--check")[0] == 0


def test_no_etag_of_before_rows_were_made_anew_is_taken_for_one_of_now(
    tournament: Tournament,
) -> None:
    address = f"/api/v1/tournaments/{tournament.pk.hex}/standings/"
    before = Client().get(address)["ETag"]
    assert replay("--rebuild")[0] == 0
    assert Client().get(address, headers={"If-None-Match": before}).status_code == 200


@pytest.mark.parametrize(
    ("falsify", "complaint"),
    [
        (lambda: Match.objects.update(scores=[99, 0]), "the rows are not what the facts say"),
        (lambda: Pairing.objects.update(reason="bribe"), "the rows are not what the facts say"),
        (lambda: Seat.objects.filter(number=1).delete(), "the rows are not what the facts say"),
        (lambda: Entrant.objects.update(seed=1), "the rows are not what the facts say"),
        (
            lambda: Event.objects.filter(type="deal_scored").update(data={}),
            "its content is not what was recorded",
        ),
    ],
)
def test_a_falsified_row_or_fact_is_named(
    tournament: Tournament, falsify: Callable[[], object], complaint: str
) -> None:
    falsify()
    code, said = replay("--check")
    assert code == 1
    assert complaint in said


def _rehash(stream: str) -> None:
    """What a forger with the whole database would do: make the chain fit again."""
    previous = eventstore.GENESIS
    for row in Event.objects.filter(stream=stream).order_by("version"):
        row.previous_hash = previous
        row.hash = previous = eventstore.hash_of(row)
        row.save()


def _forge(type_: str, change: Callable[[dict[str, Any]], None]) -> str:
    row = Event.objects.filter(type=type_).order_by("stream", "version").first()
    assert row is not None
    change(row.data)
    row.save()
    _rehash(row.stream)
    return f"{row.stream}@{row.version}: "


@pytest.mark.parametrize(
    ("type_", "change"),
    [
        ("deal_scored", lambda data: data["scores"].append(data["scores"].pop() + 1)),
        ("card_played", lambda data: data.update(sweep=not data["sweep"])),
        ("match_finished", lambda data: data.update(winner=1 - data["winner"])),
        ("packet_dealt", lambda data: data["table"].reverse() or data.update(stock=1)),
        ("cut_made", lambda data: data.update(cut="0" * 32)),
    ],
)
def test_a_forged_fact_in_a_chain_that_fits_is_found_by_deciding_again(
    tournament: Tournament, type_: str, change: Callable[[dict[str, Any]], None]
) -> None:
    place = _forge(type_, change)
    code, said = replay("--check")
    assert code == 1
    # Another cut is a fact that could be: what it would have dealt is not what was dealt.
    assert (place if type_ != "cut_made" else place.partition("@")[0]) in said


KINDS = ["match", "tournament"]


def _amid(kind: str) -> Event:
    """A fact in the middle of the first stream of this kind."""
    rows = Event.objects.filter(stream__startswith=f"{kind}-").order_by("stream", "version")
    stream = [row for row in rows if row.stream == rows[0].stream]
    return stream[len(stream) // 2]


def _flipped(column: str, row: Event) -> object:
    """The column's value with one bit of one character or byte the other way round."""
    value = getattr(row, column)
    if column == "data":
        text = json.dumps(value)
        at = next(at for at, sign in enumerate(text) if sign.isdigit() and text[at - 1] in '" [')
        return json.loads(f"{text[:at]}{int(text[at]) ^ 1}{text[at + 1 :]}")
    if column == "secret":
        return bytes([*value[:20], value[20] ^ 1, *value[21:]])
    return value[:-1] + chr(ord(value[-1]) ^ 1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_flipped_byte_is_named(tournament: Tournament, kind: str) -> None:
    amid = _amid(kind)
    sealed = Event.objects.filter(stream=amid.stream, secret__isnull=False).last()
    columns = ["data", "hash", "previous_hash", "type", "actor"]
    assert sealed is not None
    seeds = [*((column, amid) for column in columns), ("secret", sealed)]
    for column, row in seeds:
        with transaction.atomic():
            Event.objects.filter(pk=row.pk).update(**{column: _flipped(column, row)})
            code, said = replay("--check", "--stream", row.stream)
            transaction.set_rollback(True)
        assert code == 1
        assert f"{row.stream}@{row.version}: its content is not what was recorded" in said or (
            column == "previous_hash"
            and f"{row.stream}@{row.version}: it does not follow the fact before it" in said
        )


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_fact_is_named(tournament: Tournament, kind: str) -> None:
    row = _amid(kind)
    row.delete()
    code, said = replay("--check")
    assert code == 1
    assert f"{row.stream}@{row.version}: the fact is missing" in said


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_last_fact_is_named(tournament: Tournament, kind: str) -> None:
    stream = _amid(kind).stream
    last = Event.objects.filter(stream=stream).order_by("version").last()
    assert last is not None
    last.delete()
    code, said = replay("--check")
    assert code == 1
    problem = f"facts up to version {last.version} are missing"
    assert f"{stream}@{last.version}: {problem}" in said.splitlines()


@pytest.mark.parametrize(
    ("model", "kind", "change"),
    [
        (Match, "match", {"version": 3}),
        (Match, "match", {"finished_at": None}),
        (Tournament, "tournament", {"version": 3}),
        (Tournament, "tournament", {"name": "Another"}),
    ],
)
def test_an_altered_row_is_named_with_what_it_should_be(
    tournament: Tournament, model: type[Model], kind: str, change: dict[str, Any]
) -> None:
    row = model._default_manager.order_by("pk").first()
    assert row is not None
    column = next(iter(change))
    honest = getattr(row, column)
    model._default_manager.filter(pk=row.pk).update(**change)
    code, said = replay("--check")
    assert code == 1
    line = next(line for line in said.splitlines() if "@" in line)
    assert line.startswith(f"{kind}-{row.pk.hex}@")
    assert f"{column} is {change[column]}, and should be {honest}" in line


def test_a_move_made_while_the_check_looks_is_no_fault(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stream grows after its rows were read, and again between head and rows."""
    stream = _amid("match").stream
    whole, asked = list(eventstore.rows_of(stream)), []
    head = next(row.version for row in whole if row.type == "packet_dealt")

    def growing(name: str, after: int = 0) -> Any:
        asked.append(after)
        return whole[:head] if len(asked) == 1 else whole[after:]

    monkeypatch.setattr(eventstore, "rows_of", growing)
    monkeypatch.setattr("games.store.replay.expected_head", lambda stream: head)
    assert replay("--check", "--stream", stream)[0] == 0
    assert asked == [0, head]


def test_another_deck_under_the_same_commitment_is_found(tournament: Tournament) -> None:
    row = Event.objects.filter(type="deal_started").order_by("stream").first()
    assert row is not None
    key = key_of(row.stream)
    secret = key.unseal(row.version, bytes(row.secret or b""))
    secret["deck"].reverse()
    row.secret = key.seal(row.version, secret)
    row.save()
    _rehash(row.stream)
    match_log.forget()

    code, said = replay("--check")
    assert code == 1
    assert f"{row.stream}@{row.version}: decided again" in said


def test_one_stream_may_be_asked_for_and_an_interrupted_run_goes_on(
    tournament: Tournament,
) -> None:
    names = sorted(Event.objects.values_list("stream", flat=True).distinct())
    assert replay("--check", "--stream", names[0])[1].startswith("1 streams")
    assert replay("--check", "--after", names[1])[1].startswith(f"{len(names) - 2} streams")
    assert replay("--check", "--stream", "parade-1")[0] == 1


def test_a_run_that_is_stopped_says_from_where_it_goes_on(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = sorted(Event.objects.values_list("stream", flat=True).distinct())
    done: list[str] = []

    def stopped_at_the_third(aggregate: object, stream: str) -> Checked:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(stream)
        return Checked(1)

    monkeypatch.setattr("casino_site.management.commands.replay.check", stopped_at_the_third)
    complaint = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("replay", "--check", stderr=complaint, no_color=True)
    assert ended.value.code == 130
    assert complaint.getvalue() == f"Stopped. To go on: --after {names[1]}\n"
    monkeypatch.undo()
    assert replay("--check", "--after", names[1])[1].startswith("2 streams, ")


def test_a_match_replaced_together_with_its_hashes_no_longer_fits_its_anchor(
    tournament: Tournament,
) -> None:
    row = Event.objects.filter(type="match_finished").order_by("stream").first()
    assert row is not None
    row.data["winner"] = 1 - row.data["winner"]
    row.save()
    _rehash(row.stream)

    code, said = verify_log()
    assert code == 1
    assert "the stream that it anchors has another head" in said
    assert f"tournament-{tournament.pk.hex}@" in said
