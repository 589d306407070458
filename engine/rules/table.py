"""The table: loose cards and builds, all face up."""

from dataclasses import dataclass

from engine.rules.cards import texts


@dataclass(frozen=True, slots=True)
class Build:
    """Cards on the table bound under one value (R6, R7).

    `cards` is a set; `owner` is the seat that last put a card in (R14), and `others` the set of the
    other seats that created it or added to it since it has been standing (R16).
    """

    value: int
    cards: int
    owner: int
    multiple: bool
    others: int = 0

    def with_others(self, others: int) -> "Build":
        """This build with these seats, beside the owner, as its contributors."""
        return Build(self.value, self.cards, self.owner, self.multiple, others)

    @property
    def contributors(self) -> int:
        """R16: the set of the seats that created the build or added to it."""
        return self.others | 1 << self.owner

    @property
    def kind(self) -> str:
        return "multiple" if self.multiple else "single"


@dataclass(frozen=True, slots=True)
class Table:
    """The set of loose cards, and the builds in order of value, at most one a value (R13)."""

    loose: int = 0
    builds: tuple[Build, ...] = ()

    def build(self, value: int) -> Build | None:
        """The build of this value, or None."""
        for build in self.builds:
            if build.value == value:
                return build
        return None

    def owned_by(self, seat: int) -> list[Build]:
        """The builds that this seat owns, in order of value."""
        return [build for build in self.builds if build.owner == seat]

    def contributors_of(self, values: tuple[int, ...]) -> int:
        """R16: the set of the seats that created or added to the builds of these values."""
        seats = 0
        for build in self.builds:
            if build.value in values:
                seats |= build.contributors
        return seats

    def without(self, loose: int, values: tuple[int, ...]) -> "Table":
        """This table without these loose cards and the builds of these values."""
        kept = tuple(build for build in self.builds if build.value not in values)
        return Table(self.loose & ~loose, kept)

    def with_build(self, build: Build) -> "Table":
        """This table with one more build."""
        return Table(self.loose, tuple(sorted((*self.builds, build), key=_value)))

    @property
    def empty(self) -> bool:
        return not self.loose and not self.builds

    @property
    def cards(self) -> int:
        """The set of all cards on the table, loose or built."""
        cards = self.loose
        for build in self.builds:
            cards |= build.cards
        return cards


EMPTY_TABLE = Table()


def _value(build: Build) -> int:
    return build.value


def build_json(build: Build) -> dict[str, object]:
    """The JSON object of a build, as in stored facts."""
    return {
        "value": build.value,
        "owner": build.owner,
        "kind": build.kind,
        "cards": texts(build.cards),
    }


def seen_build_json(build: Build) -> dict[str, object]:
    """The JSON object of a build, as in views: with the seats that made it what it is (R16)."""
    return {**build_json(build), "contributors": seats_in(build.contributors)}


def seats_in(seats: int) -> list[int]:
    """The seats of a set, ascending."""
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]
