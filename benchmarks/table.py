"""The table of figures: lines for a terminal, and Markdown between two markers of a page."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.measure import Series

BEGIN, END = "<!-- figures of make bench: begin -->", "<!-- figures of make bench: end -->"
HEADINGS = ("what", "unit", "median", "min", "max", "ratio", "against", "target", "met")
SHORT = ("what", "unit", "median", "ratio", "against")


@dataclass(frozen=True, slots=True)
class Target:
    """What is wanted of a figure's median or, where it has one, of its ratio."""

    bound: float
    at_least: bool
    of_ratio: bool

    def met(self, figure: Figure) -> bool:
        """Say whether a figure keeps it."""
        value = figure.ratio if self.of_ratio else figure.series.median
        return value is not None and (value >= self.bound if self.at_least else value <= self.bound)

    def text(self) -> str:
        """Write it."""
        return f"{'>=' if self.at_least else '<='} {number(self.bound)}{'x' if self.of_ratio else ''}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table; those that are short are shown on the front page too."""

    what: str
    unit: str
    series: Series
    ratio: float | None = None
    against: str = ""
    target: Target | None = None
    is_short: bool = False

    def cells(self) -> tuple[str, ...]:
        """Write its cells."""
        values = self.series.values
        return (
            self.what, self.unit, number(self.series.median), number(min(values)), number(max(values)),
            "" if self.ratio is None else f"{number(self.ratio)}x", self.against,
            "" if self.target is None else self.target.text(),
            "" if self.target is None else "yes" if self.target.met(self) else "no",
        )


def number(value: float) -> str:
    """Write a number with about three digits that matter."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    digits = 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3 if abs(value) >= 0.1 else 4 if value >= 0.01 else 6
    return f"{value:.{digits}f}"


def as_lines(figures: Sequence[Figure]) -> list[str]:
    """Lay the table out in columns."""
    rows = [HEADINGS, *(figure.cells() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return ["  ".join(_padded(cell, width, index) for index, (cell, width) in enumerate(zip(row, widths, strict=True)))
            .rstrip() for row in rows]


def _padded(cell: str, width: int, column: int) -> str:
    return cell.rjust(width) if 2 <= column <= 5 else cell.ljust(width)


def as_markdown(figures: Sequence[Figure], notes: Sequence[str], headings: Sequence[str] = HEADINGS) -> str:
    """Write the table, or some columns of it, and its notes as Markdown."""
    rows = [HEADINGS, tuple("--:" if 2 <= column <= 5 else "---" for column in range(len(HEADINGS)))]
    rows += [figure.cells() for figure in figures]
    shown = [HEADINGS.index(heading) for heading in headings]
    lines = ["| " + " | ".join(row[column] for column in shown) + " |" for row in rows]
    return "\n".join([*lines, "", *(f"- {note}" for note in notes)])


def replaced(page: str, text: str) -> str:
    """Put a text between the markers of a page.

    Raises: ValueError where the page does not have both, in order.
    """
    before, began, rest = page.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not began or not ended:
        raise ValueError("the page does not have the two markers")
    return f"{before}{BEGIN}\n{text}\n{END}{after}"


def conditions(rounds: int) -> list[str]:
    """Say on what machine and with what versions it was measured."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    names = ("claimdsl", "click", "lark", "llvmlite", "open_spiel", "rlcard")
    parts = [python, *(f"{name} {_version(name)}" for name in names)]
    compiler = _first_line(["gcc", "-dumpfullversion"])
    parts += [f"gcc {compiler}"] if compiler else []
    system = f"{platform.system()} {platform.release().partition('-')[0]}"
    load = f"load {os.getloadavg()[0]:.1f} when it began"
    method = f"medians of {rounds} rounds in turns; ratios are medians of the ratios of each round"
    return [f"{_processor()}, {os.cpu_count()} cores, {system}; {load}", ", ".join(parts), method]


def _version(name: str) -> str:
    if name == "claimdsl":
        from claimdsl import __version__

        return __version__
    try:
        return version(name)
    except PackageNotFoundError:
        return "(none)"


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _first_line(command: Sequence[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.partition("\n")[0]
    except (OSError, subprocess.CalledProcessError):
        return ""
