"""Change every token of every shipped ruleset, one at a time, and count what the checker finds.

    python tests/mutants_rulesets.py [--every N] [--jobs J]

A file of factions is checked as used by `base`.  `make mutants-rulesets` runs it whole.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from zlib import crc32

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from claimdsl import pipeline
from claimdsl.diagnostics.report import Diagnostic, Report, Severity
from claimdsl.diagnostics.source import Source
from claimdsl.frontend.load import load
from claimdsl.frontend.loader import FileLoader
from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence
from claimdsl.ir.dump import dump
from claimdsl.ir.nodes import Program
from claimdsl.resources import ruleset_files, rulesets_folder
from tests.ruleset_tokens import Token, tokens

_VARIABLE = re.compile(r"\b\w+(#\d+)")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_NEAR = {
    **{row[i]: row[i - 1 if i else 1] for row in _ROWS for i in range(len(row))},
    **{str(i): str(i - 1 if i == 9 else i + 1) for i in range(10)},
    "_": "-", "-": "_", "=": "-", "<": ">", ">": "<", "+": "-", ".": ",", ",": ".", ":": ";", ";": ":", "(": "[",
    ")": "]", "[": "{", "]": "}", "{": "[", "}": "]", '"': "'", "'": '"', "|": "!", "!": "|", "#": "3", "/": ".",
    " ": "\t", "\n": " ",
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change.  `start` is where it begins in the text, `end` where it ends in the changed one."""

    file: str
    token: Token
    how: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant.

    `outcome`: found, warned, equivalent or valid.  `here`: an error stands on the changed line; `noted`: a note does.
    `right`: the suggestion brings the text back, or one that means the same.
    """

    file: str
    line: int
    part: str
    place: str
    how: str
    before: str
    after: str
    outcome: str
    here: bool = False
    noted: bool = False
    right: bool = False
    errors: int = 0
    code: str = ""
    message: str = ""


def mutants(file: str, text: str) -> Iterator[Mutant]:
    """Give every mutant of a file: four slips of a letter, and three of whole tokens."""
    found = tokens(text)
    for number, token in enumerate(found):
        seen = {text}
        after = found[number + 1] if number + 1 < len(found) else None
        for how, start, end, new in (*_slips(token, number), *_token_changes(token, after, text)):
            changed = text[:start] + new + text[end:]
            if changed not in seen:
                seen.add(changed)
                yield Mutant(file, token, how, changed, start, start + len(new))


def _slips(token: Token, number: int) -> Iterator[tuple[str, int, int, str]]:
    """Change one letter of a token, in a place that follows from the token's number."""
    word = token.text
    at = crc32(f"{word} {number}".encode()) % len(word)
    start = token.start + at
    if len(word) > 1:
        yield "drop", start, start + 1, ""
        left = min(at, len(word) - 2)
        yield "swap", token.start + left, token.start + left + 2, word[left + 1] + word[left]
    yield "double", start, start + 1, word[at] * 2
    near = _NEAR.get(word[at].lower(), "x")
    yield "replace", start, start + 1, near.upper() if word[at].isupper() else near


def _token_changes(token: Token, after: Token | None, text: str) -> Iterator[tuple[str, int, int, str]]:
    yield "drop token", token.start, token.end, ""
    blank = " " if token.text[0].isalnum() else ""
    yield "double token", token.start, token.end, token.text + blank + token.text
    if after is not None:
        between = text[token.end : after.start]
        yield "swap tokens", token.start, after.end, after.text + between + token.text


