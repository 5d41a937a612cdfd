"""Measure how well agents play and write docs/strength.md: python benchmarks/strength.py (or `make strength`).

Results are kept in benchmarks/strength.json, row by row; `--only WORD` measures the rows whose names have it, `--write`
none.  Rows that were never measured are told as such.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "benchmarks" / "strength.json"
PAGE = ROOT / "docs" / "strength.md"


@dataclass(frozen=True)
class Row:
    """A contest, and what it should come to: the least win rate, or the rate between two (for Elo)."""

    name: str
    words: tuple[str, ...]
    pairs: int
    least: float = 0.0
    most: float = 1.0
    by_low: bool = False

    def command(self, pairs: int) -> list[str]:
        """Give the words of the command."""
        return ["arena", *self.words, "--pairs", str(pairs)]


def rows() -> list[Row]:
    """Give every contest."""
    found = [
        Row("level6 against random", ("--agents", "level6,random"), 1000, 0.97, by_low=True),
        Row("level6 against greedy", ("--agents", "level6,greedy"), 500, 0.88, by_low=True),
        Row("level6 against plain-search, 1,000 iterations each",
            ("--agents", "level6,plain-search", "--iterations", "1000"), 1600, 0.58),
    ]
    found += [
        Row(f"level{level + 1} against level{level}", ("--agents", f"level{level + 1},level{level}"), 300, 0.571, 0.703)
        for level in range(1, 6)
    ]
    found += [
        Row(f"level6 against greedy: {name}", ("--ruleset", name, "--agents", "level6,greedy"), 100, 0.7)
        for name in ("claim2", "printed-2017", "french", "german-whist")
    ]
    found += [
        Row(f"level6 against greedy: drawn line-up {number}",
            ("--factions", ",".join(line_up(number)), "--agents", "level6,greedy"), 100, 0.7)
        for number in range(1, 11)
    ]
    found += [
        Row("level6 with one second against greedy: its answers within 1 s",
            ("--agents", "level6,greedy", "--move-time", "1"), 10, 0.5),
        Row("three players: a seat of level6 against greedy seats",
            ("--players", "3", "--agents", "level6,greedy"), 150, 0.45),
        Row("four players: a partnership of level6 against one of greedy",
            ("--players", "4", "--agents", "level6,greedy"), 150, 0.7),
    ]
    return found


def line_up(number: int) -> tuple[str, ...]:
    """Draw a line-up for two from all that is shipped."""
    from claimdsl.engine.chance import Rng
    from claimdsl.pipeline import load_with_drawn_factions

    return load_with_drawn_factions("base", (), 2, Rng(number))[2]


def measured(row: Row, pairs: int, threads: int) -> dict[str, object]:
    """Play a contest."""
    words = [*row.command(pairs), "--threads", str(threads), "--format", "json"]
    load = os.getloadavg()[0]
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), *words], capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    if done.returncode not in (0, 130):
        raise SystemExit(f"claim {' '.join(words)}\n{done.stderr}")
    found = json.loads(done.stdout)
    own = found["moves"][0]
    return {
        "pairs": found["pairs"], "rate": found["win_rate"], "low": found["low"], "high": found["high"],
        "elo": found["elo"], "ms": 1000 * own["seconds"] / max(1, own["count"]), "load": load,
        "p95_ms": 1000 * own["p95"], "p99_ms": 1000 * own["p99"], "threads": threads,
        "date": datetime.date.today().isoformat(),
    }


# --- the page --------------------------------------------------------------------------------------------------------

HEAD = """# How well agents play

Written by `make strength` (`benchmarks/strength.py`), which plays what stands here by the commands that stand beside
it. Each deal is played with the agent on every side; the interval of 95% is that of deals. `ms` is what a move of the
agent took on average, `p95` and `p99` within what 95% and 99% of its moves were made; a level that thinks for a time is
weaker on a machine that does other things meanwhile.

| what | target | win rate | 95% | pairs | ms | p95 | p99 | met | command |
|---|---|--:|---|--:|--:|--:|--:|---|---|
"""


def page(results: dict[str, dict[str, object]]) -> str:
    """Write the page."""
    lines = [_line(row, results.get(row.name)) for row in rows()]
    return HEAD + "\n".join(lines) + "\n" + _notes(results)


def _line(row: Row, found: dict[str, object] | None) -> str:
    if row.most < 1:
        target = f"{100 * row.least:.1f} to {100 * row.most:.1f}% (50 to 150 Elo)"
    else:
        target = f"{100 * row.least:.0f}%" + (", lower end" if row.by_low else "")
    command = f"`claim {' '.join(row.command(row.pairs))}`"
    if found is None:
        return f"| {row.name} | {target} |  |  | 0 |  |  |  | not measured | {command} |"
    rate, low, high = (float(str(found[name])) for name in ("rate", "low", "high"))
    times = " | ".join(f"{float(str(found[name])):.0f}" for name in ("ms", "p95_ms", "p99_ms"))
    return (
        f"| {row.name} | {target} | {100 * rate:.1f}% | {100 * low:.1f} to {100 * high:.1f} | {found['pairs']} | "
        f"{times} | {_met(row, rate, low, high)} | {command} |"
    )


def _met(row: Row, rate: float, low: float, high: float) -> str:
    """Say whether a target is met: for sure, by the figures so far, or not."""
    if row.by_low:
        return "yes" if low >= row.least else "open" if high >= row.least else "no"
    if row.most < 1:
        return "yes" if row.least <= rate <= row.most else "open" if low <= row.most and high >= row.least else "no"
    return "yes" if low >= row.least else "open: the interval is too wide" if high >= row.least else "no"


def _notes(results: dict[str, dict[str, object]]) -> str:
    notes = ROOT / "benchmarks" / "strength_notes.md"
    busiest = max((float(str(found["load"])) for found in results.values()), default=0.0)
    text = f"\nThe machine's load was up to {busiest:.0f} when these were played.\n" if results else ""
    return text + ("\n" + notes.read_text(encoding="utf-8") if notes.exists() else "")


def main() -> None:
    """Measure and write."""
    sys.path[0] = str(ROOT)
    parser = argparse.ArgumentParser(description="Measure how well agents play.")
    parser.add_argument("--only", default="", help="measure the rows whose names have this word")
    parser.add_argument("--pairs", type=int, help="play so many deals in each row")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--write", action="store_true", help="measure nothing, write the page")
    asked = parser.parse_args()
    results: dict[str, dict[str, object]] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for row in rows():
        if not asked.write and asked.only in row.name:
            print(row.name, flush=True)
            results[row.name] = measured(row, asked.pairs or row.pairs, asked.threads)
            KEPT.write_text(json.dumps(results, indent=1) + "\n")
    PAGE.write_text(page(results), encoding="utf-8")


if __name__ == "__main__":
    main()
