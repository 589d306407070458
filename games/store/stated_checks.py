"""Whether the texts beside a stream are those whose digests its facts have, and whether each that
is missing was taken away.
"""

from collections.abc import Iterator

from games.models import Event, StatedText
from games.store.stated import Row, digest_of, digests_in
from games.store.stated_fields import TAKEN_AWAY

# Where a text is wrong, and how.
Problem = tuple[int, str]


class StatedTexts:
    """Of one stream, whose facts are heard in their order."""

    def __init__(self, stream: str) -> None:
        self._stream = stream
        self._named: dict[str, int] = {}
        self._taken: dict[str, int] = {}
        # Before any fact is read: a text that comes meanwhile comes with a fact.
        self._before = self._standing()

    def hear(self, row: Row) -> None:
        for digest in digests_in(row.type, row.data).values():
            self._named.setdefault(digest, row.version)
        if row.type == TAKEN_AWAY and isinstance(row.data, dict):
            self._taken[str(row.data.get("digest"))] = row.version

    def problems(self, version: int) -> Iterator[Problem]:
        """After the last fact that was heard, which has this version."""
        # The texts first: one that is taken away meanwhile is then said to be by a newer fact.
        standing = self._standing()
        newer = Event.objects.filter(stream=self._stream, version__gt=version)
        heard = dict(self._named)
        for row in newer.order_by("version"):
            self.hear(row)
        for digest, at in heard.items():
            if digest not in standing and digest not in self._taken:
                yield at, "a text of it is missing, and no fact says that it was taken away"
        for digest, (salt, text) in standing.items():
            named = self._named.get(digest)
            if named is not None and digest_of(salt, text) != digest:
                yield named, "a text of it is not the one whose digest it has"
        for digest in self._before.keys() & standing.keys():
            if digest not in self._named:
                yield version, f"a text stands beside it that no fact names: {digest[:8]}"
            elif digest in self._taken:
                yield self._taken[digest], "the text that it says was taken away still stands"

    def _standing(self) -> dict[str, tuple[bytes, str]]:
        rows = StatedText.objects.filter(stream=self._stream)
        values = rows.values_list("digest", "salt", "text")
        return {digest: (bytes(salt), text) for digest, salt, text in values}
