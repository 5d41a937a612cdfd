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
from claimdsl.frontend.document import read
from claimdsl.frontend.format import formatted
from claimdsl.frontend.load import decode, load
from claimdsl.frontend.tree import Mapping, Scalar, Sequence
from tests import fuzz

NAMES = ("goblins", "knights", "tier", "strength", "x", "late_riser", "a1", "moon")
EXPRESSIONS = (
    "if led==goblins then 2 else base", "base  +1", "count( p in trick ,p.value>3 )", "not any(trick)", "0-1",
    "(a  or b) and not c", "top( stock,1 ).faction", "max(v in 0 .. 9 by count(w in v..9))", "x . left", "a-b + c",
)
EFFECTS = (
    "move due to discard  unseen", "set winner . tide to winner.tide+1", "choose keep  or accept by player",
    "for p in seats : move p.hand to discard", "may choose pour from player.potions by player",
)
CARDS = ("0..9", "0 x5,1..9", "1 x3 ,3   x3, 9", "2 .. 14")
TEXTS = ("plain words", "'it''s # none'", '"a: b, \\"c\\"  d"', "two  blanks", '""')
COMMENTS = ("# note", "#", "#  indented: [x", "#tight", "# é, ö  and 🐉")


# --- made up ---------------------------------------------------------------------------------------------------------


