"""What people read of a tournament: reasons, names of rounds, amounts, sums."""

import ast
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.tournaments.format_play import at_random, opening, play_out, step
from tournaments import formats
from tournaments.core.ranking import TIE_BREAKS
from tournaments.domain.settings import Settings, StageSettings, complete
from tournaments.formats import FORMATS
from tournaments.text.amounts import amount_text, sum_text
from tournaments.text.format_names import format_name
from tournaments.text.pairing_reasons import sentence
from tournaments.text.round_names import round_name
from tournaments.text.tie_break_explanations import explained
from tournaments.text.tie_break_names import NAMES as TIE_BREAK_NAMES
from tournaments.web.forms.policies_in_words import in_words

# Codes that the Swiss and the tables choose among, in the place of a literal.
CHOSEN = {
    "slide", "fold", "random", "bye_lowest_group", "bye_lowest_eligible", "bye_completes",
    "swapped_to_avoid_repeat", "swapped_to_keep_apart", "swapped_to_share_short_tables",
    "swapped_to_make_room", "whist_design", "searched",
}  # fmt: skip


def first_arguments(called: str) -> list[ast.expr]:
    """The first argument of every call of this name in the formats, of which there must be some."""
    found = [
        node.args[0]
        for path in Path(formats.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == called
    ]
    assert found, f"the formats no longer call {called}"
    return found


def codes_in_the_code() -> Iterator[str]:
    """The codes of `PairingReason(…)` that are literals."""
    for first in first_arguments("PairingReason"):
        if isinstance(first, ast.Constant):
            yield first.value


def marked_in_the_code() -> Iterator[str]:
    """What stands in `_(…)`."""
    return map(ast.literal_eval, first_arguments("_"))


def test_every_reason_has_a_sentence() -> None:
    found = {code for one in FORMATS.values() for code in one.reasons}
    assert {*codes_in_the_code(), *CHOSEN} <= found


def test_a_reason_or_a_tie_break_means_the_same_in_every_format() -> None:
    for words in ("reasons", "tie_break_names"):
        pairs = {pair for one in FORMATS.values() for pair in getattr(one, words).items()}
        assert len({code for code, _ in pairs}) == len(pairs)


def test_all_words_of_the_formats_are_marked_for_translation() -> None:
    """By the name that `makemessages` looks for."""
    marked = set(marked_in_the_code())
    for one in FORMATS.values():
        names = one.tie_break_names.values()
        said = {text for name in names for text in (name.name, name.short, name.help)}
        assert {one.name, *one.reasons.values(), *one.round_names.values(), *said} <= marked


@pytest.mark.parametrize("key", [key for key in FORMATS if key != "arena"])
@pytest.mark.parametrize("entrants", [5, 12])
def test_every_pairing_says_why_with_the_names_of_who_is_meant(key: str, entrants: int) -> None:
    format_ = FORMATS[key]
    stage, rule = opening(format_, entrants), at_random(3)
    names = {entrant: f"Entrant {entrant}" for entrant in stage.seeds}
    while not format_.complete(stage):
        for planned in format_.due(stage):
            for why in (why for pairing in planned.pairings for why in pairing.why):
                text = sentence({"code": why.code, "params": dict(why.params)}, names)
                assert "%" not in text
                assert "?" not in text
        stage = step(format_, stage, rule)


@pytest.mark.parametrize("key", [key for key in FORMATS if key != "arena"])
def test_every_round_of_every_format_has_a_name(key: str) -> None:
    format_ = FORMATS[key]
    stage = play_out(format_, opening(format_, 11), at_random(7))
    names = [round_name(format_, format_.round_name(stage, one.number)) for one in stage.rounds]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("key", FORMATS)
def test_byes_are_promised_to_players_only_where_they_are_granted(key: str) -> None:
    wanted = Settings("Friday", stages=(StageSettings(key),), policies={"requested_byes": 2})
    said = [one for one in in_words(asdict(complete(wanted))) if "may be asked for" in one]
    assert len(said) == FORMATS[key].requested_byes


def test_formats_and_tie_breaks_have_names() -> None:
    assert [format_name(key) for key in FORMATS] == [one.name for one in FORMATS.values()]
    assert set(TIE_BREAKS) <= set(TIE_BREAK_NAMES)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (270, 60, "4½"),
        (20, 60, "⅓"),
        (40, 60, "⅔"),
        (75, 60, "1¼"),
        (-90, 60, "−1½"),
        (0, 60, "0"),
        (-1, 10_000_000, "0"),
        (333_333, 1_000_000, "0.333"),
        (1_500_000, 1_000_000, "1½"),
        (7, 60, "0.117"),
    ],
)
def test_amounts_are_written_as_people_do(value: int, unit: int, text: str) -> None:
    assert amount_text(value, unit) == text


def test_a_sum_with_a_negative_term_subtracts_it() -> None:
    assert sum_text(["4", "−1½", "2"]) == "4 − 1½ + 2"


def test_a_cut_buchholz_says_what_was_dropped() -> None:
    part = {"round": 1, "opponents": [], "status": "played", "score": 60}
    document = {
        "key": "buchholz_cut_1",
        "value": 720,
        "unit": 60,
        "method": "sum",
        "tied": [],
        "parts": [
            {**part, "value": 270, "dropped": None},
            {**part, "value": 240, "dropped": None},
            {**part, "value": 210, "dropped": None},
            {**part, "value": 120, "dropped": "lowest"},
        ],
    }
    told = explained(document)
    assert (told["name"], told["value"]) == ("Buchholz Cut-1", "12")
    assert told["sum"] == "4½ + 4 + 3½, lowest 2 dropped = 12"