class Judge:
    """Checks the mutants of one file, with all other files read once."""

    def __init__(self, file: str) -> None:
        self._own = os.path.realpath(rulesets_folder() / file)
        self._text = Path(self._own).read_text(encoding="utf-8")
        self._loader = FileLoader()
        self._digest = self._check(self._text, Report())
        self._first_meaning = self._meaning
        self._content = _content(self._text)

    def verdict(self, mutant: Mutant) -> Verdict:
        """Run the stages on a mutant and say what they found."""
        token, report = mutant.token, Report()
        source = Source(mutant.file, mutant.text)
        first, last = source.position(mutant.start).line, source.position(mutant.end).line
        shown = (mutant.file, Source("", self._text).position(token.start).line, token.part, token.place, mutant.how)
        texts = (self._text[mutant.start : mutant.end + len(self._text) - len(mutant.text)],
                 mutant.text[mutant.start : mutant.end])
        if token.part in ("text", "comment", "layout") and _content(mutant.text) == self._content:
            return Verdict(*shown, *texts, "equivalent")
        digest = self._check(mutant.text, report)
        found = list(report)
        if not found:
            return Verdict(*shown, *texts, "equivalent" if digest == self._digest else "valid")
        errors = [each for each in found if each.severity is Severity.ERROR]
        counted = errors or found
        lines = range(first, last + 1)
        return Verdict(
            *shown, *texts, "found" if errors else "warned",
            here=any(self._is_here(each, lines) for each in counted),
            noted=any(note.span.first.line in lines for each in counted for note in each.notes),
            right=any(self._mends(each, mutant) for each in counted),
            errors=len(errors), code=counted[0].code, message=counted[0].message,
        )

    def _check(self, text: str, report: Report) -> str:
        opened = self._loader.open_text(self._own, text.encode(), report)
        program = None if opened is None else _checked(opened, self._loader, report)
        self._meaning = "" if program is None else _VARIABLE.sub(r"v\1", dump(program).partition("\n")[2])
        return "" if program is None else program.digest

    def _is_here(self, found: Diagnostic, lines: range) -> bool:
        return found.span.source.name == self._own and found.span.first.line in lines

    def _mends(self, found: Diagnostic, mutant: Mutant) -> bool:
        span = found.span
        if found.suggestion is None or span.source.name != self._own:
            return False
        mended = mutant.text[: span.start] + found.suggestion + mutant.text[span.end :]
        if mended == self._text:
            return True
        report = Report()
        self._check(mended, report)
        return not len(report) and self._meaning == self._first_meaning


def _checked(opened: tuple[str, Node], loader: FileLoader, report: Report) -> Program | None:
    return pipeline.check_tree(*opened, (), loader, report)


def _content(text: str) -> str | None:
    """Write what a file says without its texts and comments; None where it has a finding."""
    report = Report()
    root = load(Source("content", text), report)
    return None if root is None or len(report) else _print(root)


def _print(node: Node) -> str:
    match node:
        case Scalar():
            return repr(node.value)
        case Sequence():
            return f"[{', '.join(_print(item) for item in node.items)}]"
        case Mapping():
            return f"{{{', '.join(_entry(entry.key.value, entry.value) for entry in node.entries)}}}"


def _entry(key: str, value: Node) -> str:
    if key not in ("title", "description"):
        return f"{key!r}: {_print(value)}"
    languages = [entry.key.value for entry in value.entries] if isinstance(value, Mapping) else ""
    texts = value.entries if isinstance(value, Mapping) else ()
    whole = all(isinstance(each.value, Scalar) and each.value.value.strip() for each in texts)
    return f"{key}: {languages} {whole}"


def files() -> tuple[str, ...]:
    """Name every shipped ruleset file."""
    folder = rulesets_folder()
    return tuple(sorted(path.relative_to(folder).as_posix() for path in ruleset_files()))


def judged(file: str, every: int = 1, offset: int = 0, parts: frozenset[str] = frozenset()) -> list[Verdict]:
    """Judge the mutants of a file, or every so many of them; of all tokens, or of those that play some parts."""
    text = (rulesets_folder() / file).read_text(encoding="utf-8")
    chosen = [mutant for number, mutant in enumerate(mutants(file, text)) if number % every == offset % every
              and (not parts or mutant.token.part in parts)]
    judge = Judge(file)
    return [judge.verdict(mutant) for mutant in chosen]


def judge_all(every: int = 1, jobs: int = 2) -> list[Verdict]:
    """Judge the mutants of all files, on several processes."""
    work = [(file, every, number) for number, file in enumerate(files())]
    with get_context("fork").Pool(jobs) as pool:
        return [verdict for verdicts in pool.starmap(judged, work, chunksize=1) for verdict in verdicts]


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Change every token of every shipped ruleset, one at a time.")
    parser.add_argument("--every", type=int, default=1, help="take one mutant of so many")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    wish = parser.parse_args()
    from tests.mutants_report import report, shortfalls

    verdicts = judge_all(wish.every, wish.jobs)
    for line in report(verdicts):
        print(line)
    wrong = shortfalls(verdicts)
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