class _Author:
    """Writes a ruleset in as many ways as YAML knows, with no regard to its layout."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.step = rng.choice([1, 2, 2, 3, 4, 7])

    def ruleset(self) -> str:
        """Write a whole one; it means little, but it loads."""
        lines = [f"claimdsl:{self.blanks(1)}1", *self.mapping(0, self.section)]
        return "\n".join([*self.noise(0), *lines, *self.noise(0)]) + self.rng.choice(["\n", "", "\n\n\n", "  \n"])

    def blanks(self, least: int) -> str:
        """Give a few blanks."""
        return " " * (least + self.rng.choice([0, 0, 0, 1, 4]))

    def noise(self, column: int) -> list[str]:
        """Give blank lines and comments."""
        rng = self.rng
        some = (rng.choice(["", "   ", " " * rng.choice([0, column, column + 1, 9]) + rng.choice(COMMENTS)]) for _ in range(3))
        return [line for line in some if rng.random() < 0.15]

    def tail(self) -> str:
        """Give the end of a line."""
        return self.rng.choice(["", "", "", "  ", " " + self.rng.choice(COMMENTS), "     " + self.rng.choice(COMMENTS)])

    def mapping(self, column: int, entry: object) -> list[str]:
        """Write entries, each name once."""
        keys = self.rng.sample(["rules", "terms", "factions", "title"] if entry == self.section else NAMES, self.rng.randrange(1, 4))
        found: list[str] = []
        for key in keys:
            found += [*self.noise(column), *(self.section(key) if entry == self.section else self.power(key, column))]
        return found

    def section(self, key: str) -> list[str]:
        """Write one section of the ruleset."""
        rng, inner = self.rng, self.step
        if key == "title":
            return self.scalar(key, 0, rng.choice(TEXTS), flow=True)
        if key == "terms":
            names = rng.sample(NAMES, rng.randrange(1, 4))
            return [f"terms :{self.tail()}", *(line for name in names for line in self.scalar(name, inner, rng.choice(EXPRESSIONS), flow=False))]
        if key == "factions" and rng.random() < 0.5:
            return [f"factions:{self.tail()}", *(
                f"{' ' * inner}{name}{self.blanks(0)}:{self.blanks(1)}{self.flow()}{self.tail()}" for name in rng.sample(NAMES, 2)
            )]
        return [f"{key}:{self.tail()}", *self.mapping(inner, None)]

    def power(self, key: str, column: int) -> list[str]:
        """Write a power or faction: some of its keys."""
        inner = column + self.step
        found = [f"{' ' * column}{key}:{self.tail()}"]
        for hook in self.rng.sample(["tier", "after_trick", "cards", "description", "odd"], self.rng.randrange(1, 4)):
            found += [*self.noise(inner), *self.hook(hook, inner)]
        return found

    def hook(self, key: str, column: int) -> list[str]:
        """Write a key of a power."""
        match key:
            case "tier":
                return self.scalar(key, column, self.rng.choice(EXPRESSIONS), flow=False)
            case "after_trick":
                return self.block(key, column)
            case "cards":
                return self.scalar(key, column, f'"{self.rng.choice(CARDS)}"', flow=True)
            case "description":
                return self.text(key, column)
            case _:
                return self.items(key, column)

    def scalar(self, key: str, column: int, value: str, *, flow: bool) -> list[str]:
        """Write a value on the line of its key, in one or two lines below, in quotes, or in a block."""
        rng, lead, inner = self.rng, " " * column, " " * (column + self.step)
        head = f"{lead}{key}{self.blanks(0)}:"
        words = value.split(" ")
        cut = rng.randrange(1, len(words)) if len(words) > 1 and not flow else 0
        forms = [[f"{head}{self.blanks(1)}{value}{self.tail()}"], [f"{head}{self.tail()}", f"{inner}{value}{self.tail()}"]]
        if cut:
            rest = f"{inner}{self.blanks(0)}{' '.join(words[cut:])}"
            forms.append([f"{head} {' '.join(words[:cut])}", rest + self.tail()])
            forms.append([f'{head} "{" ".join(words[:cut])}  ', f'{rest}"{self.tail()}'])
            forms.append([f"{head}{self.blanks(1)}{rng.choice('|>')}{self.tail()}", f"{inner}{' '.join(words[:cut])}  # c", "", rest])
        return rng.choice(forms)

    def block(self, key: str, column: int) -> list[str]:
        """Write effects."""
        rng, found = self.rng, [f"{' ' * column}{key}:{self.blanks(1)}|{self.tail()}"]
        depth, deep = column + self.step, False
        for _ in range(rng.randrange(1, 5)):
            lead = " " * (depth + deep * self.step)
            found += [lead + rng.choice(COMMENTS)] * (rng.random() < 0.2) + [""] * rng.choice([0, 0, 0, 2])
            found.append(f"{lead}{rng.choice(EFFECTS)}{rng.choice(['', '', '  ', ' # c', '      # far'])}")
            if rng.random() < 0.3:
                found.append(f"{lead}if any( prizes )  and x==1 :  # why")
                deep, depth = True, depth + deep * self.step
                found.append(f"{' ' * (depth + self.step)}move filter(c in stock,\n{' ' * (depth + 9)}c.value>3) to discard")
        return found

    def text(self, key: str, column: int) -> list[str]:
        """Write a text in a block, whose blanks count."""
        rng, inner = self.rng, " " * (column + self.step)
        head = f"{' ' * column}{key}: {rng.choice(['|', '>', '|-', '>-', '|+', '>+'])}{self.tail()}"
        lines = ["", inner + "word", inner + "  further in", inner + "# no comment", inner + "end  "]
        return [head, inner + "first", *rng.choices(lines, k=3), inner + "z", *rng.choice([[], ["", ""], [inner], [inner + "  "]])]

    def items(self, key: str, column: int) -> list[str]:
        """Write a list."""
        inner, wide = " " * (column + self.rng.choice([0, self.step])), self.blanks(1)
        rows = [
            f"{inner}-{wide}{self.flow()}{self.tail()}", f"{inner}-{wide}a: 1\n{inner} {wide}b:  2{self.tail()}",
            f"{inner}-{wide}- x\n{inner} {wide}-   y", f"{inner}-{self.tail()}\n{inner}   z: 1", f"{inner}- word{self.tail()}",
        ]
        return [f"{' ' * column}{key}:{self.tail()}", *self.rng.sample(rows, 2)]

    def flow(self) -> str:
        """Write something in brackets."""
        one, two, three = (self.rng.choice(["", "", " ", "  "]) for _ in range(3))
        return self.rng.choice([
            f"{{{one}cards :{two} 0..9 ,{three}powers: {{}}{one}}}", f"[{one}a,{two}b{three},{one}]", f"{{{one}}}", f"[{two}]",
            f"{{x:  1,{three}y: [{one}[a ,b]]}}", f'{{ "k":{two}1 }}',
        ])


def disarranged(raw: bytes, rng: random.Random) -> bytes:
    """Change the layout of a text in some places: blanks, blank lines, comments, line ends, a byte order mark."""
    lines = raw.decode().split("\n")
    for _ in range(rng.randrange(1, 8)):
        place = rng.randrange(len(lines))
        match rng.randrange(6):
            case 0:
                lines[place] += rng.choice(["  ", " ", "   # note"])
            case 1:
                lines.insert(place, rng.choice(["", "   ", "# note", "      # note"]))
            case 2:
                lines[place] = re.sub(r"(?<=\S) (?=\S)", rng.choice(["  ", "    "]), lines[place], count=rng.randrange(1, 3))
            case 3:
                lines[place] = re.sub(r"(?<=[,(]) ?", rng.choice(["", " ", "  "]), lines[place], count=1)
            case 4:
                lines[place] = re.sub(r"^( *)", rng.choice([r"\1", r"\1\1", r"\1 "]), lines[place])
            case _:
                lines = [re.sub(r"^( *)", r"\1\1", line) for line in lines]
    text = rng.choice(["\n", "\n", "\r\n", "\r"]).join(lines)
    return (b"\xef\xbb\xbf" if rng.random() < 0.2 else b"") + text.encode()


# --- judged ----------------------------------------------------------------------------------------------------------


def judge(raw: bytes) -> str:
    """Lay out a text; give "damaged" if it does not load, else "refused", "same" or "changed"."""
    source = decode("fuzz.yaml", raw, found := Report())
    tree = load(source, found) if source is not None else None
    if source is None or tree is None or found.has_errors:
        return "damaged"
    text = formatted(source, tree)
    if text is None:
        return "refused"
    again = load(after := decode("fuzz.yaml", text.encode(), found) or source, found)
    assert again is not None and not found.has_errors, "what is written does not load"
    assert formatted(after, again) == text, f"not idempotent:\n{text}\n---\n{formatted(after, again)}"
    assert _squashed(source.text) == _squashed(text), "another meaning"
    assert _without_blanks(source.text) == _without_blanks(text), "more than blanks has changed"
    assert _ends(text) <= _ends(source.text) | ({"\n"} if not _ends(source.text) else set()), "other line ends"
    assert _comments(source.text, text), "a comment is lost"
    if isinstance(tree, Mapping) and isinstance(again, Mapping):
        assert _is_read(tree) == _is_read(again), "no longer read"
    return "same" if text == source.text else "changed"


def _is_read(tree: Mapping) -> bool:
    try:
        return read(tree, Report()) is not None
    except (AttributeError, ValueError, AssertionError):  # what has not the form of a ruleset is not for `read`
        return False


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


def _comments(before: str, after: str) -> bool:
    """Say whether each line of one text that ends in a comment has its like in the other, in the same order."""
    found = [[_without_blanks(comment) for comment in re.findall(r"#[^\r\n]*", text)] for text in (before, after)]
    return found[0] == found[1]


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
            raw = _Author(rng).ruleset().encode()
        case _:
            raw = disarranged(_Author(rng).ruleset().encode(), rng)
            raw = fuzz.damaged(raw, rng) if rng.random() < 0.2 else raw
    try:
        return judge(raw)
    except Exception as error:
        told = f"seed {seed}: {type(error).__name__}: {error}"
        raise AssertionError(f"{told}\n{raw.decode('utf-8', 'replace')}") from error


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Send rulesets in disarray through claim fmt.")
    parser.add_argument("--cases", type=int, default=2000)
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
