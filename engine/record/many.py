"""A file with the records of many matches, taken apart."""

from collections.abc import Iterator

BEGINNING = "casino record 1"


def records_in(text: str) -> Iterator[tuple[int, str]]:
    """Each record of the text, with the number of its first line, from 1.

    What stands before the first one belongs to it, as a text without a beginning is one record.
    """
    lines = text.split("\n")
    begins = [number for number, line in enumerate(lines) if line.strip() == BEGINNING]
    starts = [0, *begins[1:]]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield start + 1, "\n".join(lines[start:end])
