"""What a tournament accepts and refuses, state by state; and that its facts give it back."""

from dataclasses import replace

import pytest

from engine import Refusal
from tests.noon import NOON
from tests.tournaments.plays import (
    CREATE,
    LOT,
    after,
    bots,
    completed,
    entry,
    favourite,
    new_matches,
    paired,
    person,
    played,
    record,
    refusal_of,
    registering,
    result,
    started,
    waiting,
    with_settings,
)
from tournaments.domain.commands import OpenRegistration, Start, StartStage
from tournaments.domain.decide import decide
from tournaments.domain.entrant_commands import RegisterEntrants, WithdrawEntrant
from tournaments.domain.round_commands import PairRound
from tournaments.domain.state import NEW, State


def test_a_tournament_goes_from_draft_to_completed() -> None:
    state = after(NEW, CREATE)
    phases = [state.phase]
    for command in (OpenRegistration("olga"), bots(1, 4), Start("olga")):
        state = after(state, command)
        phases.append(state.phase)
    state = after(state, StartStage(LOT, (), NOON))
    for _ in range(2):
        state = played(paired(state), favourite)
        phases.append(state.phase)

    assert phases == ["draft", "registration", "registration", "running", "running", "completed"]
    assert state.current is not None
    assert (state.champion, len(state.current.stage.rounds)) == ("e1", 2)
    assert state.places == ("e1", "e2", "e3", "e4")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", " "),
        ("name", "x" * 81),
        ("name", "Friday\x00"),
        ("name", "Friday\nnight"),
        ("name", "\u202eyadirF"),
        ("name", "\ud800"),
        ("capacity", 1),
        ("capacity", 16_385),
        ("capacity", 100_001),
        ("capacity", True),
        ("turn_seconds", 4),
        ("turn_seconds", 3601),
        ("bank_seconds", 3601),
        ("bot_pace_ms", -1),
        ("bot_pace_ms", 10_001),
        ("autostart", "tomorrow"),
        ("starts", "tomorrow"),
        ("publish", "never"),
        ("dealing", "crooked"),
        ("team", 3),
        ("scale", (1, 3)),
        ("starts_at", "noon"),
        ("starts_at", "2026-11-20T12:00:00"),
        ("starts_at", "2026-11-20T11:59:59+00:00"),
        ("check_in_minutes", 30),
        ("round_gap_seconds", -1),
        ("stages", ()),
        ("fill_with_bots", "hal"),
    ],
)
def test_an_option_out_of_its_bounds_is_refused(field: str, value: object) -> None:
    with pytest.raises(Refusal) as caught:
        decide(NEW, with_settings(**{field: value}))

    assert (caught.value.code, caught.value.params["field"]) == ("bad_field", field)
    assert field in caught.value.detail


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"ruleset": "bridge"}, "unknown_ruleset"),
        ({"overrides": {"first_to": 0}}, "bad_override"),
        ({"overrides": {"colour": "red"}}, "bad_override"),
        ({"overrides": {"partnership": True}}, "bad_field"),
    ],
)
def test_the_rules_of_the_game_are_checked_at_creation(
    changes: dict[str, object], code: str
) -> None:
    assert refusal_of(NEW, with_settings(**changes)) == code


@pytest.mark.parametrize("name", ["x", "x" * 80, "Tournoi d'été nº 1", "土曜日のカシノ"])
def test_names_of_all_scripts_are_welcome(name: str) -> None:
    assert after(NEW, with_settings(name=name)).settings.name == name


def test_only_who_directs_opens_starts_and_enters_bots() -> None:
    assert refusal_of(after(NEW, CREATE), OpenRegistration("bob")) == "not_director"
    state = after(registering(), bots(1, 2))
    assert refusal_of(state, Start("bob")) == "not_director"
    assert refusal_of(state, replace(bots(3, 4), by="bob")) == "not_organiser"


def test_nobody_enters_somebody_else() -> None:
    assert refusal_of(registering(), RegisterEntrants("p1", (entry(2),))) == "not_organiser"


def test_entering_twice_is_refused() -> None:
    assert refusal_of(after(registering(), person(1)), person(1)) == "already_entered"
    twice = RegisterEntrants("olga", (entry(1, "greedy"), entry(1, "greedy")))
    assert refusal_of(registering(), twice) == "already_entered"


def test_a_full_tournament_refuses_all_of_too_many() -> None:
    state = after(
        registering(with_settings(capacity=3, policies={"waiting_list": 0})), person(1), person(2)
    )

    assert refusal_of(state, bots(3, 4)) == "tournament_full"
    state = after(state, person(3))
    assert refusal_of(state, person(4)) == "tournament_full"
    assert state.free == 0


@pytest.mark.parametrize(
    ("state", "entering", "leaving"),
    [
        (after(NEW, CREATE), "registration_closed", "unknown_entrant"),
        (started(2), "late_entry_closed", None),
        (completed(2, favourite), "registration_closed", "wrong_state"),
    ],
)
def test_nobody_comes_or_goes_when_it_is_not_the_time(
    state: State, entering: str, leaving: str | None
) -> None:
    assert refusal_of(state, person(9)) == entering
    if leaving is not None:
        assert refusal_of(state, WithdrawEntrant("p1", "e1")) == leaving


