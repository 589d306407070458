"""What lies face up: loose cards and builds."""

from dataclasses import dataclass

from engine.rules.cards import texts


@dataclass(frozen=True, slots=True)
class Build:
    """Table cards bound under one value; `owner` is the seat that last put a card in (R14)."""

    value: int
    cards: int
    owner: int
    multiple: bool

    @property
    def kind(self) -> str:
        return "multiple" if self.multiple else "single"


@dataclass(frozen=True, slots=True)
class Table:
    """Loose cards, and builds sorted by value, at most one of each (R13)."""

    loose: int = 0
    builds: tuple[Build, ...] = ()

    def build(self, value: int) -> Build | None:
        """The build of this value, if there is one."""
        for build in self.builds:
            if build.value == value:
                return build
        return None

    def owned_by(self, seat: int) -> list[Build]:
        """The builds this seat owns, by value."""
        return [build for build in self.builds if build.owner == seat]

    def without(self, loose: int, values: tuple[int, ...]) -> "Table":
        """This table less some loose cards and the builds of some values."""
        kept = tuple(build for build in self.builds if build.value not in values)
        return Table(self.loose & ~loose, kept)

    def with_build(self, build: Build) -> "Table":
        """This table with one more build, in its place by value."""
        return Table(self.loose, tuple(sorted((*self.builds, build), key=_value)))

    @property
    def empty(self) -> bool:
        return not self.loose and not self.builds

    @property
    def cards(self) -> int:
        """Every card on the table, loose or built."""
        cards = self.loose
        for build in self.builds:
            cards |= build.cards
        return cards


EMPTY_TABLE = Table()


def _value(build: Build) -> int:
    return build.value


def build_json(build: Build) -> dict[str, object]:
    """A build as facts and views write it."""
    return {
        "value": build.value,
        "owner": build.owner,
        "kind": build.kind,
        "cards": texts(build.cards),
    }
