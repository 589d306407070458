"""The report of a load: each figure with its reference in the same run, met or plainly not."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tests.load.measured import Measured


@dataclass(frozen=True)
class Line:
    """A figure beside its reference. `wanted` says what the ratio should be, and `is_met` whether
    it is; None: nothing was asked.
    """

    what: str
    ours: str
    reference: str = ""
    ratio: float | None = None
    wanted: str = ""
    is_met: bool | None = None

    def row(self) -> str:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        met = {None: "", True: "met", False: "**not met**"}[self.is_met]
        return f"| {self.what} | {self.ours} | {self.reference} | {ratio} | {self.wanted} | {met} |"


@dataclass
class Section:
    """Lines that were measured in one run, with what is to be said of them."""

    title: str
    text: str
    lines: list[Line] = field(default_factory=list)
    charts: list[str] = field(default_factory=list)

    def add(self, line: Line) -> None:
        """Adds a line and shows it at once."""
        self.lines.append(line)
        print(line.row(), flush=True)


def chart(title: str, unit: str, bars: Sequence[tuple[str, float]]) -> str:
    """A bar chart as text, which the pages of a repository draw."""
    names = ", ".join(f'"{name}"' for name, _ in bars)
    values = ", ".join(f"{value:.0f}" for _, value in bars)
    return (
        f'```mermaid\nxychart-beta\n  title "{title}"\n  x-axis [{names}]\n  y-axis "{unit}"\n'
        f"  bar [{values}]\n```"
    )


def delays(measured: Measured) -> str:
    return (
        f"answered {measured.answered_p50:.1f} / {measured.answered_p99:.1f} ms,"
        f" heard {measured.heard_p50:.1f} / {measured.heard_p99:.1f} ms"
    )


def markdown(sections: Sequence[Section], machine: str, command: str, introduction: str) -> str:
    """The whole page."""
    parts = [
        "# Performance",
        introduction,
        f"Measured on {datetime.now(UTC):%d %B %Y} by `{command}` on {machine}. Of two delays the\n"
        "first is the median, the second the 99th percentile.",
    ]
    for section in sections:
        header = "| what | here | reference | ratio | wanted | |\n|---|---|---|---|---|---|"
        rows = "\n".join(line.row() for line in section.lines)
        parts += [f"## {section.title}", section.text, f"{header}\n{rows}", *section.charts]
    return "\n\n".join(parts) + "\n"