def test_a_withdrawn_player_leaves_the_place_and_may_come_back() -> None:
    state = after(registering(with_settings(capacity=2)), person(1), person(2))
    assert refusal_of(state, WithdrawEntrant("p9", "e9")) == "unknown_entrant"
    assert refusal_of(state, WithdrawEntrant("p2", "e1")) == "not_your_entrant"

    state = after(state, WithdrawEntrant("p1", "e1"))
    assert (state.free, [entrant.id for entrant in state.present]) == (1, ["e2"])
    back = RegisterEntrants("p1", (replace(entry(1), entrant="e1-again"),))
    state = after(state, back)

    assert [entrant.number for entrant in state.present] == [2, 3]
    state = after(state, Start("olga"), StartStage(LOT, (), NOON))
    assert state.stages[0].stage.seeds == ("e2", "e1-again")


def test_a_tournament_of_one_does_not_start() -> None:
    assert refusal_of(after(registering(), person(1)), Start("olga")) == "too_few_entrants"


def test_a_tournament_starts_once() -> None:
    assert refusal_of(after(NEW, CREATE), Start("olga")) == "wrong_state"
    assert refusal_of(started(2), Start("olga")) == "wrong_state"
    assert refusal_of(started(2), OpenRegistration("olga")) == "wrong_state"
    assert refusal_of(registering(), OpenRegistration("olga")) == "wrong_state"
    assert refusal_of(registering(), CREATE) == "wrong_state"


def test_bots_fill_the_free_places_in_the_fact_that_starts() -> None:
    create = with_settings(capacity=4, fill_with_bots="greedy")
    state = after(registering(create), person(1))
    fill = tuple(entry(n, "greedy") for n in (2, 3, 4))

    facts = decide(state, Start(None, fill))

    assert [fact.type for fact in facts] == ["entrant_registered"] * 3 + ["tournament_started"]
    assert [one.id for one in after(state, Start(None, fill)).present] == ["e1", "e2", "e3", "e4"]
    assert refusal_of(state, Start(None, (*fill, entry(5, "greedy")))) == "tournament_full"


@pytest.mark.parametrize(
    ("autostart", "fill", "commands", "due"),
    [
        ("manual", "greedy", [person(1), person(2)], False),
        ("full", None, [person(1)], False),
        ("full", None, [person(1), person(2)], True),
        ("first_person", "greedy", [], False),
        ("first_person", "greedy", [bots(1, 2)], False),
        ("first_person", "greedy", [person(1)], True),
        ("first_person", None, [person(1)], False),
        ("first_person", None, [person(1), bots(2, 2)], True),
    ],
)
def test_a_tournament_starts_by_itself_as_its_organiser_chose(
    autostart: str, fill: str | None, commands: list[RegisterEntrants], due: bool
) -> None:
    create = with_settings(capacity=2, autostart=autostart, fill_with_bots=fill)

    assert after(registering(create), *commands).start_due is due


@pytest.mark.parametrize("starts", ["ready", "rounds"])
def test_a_round_is_paired_once_and_only_when_its_players_are_known(starts: str) -> None:
    state = paired(started(4, with_settings(starts=starts)))
    first, second = waiting(state)
    again = PairRound(new_matches(2), NOON)
    if starts == "rounds":
        assert refusal_of(state, again) == "round_not_due"
    else:
        assert decide(state, again) == []

    state = after(state, record(result(first, 0)))
    assert [one.round for one in waiting(paired(state) if starts == "ready" else state)] == [1]

    state = paired(after(state, record(result(second, 1))))
    (final,) = waiting(state)
    assert (final.round, final.entrants) == (2, ("e1", "e3"))
    assert refusal_of(registering(), again) == "round_not_due"
    assert refusal_of(completed(4, favourite), again) == "round_not_due"


def test_a_result_is_recorded_once() -> None:
    state = paired(started(4))
    first, second = waiting(state)

    assert refusal_of(state, record(result(first, 0), result(first, 1))) == "result_not_due"
    state = after(state, record(result(first, 0)))
    assert refusal_of(state, record(result(first, 1))) == "result_not_due"
    stranger = replace(result(second, 0), match="another")
    assert refusal_of(state, record(stranger)) == "result_not_due"
    assert refusal_of(completed(2, favourite), record(stranger)) == "wrong_state"


def test_the_last_result_closes_the_round_and_crowns_the_champion() -> None:
    state = paired(started(2))
    (final,) = waiting(state)

    facts = decide(state, record(result(final, 1)))

    assert [fact.type for fact in facts] == [
        "result_recorded",
        "round_closed",
        "stage_completed",
        "tournament_completed",
    ]


def test_no_results_are_no_facts() -> None:
    assert decide(paired(started(2)), record()) == []


def test_a_tournament_that_was_never_created_is_unknown() -> None:
    assert refusal_of(NEW, OpenRegistration("olga")) == "unknown_tournament"
