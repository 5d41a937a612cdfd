"""From a text and what is found in it to the text with all that is certain mended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias

from claimdsl.diagnostics.certain import certain_fix
from claimdsl.diagnostics.report import Diagnostic, Severity
from claimdsl.diagnostics.source import Source
from claimdsl.frontend.edits import Edit, apart, applied, places
from claimdsl.frontend.tabs import blanks_for_tabs

Found: TypeAlias = tuple[Diagnostic, ...]
Check: TypeAlias = Callable[[str], Found]

_ROUNDS = 10
_TRIES = 40
_TAB = "CLM104"
# The stages in the order in which they run, by the first figure of their codes.  One that has errors is the last.
_STAGES = {"1": 1, "2": 2, "6": 3, "3": 4, "4": 5, "5": 5, "7": 5, "8": 6}

_FORM = 2


def mended(name: str, text: str, check: Check) -> str:
    """Give a text with all that is certain mended: misspelt names with one near neighbour, and tabs.

    `check` finds what is wrong with a text, in the file `name` and in others; only this file's findings are mended.
    A change stays only if fewer findings are left, and none that is new: neither in the stages that had run, nor (but
    for those that can be mended as well) on a changed line in those that run now that the way there is free.
    """
    return _Mending(name, text, check).run()


class _Mending:
    """A text on its way: what is found in it, and which edits were tried in vain."""

    def __init__(self, name: str, text: str, check: Check) -> None:
        self._name = name
        self._text = text
        self._check = check
        self._found = self._findings(text)
        self._refused: set[tuple[str, str]] = set()
        self._tries = 0

    def run(self) -> str:
        """Go round until nothing more is certain."""
        for _ in range(_ROUNDS):
            own = [item for item in self._found if item.span.source.name == self._name]
            is_tabbed = any(item.code == _TAB for item in own)
            if not (self._untab() if is_tabbed else self._round(own)):
                break
        return self._text

    def _untab(self) -> bool:
        edits = blanks_for_tabs(self._text)
        return edits is not None and self._accept(edits, judge_lines=False)

    def _round(self, own: Iterable[Diagnostic]) -> bool:
        """Try all edits at once or, if that will not do, each by itself, the last first so that no place moves."""
        edits = apart(edit for item in own if (edit := self._edit(item)) is not None)
        if not edits:
            return False
        if self._accept(edits):
            return True
        before = self._text
        for edit in reversed(edits if len(edits) > 1 else ()):
            if self._tries < _TRIES and not self._accept((edit,)):
                self._refused.add((before[edit.start : edit.end], edit.text))
        return self._text != before

    def _edit(self, item: Diagnostic) -> Edit | None:
        fix = certain_fix(item)
        known = fix is None or (item.span.text, fix) in self._refused
        return None if fix is None or known else Edit(item.span.start, item.span.end, fix)

    def _accept(self, edits: tuple[Edit, ...], judge_lines: bool = True) -> bool:
        """Make the edits if what is found then is better."""
        self._tries += 1
        text = applied(self._text, edits)
        found = self._findings(text)
        lines = _lines(text, edits) if judge_lines else frozenset()
        if not _is_better(self._found, found) or any(self._is_beside(item, lines) for item in found):
            return False
        self._text, self._found = text, found
        return True

    def _findings(self, text: str) -> Found:
        """Check a text; what the form of other files lacks has nothing to do with this one."""
        return tuple(
            item for item in self._check(text) if item.span.source.name == self._name or _stage(item) > _FORM
        )

    def _is_beside(self, item: Diagnostic, lines: frozenset[int]) -> bool:
        """Say whether a finding that was hidden so far stands on a changed line: then the guess was hardly right."""
        was_hidden = _stage(item) > _last_stage(self._found)
        is_here = item.span.source.name == self._name and item.span.first.line in lines
        return was_hidden and is_here and certain_fix(item) is None


def _lines(text: str, edits: tuple[Edit, ...]) -> frozenset[int]:
    source = Source("", text)
    return frozenset(source.position(place).line for place in places(edits))


def _is_better(before: Found, after: Found) -> bool:
    last = _last_stage(before)
    seen = [item for item in after if _stage(item) <= last]
    return len(seen) < len(before) and not _kinds(seen) - _kinds(before)


def _kinds(items: Iterable[Diagnostic]) -> Counter[tuple[str, str, str]]:
    """Count the findings by what they say, whatever their places."""
    return Counter((item.span.source.name, item.code, item.message) for item in items)


def _last_stage(found: Found) -> int:
    """Say which stage was the last to run."""
    errors = [_stage(item) for item in found if item.severity is Severity.ERROR]
    return max(errors, default=max(_STAGES.values()))


def _stage(item: Diagnostic) -> int:
    return _STAGES[item.code[3]]
