"""From single values of a merged tree to syntax: words, texts, numbers, ranges, expressions, cards, effects."""

from __future__ import annotations

import re

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.frontend.mismatch_scalar import signed_number
from claimdsl.frontend.numbers import whole_number
from claimdsl.frontend.parser import parse_block, parse_cards, parse_expr
from claimdsl.frontend.sections import Needed, rows_of
from claimdsl.frontend.tree import Entry, Mapping, Node, Scalar, Sequence, Style
from claimdsl.frozen import replace

_WORD = re.compile(r"[a-z_][a-z0-9_]*")


def entries(mapping: Mapping | None, key: str) -> tuple[Entry, ...]:
    """Give the entries of the mapping under a key; none where it is absent."""
    value = None if mapping is None else value_of(mapping, key)
    return value.entries if isinstance(value, Mapping) else ()


def value_of(mapping: Mapping, key: str) -> Node | None:
    """Give what stands at a key, or None."""
    entry = mapping.find(key)
    return None if entry is None else entry.value


def scalar_of(mapping: Mapping, key: str) -> Scalar | None:
    """Give the scalar at a key, or None."""
    value = value_of(mapping, key)
    return value if isinstance(value, Scalar) else None


def word_of(mapping: Mapping, key: str) -> syntax.Word | None:
    """Give the word at a key, or None."""
    scalar = scalar_of(mapping, key)
    return None if scalar is None else word(scalar)


def word(scalar: Scalar) -> syntax.Word:
    """Give a scalar as a word."""
    return syntax.Word(scalar.value.strip(), scalar.span)


def words_of(mapping: Mapping, key: str) -> tuple[syntax.Word, ...] | None:
    """Give the words at a key: one, or a list of them."""
    value = value_of(mapping, key)
    return None if value is None else words(value)


def words(node: Node) -> tuple[syntax.Word, ...]:
    """Give a scalar, or the scalars of a list, as words."""
    match node:
        case Scalar():
            return (word(node),)
        case Sequence():
            return tuple(word(item) for item in node.items if isinstance(item, Scalar))
        case Mapping():
            return ()


def text_of(mapping: Mapping, key: str) -> syntax.Text | None:
    """Give the text at a key, or None."""
    value = value_of(mapping, key)
    return None if value is None else text(value)


def text(node: Node) -> syntax.Text:
    """Give a text; plain text counts as English."""
    if isinstance(node, Scalar):
        return syntax.Text((("en", node.value),), node.span)
    found = node.entries if isinstance(node, Mapping) else ()
    by_language = tuple((entry.key.value, entry.value.value) for entry in found if isinstance(entry.value, Scalar))
    return syntax.Text(by_language, node.span)


def number_of(mapping: Mapping, key: str, report: Report) -> int | None:
    """Give the whole number at a key, or None."""
    scalar = scalar_of(mapping, key)
    return None if scalar is None else whole_number(scalar, report)


def placed_number_of(mapping: Mapping, key: str, report: Report) -> tuple[int, Span] | None:
    """Give the whole number at a key with its place, or None."""
    scalar, number = scalar_of(mapping, key), number_of(mapping, key, report)
    return None if scalar is None or number is None else (number, scalar.span)


def signed_of(mapping: Mapping, key: str, report: Report) -> int | None:
    """Give the number at a key, which may have a minus, or None."""
    scalar = scalar_of(mapping, key)
    return None if scalar is None else signed_number(scalar, report)


def expr_of(mapping: Mapping, key: str, report: Report) -> syntax.Expr | None:
    """Give the expression at a key, or None where it is absent."""
    scalar = scalar_of(mapping, key)
    return None if scalar is None else expr(scalar, report)


def expr(scalar: Scalar, report: Report) -> syntax.Expr:
    """Give the expression of a scalar; one that cannot be read keeps no other from being checked."""
    found = Report()
    read = parse_expr(scalar.inner, found)
    return _unread(scalar.inner, found, report) if read is None else read


def _unread(window: Span, found: Report, report: Report) -> syntax.Unread:
    report.take(replace(each, mended=True) for each in found)
    return syntax.Unread(frozenset(_WORD.findall(window.text)), window)


def cards_of(mapping: Mapping, key: str, report: Report) -> syntax.Cards | None:
    """Give the cards at a key, or None where they are absent."""
    scalar = scalar_of(mapping, key)
    return None if scalar is None else cards(scalar, report)


def cards(scalar: Scalar, report: Report) -> syntax.Cards:
    """Give the cards of a scalar; none where they cannot be read."""
    found = Report()
    read = parse_cards(scalar.inner, found)
    report.take(replace(each, mended=True) for each in found)
    return syntax.Cards((), scalar.inner) if read is None else read


def faces_of(mapping: Mapping, key: str, report: Report) -> tuple[syntax.Face, ...]:
    """Give the words for values at a key, in order."""
    read = []
    for entry in entries(mapping, key):
        value = whole_number(entry.value, report) if isinstance(entry.value, Scalar) else None
        if value is not None:
            read.append(syntax.Face(entry.key.value, entry.key.span, value))
    return tuple(read)


def effects(scalar: Scalar, report: Report) -> syntax.Block:
    """Give the effects of a scalar: many in a literal one, else one."""
    found = Report()
    read = parse_block(scalar.inner, scalar.style is Style.LITERAL, found)
    return syntax.Block((_unread(scalar.inner, found, report),), scalar.inner) if read is None else read


def keys(found: tuple[Entry, ...], report: Report) -> tuple[syntax.Key, ...]:
    """Give the keys of a `majority` or of `ranks`, in order."""
    return tuple(
        syntax.Key(entry.key.value, entry.key.span, expr(entry.value, report))
        for entry in found if isinstance(entry.value, Scalar)
    )


def range_of(mapping: Mapping, key: str, report: Report) -> tuple[int, int] | None:
    """Give both ends of the range at a key, or None where it is absent or runs down.

    Reports: CLM213.
    """
    scalar = scalar_of(mapping, key)
    if scalar is None:
        return None
    low, high = (int(end) for end in scalar.value.split(".."))
    if low <= high:
        return low, high
    message = f"the range runs down, from {low} to {high}"
    report.error("CLM213", message, scalar.span, suggestion=f"{high}..{low}")
    return None


def require(section: str, entry: Entry, beside: tuple[Entry, ...], report: Report) -> None:
    """Report the keys that a thing lacks; where only its name is wrong, the one that was meant is beside it.

    Reports: CLM214.
    """
    mapping = entry.value if isinstance(entry.value, Mapping) else None
    needed = [row.key for row in rows_of(section) if row.needed is Needed.RESOLVED]
    missing = [key for key in needed if mapping is None or mapping.find(key) is None]
    if missing:
        others = (other.key.value for other in beside if other is not entry)
        listed = " and ".join(f"'{key}'" for key in missing)
        message = f"'{entry.key.value}' has no {listed}"
        near = None if report.is_crowded else nearest(entry.key.value, others)
        report.error("CLM214", message, entry.key.span, suggestion=near)
