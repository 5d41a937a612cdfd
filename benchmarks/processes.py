"""The command line as whole processes beside a bare Python: processor time, wall time, memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Series

BARE, HELP, PROMPT, GAME, CORE, ALL = "bare", "help", "prompt", "game", "core", "all"
FEW, COLD, MANY, ANEW = "few", "cold", "many", "anew"
CORE_RULESETS = ("base", "claim2", "printed-2017", "french", "german-whist", "factions/claim", "factions/claim2")
_ROOT = Path(__file__).resolve().parents[1]
_SPAWN = Path(__file__).parent / "spawn.py"


@dataclass(frozen=True, slots=True)
class Program:
    """A program to run; cold: without a cache.  `mark`: what its output shows when it is as far as we want to know."""

    name: str
    arguments: tuple[str, ...]
    answers: str = ""
    mark: str = ""
    fine: tuple[int, ...] = (0,)
    cold: bool = False


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of one program.  Unit: milliseconds; megabytes."""

    wall: Series
    processor: Series
    memory: Series
    to_mark: Series
    fault: str


PROGRAMS = (
    Program(BARE, ("-c", "pass")),
    Program(HELP, ("cli.py", "--help")),
    Program(PROMPT, ("cli.py", "play", "--seed", "1"), "quit\n", "Your card?"),
    Program(GAME, ("cli.py", "play", "--seed", "1", "--seats", "random,random")),
    Program(CORE, ("cli.py", "validate", *CORE_RULESETS)),
    Program(ALL, ("cli.py", "validate")),
    Program(FEW, ("cli.py", "simulate", "--games", "100")),
    Program(COLD, ("cli.py", "simulate", "--games", "100"), cold=True),
    Program(MANY, ("cli.py", "simulate", "--games", "1000000")),
    Program(ANEW, ("cli.py", "simulate", "--games", "20000"), cold=True),
)


def process_runs(folder: Path, rounds: int) -> dict[str, Runs]:
    """Run every program in turns, with a cache and a state folder of their own; the first round warms them."""
    environment = {
        **os.environ, "CLAIMDSL_CACHE": str(folder / "cache"), "XDG_STATE_HOME": str(folder / "state"), "NO_COLOR": "1",
    }
    asked = {"rounds": rounds, "environment": environment, "programs": [_as_json(program) for program in PROGRAMS]}
    done = subprocess.run(
        [sys.executable, str(_SPAWN)], input=json.dumps(asked), capture_output=True, text=True, check=True, cwd=_ROOT
    )
    taken = json.loads(done.stdout)
    return {program.name: _runs(program, taken[program.name]) for program in PROGRAMS}


def _as_json(program: Program) -> dict[str, str | list[str]]:
    bare = ["/usr/bin/env", f"CLAIMDSL_CACHE={os.devnull}/none"] if program.cold else []
    command = [*bare, sys.executable, *program.arguments]
    return {"name": program.name, "command": command, "answers": program.answers, "mark": program.mark}


def _runs(program: Program, rows: Sequence[tuple[float, float, int, int, float]]) -> Runs:
    statuses = {row[3] for row in rows}
    fault = f"exit status {max(statuses)}" if statuses - set(program.fine) else ""
    if program.mark and not all(row[4] for row in rows):
        fault = fault or "the prompt was not seen"
    return Runs(
        Series(tuple(row[0] * 1000 for row in rows)), Series(tuple(row[1] * 1000 for row in rows)),
        Series(tuple(row[2] / 1024 for row in rows)), Series(tuple(row[4] * 1000 for row in rows)), fault,
    )
