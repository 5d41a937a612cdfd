"""From a ruleset's text to the same text well laid out: by edits, so that all which is not layout stays as it was."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source
from claimdsl.frontend import tree
from claimdsl.frontend.alignment import aligned
from claimdsl.frontend.body import cut_lines, text_shift
from claimdsl.frontend.canonical import canonical
from claimdsl.frontend.columns import Columns, columns
from claimdsl.frontend.edits import Edit
from claimdsl.frontend.gaps import blanks_count, gap_edits
from claimdsl.frontend.load import load
from claimdsl.frontend.pieces import OddError, Piece, cut
from claimdsl.frontend.roles import Meaning, meanings, scalars
from claimdsl.frontend.spacing import BLOCKS, HEADER, is_counted, scalar_edits

_COMMENT = re.compile(r"#[^\r\n]*")


def formatted(source: Source, root: tree.Node) -> str | None:
    """Lay out a text; None where that is not possible, since its form is odd, or the result would not mean the same.

    Laying out what is laid out changes nothing.
    """
    if not isinstance(root, tree.Mapping):
        return None
    said = meanings(root)
    try:
        text = _laid_out(source, root, said)
    except OddError:
        return None
    if text == source.text:
        return text
    found = Report()
    again = load(Source(source.name, text), found)
    if again is None or found.has_errors:
        return None
    says = meanings(again)
    same = _means(again, says) == _means(root, said) and _comments(again, says) == _comments(root, said)
    return text if same else None


def _laid_out(source: Source, root: tree.Mapping, said: Mapping[int, Meaning]) -> str:
    pieces, text = cut(source, root), source.text
    places = columns(root, pieces)
    kept = dict(_kept(text, pieces, places, said))
    edits: list[Edit] = [*gap_edits(text, pieces, places.lines, dict(_in_columns(root, source)), kept)]
    for piece in pieces:
        if piece.scalar is not None and piece.start in places.within:
            column = piece.column if piece.first else None
            edits += scalar_edits(piece.scalar, said.get(piece.start), places.within[piece.start], column)
    edits.sort(key=lambda edit: (edit.start, edit.end))
    return aligned(source, edits, pieces, places.places, tuple(_behind(pieces, said)))


def _kept(
    text: str, pieces: Sequence[Piece], places: Columns, said: Mapping[int, Meaning],
) -> Iterator[tuple[int, tuple[int, int]]]:
    """Find the block scalars behind which every blank counts, and say how they move."""
    for piece, after in zip(pieces, (*pieces[1:], None), strict=True):
        if piece.scalar is not None and piece.start not in said and piece.start in places.within:
            next_line = len(text) if after is None else after.start - after.column
            if blanks_count(text, piece.scalar, next_line):
                lines = cut_lines(text, piece.scalar.inner.start, piece.scalar.inner.end)
                yield piece.start, text_shift(lines, places.within[piece.start], is_counted(piece.scalar))


# --- values in a column ----------------------------------------------------------------------------------------------


def _in_columns(root: tree.Node, source: Source) -> Iterator[tuple[int, int]]:
    """Give the blanks before values that their author wrote beneath one another, line after line."""
    for mapping in _mappings(root):
        run: list[tree.Entry] = []
        for entry in mapping.entries:
            if run and not _follows(run[-1], entry):
                yield from _widths(run)
                run = []
            if _is_one_line(entry, source):
                run.append(entry)
        yield from _widths(run)


def _mappings(node: tree.Node) -> Iterator[tree.Mapping]:
    match node:
        case tree.Mapping():
            yield node
            for entry in node.entries:
                yield from _mappings(entry.value)
        case tree.Sequence():
            for item in node.items:
                yield from _mappings(item)
        case tree.Scalar():
            return


def _is_one_line(entry: tree.Entry, source: Source) -> bool:
    key, value = entry.key.span, entry.value.span
    is_block = isinstance(entry.value, tree.Mapping | tree.Sequence) and source.text[value.start] not in "{["
    return not is_block and value.start < value.end and key.first.line == value.last.line


def _follows(entry: tree.Entry, after: tree.Entry) -> bool:
    return after.key.span.first.line == entry.key.span.first.line + 1


def _widths(run: Sequence[tree.Entry]) -> Iterator[tuple[int, int]]:
    if len(run) > 1 and len({entry.value.span.first.column for entry in run}) == 1:
        widest = max(_width(entry) for entry in run)
        for entry in run:
            yield entry.value.span.start, widest - _width(entry) + 1


def _width(entry: tree.Entry) -> int:
    return entry.key.span.end - entry.key.span.start


# --- comments at the end of a line -----------------------------------------------------------------------------------


def _behind(pieces: Sequence[Piece], said: Mapping[int, Meaning]) -> Iterator[tuple[int, int]]:
    """Give each comment that stands behind something: where that ends, and where the comment begins."""
    for before, piece in zip((None, *pieces), pieces, strict=False):
        if piece.is_comment and not piece.first and before is not None:
            yield before.end, piece.start
        if piece.scalar is not None and piece.scalar.style in BLOCKS:
            yield from _behind_in(piece.scalar, piece.start in said)


def _behind_in(scalar: tree.Scalar, known: bool) -> Iterator[tuple[int, int]]:
    """Give those at the header of a block scalar and, where it is of the language, within it."""
    start, text = scalar.span.start, scalar.span.source.text
    header = HEADER.match(scalar.span.text)
    if header is not None and header[3]:
        yield start + header.end(1), start + header.start(3)
    if known:
        for comment in _COMMENT.finditer(text, scalar.inner.start, scalar.inner.end):
            column = scalar.span.source.position(comment.start()).column - 1
            before = text[comment.start() - column : comment.start()].rstrip(" ")
            if before:
                yield comment.start() - column + len(before), comment.start()


# --- the same meaning ------------------------------------------------------------------------------------------------


def _means(node: tree.Node, said: Mapping[int, Meaning]) -> tuple[object, ...]:
    """Give what a tree says, whatever its layout."""
    match node:
        case tree.Mapping():
            return ("mapping", *((entry.key.value, _means(entry.value, said)) for entry in node.entries))
        case tree.Sequence():
            return ("list", *(_means(item, said) for item in node.items))
        case tree.Scalar():
            meaning = said.get(node.span.start)
            return (node.style, node.value if meaning is None else canonical(meaning.said))


def _comments(root: tree.Node, said: Mapping[int, Meaning]) -> list[str]:
    """Give what the comments of a text say, in their order."""
    found = []
    for piece in cut(next(scalars(root)).span.source, root):
        if piece.is_comment:
            found.append(piece.text)
        elif piece.start in said:
            found += [comment.rstrip(" ") for comment in _COMMENT.findall(piece.text)]
    return found
