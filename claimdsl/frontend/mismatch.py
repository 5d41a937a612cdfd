"""From a tree that does not fit the table of sections to findings: one a mistake, at the key or the value."""

from __future__ import annotations

import re

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Note, Report
from claimdsl.diagnostics.source import Span
from claimdsl.frontend.json_schema import LANGUAGE, NAME, WORD_OF_A_CARD
from claimdsl.frontend.mismatch_scalar import bad_name, explain_scalar, listed, shortened
from claimdsl.frontend.sections import (
    COUNTS,
    REMOVE,
    SECTIONS,
    Either,
    In,
    Kind,
    ListOf,
    Names,
    Needed,
    One,
    Section,
    Value,
    banned,
    rows_of,
)
from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence, Style
from claimdsl.frozen import replace
from claimdsl.ir.vocabulary import FOLDS, KEYWORDS, NAMES, TOP

_OF_POWER = {row.key for row in rows_of("power")}
_LOST = 3
_REMOVED = ListOf(One(Kind.REMOVED), distinct=True)


def explain(root: Node, report: Report) -> None:
    """Report all in which a file differs from the table.

    Reports: CLM201 to CLM213, and what `whole_number` says.
    """
    if isinstance(root, Mapping):
        _mapping(root, SECTIONS["ruleset"], report)
    else:
        report.error("CLM203", f"a ruleset is a mapping, `claimdsl: 1` and so on; this is {_found(root)}", root.span)


def _value(node: Node, value: Value, key: Scalar, report: Report) -> None:
    match value:
        case One():
            if isinstance(node, Scalar):
                explain_scalar(node, value, key, report)
            else:
                _wrong_shape(node, value, key, report)
        case ListOf():
            _list(node, value, key, report)
        case In():
            if isinstance(node, Mapping):
                _mapping(node, SECTIONS[value.section], report)
            else:
                _wrong_shape(node, value, key, report)
        case Either():
            form = next((form for form in value.forms if _fits(node, form)), None)
            if form is None:
                _wrong_shape(node, value, key, report)
            else:
                _value(node, form, key, report)


def _fits(node: Node, form: Value) -> bool:
    """Say whether a form of several is the one that the author meant, by its shape and first character."""
    match form:
        case One(kind=Kind.NUMBER):
            return isinstance(node, Scalar) and bool(re.match(r"[-+.0-9]", node.value))
        case One():
            return isinstance(node, Scalar)
        case ListOf():
            return isinstance(node, Sequence)
        case In():
            return isinstance(node, Mapping)
        case Either():
            return any(_fits(node, inner) for inner in form.forms)


def _list(node: Node, value: ListOf, key: Scalar, report: Report) -> None:
    if not isinstance(node, Sequence):
        _wrong_shape(node, value, key, report)
        return
    if value.some and not node.items:
        report.error("CLM210", f"the list of '{key.value}' is empty", node.span)
    seen: dict[str, Span] = {}
    for item in node.items:
        _value(item, value.item, key, report)
        if value.distinct and isinstance(item, Scalar):
            first = seen.setdefault(item.value, item.span)
            if first is not item.span:
                notes = (Note("first named here", first),)
                report.error("CLM211", f"'{item.value}' stands twice in '{key.value}'", item.span, notes=notes)


def _mapping(node: Mapping, section: Section, report: Report) -> None:
    rows = {row.key: row for row in rows_of(section.name)}
    known = [key for key in rows if key != "*"] + [REMOVE] * section.removes
    suspects: list[str | None] = []
    found: list[Report] = []
    for entry in node.entries:
        key, mine = entry.key, Report()
        found.append(mine)
        if key.value == REMOVE and section.removes:
            _value(entry.value, _REMOVED, key, mine)
        elif key.value in rows and key.value != "*":
            _value(entry.value, rows[key.value].value, key, mine)
        elif "*" not in rows:
            suspects.append(_unknown_key(key, section, known, mine))
        elif _good_name(key, section, mine):
            _value(entry.value, rows["*"].value, key, mine)
    _add(found, report)
    if section.name == "ruleset":
        needed = [key for key, row in rows.items() if row.needed is Needed.FILE]
        _head(node, [key for key in needed if key not in suspects], report)


def _add(found: list[Report], report: Report) -> None:
    """Report what was found entry by entry; of many that do not belong here, as after a lost line, only the first."""
    lost: dict[str, int] = {}
    firsts = [next(iter(each), None) for each in found]
    for first in firsts:
        if first is not None and first.suggestion is None:
            lost[first.code] = lost.get(first.code, 0) + 1
    told: set[str] = set()
    for first, each in zip(firsts, found, strict=True):
        is_lost = first is not None and first.suggestion is None and lost[first.code] >= _LOST
        if first is not None and is_lost and first.code not in told:
            told.add(first.code)
            more = f"{lost[first.code] - 1} more here do not belong either: is the line above them right?"
            report.add(replace(first, hint=f"{first.hint}; {more}".removeprefix("; ")))
        elif not is_lost:
            for diagnostic in each:
                report.add(diagnostic)


