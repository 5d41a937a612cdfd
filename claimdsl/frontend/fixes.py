"""From a text and what is found in it to the text with all that is certain mended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias

from claimdsl.diagnostics.certain import certain_fix
from claimdsl.diagnostics.report import Diagnostic, Severity
from claimdsl.frontend.edits import Edit, apart, applied
from claimdsl.frontend.tabs import blanks_for_tabs

Found: TypeAlias = tuple[Diagnostic, ...]
Check: TypeAlias = Callable[[str], Found]
_Kind: TypeAlias = tuple[str, str, str]

_ROUNDS = 10
_TRIES = 40
_TAB = "CLM104"
_LINE_END = re.compile(r"\r\n|\n|\r")
# The stages in the order in which they run, by the first figure of their codes.  One that has errors is the last.
_STAGES = {"1": 1, "2": 2, "6": 3, "3": 4, "4": 5, "5": 5, "7": 5, "8": 6}
_FORM = 2


def mended(name: str, text: str, check: Check) -> str:
    """Give a text with all that is certain mended: tabs, and misspelt names with one near neighbour.

    `check` finds what is wrong with a text, in the file `name` and in others; only this file's findings are mended.
    Changes stay only if fewer findings are left, and none that is new: neither in the stages that had run, nor (for
    names, and errors) on a changed line in those that run for the first time now that the way there is free.
    """
    text, found = _untabbed(name, text, _own_affair(name, check))
    hopeful = _Mending(name, text, found, check, patient=True)
    hopeful.run()
    if hopeful.text == text or _is_better(name, found, hopeful.found, _changed_lines(text, hopeful.text)):
        return hopeful.text
    strict = _Mending(name, text, found, check, patient=False)
    strict.run()
    return strict.text


def _own_affair(name: str, check: Check) -> Check:
    """Leave out what the form of other files lacks: no change of this one has to do with it."""

    def checked(text: str) -> Found:
        return tuple(item for item in check(text) if item.span.source.name == name or _stage(item) > _FORM)

    return checked


def _untabbed(name: str, text: str, check: Check) -> tuple[str, Found]:
    """Write tabs as blanks where that is certain; give the text and what is found in it."""
    found = check(text)
    if not any(item.code == _TAB and item.span.source.name == name for item in found):
        return text, found
    edits = blanks_for_tabs(text)
    if edits is None:
        return text, found
    without = applied(text, edits)
    left = check(without)
    return (without, left) if _is_better(name, found, left, frozenset()) else (text, found)


class _Mending:
    """A text whose names are mended: what is found in it, and which edits were tried in vain.

    While it is patient, a change may bring findings to light that can be mended in their turn.
    """

    def __init__(self, name: str, text: str, found: Found, check: Check, *, patient: bool) -> None:
        self.text = text
        self.found = found
        self._name = name
        self._check = _own_affair(name, check)
        self._patient = patient
        self._refused: set[tuple[str, str]] = set()
        self._tries = 0

    def run(self) -> None:
        """Go round until nothing more is certain."""
        for _ in range(_ROUNDS):
            if not self._round():
                return

    def _round(self) -> bool:
        """Try all edits at once or, if that will not do, each by itself, the last first so that no place moves."""
        edits = apart(edit for item in self.found if (edit := self._edit(item)) is not None)
        if not edits:
            return False
        if self._accept(edits):
            return True
        before = self.text
        for edit in reversed(edits if len(edits) > 1 else ()):
            if self._tries < _TRIES and not self._accept((edit,)):
                self._refused.add((before[edit.start : edit.end], edit.text))
        return self.text != before

    def _edit(self, item: Diagnostic) -> Edit | None:
        fix = certain_fix(item)
        if fix is None or item.span.source.name != self._name or (item.span.text, fix) in self._refused:
            return None
        return Edit(item.span.start, item.span.end, fix)

    def _accept(self, edits: tuple[Edit, ...]) -> bool:
        """Make the edits if what is found then is better."""
        self._tries += 1
        text = applied(self.text, edits)
        found = self._check(text)
        left = self._hopeless(found) if self._patient else found
        if not _is_better(self._name, self.found, left, _changed_lines(self.text, text)):
            return False
        self.text, self.found = text, found
        return True

    def _hopeless(self, found: Found) -> Found:
        """Leave out what is new and will be mended next."""
        known = _kinds(self.found)
        return tuple(item for item in found if _kind(item) in known or certain_fix(item) is None)


def _is_better(name: str, before: Found, after: Found, lines: frozenset[int]) -> bool:
    """Say whether a change of some lines has left less to find, and brought nothing of its own."""
    last = max((_stage(item) for item in before if _is_error(item)), default=max(_STAGES.values()))
    seen = [item for item in after if _stage(item) <= last]
    shown = [item for item in after if _stage(item) > last and _is_error(item)]
    beside = (item for item in shown if item.span.source.name == name and item.span.first.line in lines)
    return len(seen) < len(before) and not _kinds(seen) - _kinds(before) and not any(beside)


def _changed_lines(before: str, after: str) -> frozenset[int]:
    """Number the lines that differ; no edit takes or brings a line end."""
    pairs = zip(_LINE_END.split(before), _LINE_END.split(after), strict=True)
    return frozenset(number for number, (old, new) in enumerate(pairs, start=1) if old != new)


def _kinds(items: Iterable[Diagnostic]) -> Counter[_Kind]:
    return Counter(_kind(item) for item in items)


def _kind(item: Diagnostic) -> _Kind:
    """Give what a finding says, whatever its place."""
    return (item.span.source.name, item.code, item.message)


def _is_error(item: Diagnostic) -> bool:
    return item.severity is Severity.ERROR


def _stage(item: Diagnostic) -> int:
    return _STAGES[item.code[3]]
