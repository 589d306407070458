"""The table: loose cards and builds, all face up."""

from dataclasses import dataclass

from engine.rules.cards import texts


@dataclass(frozen=True, slots=True)
class Build:
    """Cards on the table bound under one value (R6, R7).

    `cards` is a set; `owner` is the seat that last put a card in (R14).
    """

    value: int
    cards: int
    owner: int
    multiple: bool

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
    """The JSON object of a build, as in stored facts and views."""
    return {
        "value": build.value,
        "owner": build.owner,
        "kind": build.kind,
        "cards": texts(build.cards),
    }
