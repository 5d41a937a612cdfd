"""The edits within one scalar: the blanks between words of the language, as the canonical spelling has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from claimdsl.frontend.body import cut_lines, effect_lines, flow_lines, loose_lines, text_lines, text_shift
from claimdsl.frontend.columns import STEP, Level
from claimdsl.frontend.edits import Edit
from claimdsl.frontend.lexer import NEWLINE, Leaf
from claimdsl.frontend.parser import tokens
from claimdsl.frontend.roles import Meaning
from claimdsl.frontend.tree import Scalar, Style

HEADER = re.compile(r"([|>][-+0-9]*)( *)(#[^\r\n]*)?")
BLOCKS = (Style.LITERAL, Style.FOLDED)
_QUOTED = (Style.SINGLE, Style.DOUBLE)
_NONE_BEFORE = ("RPAR", "COMMA", "DOT", "RANGE", "COLON")
_NONE_AFTER = ("LPAR", "DOT", "RANGE")


def scalar_edits(scalar: Scalar, meaning: Meaning | None, level: Level, column: int | None) -> Iterator[Edit]:
    """Give the edits within a scalar that stands under a key, dash or bracket of that level.

    `column` is where it begins, if it is the first of its line.
    """
    if meaning is not None:
        yield from _word_edits(scalar, meaning.goal)
    if scalar.style not in BLOCKS:
        yield from flow_lines(scalar, level, column)
    elif scalar.inner.end > scalar.inner.start:
        lines = cut_lines(scalar.span.source.text, scalar.inner.start, scalar.inner.end)
        counted = is_counted(scalar)
        if meaning is None or counted:
            yield from text_lines(lines, *text_shift(lines, level, counted))
        elif meaning.goal == "block":
            yield from effect_lines(scalar, lines, level.wanted + STEP)
        else:
            yield from loose_lines(lines, level.wanted + STEP)


def header_of(scalar: Scalar) -> str:
    """Give the signs with which a block scalar begins, such as `>-`."""
    header = HEADER.match(scalar.span.text) if scalar.style in BLOCKS else None
    return header[1] if header else ""


def is_counted(scalar: Scalar) -> bool:
    """Say whether a block scalar tells by a figure how far in its lines are."""
    return any(char.isdigit() for char in header_of(scalar))


def _word_edits(scalar: Scalar, goal: str) -> Iterator[Edit]:
    """Give the edits between words that stand on one line."""
    text, window = scalar.span.source.text, scalar.inner
    words = [leaf for leaf in tokens(window, goal) if leaf.value and leaf.type != NEWLINE]
    for before, after in pairwise(words):
        gap, wanted = text[before.end_pos : after.start_pos], _gap(before, after)
        if gap != wanted and not gap.strip(" "):
            yield Edit(before.end_pos, after.start_pos, wanted)
    if scalar.style in _QUOTED and words:
        for start, end in ((window.start, words[0].start_pos), (words[-1].end_pos, window.end)):
            if end > start and not text[start:end].strip(" "):
                yield Edit(start, end, "")


def _gap(before: Leaf, after: Leaf) -> str:
    if after.type in _NONE_BEFORE or before.type in _NONE_AFTER:
        return ""
    return "" if before.type == "NAME" and after.type == "LPAR" else " "
