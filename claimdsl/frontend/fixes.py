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
    Changes stay only if fewer findings are left, and none that is new: neither in the stages that had run, nor on a
    changed line in those that run for the first time now that the way there is free.
    """
    hopeful = _Mending(name, text, check, patient=True)
    before = hopeful.found
    if hopeful.run() and _is_better(before, hopeful.found, hopeful.lines(text)):
        return hopeful.text
    return text if hopeful.text == text else _strictly(name, text, check)


def _strictly(name: str, text: str, check: Check) -> str:
    """Mend again so that each single change leaves something better."""
    mending = _Mending(name, text, check, patient=False)
    mending.run()
    return mending.text


class _Mending:
    """A text on its way: what is found in it, and which edits were tried in vain.

    While it is patient, a change may bring findings to light that can be mended in their turn.
    """

    def __init__(self, name: str, text: str, check: Check, *, patient: bool) -> None:
        self.text = text
        self._name = name
        self._check = check
        self._patient = patient
        self.found = self._findings(text)
        self._refused: set[tuple[str, str]] = set()
        self._tries = 0

    def run(self) -> bool:
        """Go round until nothing more is certain; say whether anything was."""
        before = self.text
        for _ in range(_ROUNDS):
            own = [item for item in self.found if item.span.source.name == self._name]
            is_tabbed = any(item.code == _TAB for item in own)
            if not (self._untab() if is_tabbed else self._round(own)):
                break
        return self.text != before

    def lines(self, before: str) -> frozenset[int]:
        """Say which lines differ from those of the text before; edits leave the number of lines as it is."""
        pairs = zip(before.split("\n"), self.text.split("\n"), strict=True)
        return frozenset(number for number, (old, new) in enumerate(pairs, start=1) if old != new)

    def _findings(self, text: str) -> Found:
        """Check a text; what the form of other files lacks has nothing to do with this one."""
        return tuple(
            item for item in self._check(text) if item.span.source.name == self._name or _stage(item) > _FORM
        )

    def _untab(self) -> bool:
        edits = blanks_for_tabs(self.text)
        return edits is not None and self._accept(edits)

    def _round(self, own: Iterable[Diagnostic]) -> bool:
        """Try all edits at once or, if that will not do, each by itself, the last first so that no place moves."""
        edits = apart(edit for item in own if (edit := self._edit(item)) is not None)
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
        is_known = fix is None or (item.span.text, fix) in self._refused
        return None if fix is None or is_known else Edit(item.span.start, item.span.end, fix)
