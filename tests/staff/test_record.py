"""The list of what staff have done can be added to, and neither changed nor fooled."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from casino_site.staff.models import Act
from casino_site.staff.record import GUARD
from games.models import Event, Player
from games.store import append_only
from tests.replaying import replay, verify_log
from tests.site.checked_house import found
from tests.staff.conftest import Done
from tournaments.models import Tournament

pytestmark = [pytest.mark.store, pytest.mark.django_db]


@pytest.fixture
def acts(done: Done, event: Tournament, bob: Player) -> None:
    """Of every sort: on people, and on an event that is hidden, cancelled and shown."""
    done("rename", bob, handle="robert")
    done("ban", bob)
    done("hide", event)
    done("cancel", event)
    done("show", event)


def test_a_house_in_which_staff_have_acted_is_sound(acts: None) -> None:
    assert found() == ""
    assert list(Act.objects.order_by("number").values_list("what", flat=True)) == [
        "add_staff", "rename", "ban", "hide", "cancel", "show",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        {"reason": "for no reason"},
        {"by": ""},
        {"subject": "0" * 32},
        {"what": "unban"},
        {"number": 77},
    ],
)
def test_an_act_that_was_changed_is_named(acts: None, change: dict[str, Any]) -> None:
    Act.objects.filter(what="ban").update(**change)
    assert "staff acts@3: " in found()


def test_an_act_that_was_removed_is_named(acts: None) -> None:
    Act.objects.filter(what="ban").delete()
    assert "staff acts@3: the act is missing" in found()


def test_acts_that_were_cut_off_are_missed_by_their_facts(acts: None) -> None:
    Act.objects.filter(number__gte=4).delete()
    assert found().count("staff have caused it, and no act says why") >= 1


def test_a_fact_that_claims_to_be_of_staff_is_named(acts: None, event: Tournament) -> None:
    fact = Event.objects.filter(stream__endswith=event.pk.hex).first()
    assert fact is not None
    Event.objects.filter(pk=fact.pk).update(actor=f"staff:{event.organiser_id.hex}")
    assert "staff have caused it" in found()


def test_who_makes_themselves_staff_in_the_table_is_named(acts: None, alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(is_staff=True)
    assert f"player {alice.pk.hex}: no act has made them staff" in found()


def test_who_takes_back_a_ban_in_the_table_is_named(acts: None, bob: Player) -> None:
    Player.objects.filter(pk=bob.pk).update(is_active=True)
    assert f"player {bob.pk.hex}: they are banned by the acts" in found()


@pytest.mark.django_db(transaction=True)
def test_the_database_refuses_to_change_an_act(append_only_log: None, acts: None) -> None:
    rows = Act.objects.filter(what="ban")
    for change in (lambda: rows.update(reason="x"), rows.delete):
        with pytest.raises(IntegrityError, match=append_only.REFUSAL), transaction.atomic():
            change()
    row = rows.get()
    if connection.vendor == "sqlite":
        with pytest.raises(IntegrityError), connection.cursor() as cursor:
            cursor.execute("INSERT OR REPLACE INTO staff_act SELECT * FROM staff_act")
    assert rows.get().hash == row.hash


@pytest.mark.django_db(transaction=True)
def test_a_trigger_that_is_gone_is_named(append_only_log: None, stella: Player) -> None:
    assert verify_log()[0] == replay("--check")[0] == 0
    GUARD.remove(connection)
    assert "staff_act" in " ".join(GUARD.missing(connection))
    GUARD.install(connection)
