"""Damaged rulesets and records through every stage: refused with findings, or played to the end by the laws.

    python tests/fuzz.py [--cases N] [--seed K] [--jobs J]

At the first failure the case is printed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import tempfile
import time
import traceback
from collections import Counter
from multiprocessing import get_context
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from claimdsl.diagnostics.render import text
from claimdsl.diagnostics.report import Report
from claimdsl.engine.chance import Rng
from claimdsl.engine.ruleset import Ruleset
from claimdsl.ir.nodes import Program
from claimdsl.pipeline import check_text
from claimdsl.resources import ruleset_files
from tests import laws

LONGEST = 5.0
"""Unit: seconds that one ruleset may take to be checked."""

HOUSE_RULES = Path(__file__).resolve().parent / "house_rules"
ODDITIES = (
    b"\x00", b"\xff", b"\t", b"\r", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\xc3\xa9", b"\xf0\x9f\x98\x80",
    b"{", b"}", b"[", b"]", b":", b"#", b"&a ", b"*a ", b"!x ", b"<<: ", b"'", b'"', b"|", b">", b"%", b"---\n", b"- ",
    b"(", b")", b"@", b"`", b"\\", b"99999999999999999999", b"-1", b"0x1F", b"~", b"null", b"yes",
)
TOKEN = re.compile(rb"[A-Za-z_]\w*|\d+|[^\s\w]|[ \t]+|\n")


def originals() -> list[bytes]:
    """Give the shipped rulesets and the house rules of the tests that stand by themselves."""
    paths = [*ruleset_files(), *sorted(HOUSE_RULES.glob("*.yaml"))]
    return [raw for raw in (path.read_bytes() for path in paths) if b".yaml]" not in raw]


def damaged(raw: bytes, rng: random.Random) -> bytes:
    """Damage a ruleset in one to three places: bytes, words, lines."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        raw = rng.choice([_byte, _oddity, _word, _word, _word, _swap, _drop, _line, _indent, _number])(raw, rng)
    return raw


def _byte(raw: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(raw) + 1)
    return raw[:place] + bytes([rng.randrange(256)]) + raw[place + rng.randrange(2):]


def _oddity(raw: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(raw) + 1)
    return raw[:place] + rng.choice(ODDITIES) + raw[place:]


def _words(raw: bytes) -> list[re.Match[bytes]]:
    return [token for token in TOKEN.finditer(raw) if token.group().strip() and token.start() > 70] or [
        token for token in TOKEN.finditer(raw) if token.group().strip()
    ]


def _word(raw: bytes, rng: random.Random) -> bytes:
    """Put one word of the file in place of another."""
    words = _words(raw)
    if not words:
        return raw
    old, new = rng.choice(words), rng.choice(words)
    return raw[: old.start()] + new.group() + raw[old.end():]


def _swap(raw: bytes, rng: random.Random) -> bytes:
    words = _words(raw)
    if len(words) < 2:
        return raw
    first, second = sorted(rng.sample(words, 2), key=lambda word: word.start())
    between = raw[first.end(): second.start()]
    return raw[: first.start()] + second.group() + between + first.group() + raw[second.end():]


def _drop(raw: bytes, rng: random.Random) -> bytes:
    words = _words(raw)
    if not words:
        return raw
    word = rng.choice(words)
    return raw[: word.start()] + raw[word.end():]


def _line(raw: bytes, rng: random.Random) -> bytes:
    lines = raw.splitlines(keepends=True) or [b""]
    place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(3):
        case 0:
            del lines[place]
        case 1:
            lines.insert(other, lines[place])
        case _:
            lines[place], lines[other] = lines[other], lines[place]
    return b"".join(lines)


def _indent(raw: bytes, rng: random.Random) -> bytes:
    lines = raw.splitlines(keepends=True) or [b""]
    place = rng.randrange(len(lines))
    lines[place] = lines[place].removeprefix(b"  ") if rng.random() < 0.5 else b"  " + lines[place]
    return b"".join(lines)


def _number(raw: bytes, rng: random.Random) -> bytes:
    numbers = list(re.finditer(rb"\d+", raw))
    if not numbers:
        return raw
    number = rng.choice(numbers)
    new = rng.choice([b"0", b"1", b"2", b"13", b"99", b"100", b"1000000", str(int(number.group()) + 1).encode()])
    return raw[: number.start()] + new + raw[number.end():]


def judge(raw: bytes, seed: int) -> str:
    """Check a ruleset and, if it is accepted, play it; give "refused" or "played"."""
    report = Report()
    start = time.monotonic()
    program = check_text("fuzz.yaml", raw, report)
    assert time.monotonic() - start < LONGEST, "too slow"
    assert bool(text(report, colour=False)) == bool(len(report))
    if program is None:
        assert report.has_errors, "refused without a finding"
        return "refused"
    assert not report.has_errors, "accepted with an error"
    _play(program, seed)
    return "played"


def _play(program: Program, seed: int) -> None:
    rules = Ruleset(program)
    for players in rules.player_counts:
        states = laws.play_through(laws.traced(rules.game(players).deal(seed)), Rng(seed))
        for state in states:
            laws.cards_are_conserved(state)
            laws.options_are_sound(state)
            for seat in range(players):
                assert state.observation(seat).seat == seat
        laws.replay_equals_play(states)


def case(seed: int) -> tuple[bytes, str]:
    """Make the damaged ruleset of a seed and judge it.

    Raises: AssertionError with the ruleset, where anything but findings comes of it.
    """
    rng = random.Random(seed)
    raw = damaged(rng.choice(originals()), rng)
    try:
        return raw, judge(raw, seed)
    except Exception as error:
        told = f"seed {seed}: {type(error).__name__}: {error}"
        raise AssertionError(f"{told}\n{raw.decode('utf-8', 'replace')}") from error


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Send damaged rulesets and records through every stage.")
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    wish = parser.parse_args()
    counts: Counter[str] = Counter()
    with get_context("fork").Pool(wish.jobs) as pool:
        seeds = range(wish.seed, wish.seed + wish.cases)
        for done, (seed, told, wrong) in enumerate(pool.imap_unordered(_one, seeds, chunksize=50), start=1):
            counts[told] += 1
            if wrong:
                print(f"{wrong}\nsee it again: python tests/fuzz.py --cases 1 --seed {seed}")
                return 1
            if done % 5000 == 0:
                print(f"{done} cases", file=sys.stderr)
    print(f"{wish.cases} cases: {', '.join(f'{told} {count}' for told, count in sorted(counts.items()))}")
    return 0


def _one(seed: int) -> tuple[int, str, str]:
    """Run one case: most go through a command; every twentieth is played if it is accepted, every fifth is a record."""
    from tests.fuzz_commands import record_case, ruleset_case

    try:
        if seed % 20 == 0:
            return seed, case(seed)[1], ""
        with tempfile.TemporaryDirectory() as folder:
            work = record_case if seed % 5 == 1 else ruleset_case
            return seed, f"{work.__name__.removesuffix('_case')} with status {work(seed, Path(folder))}", ""
    except Exception:
        return seed, "failed", traceback.format_exc()


if __name__ == "__main__":
    sys.exit(main())
