"""Every column of every table is held against the log: what is changed or removed behind the
product's back is named by `replay --check`, which finds whatever `verify_log` does.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction

from casino_site.contract.models import KeptAnswer
from casino_site.hooks.models import Delivery, Webhook
from casino_site.staff.models import Act, Report, Trace
from games.casual.models import Chair, Exhibition
from games.casual.models import Table as CasualTable
from games.models import (
    BotAccount,
    Event,
    FormerHandle,
    Match,
    Player,
    Seat,
    SignOfLife,
    StatedText,
    StreamKey,
    StuckWork,
    Token,
)
from tests.chance import given_chance
from tests.forgetting import forgotten_states  # noqa: F401
from tests.long import SQLITE_FIRST, enough
from tests.noon import NOON
from tests.replaying import replay
from tests.site.checked_house import found, furnished
from tournaments.models import (
    Entrant,
    Ladder,
    Member,
    Pairing,
    RatedMatch,
    Rating,
    RatingChange,
    RatingProgress,
    Round,
    Seating,
    Stage,
    StandingsEdition,
    StandingsPage,
    SupersededMatch,
    Tournament,
)

# What a row should be is asked of neither database, so `make test` asks on SQLite alone.
pytestmark = [pytest.mark.django_db, *SQLITE_FIRST]


class Table(NamedTuple):
    """`free`: the columns that nothing speaks of; `may_go`: whether a row may be missing unnoticed.
    Both say why, in the line above theirs.
    """

    free: tuple[str, ...] = ()
    may_go: bool = False


COUNTER = ("id",)
# A new table belongs here, and into the checks (docs/contributing.md).
TABLES: dict[type[models.Model], Table] = {
    # An account's own, which may change; who has sat nowhere is nobody's loss.
    Player: Table(
        ("password", "last_login", "is_active", "joined_at", "session_salt", "skeleton"),
        may_go=True,
    ),
    # Who signs in with it, which nothing that was played rests on.
    Token: Table(tuple(field.attname for field in Token._meta.concrete_fields), may_go=True),
    # What a person says of a program of theirs; that it is one, its player's seal says.
    BotAccount: Table(
        tuple(field.attname for field in BotAccount._meta.concrete_fields), may_go=True
    ),
    # What they may not be called by others; no fact is about what somebody is called.
    FormerHandle: Table(
        tuple(field.attname for field in FormerHandle._meta.concrete_fields), may_go=True
    ),
    # The last may be cut off, but for what it has brought about.
    Act: Table(COUNTER, may_go=True),
    Event: Table(COUNTER),
    StreamKey: Table(),
    StatedText: Table(COUNTER),
    # The sweeps put off when a bot is due.
    Match: Table(("bot_due_at",)),
    Seat: Table(COUNTER),
    # No fact is about what somebody is called.
    Tournament: Table(("renamings",)),
    Entrant: Table(),
    Member: Table(COUNTER),
    Stage: Table(COUNTER),
    Round: Table(COUNTER),
    Pairing: Table(COUNTER),
    Seating: Table(COUNTER),
    SupersededMatch: Table(),
    StandingsEdition: Table(COUNTER),
    StandingsPage: Table(COUNTER),
    Ladder: Table(("renamings",)),
    RatedMatch: Table(COUNTER),
    Rating: Table(COUNTER),
    RatingChange: Table(COUNTER),
    # Of an event that nobody rates it may: the event is read again, to no effect.
    RatingProgress: Table(),
}
# What speaks of processes and not of play: nothing is lost with a row of these.
OF_PROCESSES = {SignOfLife, StuckWork}
# What players tell staff, which nothing that was played rests on.
OF_PLAYERS = {Report, Trace}
# What people waited at, and which bots play for who looks on: their matches have their own facts.
OF_TABLES = {CasualTable, Chair, Exhibition}
# What was answered already, for who asks once more.
OF_ANSWERS = {KeptAnswer}
# Where people are sent what is new, and what was sent: copies of what the log says.
OF_WEBHOOKS = {Webhook, Delivery}
EMPTY: dict[str, Any] = {"DateTimeField": NOON, "CharField": "x" * 8, "BinaryField": b"x"}


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    """Furnished once: each test takes back what it does."""
    with django_db_blocker.unblock(), transaction.atomic():
        with given_chance(__name__):
            event = furnished()
        yield event
        transaction.set_rollback(True)


NAMES = ("games", "casual", "contract", "hooks", "tournaments", "staff")


def test_every_table_is_held_against_the_log() -> None:
    ours = [apps.get_app_config(name) for name in NAMES]
    tables = {model for app in ours for model in app.get_models()}
    unproved = OF_PROCESSES | OF_PLAYERS | OF_TABLES | OF_ANSWERS | OF_WEBHOOKS
    assert tables - unproved == TABLES.keys(), (
        "a table that no check looks at, or without a line in TABLES"
    )


def test_a_house_in_which_nothing_was_changed_is_sound(house: Tournament) -> None:
    assert found() == ""


def columns_of(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    """Every column that something speaks of; by `make test` every third of them."""
    free = TABLES[model].free
    fields = [field for field in model._meta.concrete_fields if field.attname not in free]
    return fields[:: enough(3, 1)]


def otherwise(value: Any, field: "models.Field[Any, Any]") -> Any:
    """Another value that the column takes."""
    if value is None:
        return uuid4() if field.remote_field else EMPTY.get(field.get_internal_type(), 1)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return f"{value[:-1]}{chr(ord(value[-1]) ^ 1)}" if value else "x"
    if isinstance(value, bytes | memoryview):
        return bytes([*bytes(value)[:-1], bytes(value)[-1] ^ 1])
    if isinstance(value, UUID):
        return uuid4()
    if isinstance(value, list | dict):
        return [value, "x"]
    return value + timedelta(seconds=1)


def row_for(model: type[models.Model], column: str) -> models.Model:
    """The last row that has something in the column, or else the last."""
    rows = model._default_manager.order_by("pk")
    if model is RatingProgress:
        rows = rows.filter(tournament__in=RatedMatch.objects.values("tournament"))
    row = rows.filter(**{f"{column}__isnull": False}).last() or rows.last()
    assert row is not None, f"the house has nothing in {model}"
    return row


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model.__name__)
def test_a_changed_value_in_any_column_is_named(
    house: Tournament, model: type[models.Model]
) -> None:
    unnamed = []
    for field in columns_of(model):
        column = field.attname
        row = row_for(model, column)
        change = {column: otherwise(getattr(row, column), field)}
        with transaction.atomic():
            try:
                with transaction.atomic():
                    model._default_manager.filter(pk=row.pk).update(**change)
                if replay("--check")[0] == 0:
                    unnamed.append(change)
            except IntegrityError:
                pass  # the database itself refuses it
            transaction.set_rollback(True)
    assert not unnamed


@pytest.mark.parametrize(
    "model",
    [model for model, table in TABLES.items() if not table.may_go],
    ids=lambda model: model.__name__,
)
def test_a_row_that_is_gone_is_named(house: Tournament, model: type[models.Model]) -> None:
    row = row_for(model, model._meta.pk.attname)
    rows = model._default_manager.filter(pk=row.pk)
    with transaction.atomic():
        rows._raw_delete(rows.db)
        assert replay("--check")[0] == 1
        transaction.set_rollback(True)
