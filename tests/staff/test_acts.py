"""What staff do, each with a reason, and what comes of it."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino_site.staff.acts import ACTS, finish_bans
from casino_site.staff.admin.pages import texts_of
from casino_site.staff.models import Act
from casino_site.staff.reports import report
from engine.errors import Refusal
from games.accounts import handles, leaving, tokens
from games.accounts.leaving import leave
from games.accounts.sign_up import faults_of
from games.models import Event, Player, StatedText
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.staff.conftest import WHY, Done, browser_of, person
from tests.tournaments.factories import opened, running
from tournaments.models import Entrant, Tournament
from tournaments.store.tournament_log import tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def given_to(what: str, event: Tournament) -> dict[str, Any]:
    """What the form of an act asks for beside the reason."""
    text = texts_of(event)
    return {
        "rename": {"handle": "bobby"},
        "answer": {"answer": "we have looked"},
        "take_text": {"text": f"{text[0][0]}/{text[0][1]}" if text else ""},
    }.get(what, {})


def about(what: str, event: Tournament, bob: Player) -> Any:
    """Something that the act can be done to."""
    match ACTS[what].about:
        case Act.About.PLAYER:
            return bob
        case Act.About.REPORT:
            return report(bob, "event", event.pk, "it is rude", NOON)
        case _:
            return event


@pytest.mark.parametrize("what", ACTS)
def test_nobody_but_staff_can_do_an_act(
    what: str,
    event: Tournament,
    alice: Player,
    bob: Player,
    charlie: Player,
    guest: Player,
    stella: Player,
) -> None:
    subject = about(what, event, bob)
    address = f"/admin/act/{what}/{subject.pk.hex}/"
    sent = {"reason": WHY} | given_to(what, event)
    before = (Act.objects.count(), Event.objects.count())
    for player in (alice, bob, charlie, guest, None):
        for answer in (browser_of(player).get(address), browser_of(player).post(address, sent)):
            assert answer.status_code == 404, player
    assert (Act.objects.count(), Event.objects.count()) == before
    assert browser_of(stella).get(address).status_code == 200


@pytest.mark.parametrize("what", ACTS)
def test_an_act_without_a_reason_is_not_done(
    what: str, event: Tournament, bob: Player, stella: Player
) -> None:
    subject = about(what, event, bob)
    before = (Act.objects.count(), Event.objects.count())
    for reason in ("", "  ", "x" * 401, "un\u200bseen"):
        sent = {"reason": reason} | given_to(what, event)
        answer = browser_of(stella).post(f"/admin/act/{what}/{subject.pk.hex}/", sent)
        assert answer.status_code == 200
        assert answer.context["form"].errors
    assert (Act.objects.count(), Event.objects.count()) == before


def test_an_act_on_its_page_is_done_and_in_the_list(stella: Player, bob: Player) -> None:
    browser = browser_of(stella)
    address = f"/admin/act/rename/{bob.pk.hex}/"
    assert browser.post(address, {"reason": WHY, "handle": "bobby"}).status_code == 302
    bob.refresh_from_db()
    assert bob.handle == "bobby"
    listed = browser.get("/admin/staff/act/").content.decode()
    assert WHY in listed
    assert "stella" in listed


def test_there_is_no_page_for_an_act_or_a_subject_that_is_none(
    stella: Player, bob: Player, event: Tournament
) -> None:
    browser = browser_of(stella)
    for address in (f"nothing/{bob.pk.hex}/", f"ban/{event.pk.hex}/", f"hide/{bob.pk.hex}/"):
        assert browser.get(f"/admin/act/{address}").status_code == 404


def test_who_is_renamed_keeps_the_old_handle_from_everybody_else(done: Done, bob: Player) -> None:
    done("rename", bob, handle="robert")
    bob.refresh_from_db()
    assert bob.handle == "robert"
    for taken in ("bob", "BOB", "b0b"):
        assert "kept for who had it" in faults_of(taken, "zebra-crossing-9")["handle"][0]
    handles.check("bob", bob)
    done("rename", bob, handle="bob")
    bob.refresh_from_db()
    assert bob.handle == "bob"


@pytest.mark.parametrize("handle", ["admin", "greedy-12", "a b", "alice", "bob", "al1ce"])
def test_staff_name_nobody_as_nobody_may_be_called(
    done: Done, alice: Player, bob: Player, handle: str
) -> None:
    with pytest.raises(Refusal) as refused:
        done("rename", bob, handle=handle)
    assert refused.value.code == "not_as_it_is"
    assert Act.objects.filter(what="rename").count() == 0
    bob.refresh_from_db()
    assert bob.handle == "bob"


def test_who_is_banned_is_out_of_everything(done: Done, alice: Player, bob: Player) -> None:
    event = running(alice, [alice, bob])
    waiting = opened(bob, bob, name="Bob’s own")
    token, browser = tokens.issue(bob).token, browser_of(bob)
    done("ban", bob)
    assert browser.get("/account/").status_code == 302
    script = Client(headers={"Authorization": f"Token {token}"})
    assert script.get("/api/v1/me/").status_code == 401
    again = Client().post("/sign-in/", {"username": "bob", "password": "a password of bob"})
    nobody = Client().post("/sign-in/", {"username": "nobody9", "password": "a password of bob"})
    assert again.status_code == nobody.status_code == 200
    assert again.context["form"].errors == nobody.context["form"].errors
    left = Entrant.objects.get(tournament=event, members__player=bob)
    assert left.state == Entrant.State.WITHDRAWN
    waiting.refresh_from_db()
    assert waiting.state == Tournament.State.CANCELLED
    done("unban", bob)
    assert Client().login(handle="bob", password="a password of bob")


def test_a_ban_that_broke_off_is_finished_by_the_sweep(
    done: Done, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = running(alice, [alice, bob])
    with monkeypatch.context() as broken:
        broken.setattr(leaving, "stop_playing", lambda player, now: None)
        done("ban", bob)
    entrant = Entrant.objects.get(tournament=event, members__player=bob)
    assert entrant.state == Entrant.State.ACTIVE
    finish_bans(NOON)
    entrant.refresh_from_db()
    assert entrant.state == Entrant.State.WITHDRAWN
    facts = Event.objects.count()
    finish_bans(NOON)
    assert Event.objects.count() == facts


def test_a_ban_is_refused_where_it_makes_no_sense(
    done: Done, stella: Player, bob: Player, db: None
) -> None:
    bot = Player.objects.create(handle="greedy-1", kind=Player.Kind.BOT, bot="greedy")
    done("ban", bob)
    for what, player in (("ban", bob), ("ban", stella), ("ban", bot), ("unban", stella)):
        with pytest.raises(Refusal):
            done(what, player)
    assert Act.objects.filter(what__in=("ban", "unban")).count() == 1


def test_a_hidden_event_is_in_no_list_and_only_its_directors_and_staff_see_it(
    done: Done, event: Tournament, alice: Player, bob: Player, stella: Player
) -> None:
    done("hide", event)
    for path in ("/", "/tournaments/"):
        assert "Friday night" not in Client().get(path).content.decode()
    assert Client().get("/api/v1/tournaments/").json()["results"] == []
    pages = ["", "entrants/", "schedule/", "embed/", "screen/"]
    for page in pages:
        address = f"/tournaments/{event.slug}/{page}"
        for player in (bob, None):
            answer = browser_of(player).get(address)
            assert answer.status_code == 404
            assert "hidden" in answer.content.decode()
        for player in (alice, stella):
            assert browser_of(player).get(address).status_code == 200
    page = browser_of(alice).get(f"/tournaments/{event.slug}/").content.decode()
    assert "The staff have hidden this tournament" in page
    assert browser_of(alice).get(f"/tournaments/{event.slug}/console/").status_code == 200
    for player in (alice, bob, stella, None):
        for name in (event.slug, event.pk.hex):
            answer = browser_of(player).get(f"/api/v1/tournaments/{name}/")
            assert (answer.status_code, answer.json()["code"]) == (404, "tournament_hidden")
    with pytest.raises(Refusal, match="needs state seen"):
        done("hide", event)
    done("show", event)
    assert "Friday night" in Client().get("/tournaments/").content.decode()


def test_an_event_of_somebody_else_is_cancelled_as_a_fact_with_the_reason(
    done: Done, event: Tournament, stella: Player
) -> None:
    done("cancel", event, "it was never to be played")
    fact = Event.objects.filter(stream=tournament_log.stream_of(event.pk)).latest("version")
    assert (fact.type, fact.actor) == ("tournament_cancelled", f"staff:{stella.pk.hex}")
    assert fact.data["by"] is None
    assert StatedText.objects.filter(text="it was never to be played").exists()
    act = Act.objects.get(what="cancel")
    assert act.version == fact.version
    with pytest.raises(Refusal) as refused:
        done("cancel", event)
    assert refused.value.code == "wrong_state"


def test_a_name_is_taken_off_an_event(
    done: Done, alice: Player, bob: Player, stella: Player
) -> None:
    event = opened(alice)
    address = f"/api/v1/tournaments/{event.slug}/entrants/"
    sent = json.dumps({"name": "Something Rude"})
    browser_of(bob).post(address, sent, content_type="application/json")
    browser = browser_of(stella)
    page = f"/admin/act/take_text/{event.pk.hex}/"
    assert "Something Rude" in browser.get(page).content.decode()
    [(version, field, _)] = texts_of(event)
    assert browser.post(page, {"reason": WHY, "text": f"{version}/{field}"}).status_code == 302
    assert not StatedText.objects.filter(text="Something Rude").exists()
    assert "Something Rude" not in Client().get(address).content.decode()


def test_staff_do_nothing_to_who_has_gone(done: Done, bob: Player) -> None:
    leave(bob, NOON)
    for what in ("rename", "ban", "unban"):
        with pytest.raises(Refusal):
            done(what, bob, handle="robert")


def test_a_handle_that_was_kept_is_free_again_when_its_player_goes(done: Done) -> None:
    carla = person("carla")
    done("rename", carla, handle="karla")
    carla.refresh_from_db()
    leave(carla, timezone.now())
    assert faults_of("carla", "zebra-crossing-9") == {}
