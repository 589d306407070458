"""Entrants as CSV: what is read, and that every wrong row is named."""

import pytest

from tournaments.core.refusals import BadCsv
from tournaments.read.entries_csv import PROBLEMS_SHOWN, Row, parse


def problems(text: str, most: int = 100) -> list[str]:
    with pytest.raises(BadCsv) as refused:
        parse(text, most)
    found = refused.value.params["rows"]
    assert isinstance(found, list)
    return [str(one) for one in found]


def test_columns_stand_in_any_order_and_only_the_handle_is_needed() -> None:
    assert parse("club,Handle\r\nNorth,ann\r\n", 2) == [Row(2, "ann", club="North")]
    assert parse("\ufeffhandle\nann\n\n bob \n", 2) == [Row(2, "ann"), Row(4, "bob")]


def test_quotes_hold_commas_and_quotes() -> None:
    (row,) = parse('handle,name\nann,"The ""Aces"", and more"\n', 2)

    assert row.name == 'The "Aces", and more'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "row 1: it names the columns"),
        ("name\nann\n", "row 1: it names the columns"),
        ("handle,handle\nann,bob\n", "row 1: it names the columns"),
        ("handle,elo\nann,9\n", "row 1: it names the columns"),
        ("handle\n", "row 1: no entrant follows"),
        ('handle\n"ann', "row 2: unexpected end of data"),
        ('handle,name\nann,"x"y\n', "row 2: "),
        ("handle,name\nann\n", "row 2: 1 cells under 2 columns"),
        ("handle,name\n,Aces\n", "row 2, handle: it is empty"),
        ("handle,name\nann,=1+1\n", "row 2, name: it begins with ="),
        ("handle,name\nann,+A\n", "row 2, name: it begins with +"),
        ("handle,club\nann,-A\n", "row 2, club: it begins with -"),
        ("handle,club\nann,@A\n", "row 2, club: it begins with @"),
        ('handle,name\nann,"a\nb"\n', "row 2, name: it has a control character"),
        ("handle,name\nann,a\x00b\n", "row 2"),
        ("handle,name\nann," + "x" * 200_000 + "\n", "row 2: field larger than field limit"),
    ],
)
def test_a_wrong_row_is_named(text: str, problem: str) -> None:
    assert any(found.startswith(problem) for found in problems(text)), problems(text)


def test_all_wrong_rows_are_named_up_to_a_number() -> None:
    text = "handle,name\n" + "ann,=1\n" * 50

    found = problems(text)

    assert len(found) == PROBLEMS_SHOWN
    assert found[1] == "row 3, name: it begins with =, as a formula does"


def test_more_rows_than_places_are_refused_at_the_first_that_is_too_many() -> None:
    assert problems("handle\nann\nbob\ncid\n", most=2) == ["row 4: there are more than 2 entrants"]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_file_of_any_spreadsheet_enters_in_the_order_of_its_seeds(mark: str) -> None:
    rows = [
        ("Handle", "Club", "Seed", "Rating"),
        ("ann", "North", "2", ""),
        ("bob", "South", "1", ""),
        ("cleo", "", "", "1500"),
        ("dan", "", "", "1700"),
    ]
    text = "\ufeff" + "\r\n".join(mark.join(row) for row in rows)
    assert [row.handle for row in parse(text, 10)] == ["bob", "ann", "dan", "cleo"]
    assert parse(text, 10)[0].club == "South"
    with pytest.raises(BadCsv):
        parse(text.replace("1700", "many"), 10)
