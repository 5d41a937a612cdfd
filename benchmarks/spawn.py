"""Run a program to its end and say what it took.  As a script: many programs in turns, from a process that is small.

The most memory that the system reports for a program is never less than its parent's when it began, so a process that
has imported much must not ask: it starts this file as a script, with the programs as JSON on standard input.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Run:
    """What one run took.  Unit: seconds; kilobytes."""

    wall: float
    processor: float
    memory: int
    status: int
    output: str
    to_mark: float


def measured(
    command: Sequence[str], *, answers: str = "", mark: str = "", environment: Mapping[str, str] | None = None
) -> Run:
    """Run a program with the given standard input.  `to_mark` is the time until `mark` stood in its output."""
    asks, replies = os.pipe()
    os.write(replies, answers.encode())
    os.close(replies)
    reads, writes = os.pipe()
    actions = [
        (os.POSIX_SPAWN_DUP2, asks, 0), (os.POSIX_SPAWN_DUP2, writes, 1),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    began = time.perf_counter()
    process = os.posix_spawn(command[0], list(command), environment or os.environ, file_actions=actions)
    os.close(asks)
    os.close(writes)
    output, to_mark = _read(reads, mark.encode(), began)
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - began
    memory = usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1)
    return Run(wall, usage.ru_utime + usage.ru_stime, memory, os.waitstatus_to_exitcode(status), output, to_mark)


def _read(descriptor: int, mark: bytes, began: float) -> tuple[str, float]:
    text, to_mark = b"", 0.0
    while chunk := os.read(descriptor, 1 << 16):
        text += chunk
        if mark and not to_mark and mark in text:
            to_mark = time.perf_counter() - began
    os.close(descriptor)
    return text.decode("utf-8", "replace"), to_mark


def main() -> None:
    """Read the programs and the number of rounds; write the runs of each, the first round left out."""
    asked = json.load(sys.stdin)
    taken: dict[str, list[tuple[float, float, int, int, float]]] = {one["name"]: [] for one in asked["programs"]}
    for number in range(asked["rounds"] + 1):
        for one in asked["programs"]:
            run = measured(
                one["command"], answers=one["answers"], mark=one["mark"], environment=asked["environment"]
            )
            if number:
                taken[one["name"]].append((run.wall, run.processor, run.memory, run.status, run.to_mark))
    json.dump(taken, sys.stdout)


if __name__ == "__main__":
    main()
