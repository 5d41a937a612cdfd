"""Rulesets in disarray, made up and damaged, through `claim fmt`: laid out, or refused; never changed in meaning.

    python tests/fuzz_fmt.py [--cases N] [--seed K]

At the first failure the text is printed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import traceback
from pathlib import Path

import yaml

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source
from claimdsl.frontend.document import read
from claimdsl.frontend.format import formatted
from claimdsl.frontend.load import decode, load
from claimdsl.frontend.schema import validate
from claimdsl.frontend.tree import Mapping, Node
from tests import fuzz
from tests.disarray import disarranged, made_up


def judge(raw: bytes) -> str:
    """Lay out a text; give "damaged" if it does not load, else "refused", "same" or "changed"."""
    source = decode("fuzz.yaml", raw, found := Report())
    tree = load(source, found) if source is not None else None
    if source is None or tree is None or found.has_errors:
        return "damaged"
    text = formatted(source, tree)
    if text is None:
        return "refused"
    after = Source("fuzz.yaml", text)
    again = load(after, found)
    assert again is not None and not found.has_errors, "what is written does not load"
    assert formatted(after, again) == text, f"not idempotent:\n{text}\n---\n{formatted(after, again)}"
    assert _squashed(source.text) == _squashed(text), "another meaning"
    assert _without_blanks(source.text) == _without_blanks(text), "more than blanks has changed"
    assert _ends(text) <= (_ends(source.text) or {"\n"}), "other line ends"
    assert _comments(source.text) == _comments(text), "a comment is lost"
    assert _is_read(tree) == _is_read(again), "no longer read"
    return "same" if text == source.text else "changed"


def _is_read(tree: Node) -> bool:
    """Say whether a file of the form of a ruleset holds nothing but expressions that can be read."""
    return validate(tree, Report()) and isinstance(tree, Mapping) and read(tree, Report()) is not None


def _squashed(text: str) -> object:
    """Read a text by PyYAML alone, without the blanks that layout may change."""
    return _plain(yaml.load(text, Loader=yaml.BaseLoader))


def _plain(value: object) -> object:
    match value:
        case dict():
            return [(key, _plain(inner)) for key, inner in value.items()]
        case list():
            return [_plain(inner) for inner in value]
        case _:
            return "".join(re.sub(r"#[^\n]*", "", str(value)).split())


def _without_blanks(text: str) -> str:
    return "".join(text.split())


def _ends(text: str) -> set[str]:
    return set(re.findall(r"\r\n|\n|\r", text))


def _comments(text: str) -> list[str]:
    """Give the ends of lines that may be comments."""
    return [_without_blanks(comment) for comment in re.findall(r"#[^\r\n]*", text)]


def case(seed: int) -> str:
    """Make the text of a seed and judge it.

    Raises: AssertionError with the text, where it is neither laid out well nor refused.
    """
    rng = random.Random(seed)
    match seed % 4:
        case 0:
            raw = fuzz.damaged(rng.choice(fuzz.originals()), rng)
        case 1:
            raw = disarranged(rng.choice(fuzz.originals()), rng)
        case 2:
            raw = made_up(rng).encode()
        case _:
            raw = disarranged(made_up(rng).encode(), rng)
            raw = fuzz.damaged(raw, rng) if rng.random() < 0.2 else raw
    try:
        return judge(raw)
    except Exception as error:
        told = f"seed {seed}: {type(error).__name__}: {error}"
        raise AssertionError(f"{told}\n{raw.decode('utf-8', 'replace')}") from error


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Send rulesets in disarray through claim fmt.")
    parser.add_argument("--cases", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    counts = {"damaged": 0, "refused": 0, "same": 0, "changed": 0}
    for seed in range(wish.seed, wish.seed + wish.cases):
        try:
            counts[case(seed)] += 1
        except AssertionError:
            traceback.print_exc()
            print(f"see it again: python tests/fuzz_fmt.py --cases 1 --seed {seed}")
            return 1
    print(f"{wish.cases} rulesets in disarray: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
