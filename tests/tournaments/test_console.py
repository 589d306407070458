"""The console: every act of a director on a page, shown before it is done, and recorded."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.models import Player
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.consoles import Console, browser, facts, text_of
from tests.tournaments.factories import (
    facts_of,
    finish_matches,
    made,
    opened,
    play_to_the_end,
    running,
)
from tests.tournaments.test_event_form import fields_of
from tournaments.actions import services
from tournaments.domain.commands import CancelTournament
from tournaments.domain.round_commands import DiscardRound, DisputeResult, FailRound
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.progress import advance
from tournaments.store.tournament_log import tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
SWISS = (StageSettings("swiss", {"rounds": 2}),)
TOGETHER = {"stages": SWISS, "starts": "rounds"}
DRAFTS = TOGETHER | {"publish": "manual"}


def entrant(tournament: Tournament, number: int) -> Entrant:
    return Entrant.objects.get(tournament=tournament, number=number)


def state_of(tournament: Tournament, number: int) -> str:
    return str(entrant(tournament, number).state)


def test_only_directors_see_the_console(olga: Player, people: NewPlayers) -> None:
    ann, bob = people(2)
    tournament = made(olga, directors=(ann.pk.hex,))

    assert "Nobody can enter before you open registration." in Console(ann, tournament).see()
    for page in ("", "entrants/", "rounds/", "settings/", "record/", "do/cancel_tournament/"):
        away = browser(bob).get(Console(bob, tournament).address(page))
        assert away.status_code == 302
        assert away["Location"] == f"/tournaments/{tournament.slug}/"
    assert "(not_director)" in Console(bob, tournament).see()


def test_whoever_does_not_direct_changes_nothing(olga: Player, people: NewPlayers) -> None:
    ann, *_ = people(2)
    tournament = opened(olga, ann)
    before = facts()

    outsider = Console(ann, tournament)
    outsider.press("do/cancel_tournament/", reason="mine", confirm="1")
    outsider.press("do/open_check_in/")
    outsider.press("start/")
    outsider.press("bots/", bot="random", count=2)
    outsider.press("entrants/import/", text="handle\np2\n", confirm="1")
    outsider.press("entrants/add/", handle="p2")
    outsider.press("settings/", name="Mine")

    assert facts() == before


def test_an_event_is_opened_filled_checked_in_and_started(olga: Player, people: NewPlayers) -> None:
    people(2)
    tournament = made(olga)
    console = Console(olga, tournament)

    assert "Registration opens." in console.press("do/open_registration/")
    assert "p1 is in." in console.press("entrants/add/", handle="p1", club="North")
    assert "The bots are in." in console.press("bots/", bot="random", count=2)
    assert "Check-in opens." in console.press("do/open_check_in/")
    first = entrant(tournament, 1)
    assert "is checked in." in console.press(f"do/check_in/?entrant={first.pk.hex}")
    assert "The tournament has started." in console.press("start/")

    assert "tournament_started" in facts_of(tournament)
    assert (first.club, state_of(tournament, 1)) == ("North", "active")


def test_an_act_shows_what_it_records_before_it_is_done(olga: Player, people: NewPlayers) -> None:
    tournament = opened(olga, *people(2))
    console = Console(olga, tournament)
    query = f"entrant={entrant(tournament, 1).pk.hex}"
    before = facts()

    seen = console.press(f"do/disqualify_entrant/?{query}", reason="left in anger")

    assert "p1 is disqualified." in seen
    assert "left in anger" in seen
    assert facts() == before
    assert "is disqualified" in console.do("disqualify_entrant", query, reason="left in anger")
    assert state_of(tournament, 1) == "disqualified"
    record = console.see("record/")
    assert "olga : p1 is disqualified. Reason: left in anger" in record


def test_a_confirmation_does_nothing_once_somebody_else_was_quicker(
    olga: Player, people: NewPlayers
) -> None:
    tournament = opened(olga, *people(2))
    console = Console(olga, tournament)
    seen = console.version()
    console.press("entrants/add/", handle="olga")
    before = facts()

    said = console.press("do/cancel_tournament/", reason="rain", confirm="1", version=seen)

    assert "(stale)" in said
    assert facts() == before


def test_entrants_leave_pause_and_come_back(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), **TOGETHER)
    console = Console(olga, tournament)
    query = f"entrant={entrant(tournament, 1).pk.hex}"

    console.do("pause_entrant", query, reason="")
    assert state_of(tournament, 1) == "paused"
    console.press(f"do/resume_entrant/?{query}")
    assert state_of(tournament, 1) == "active"
    console.do("withdraw_entrant", query, reason="unwell")
    assert state_of(tournament, 1) == "withdrawn"
    console.do("reinstate_entrant", query, reason="")
    assert state_of(tournament, 1) == "active"


def test_somebody_is_withdrawn_in_two_presses(olga: Player, people: NewPlayers) -> None:
    """The name is opened, and the button pressed."""
    tournament = running(olga, people(4), **TOGETHER)
    console = Console(olga, tournament)
    one = entrant(tournament, 2)
    address = f"{console.address('do/withdraw_entrant/')}?entrant={one.pk.hex}"
    page = console.client.get(console.address("entrants/")).content.decode()
    form = page[page.index(f'action="{address}"') :].split("</form>")[0]
    sent = dict(re.findall(r'name="(reason|confirm)" value="([^"]*)"', form))

    console.client.post(address, sent)

    assert state_of(tournament, 2) == "withdrawn"


def test_the_page_of_an_act_says_whom_it_is_about_and_what_it_does(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), **TOGETHER)
    console = Console(olga, tournament)

    query = f"entrant={entrant(tournament, 2).pk.hex}"

    assert "p2 Disqualifies an entrant" in console.see(f"do/disqualify_entrant/?{query}")
    forfeit = console.see("do/forfeit_match/?stage=1&round=1&pairing=1")
    assert "Round 1, table 1: p" in forfeit
    assert "Round 1 Throws away a draft" in console.see("do/discard_round/?stage=1&round=1")
    assert "Ends the event now" in console.see("do/end_early/")


def test_scores_are_set_in_points(olga: Player) -> None:
    tournament = made(olga, stages=(StageSettings("swiss"),), policies={"requested_bye_score": 30})
    console = Console(olga, tournament)
    page = console.client.get(console.address("settings/"))
    assert "sixtieths" not in page.content.decode()
    form = page.context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    bye = next(name for name in sent if name.endswith("-bye_score"))
    asked = next(name for name in sent if name.endswith("requested_bye_score"))
    assert (sent[bye], sent[asked]) == ("1", "1/2")

    refused = console.press("settings/", **sent | {bye: "2"})
    console.press("settings/", **sent | {bye: "0.5", asked: "0,25"})

    assert "It takes from 1/2 to 1 points." in refused
    settings = tournament_log.load(tournament.pk).settings
    assert settings.stages[0].options["bye_score"] == 30
    assert settings.policies["requested_bye_score"] == 15


def test_a_substitute_plays_on(olga: Player, people: NewPlayers) -> None:
    p1, p2, p3 = people(3)
    tournament = opened(olga, p1, p2)
    query = f"entrant={entrant(tournament, 1).pk.hex}"

    Console(olga, tournament).do("substitute", query, out="p1", player="p3", reason="ill")

    state = tournament_log.load(tournament.pk)
    assert p3.pk.hex in state.players
    assert p1.pk.hex not in state.players


def test_clubs_penalties_and_forbidden_pairs_are_set(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), **TOGETHER)
    console = Console(olga, tournament)
    query = f"entrant={entrant(tournament, 1).pk.hex}"

    console.do("set_club", query, club="South")
    assert "p1 gets −½ point on top of what was played." in console.press(
        f"do/adjust_score/?{query}", points="-1/2", reason="late"
    )
    console.do("adjust_score", query, points="-1/2", reason="late")
    console.do("forbid_pair", first="p1", second="2", reason="siblings")

    assert entrant(tournament, 1).club == "South"
    assert facts_of(tournament)[-3:] == ["club_set", "score_adjusted", "pair_forbidden"]


@pytest.mark.parametrize(
    ("operation", "fields", "code"),
    [
        ("forbid_pair", {"first": "p1", "second": "p1", "reason": "x"}, "(bad_field)"),
        ("forbid_pair", {"first": "p1", "second": "zed", "reason": "x"}, "(unknown_entrant)"),
        ("resume_tournament", {}, "(wrong_state)"),
        ("open_registration", {}, "(wrong_state)"),
        ("retry_round", {}, "(nothing_failed)"),
        ("pause_tournament", {"reason": ""}, "This field is required."),
        ("cancel_tournament", {"reason": "x" * 401}, "at most 400 characters"),
    ],
)
def test_what_the_event_refuses_is_said_on_the_page(
    olga: Player, people: NewPlayers, operation: str, fields: dict[str, str], code: str
) -> None:
    tournament = running(olga, people(4), **TOGETHER)
    before = facts()

    said = Console(olga, tournament).press(f"do/{operation}/", **fields)

    assert code in said
    assert facts() == before


@pytest.mark.parametrize(
    ("operation", "fields", "code"),
    [
        ("substitute", {"out": "p1", "player": "nobody", "reason": "x"}, "(bad_field)"),
        ("substitute", {"out": "p1", "player": "p2", "reason": "x"}, "(already_entered)"),
        ("resume_entrant", {}, "(wrong_entrant_state)"),
        ("reinstate_entrant", {"reason": ""}, "(wrong_entrant_state)"),
        ("check_in", {}, "(wrong_state)"),
        ("adjust_score", {"points": "11", "reason": "x"}, "(bad_field)"),
        ("adjust_score", {"points": "0.001", "reason": "x"}, "down to sixtieths"),
        ("adjust_score", {"points": "1/0", "reason": "x"}, "down to sixtieths"),
    ],
)
def test_what_is_refused_of_an_entrant_is_said_on_the_page(
    olga: Player, people: NewPlayers, operation: str, fields: dict[str, str], code: str
) -> None:
    tournament = running(olga, people(4), **TOGETHER)
    query = f"entrant={entrant(tournament, 1).pk.hex}"
    before = facts()

    said = Console(olga, tournament).press(f"do/{operation}/?{query}", **fields)

    assert code in said
    assert facts() == before


def test_a_draft_is_swapped_discarded_and_published(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), **DRAFTS)
    console = Console(olga, tournament)
    assert "Round 1 is a draft: it starts when you publish it." in console.see()
    of_round = "stage=1&round=1"

    shown = console.press(
        f"do/override_pairings/?{of_round}", first="p1", second="p2", reason="wanted"
    )
    assert "Round 1, tables set by hand" in shown
    console.do("override_pairings", of_round, first="p1", second="p2", reason="wanted")
    assert "overridden" in str(Pairing.objects.get(tournament=tournament, number=1).why)
    console.do("discard_round", of_round, reason="once more")
    assert not Pairing.objects.filter(tournament=tournament).exists()
    advance.advance(tournament.pk, at_noon)
    console.do("publish_round", of_round, starts_at="")

    assert "Round 1 is published" in console.see("record/")
    assert "Round 1: 2 tables are still to be decided." in console.see()


def test_a_round_is_published_for_a_time_in_the_directors_zone(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), **DRAFTS)
    console = Console(olga, tournament)

    console.do(
        "publish_round", "stage=1&round=1", starts_at="2099-01-31T19:30", time_zone="Europe/Vienna"
    )

    current = tournament_log.load(tournament.pk).stages[0]
    assert current.starts_at[1] == "2099-01-31T18:30:00.000+00:00"


def test_swapping_takes_two_tables(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), **DRAFTS)
    pairing = Pairing.objects.filter(tournament=tournament).first()
    assert pairing is not None
    one, other = (seating.entrant.number for seating in pairing.seatings.all())
    before = facts()

    said = Console(olga, tournament).press(
        "do/override_pairings/?stage=1&round=1", first=one, second=other, reason="x"
    )

    assert "They have to sit at two tables of this round." in said
    assert facts() == before


def test_a_forfeit_decides_a_table(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), **TOGETHER)
    console = Console(olga, tournament)

    console.do("forfeit_match", "stage=1&round=1&pairing=1", losers=["1"], reason="did not come")

    assert Pairing.objects.get(tournament=tournament, round=1, number=1).decided
    assert "Round 1: 1 table is still to be decided." in console.see()
    assert "(result_final)" in console.press(
        "do/forfeit_match/?stage=1&round=1&pairing=1", losers=["0"], reason="x"
    )


def test_a_correction_names_what_rests_on_it_and_is_confirmed(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4))
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    console = Console(olga, tournament)
    at = "stage=1&round=1&pairing=1"
    other = {
        "winner": "1", "points_0": 3, "points_1": 21, "reason": "misread",
    }  # fmt: skip
    before = facts()

    refused = console.press(f"do/correct_result/?{at}", **other)

    assert "(dependent_matches)" in refused
    assert "Final, table 1: p1 – p2" in refused
    assert "2/1" not in refused
    assert facts() == before
    shown = console.press(f"do/correct_result/?{at}", **other, reset_dependents="on")
    assert "Final, table 1 is taken back: p1 – p2." in shown
    assert "p4: place" in shown
    console.do("correct_result", at, **other, reset_dependents="on")
    assert facts_of(tournament)[-2:] == ["result_corrected", "pairing_voided"]


def test_a_dispute_is_looked_at(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), **TOGETHER, policies={"dispute_seconds": 600})
    console = Console(olga, tournament)
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    at = "stage=1&round=1&pairing=1"
    disputed = DisputeResult(olga.pk.hex, 1, 1, 1, "wrong sum", NOON)
    services.act(tournament, olga, disputed, now=NOON)

    assert "1 result is disputed" in console.see()
    console.do("resolve_dispute", at, reason="recounted")

    assert "dispute_resolved" in facts_of(tournament)


def test_an_event_is_paused_resumed_and_ended_early(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), **TOGETHER)
    console = Console(olga, tournament)

    console.do("pause_tournament", reason="lunch")
    assert "Paused" in console.see()
    console.press("do/resume_tournament/")
    console.do("end_early", reason="the hall closes")

    assert "It is over." in console.see()
    assert facts_of(tournament)[-1] == "tournament_completed"


def test_a_failed_round_is_said_and_tried_again(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), **TOGETHER)
    services.act(tournament, olga, DiscardRound(olga.pk.hex, 1, 1, "x"), now=NOON)
    services.act(tournament, olga, FailRound("no_pairing"), now=NOON)
    console = Console(olga, tournament)

    assert (
        "Round 1 could not be paired: nobody is left to meet whom they may meet." in console.see()
    )
    assert "is paired anew." in console.press("do/retry_round/")
    advance.advance(tournament.pk, at_noon)
    assert Pairing.objects.filter(tournament=tournament).count() == 2


def test_a_file_is_looked_at_before_anybody_enters(olga: Player, people: NewPlayers) -> None:
    people(2)
    tournament = opened(olga)
    console = Console(olga, tournament)
    text = "handle,club\np1,North\np2,\n"
    before = facts()

    assert "2 entrants would enter" in console.press("entrants/import/", text=text)
    assert facts() == before
    assert "2 have entered." in console.press("entrants/import/", text=text, confirm="1")
    assert Entrant.objects.filter(tournament=tournament).count() == 2


def test_wrong_rows_of_a_file_are_named_on_the_page(olga: Player) -> None:
    tournament = opened(olga)
    console = Console(olga, tournament)
    before = facts()

    said = console.press("entrants/import/", text="handle\nnobody\n=1+1\n", confirm="1")

    assert "row 3, handle: it begins with =, as a formula does" in said
    assert "(bad_csv)" in said
    assert "Choose a file" in console.press("entrants/import/", text="")
    assert facts() == before


def test_a_large_file_comes_in_by_the_page(olga: Player, people: NewPlayers) -> None:
    people(2)
    tournament = opened(olga)
    console = Console(olga, tournament)
    blanks = b"\n" * 200_000

    file = SimpleUploadedFile("entrants.csv", b"handle\np1\np2\n" + blanks)
    seen = console.press("entrants/import/", file=file)
    assert "choose it once more below" in seen
    file.seek(0)
    assert "2 have entered." in console.press("entrants/import/", file=file, confirm="1")
    too_large = SimpleUploadedFile("entrants.csv", b"x" * 1_100_000)
    assert "(body_too_large)" in console.press("entrants/import/", file=too_large)


def test_seeds_are_set_by_numbers(olga: Player, people: NewPlayers) -> None:
    tournament = opened(olga, *people(3), policies={"seeding": "manual"})
    console = Console(olga, tournament)
    ids = [entrant(tournament, number).pk.hex for number in (1, 2, 3)]

    said = console.press(
        "entrants/seeding/", **{f"seed-{one}": n for one, n in zip(ids, (3, 1, 2), strict=True)}
    )

    assert "The seeding is set." in said
    assert tournament_log.load(tournament.pk).seeding == (ids[1], ids[2], ids[0])
    assert "Every entrant takes a number." in console.press("entrants/seeding/")


def test_entrants_are_looked_for(olga: Player, people: NewPlayers) -> None:
    tournament = opened(olga, *people(3))
    console = Console(olga, tournament)

    assert "2. p2" in console.see("entrants/?q=P2")
    assert "1. p1" not in console.see("entrants/?q=P2")
    assert "Nobody." in console.see("entrants/?state=withdrawn")
    assert "1. p1" in console.see("entrants/?page=99&state=nonsense")


def test_unknown_things_are_not_found(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(2))
    client = browser(olga)
    console = Console(olga, tournament)

    for rest in (
        "do/nonsense/",
        "do/forfeit_match/?stage=1&round=9&pairing=1",
        "do/forfeit_match/?stage=x",
        "do/substitute/?entrant=nobody",
        "do/check_in/",
    ):
        assert client.get(console.address(rest)).status_code == 404
    assert client.get("/tournaments/nowhere/console/").status_code == 404


def test_settings_are_changed_before_the_start(olga: Player) -> None:
    tournament = made(olga)
    console = Console(olga, tournament)
    sent = {
        "name": "Saturday", "ruleset": "royal", "capacity": "8", "stages-0-format": "swiss",
        "stages-0-shown": "swiss", "stages-0-swiss-rounds": "3", "directors": "",
    }  # fmt: skip

    assert "The settings are changed." in console.press("settings/", **sent)

    settings = tournament_log.load(tournament.pk).settings
    assert (settings.name, settings.ruleset, settings.capacity) == ("Saturday", "royal", 8)
    assert settings.stages[0].options["rounds"] == 3
    assert 'value="3"' in console.client.get(console.address("settings/")).content.decode()


def test_what_binds_nobody_changes_while_an_event_is_played_and_is_shown_first(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4))
    console = Console(olga, tournament)
    page = fields_of(console.client.get(console.address("settings/")).content.decode())
    sent = page | {"name": "Saturday", "turn_seconds": 45, "reason": "It is Saturday."}

    seen = console.press("settings/", **sent)
    assert "This will be recorded:" in seen
    assert "name: Friday night → Saturday; seconds a turn: 30 → 45" in seen
    assert "The settings are changed." in console.press("settings/", **sent, confirm="1")
    settings = tournament_log.load(tournament.pk).settings
    assert (settings.name, settings.turn_seconds) == ("Saturday", 45)
    assert settings.capacity == 16

    page = fields_of(console.client.get(console.address("settings/")).content.decode())
    nobody_said_why = console.press("settings/", **page | {"name": "Sunday"}, confirm="1")
    assert "Say why" in nobody_said_why
    late = console.press("settings/", **sent | {"capacity": 4, "confirm": "1"})
    assert "The settings are changed." in late
    assert tournament_log.load(tournament.pk).settings.capacity == 16


def test_the_page_of_an_event_that_is_over_shows_its_settings_only(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(2))
    play_to_the_end(tournament)

    answer = browser(olga).get(Console(olga, tournament).address("settings/"))

    assert "The event is over; what was set is below." in text_of(answer)


def test_who_looks_at_a_dispute_sees_the_result_and_what_is_said_against_it(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), **TOGETHER, policies={"dispute_seconds": 600})
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    for number, said in ((1, "not counted"), (2, "wrong sum")):
        disputed = DisputeResult(olga.pk.hex, 1, 1, number, said, NOON)
        services.act(tournament, olga, disputed, now=NOON)
    console = Console(olga, tournament)
    for action in ("resolve_dispute", "correct_result"):
        page = console.see(f"do/{action}/?stage=1&round=1&pairing=1")
        assert "What is said against it: not counted" in page
        assert "wrong sum" not in page
        assert "by resignation" in page


def test_a_cancelled_event_says_why(olga: Player) -> None:
    tournament = opened(olga)
    services.act(
        tournament, olga, CancelTournament(olga.pk.hex, "The hall is flooded.", NOON), now=NOON
    )

    page = text_of(browser(olga).get(f"/tournaments/{tournament.slug}/"))

    assert "Cancelled" in page or "cancelled" in page
    assert "The hall is flooded." in page


def test_nobody_is_kept_apart_once_everything_is_played(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(2), provisional_minutes=60)
    console = Console(olga, tournament)
    assert "Forbid a pair" in console.see()

    play_to_the_end(tournament)

    shown = console.see()
    assert "Make the results final" in shown
    assert "Forbid a pair" not in shown
