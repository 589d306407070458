"""Cursors lead back to the place that they were made of, and no other text leads anywhere."""

from base64 import urlsafe_b64encode

import pytest

from games.paging import (
    BYTES_OF_RESULTS,
    BadCursor,
    cursor_of,
    encoded,
    filled,
    picked,
    place_of,
)


def test_a_cursor_leads_back_to_its_place() -> None:
    assert place_of(cursor_of(1, 2, 3), int, int, int) == (1, 2, 3)
    assert place_of(cursor_of("øre"), str) == ("øre",)


@pytest.mark.parametrize(
    "told",
    [
        b"", b"7", b"[]", b"[1,2,3,4]", b'["1",2,3]', b"[1,2,-3]", b"[1,2,true]", b"[1,2,3.0]",
        b"[1,2,9223372036854775808]", b"\xff", b"[" * 100, b"{}", b"null",
    ],
)  # fmt: skip
def test_a_text_that_is_no_cursor_is_refused(told: bytes) -> None:
    with pytest.raises(BadCursor):
        place_of(urlsafe_b64encode(told).decode(), int, int, int)


@pytest.mark.parametrize("text", ["\\u0000", "\\ud800"])
def test_a_text_that_no_database_takes_is_no_place(text: str) -> None:
    with pytest.raises(BadCursor):
        place_of(urlsafe_b64encode(f'["{text}"]'.encode()).decode(), str)


@pytest.mark.parametrize("cursor", ["é", "x", "%%%", "A" * 201])
def test_what_is_not_even_base64_is_refused(cursor: str) -> None:
    with pytest.raises(BadCursor):
        place_of(cursor, int)


def test_a_page_holds_as_much_as_fits_and_one_at_least() -> None:
    large = "x" * (BYTES_OF_RESULTS // 2)
    assert (len(filled([1, 2, 3], str, 2).results), filled([1, 2, 3], str, 2).more) == (2, True)
    assert (len(filled([1, 2], str, 2).results), filled([1, 2], str, 2).more) == (2, False)
    two = filled([1, 2, 3], lambda one: large[:-10])
    assert (len(two.results), two.more) == (2, True)
    one = filled([1, 2], lambda one: large * 3)
    assert (len(one.results), one.more) == (1, True)
    assert filled([], str).text == b"[]"


def test_of_a_result_what_is_asked_for_is_picked() -> None:
    assert picked({"a": 1, "b": 2}, None) == {"a": 1, "b": 2}
    assert encoded(picked({"a": 1, "b": 2}, frozenset({"b"}))) == b'{"b":2}'
