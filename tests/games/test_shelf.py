"""Documents that are kept ready take a bounded part of a process's memory."""

from games.api.kept import Shelf, document


def test_a_shelf_keeps_what_was_used_last_within_its_bytes() -> None:
    shelf = Shelf(2 * 100, 10)
    for number in range(4):
        shelf.put(number, document(b"x" * 30))
        shelf.get(0)
    assert [number for number in range(4) if shelf.get(number)] == [0, 2, 3]


def test_short_documents_are_bounded_by_their_number() -> None:
    shelf = Shelf(10**9, 2)
    for number in range(3):
        shelf.put(number, document(b"{"))
    assert [number for number in range(3) if shelf.get(number)] == [1, 2]


def test_a_document_weighs_what_its_bytes_may_come_to() -> None:
    made = document(b'{"results":[' + b"1," * 500 + b"1]")
    body = made.body("/next/")
    assert len(made.start) + len(body.end) + len(body.zipped) <= made.size + 100
    assert body.start is made.start
