"""Hooks that a file puts in the place of inherited ones, where `base` no longer says what its author thinks."""

from __future__ import annotations

import re

from claimdsl.diagnostics.report import Note
from claimdsl.diagnostics.source import Span
from claimdsl.frontend.tree import Scalar
from claimdsl.ir.vocabulary import HOOKS, Body
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.overlay import Path, Replaced

_BASE = re.compile(r"#[^\n\r]*|\bbase\b")


def check(replaced: tuple[Replaced, ...], own: str, findings: Findings) -> None:
    """Look at what the file called `own` replaces.  Reports: warnings at hooks that lose `base` or misread it."""
    for each in replaced:
        hook = HOOKS.get(each.path[-1])
        if each.new.span.source.name != own or hook is None or hook.body is not Body.VALUE:
            continue
        before, now = _base(each.old), _base(each.new)
        if before is not None and now is None:
            _lost(each, before, findings)
        elif before is None and now is not None and each.path[0] == "rules":
            _misread(each, now, findings)


def _lost(each: Replaced, before: Span, findings: Findings) -> None:
    power, hook = each.path[-2:]
    findings.warning(
        "CLM807", f"'{power}'{_of(each.path)} passed on what lies beneath it, and this {hook} never does",
        each.new.inner,
        hint=f"say `base` where it should; if it never should, remove '{power}' and give your power another name",
        notes=(Note("it said `base` here", before),),
    )


def _misread(each: Replaced, now: Span, findings: Findings) -> None:
    power, hook = each.path[-2:]
    findings.warning(
        "CLM808", f"`base` is what lies beneath '{power}', not the {hook} that this replaces", now,
        hint="give your power another name: then the old answer lies beneath it",
        notes=(Note("this is what it replaces", each.old.inner),),
    )


def _of(path: Path) -> str:
    return f" of {path[1]}" if path[0] == "factions" else ""


def _base(scalar: Scalar) -> Span | None:
    """Find the word `base`, comments left aside."""
    inner = scalar.inner
    for match in _BASE.finditer(inner.text):
        if match[0] == "base":
            return Span(inner.source, inner.start + match.start(), inner.start + match.end())
    return None
