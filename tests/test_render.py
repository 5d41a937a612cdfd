"""Findings are shown so that the caret stands under what is meant, on any terminal and in any script."""

from __future__ import annotations

import json
import unicodedata

import pytest

from claimdsl.diagnostics.render import as_json, text
from claimdsl.diagnostics.report import Diagnostic, Note, Severity
from claimdsl.diagnostics.source import Source, Span


def found(line: str, start: int, end: int) -> str:
    span = Span(Source("house.yaml", line), start, end)
    return text([Diagnostic("CLM402", "unknown faction", span)], False)



def columns(shown: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in shown)


def test_the_form_is_that_of_the_reference() -> None:
    lines = "\n" * 13 + "        tier: if led == goblin then 2 else base\n"
    start = lines.index("goblin")
    span = Span(Source("house.yaml", lines), start, start + 6)
    item = Diagnostic("CLM402", "unknown faction 'goblin'", span, suggestion="goblins")
    assert text([item], False) == (
        "error[CLM402]: unknown faction 'goblin'\n"
        "  --> house.yaml:14:25\n"
        "   |\n"
        "14 |         tier: if led == goblin then 2 else base\n"
        "   |                         ^^^^^^ did you mean 'goblins'?\n"
        "   = claim explain CLM402\n"
    )


def test_notes_are_further_parts_with_line_numbers_in_one_gutter() -> None:
    source = Source("a.yaml", "x: 1\n" + "\n" * 98 + "x: 2\n")
    span, first = Span(source, 103, 104), Span(source, 0, 1)
    item = Diagnostic("CLM107", "the key 'x' stands here twice", span, notes=(Note("first written here", first),))
    assert text([item], False) == (
        "error[CLM107]: the key 'x' stands here twice\n"
        "   --> a.yaml:100:1\n"
        "    |\n"
        "100 | x: 2\n"
        "    | ^\n"
        "   --> a.yaml:1:1\n"
        "    |\n"
        "  1 | x: 1\n"
        "    | - first written here\n"
        "    = claim explain CLM107\n"
    )


@pytest.mark.parametrize(
    "before", ["abc ", "é ", "漢字 ", "ｆｕｌｌ ", "😀 ", "\t", "a\tb\t", "e\u0301 ", "\u202e", "\x1b[31m", "\u3000"]
)
def test_the_caret_stands_under_its_text_whatever_stands_before(before: str) -> None:
    _, _, _, line, carets, _ = found(before + "XY z", len(before), len(before) + 2).splitlines()
    prefix = line[: line.index("XY")]
    assert sum(columns(char) for char in prefix if not unicodedata.combining(char)) == carets.index("^")
    assert carets.count("^") == 2


def test_carets_under_wide_text_are_as_wide() -> None:
    assert found("a 漢字 b", 2, 4).count("^") == 4


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\x85", "\u200b", "\u202e", "\u2028", "\ufeff", "\u00a0", "\ufe0f"])
def test_what_cannot_be_seen_is_never_printed(char: str) -> None:
    span = Span(Source(f"h{char}.yaml", f"a{char}b: 1"), 1, 2)
    note = Note(f"n{char}", span)
    shown = text([Diagnostic("CLM103", f"m{char}", span, hint=f"h{char}", notes=(note,))], False)
    assert char not in shown
    assert shown.count(f"\\u{{{ord(char):x}}}") == 7
    assert "^" * len(f"\\u{{{ord(char):x}}}") in shown


def test_a_span_of_several_lines_shows_the_first() -> None:
    assert found("a: |\n  move\n  more\n", 3, 17).splitlines()[3:5] == ["1 | a: |", "  |    ^"]


def test_an_empty_span_and_an_empty_text_have_one_caret() -> None:
    assert found("a:", 2, 2).splitlines()[4] == "  |   ^"
    assert found("", 0, 0).splitlines()[3:5] == ["1 |", "  | ^"]


def test_a_line_that_no_screen_holds_is_cut_around_the_place() -> None:
    shown = found("x " * 60_000 + "HERE" + " y" * 60_000, 120_000, 120_004)
    _, _, _, line, carets, _ = shown.splitlines()
    assert len(shown) < 600
    assert line.index("HERE") == carets.index("^")
    assert line.count("...") == 2


def test_colour_changes_nothing_but_colour() -> None:
    span = Span(Source("a.yaml", "x: 1"), 0, 1)
    item = Diagnostic("CLM117", "m", span, Severity.WARNING, hint="h")
    plain, coloured = text([item], False), text([item], True)
    for code in ("\x1b[1;33m", "\x1b[1;34m", "\x1b[1m", "\x1b[0m"):
        assert code in coloured
        coloured = coloured.replace(code, "")
    assert coloured == plain


def test_two_findings_have_an_empty_line_between_them() -> None:
    span = Span(Source("a.yaml", "x: 1"), 0, 1)
    assert "CLM101\n\nerror[CLM102]" in text([Diagnostic("CLM101", "m", span), Diagnostic("CLM102", "m", span)], False)
    assert text([], False) == ""


def test_json_counts_code_points_from_one_with_exclusive_ends() -> None:
    span = Span(Source("a.yaml", "x: 1\r\n😀y: 2\r\n"), 7, 8)
    given = as_json([Diagnostic("CLM1", "m", span, suggestion="z")])
    assert json.loads(json.dumps(given)) == {
        "version": 1,
        "findings": [
            {
                "file": "a.yaml", "line": 2, "column": 2, "end_line": 2, "end_column": 3, "severity": "error",
                "code": "CLM1", "message": "m", "suggestion": "z",
            }
        ],
    }