def _head(node: Mapping, needed: list[str], report: Report) -> None:
    for key in needed:
        place = next((at for at, entry in enumerate(node.entries) if entry.key.value == key), None)
        if place is None:
            first = node.entries[0].key.span if node.entries else node.span
            report.error("CLM202", f"'{key}' is missing: the first line of a ruleset is `claimdsl: 1`", first)


def check_first(root: Node, report: Report) -> None:
    """Report a version that is not the first key.

    Reports: CLM209.
    """
    if isinstance(root, Mapping):
        entry = root.find("claimdsl")
        if entry is not None and root.entries[0] is not entry:
            report.error("CLM209", "`claimdsl: 1` stands first in a file", entry.key.span)


def _unknown_key(key: Scalar, section: Section, known: list[str], report: Report) -> str | None:
    """Report a key that the section does not have; give the one that was meant, where that is clear."""
    if section.name in ("setup", "line_up") and re.fullmatch(r"\d+", key.value):
        report.error("CLM201", f"no game has {key.value} players here; {listed(COUNTS)} may play", key.span)
        return None
    meant = nearest(key.value, known)
    hint = "" if meant is not None else f"here may stand: {', '.join(known)}"
    if meant is None and key.value in _OF_POWER:
        hint = f"a power has it: `powers: {{name: {{{key.value}: ...}}}}`"
    report.error("CLM201", f"unknown key '{key.value}'", key.span, suggestion=meant, hint=hint)
    return meant


def _good_name(key: Scalar, section: Section, report: Report) -> bool:
    word = key.value
    if section.names is Names.LANGUAGE:
        if not re.search(LANGUAGE, word):
            report.error("CLM204", f"'{word}' is no language: write its short name, as in `en` or `ja`", key.span)
        return True
    if section.names is Names.FACE:
        return _good_face(key, report)
    if not re.search(NAME, word) or word.endswith("\n"):
        bad_name(key, NAME, "_", report)
        return False
    if word in banned(section.names):
        what = "the grammar"
        if word not in KEYWORDS and word != REMOVE:
            what = "the engine" if word in (*NAMES, *FOLDS, TOP, "setup") else "the sections"
        report.error("CLM205", f"'{word}' is a word of {what} and names nothing else", key.span)
        return False
    return True


def _good_face(key: Scalar, report: Report) -> bool:
    word = key.value
    if re.search(WORD_OF_A_CARD, word) and not word.endswith("\n"):
        return True
    hint = "a value is written as its number anyway" if re.fullmatch(r"[-+]?[0-9]+", word) else ""
    message = f"'{shortened(word)}' is no face: a face is a letter, then letters, digits, _ and -"
    report.error("CLM204", message, key.span, hint=hint)
    return False


def _wrong_shape(node: Node, value: Value, key: Scalar, report: Report) -> None:
    if isinstance(node, Scalar) and not node.value.strip():
        span = node.span if node.span.end > node.span.start else key.span
        report.error("CLM210", f"nothing stands at '{key.value}'; {_meant(value)} is meant", span)
        return
    form = value.forms[0] if isinstance(value, Either) else value
    suggestion = None
    if isinstance(node, Scalar) and isinstance(value, Either) and In("option") in value.forms:
        suggestion = f"{{fixed: {node.value}}}"
    elif isinstance(node, Scalar) and isinstance(form, ListOf) and isinstance(form.item, One):
        suggestion = f"[{', '.join(node.value.replace(',', ' ').split())}]"
    span = node.span if isinstance(node, Scalar) else key.span
    message = f"'{key.value}' is {_found(node)}; {_meant(value)} is meant"
    hint = "leave the brackets out" if isinstance(node, Sequence) and value == One(Kind.CARDS) else ""
    report.error("CLM203", message, span, suggestion=suggestion, hint=hint)


def _found(node: Node) -> str:
    match node:
        case Scalar():
            is_word = node.style is Style.PLAIN and " " not in node.value.strip()
            return f"'{shortened(node.value)}'" if is_word else "text"
        case Sequence():
            return "a list"
        case Mapping():
            return "a mapping"


def _meant(value: Value) -> str:
    match value:
        case One():
            return f"one of {', '.join(value.words)}" if value.words else value.kind.value
        case ListOf(item=ListOf()):
            return "a list of lists, `[[first, second]]`,"
        case ListOf():
            return "a list, `[first, second]`,"
        case In():
            return SECTIONS[value.section].meant
        case Either():
            return " or ".join(_meant(form).removesuffix(",") for form in value.forms)
