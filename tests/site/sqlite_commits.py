"""Which transaction of SQLite wrote a fact: SQLite keeps no such column, but its write-ahead log
says where each transaction ends (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
"""

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

# Each costs a copy of the write-ahead log up to its end.
MOST = 100
HEADER, FRAME = struct.Struct(">8xI4x8s8x"), struct.Struct(">4xI8s8x")


class Watch:
    """Sees transactions from when it is made until it is ended.

    While it reads what was there, SQLite leaves the file as it is, and its write-ahead log whole.
    """

    def __init__(self, file: Path) -> None:
        self._file, self._content, self._log = file, b"", b""
        self._reader = sqlite3.connect(file, isolation_level=None)
        busy, _, _ = self._reader.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        assert not busy, "somebody writes already"
        self._reader.execute("BEGIN")
        self._reader.execute("SELECT max(id) FROM games_event").fetchone()

    def end(self) -> None:
        """Keeps what was written until now; a second time it does nothing."""
        if not self._content:
            self._content = self._file.read_bytes()
            self._log = self._file.with_name(f"{self._file.name}-wal").read_bytes()
            self._reader.close()

    def transactions(self) -> dict[int, int]:
        """The number of its transaction by the id of a fact, of the first `MOST` transactions."""
        with TemporaryDirectory(prefix="good-ten-commits-") as folder:
            file = Path(folder) / "copy.sqlite3"
            file.write_bytes(self._content)
            last, found = _ids_after(file, 0)[-1], dict[int, int]()
            for number, end in enumerate(self._ends()):
                if number == MOST:
                    break
                file.with_name(f"{file.name}-wal").write_bytes(self._log[:end])
                found |= dict.fromkeys(ids := _ids_after(file, last), number)
                last = max([last, *ids])
            return found

    def _ends(self) -> Iterator[int]:
        """Where each transaction ends in the write-ahead log: its last page says so."""
        page, salt = HEADER.unpack_from(self._log)
        size = FRAME.size + page
        for at in range(HEADER.size, len(self._log) - size + 1, size):
            pages, salt_there = FRAME.unpack_from(self._log, at)
            if salt_there != salt:
                break
            if pages:
                yield at + size


def _ids_after(file: Path, last: int) -> list[int]:
    """The facts that were committed, as SQLite itself recovers them."""
    with closing(sqlite3.connect(file)) as copy:
        found = copy.execute("SELECT id FROM games_event WHERE id > ? ORDER BY id", [last])
        return [id_ for (id_,) in found]
