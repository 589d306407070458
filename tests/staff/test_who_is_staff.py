"""Staff are made on the machine, sign in as everybody does, and alone find their pages."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from casino_site.staff.acts import ACTS
from casino_site.staff.admin.models import LOOKED_AT
from casino_site.staff.models import Act
from casino_site.staff.reports import report
from games.accounts.leaving import leave
from games.models import Player, StuckWork
from tests.long import enough
from tests.noon import NOON
from tests.site.watching import filled, routes
from tests.staff.conftest import Done, browser_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAGES = [route for route, _ in routes(get_resolver()) if route.startswith("admin/")]


def command(*words: str) -> str:
    said = StringIO()
    call_command("staff", *words, stdout=said)
    return said.getvalue()


def test_somebody_is_made_staff_and_no_longer_so_by_a_command(alice: Player) -> None:
    assert command("ADD", "Alice") == "alice is staff now.\n"
    assert command("LIST") == "alice\n"
    alice.refresh_from_db()
    assert alice.is_staff
    assert command("remove", "alice", "--reason", "she has moved") == "alice is staff no more.\n"
    assert command("LIST") == ""
    assert [(act.what, act.subject, act.by, act.reason) for act in Act.objects.order_by("id")] == [
        ("add_staff", alice.pk.hex, "", "by manage.py"),
        ("remove_staff", alice.pk.hex, "", "she has moved"),
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ADD", "nobody"), "Nobody has the handle nobody."),
        (("ADD",), "ADD takes a handle."),
        (("REMOVE", "alice"), "alice is not staff already."),
    ],
)
def test_a_command_that_does_nothing_says_why(
    alice: Player, words: tuple[str, ...], said: str
) -> None:
    with pytest.raises(CommandError, match=said) as refused:
        command(*words)
    assert refused.value.returncode == 1
    assert not Act.objects.exists()


def test_neither_a_guest_nor_who_is_banned_can_be_staff(guest: Player, alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    for player in (guest, alice):
        with pytest.raises(CommandError, match="can be staff"):
            command("ADD", player.handle)


def test_who_leaves_is_staff_no_more(stella: Player) -> None:
    leave(stella, NOON)
    stella.refresh_from_db()
    assert not stella.is_staff


def test_staff_sign_in_by_the_sites_own_page_and_find_theirs(
    stella: Player, client: Client
) -> None:
    answer = client.post(
        "/sign-in/?next=/admin/", {"username": "stella", "password": "a password of stella"}
    )
    assert answer.headers["Location"] == "/admin/"
    page = client.get("/admin/")
    assert page.status_code == 200
    assert "no-store" in page.headers["Cache-Control"]


@pytest.mark.long
def test_there_is_nothing_there_for_anybody_else(
    event: Tournament, alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    known = {"object_id": event.pk.hex, "subject": event.pk.hex, "what": "hide"}
    found = [
        (route, player and player.handle, method)
        for player in enough((alice, None), (alice, bob, charlie, guest, None))
        for browser in [browser_of(player)]
        for route in PAGES
        for method in ("GET", "POST")
        if browser.generic(method, f"/{filled(route, known)}").status_code != 404
    ]
    assert found == []
    assert len(PAGES) > 60


def test_the_admin_has_no_form_to_sign_in_by(client: Client) -> None:
    for address in ("login/", "logout/", "password_change/"):
        assert client.get(f"/admin/{address}").status_code == 404


def test_staff_look_at_every_kind_of_row_and_change_none(stella: Player, event: Tournament) -> None:
    browser = browser_of(stella)
    for model in LOOKED_AT:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        listed = browser.get(reverse(f"{name}_changelist"))
        assert listed.status_code == 200, model
        row = model._default_manager.order_by("-pk").first()
        assert browser.get(reverse(f"{name}_add")).status_code == 403
        if row is not None:
            page = reverse(f"{name}_change", args=[row.pk])
            assert browser.get(page).status_code == 200, model
            assert browser.post(page, {}).status_code == 403
            assert browser.post(reverse(f"{name}_delete", args=[row.pk])).status_code == 403


def test_no_page_of_staff_shows_a_secret(stella: Player, bob: Player) -> None:
    page = browser_of(stella).get(reverse("admin:games_player_change", args=[bob.pk]))
    text = page.content.decode()
    bob.refresh_from_db()
    assert bob.password not in text
    assert "Seal" not in text


def test_pages_of_staff_need_no_script_or_style_that_the_policy_forbids(
    stella: Player, event: Tournament
) -> None:
    browser = browser_of(stella)
    pages = ["/admin/", f"/admin/act/hide/{event.pk.hex}/"]
    pages += [reverse("admin:games_player_changelist"), reverse("admin:games_stuckwork_changelist")]
    pages += [reverse("admin:tournaments_tournament_change", args=[event.pk])]
    for page in pages:
        answer = browser.get(page)
        text = answer.content.decode()
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick=" not in text
        for script in text.split("<script")[1:]:
            assert " src=" in script.partition(">")[0] or "application/json" in script


def test_every_act_is_offered_where_its_subject_is_and_fits(
    stella: Player, bob: Player, event: Tournament, done: Done
) -> None:
    browser = browser_of(stella)
    made = report(event.organiser, "event", event.pk, "it is rude", NOON)
    pages = {
        "player": reverse("admin:games_player_change", args=[bob.pk]),
        "event": reverse("admin:tournaments_tournament_change", args=[event.pk]),
        "report": reverse("admin:staff_report_change", args=[made.pk]),
    }

    def offered() -> set[str]:
        found = "".join(browser.get(page).content.decode() for page in pages.values())
        return {name for name in ACTS if f"/admin/act/{name}/" in found}

    first = offered()
    assert first == set(ACTS) - {"unban", "show"}
    done("ban", bob)
    done("hide", event)
    done("answer", made, answer="we have looked")

    assert offered() == (first | {"unban", "show"}) - {"ban", "hide", "answer"}


def test_stuck_work_is_tried_again_from_its_list(stella: Player) -> None:
    now = timezone.now()
    work = StuckWork.objects.create(
        kind=StuckWork.Kind.BOT,
        subject=stella.pk,
        failures=10,
        error="KeyError",
        first_failed_at=now,
        failed_at=now,
    )
    listed = reverse("admin:games_stuckwork_changelist")
    sent = {"action": "try_again", "_selected_action": [work.pk]}
    answer = browser_of(stella).post(listed, sent, follow=True)
    assert "The next sweep tries it." in answer.content.decode()
    work.refresh_from_db()
    assert work.next_try_at is not None
    last = Act.objects.first()
    assert last is not None
    assert (last.what, last.subject, last.by) == ("try_again", stella.pk.hex, stella.pk.hex)
