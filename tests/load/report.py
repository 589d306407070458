"""The report of a load: each figure with its reference in the same run, met or plainly not."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tests.load.measured import Measured

WIDTH = 118


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

    def item(self) -> str:
        """The line as an item of a list."""
        parts = [f"- **{self.what}**: {self.ours}."]
        if self.reference:
            parts.append(f"Reference: {self.reference}.")
        if self.ratio is not None:
            parts.append(f"Ratio {self.ratio:.2f}.")
        if self.is_met is not None:
            parts.append(f"Wanted {self.wanted}: {'met' if self.is_met else '**not met**'}.")
        return textwrap.fill(" ".join(parts), WIDTH, subsequent_indent="  ", break_on_hyphens=False)


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
        print(line.item(), flush=True)


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
        items = "\n".join(line.item() for line in section.lines)
        parts += [f"## {section.title}", section.text, items, *section.charts]
    return "\n\n".join(parts) + "\n"
