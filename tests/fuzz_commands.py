"""Damaged rulesets and records through the commands that read them, in this process, with the work counted.

Every case ends with exit status 0, 1 or 2, without a traceback; what is read, typed and printed stays in proportion to
the bytes that came in.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest.mock import patch

from claimdsl.cli.app import run
from claimdsl.frontend import lexer, load, loader
from claimdsl.resources import ruleset_files
from claimdsl.semantics import elaborate
from tests.fuzz import damaged, originals

CONFORMANCE = Path(__file__).resolve().parent / "conformance"
RECORDS_A_FILE = 12

# Counts of one `validate`, per byte of all that may be read: the damaged file and the shipped ones.
MOST = {"events": 1.0, "leaves": 2.0, "typed": 2.0, "printed": 8.0}

_SPOTS = re.compile(r'"[^"]*"|-?\d+|[\[\]{},:]|true|false|null')


class Meter:
    """Counts what the stages take in and give out."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(MOST, 0)

    def counted(self, what: str, work: Callable[..., Iterator[object]]) -> Callable[..., Iterator[object]]:
        """Count what a generator yields."""
        def counting(*given: object) -> Iterator[object]:
            for item in work(*given):
                self.counts[what] += 1
                yield item

        return counting

    def calls(self, what: str, work: Callable[..., object]) -> Callable[..., object]:
        """Count the calls of a function."""
        def counting(*given: object) -> object:
            self.counts[what] += 1
            return work(*given)

        return counting


@cache
def shipped_bytes() -> int:
    """Count the bytes of all shipped rulesets."""
    return sum(path.stat().st_size for path in ruleset_files())


@contextmanager
def metered() -> Iterator[Meter]:
    """Count, and read each shipped file once."""
    meter = Meter()
    with (
        patch.object(load, "_events", meter.counted("events", load._events)),
        patch.object(lexer, "_scan", meter.counted("leaves", lexer._scan)),
        patch.object(elaborate, "_expr", meter.calls("typed", elaborate._expr)),
        patch.object(loader, "_read", _read_once),
    ):
        yield meter


_read = loader._read


@cache
def _read_shipped(raw: bytes, shown: str, folder: Path) -> loader._Loaded:
    return _read(raw, shown, folder, True)


def _read_once(raw: bytes, shown: str, folder: Path, shipped: bool) -> loader._Loaded:
    return _read_shipped(raw, shown, folder) if shipped else _read(raw, shown, folder, shipped)


def outcome(words: list[str]) -> tuple[int, str, str]:
    """Run a command in this process; give its exit status and what it printed."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with patch.object(sys, "stdout", out), patch.object(sys, "stderr", err):
        status = run(words)
        texts = []
        for stream in (out, err):
            stream.flush()
            stream.seek(0)
            texts.append(stream.read())
    return status, texts[0], texts[1]


def ruleset_case(seed: int, folder: Path) -> str:
    """Validate the damaged ruleset of a seed; give its exit status.

    Raises: AssertionError where the command fails or does too much.
    """
    rng = random.Random(seed)
    raw = damaged(rng.choice(originals()), rng)
    path = folder / "damaged.yaml"
    path.write_bytes(raw)
    form = rng.choice(["text", "text", "text", "json", "sarif", "github"])
    with metered() as meter:
        status, out, err = outcome(["validate", "--format", form, str(path)])
    _judge(seed, status, out, err)
    meter.counts["printed"] = len(out) if form == "text" else 0
    for what, most in MOST.items():
        limit = most * (len(raw) + shipped_bytes())
        assert meter.counts[what] <= limit, f"seed {seed}: {meter.counts[what]} {what}, {limit:.0f} are the most"
    return str(status)


def record_case(seed: int, folder: Path) -> str:
    """Replay the damaged record of a seed; give its exit status.

    Raises: AssertionError where the command fails.
    """
    rng = random.Random(seed)
    text = _damaged_record(rng.choice(records()), rng)
    path = folder / f"damaged{rng.choice(['.json', '.jsonl'])}"
    path.write_bytes(text)
    status, out, err = outcome(["replay", str(path), *rng.choice([[], ["--trace"], ["--check"]])])
    _judge(seed, status, out, err)
    return str(status)


def _judge(seed: int, status: int, out: str, err: str) -> None:
    assert status in (0, 1, 2), f"seed {seed}: exit status {status}: {err[-400:]}"
    assert "Traceback" not in out + err, f"seed {seed}: a traceback"
    assert status == 0 or (out + err).strip(), f"seed {seed}: refused in silence"


@cache
def records() -> tuple[str, ...]:
    """Give some records of each file of conformance games, the broken ones among them."""
    found = []
    for path in sorted(CONFORMANCE.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for _, line in zip(range(RECORDS_A_FILE), lines, strict=False):
                found.append(json.dumps(json.loads(line)["record"]))
    return tuple(found)


def _damaged_record(text: str, rng: random.Random) -> bytes:
    """Damage a record: a byte, a value in place of another, two values changed about, a piece cut out, the end cut."""
    for _ in range(rng.choice([1, 1, 2, 3])):
        spots = list(_SPOTS.finditer(text))
        if not spots:
            break
        first, second = sorted((rng.choice(spots), rng.choice(spots)), key=lambda spot: spot.start())
        match rng.randrange(6):
            case 0:
                text = text[: first.start()] + second.group() + text[first.end() :]
            case 1:
                between = text[first.end() : second.start()]
                text = text[: first.start()] + second.group() + between + first.group() + text[second.end() :]
            case 2:
                text = text[: first.start()] + text[first.end() :]
            case 3:
                text = text[: first.start()] + rng.choice(_ODD_VALUES) + text[first.end() :]
            case 4:
                text = text[: rng.randrange(len(text) + 1)]
            case _:
                return damaged(text.encode(), rng)
    return text.encode("utf-8", "surrogatepass")


_ODD_VALUES = (
    '""', "null", "-1", "1e999", "NaN", "123456789012345678901234567890", "true", "[]", "{}", '"base.yaml"', '"../x"',
    '"/etc/passwd"', '"play"', '"\\ud800"', "[" * 500, '"claim-record/2"', '"\\u0000"', "3.5", '"take deck"',
)
