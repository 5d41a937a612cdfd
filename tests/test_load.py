"""YAML text becomes a tree with exact places, and everything that a ruleset may not hold is named where it stands."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from claimdsl import resources
from claimdsl.diagnostics.render import text as rendered
from claimdsl.diagnostics.report import Report, Severity
from claimdsl.diagnostics.source import Source
from claimdsl.frontend.load import decode, load, whole_number
from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence, Style


def tree(text: str) -> Mapping:
    report = Report()
    node = load(Source("house.yaml", text), report)
    assert not list(report), rendered(report, False)
    assert isinstance(node, Mapping)
    return node


def value(text: str) -> Scalar:
    found = tree(text).entries[-1].value
    assert isinstance(found, Scalar)
    return found


def findings(text: str) -> list[str]:
    """Give `line:column-line:column code [marked text]` of each finding."""
    report = Report()
    load(Source("house.yaml", text), report)
    return [
        f"{d.span.first.line}:{d.span.first.column} {d.code} [{d.span.text}]" for d in report
    ]


# --- places ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", ["", "x: é😀漢字\n", "x: 1\r\n", "x: 1\r", "# 😀\r\n\r\n", "---\n"])
@pytest.mark.parametrize(
    ("written", "style", "token", "inner"),
    [
        ("a + b", Style.PLAIN, "a + b", "a + b"),
        ("a\n  + b", Style.PLAIN, "a\n  + b", "a\n  + b"),
        ("'it''s'", Style.SINGLE, "'it''s'", "it''s"),
        ('"a\\"b\\u00e9"  # so', Style.DOUBLE, '"a\\"b\\u00e9"', 'a\\"b\\u00e9'),
        ("|\n  a\n    b\n\n  c\n\n\n", Style.LITERAL, "|\n  a\n    b\n\n  c", "  a\n    b\n\n  c"),
        ("|2-  # so\n    a\n   b\n", Style.LITERAL, "|2-  # so\n    a\n   b", "    a\n   b"),
        (">-\n  a\n  b\n", Style.FOLDED, ">-\n  a\n  b", "  a\n  b"),
        ("|\n  漢\n# no more\n", Style.LITERAL, "|\n  漢", "  漢"),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_each_style_has_its_exact_window(
    before: str, written: str, style: Style, token: str, inner: str, ending: str
) -> None:
    found = value(before + ("k: " + written).replace("\n", ending))
    assert found.style is style
    assert found.span.text == token.replace("\n", ending)
    assert found.inner.text == inner.replace("\n", ending)


def test_values_are_what_yaml_says_they_are() -> None:
    assert value("k: |2-\n    a\n   b\n").value == "  a\n b"
    assert value("k: 'it''s'").value == "it's"
    assert value('k: "\\u00e9\\n"').value == "é\n"
    assert value("k: a\n  b").value == "a b"


@pytest.mark.parametrize("word", ["yes", "no", "on", "off", "y", "017", "12:30", "null", "1.0", "2020-01-01", "true"])
def test_every_plain_scalar_is_a_word(word: str) -> None:
    assert value(f"k: {word}").value == word
    assert ":" in word or tree(f"{word}: k").entries[0].key.value == word


def test_a_mapping_on_lines_of_its_own_is_pointed_at_by_its_first_key() -> None:
    node = tree("a:\n  bee: 1\n  c: 2\n").entries[0].value
    assert node.span.text == "bee"


def test_brackets_are_part_of_the_place() -> None:
    assert tree("a: {b: c}\n").entries[0].value.span.text == "{b: c}"
    assert tree("a: [b, c]\n").entries[0].value.span.text == "[b, c]"
    assert tree("a:\n- b\n- c\n").entries[0].value.span.text == "- b"


def test_a_missing_value_is_an_empty_scalar_behind_its_colon() -> None:
    found = tree("a:\nb: 1\n").entries[0].value
    assert isinstance(found, Scalar)
    assert (found.value, found.span.start, found.span.end) == ("", 2, 2)


def test_one_byte_order_mark_is_dropped_and_moves_no_column() -> None:
    report = Report()
    source = decode("a.yaml", b"\xef\xbb\xbfa: 1\na: 2\n", report)
    assert source is not None
    assert source.text == "a: 1\na: 2\n"
    assert value(source.text[:5]).span.first.column == 4


def test_both_yaml_parsers_give_the_same_tree_of_every_shipped_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in resources.shipped_names():
        text = (resources.rulesets_folder() / f"{name}.yaml").read_text(encoding="utf-8")
        monkeypatch.setattr(yaml, "__with_libyaml__", False)
        plain = tree(text)
        monkeypatch.undo()
        assert tree(text) == plain


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: 2\na: 3\n", ["3:1 CLM107 [a]"]),
        ("a: 1\na: 2\na: 3\n", ["2:1 CLM107 [a]", "3:1 CLM107 [a]"]),
        ("x: {a: 1, 'a': 2}\n", ["1:11 CLM107 ['a']"]),
        ("[a]: b\n", ["1:1 CLM108 [[a]]"]),
        ("{a: b}: c\n", ["1:1 CLM108 [{a: b}]"]),
        ("~: b\n", ["1:1 CLM108 [~]"]),
        ("'': b\n", ["1:1 CLM108 ['']"]),
        (": b\n", ["1:1 CLM108 [:]"]),
        ("? |\n  a\n: b\n", ["1:3 CLM108 [|\n  a]"]),
        ("a:\n\tb: 1\n\tc: 2\n", ["2:1 CLM104 [\t]"]),
        ("a: 1\t# so\n", ["1:5 CLM104 [\t]"]),
        ("a: 'x\ty'\n", ["1:6 CLM104 [\t]"]),
        ("a: x\ufeffy\n", ["1:5 CLM103 [\ufeff]"]),
        ("a: x\x00\n", ["1:5 CLM103 [\x00]"]),
        ("a: \x1b[1m\n", ["1:4 CLM103 [\x1b]"]),
        ("a: x\u202ey\n# \u202e\n", ["1:5 CLM103 [\u202e]"]),
        ("a: x\u2028b: y\n", ["1:5 CLM103 [\u2028]"]),
        ("a: x\x85b: y\n", ["1:5 CLM103 [\x85]"]),
        ('a: "x\\e[1m"\n', ["1:6 CLM103 [\\e]"]),
        ('a: "\\\\e \\u202E"\n', ["1:9 CLM103 [\\u202E]"]),
        ('a: "\\0"\n', ["1:5 CLM103 [\\0]"]),
        ('a: "\\r"\n', ["1:5 CLM103 [\\r]"]),
        ("a: &x 1\nb: *x\n", ["1:4 CLM110 [&x]"]),
        ("a: *x\n", ["1:4 CLM110 [*x]"]),
        ("a: &x [*x]\n", ["1:4 CLM110 [&x]"]),
        ("a: & b\n", ["1:4 CLM110 [&]"]),
        ("a: * b\n", ["1:4 CLM110 [*]"]),
        ("when: &x and y\n", ["1:7 CLM110 [&x]"]),
        ("<<: *x\n", ["1:1 CLM111 [<<: *x]"]),
        ("<<: {a: b}\n", ["1:1 CLM111 [<<]"]),
        ("a: !x\n", ["1:4 CLM112 [!x]"]),
        ("a: !!python/object/apply:os.system [x]\n", ["1:4 CLM112 [!!python/object/apply:os.system]"]),
        ("a: !e!x y\n", ["1:4 CLM112 [!e!x]"]),
        ("when: !x and y\n", ["1:7 CLM112 [!x]"]),
        ("# so\n%YAML 1.1\n---\na: 1\n", ["2:1 CLM113 [%YAML 1.1]"]),
        ("%TAG ! tag:x\n---\na: 1\n", ["1:1 CLM113 [%TAG ! tag:x]"]),
        ("a: 1\n---\nb: 1\n", ["2:1 CLM114 [---]"]),
        ("a: 1\n...\nb: 1\n", ["3:1 CLM114 [b]"]),
        ("", ["1:1 CLM105 []"]),
        ("\n \n", ["1:1 CLM105 []"]),
        ("# so\n", ["1:1 CLM105 []"]),
        ("---\n", ["1:1 CLM105 []"]),
        ("- a\n- b\n", ["1:1 CLM106 [-]"]),
        ("[a, b]\n", ["1:1 CLM106 [[a,]"]),
        ("goblins\n", ["1:1 CLM106 [goblins]"]),
    ],
)
def test_what_a_ruleset_may_not_hold_is_found_once_and_where_it_stands(text: str, expected: list[str]) -> None:
    assert findings(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("when: @x\n", "1:7 CLM115 [@]"),
        ("when: %x\n", "1:7 CLM115 [%]"),
        ("when: `x`\n", "1:7 CLM115 [`]"),
        ("when: [a] + b\n", "1:11 CLM115 [+ b]"),
        ("x:\n  when: (a) 'b' c\n  y: 'a' == b  # so\n", "3:10 CLM115 [== b  # so]"),
        ("when: > 3\n", "1:7 CLM115 [> 3]"),
        ("when: >= 3\n", "1:7 CLM115 [>= 3]"),
        ("when: >3\n", "1:7 CLM115 [>3]"),
        ("when: - x\n", "1:7 CLM115 [-]"),
        ("when: ? x\n", "1:7 CLM115 [?]"),
        ("when: , x\n", "1:7 CLM115 [,]"),
        ("when: |x\n", "1:7 CLM115 [|x]"),
        ("{when: f(a, b)}\n", "1:11 CLM116 [,]"),
        ("x: {when: f(g(a), b) + c, cards: own}\n", "1:17 CLM116 [,]"),
        ("x: [f(a, b, c), d]\n", "1:8 CLM116 [,]"),
        ("when: a #b\n", "1:9 CLM117 [#b]"),
        ("when: if x: y\n", "1:7 CLM118 [if x: y]"),
        ("when: x: y\n", "1:8 CLM118 [:]"),
        ("x:\n  if a: b\n  else: c\n", "2:3 CLM119 [if a]"),
        ("x:\n  for p in seats: b\n", "2:3 CLM119 [for p in seats]"),
        ("a: 1\nwhen\nb: 2\n", "2:1 CLM120 [when]"),
        ("a: 1\nwhen:x\nb: 2\n", "2:5 CLM120 [:]"),
        ("when:x\n", "1:5 CLM120 [:]"),
        ("a: {b:c}\n", "1:6 CLM120 [:]"),
        ("a: 1\n  b: 2\n", "2:3 CLM121 [b]"),
        ("a\nb: 2\n", "2:1 CLM121 [b]"),
        ("a:\n  when led\n  tier: 2\n", "2:3 CLM121 [when]"),
        ("a:\n  when led  # b\n  tier: 2\n", "2:3 CLM121 [when]"),
        ("a:\n  when:led == b\n  tier: 2\n", "2:3 CLM121 [when]"),
        ("a:\n  b: 1\n c: 2\n", "3:2 CLM121 [c]"),
        ("a: |\n   b\n  c\n", "3:3 CLM121 [c]"),
        ("a: 'b\n", "1:4 CLM122 [']"),
        ('a: "b\nc: d\n', '1:4 CLM122 ["]'),
        ('a: "é\\q"\n', "1:6 CLM123 [\\q]"),
        ('a: "\\ud800"\n', "1:5 CLM123 [\\ud800]"),
        ('a: "\\U00110000"\n', "1:5 CLM123 [\\U00110000]"),
        ("a: [b, c\nd: e\n", "1:4 CLM124 [[]"),
        ("a: {b: [c}\n", "1:10 CLM124 [}]"),
        ("a: [b, , c]\n", "1:8 CLM125 [,]"),
    ],
)
def test_what_yaml_does_to_a_value_unasked_is_said(text: str, expected: str) -> None:
    assert findings(text) == [expected]


@pytest.mark.parametrize(
    "text", ["a: b # so\n", "a: b  #\n", "a: b#c\n", "a: 'b' #c\n", "a: b\n#c\n", "a: |\n  b #c\n"]
)
def test_an_honest_comment_is_no_finding(text: str) -> None:
    assert findings(text) == []


def test_a_comment_that_may_be_none_is_a_warning() -> None:
    report = Report()
    assert load(Source("a.yaml", "when: a #b\n"), report) is not None
    assert [d.severity for d in report] == [Severity.WARNING]


@pytest.mark.parametrize(
    ("key", "marked", "meant"),
    [
        ("g\u043eblins", "\u043e", "o"), ("\uff47oblins", "\uff47", "g"), ("gobl\u0456ns", "\u0456", "i"),
        ("goblins\u200b", "\u200b", ""), ("gobl\u00edns", "\u00ed", "i"), ("gobli\u0301ns", "\u0301", ""),
    ],
)
def test_a_look_alike_letter_in_a_key_is_named_and_mended(key: str, marked: str, meant: str) -> None:
    report = Report()
    node = load(Source("a.yaml", f"x: 1\n{key}: 2\n"), report)
    (found,) = report
    assert (found.code, found.span.text, found.suggestion) == ("CLM109", marked, meant)
    assert f"U+{ord(marked):04X}" in found.message
    assert isinstance(node, Mapping)
    assert node.find("goblins") is not None


def test_look_alikes_are_the_same_key_when_they_look_the_same() -> None:
    assert findings("goblins: 1\ng\u043eblins: 2\n") == ["2:2 CLM109 [\u043e]", "2:1 CLM107 [g\u043eblins]"][::-1]


def test_the_second_of_two_keys_notes_the_first_and_is_dropped() -> None:
    report = Report()
    node = load(Source("a.yaml", "a: 1\na: 2\n"), report)
    (found,) = report
    assert [note.span.first.line for note in found.notes] == [1]
    assert isinstance(node, Mapping)
    assert [entry.value.span.text for entry in node.entries] == ["1"]


def test_an_expression_cut_by_a_comma_is_joined_again() -> None:
    node = load(Source("a.yaml", "x: {when: f(a, b) + c, cards: own}\n"), Report())
    assert isinstance(node, Mapping)
    inside = node.entries[0].value
    assert isinstance(inside, Mapping)
    assert [entry.value.span.text for entry in inside.entries] == ["f(a, b) + c", "own"]


# --- bytes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
def test_wide_encodings_are_named(encoding: str) -> None:
    report = Report()
    assert decode("a.yaml", "claimdsl: 1\nname: sample\n".encode(encoding), report) is None
    (found,) = report
    assert found.code == "CLM101"
    assert encoding[:6].upper() in found.message


def test_a_byte_that_is_not_utf_8_has_its_place() -> None:
    report = Report()
    assert decode("a.yaml", "\ufeffé: 1\nname: sampl".encode() + b"\xe9\n", report) is None
    (found,) = report
    assert (found.code, found.span.first.line, found.span.first.column) == ("CLM101", 2, 12)
    assert "0xE9" in found.message


def _huge() -> Iterator[tuple[str, str]]:
    size = 256 * 1024
    yield "list in list", "[" * (size - 1)
    yield "list in list beneath a key", "a: " + "[" * 5000
    yield "mapping in mapping", "{a: " * (size // 4)
    yield "indentation", "".join(" " * i + "a:\n" for i in range(700))
    yield "keys", "".join(f"k{i}: 1\n" for i in range(25_000))
    yield "four megabytes", "a" * 4 * 1024 * 1024


@pytest.mark.parametrize("text", [text for _, text in _huge()], ids=[name for name, _ in _huge()])
def test_more_than_any_ruleset_holds_is_refused_at_once(text: str) -> None:
    report = Report()
    source = decode("a.yaml", text.encode(), report)
    assert source is None or load(source, report) is None
    assert [found.code for found in report] == ["CLM102"]


@pytest.mark.parametrize("part", ["(,", "f(a, b),", "a: b #c\n", '\\x1b', "é: 1\n", "\t", "\0\1a", "a: 1\n"])
def test_many_mistakes_do_not_take_long(part: str) -> None:
    """Twice as many take about twice the work, not four times: the calls are counted."""
    frame = {"(": "a: [{}]\n", "f": "a: [{}]\n", "\\": 'a: "{}"\n'}.get(part[0], "{}")
    few, many = (_calls(frame.replace("{}", part * number)) for number in (1_000, 2_000))
    assert many < 2.5 * few


def _calls(text: str) -> int:
    """Count the calls that loading a text makes, those of built-in functions too."""
    count = 0

    def note(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(note)
    try:
        load(Source("a.yaml", text), Report())
    finally:
        sys.setprofile(None)
    return count


# --- whole numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("written", "number"), [("0", 0), ("7", 7), ("13", 13), ("999999999", 999_999_999)])
def test_a_plain_decimal_number_is_read(written: str, number: int) -> None:
    report = Report()
    assert whole_number(value(f"k: {written}"), report) == number
    assert not list(report)


@pytest.mark.parametrize(
    ("written", "code", "meant"),
    [
        ("017", "CLM221", "17"), ("00", "CLM221", "0"), ("0o17", "CLM221", "15"), ("0x1F", "CLM221", "31"),
        ("0b101", "CLM221", "5"), ("0x", "CLM220", None), ("1_000", "CLM222", "1000"), ("1,000", "CLM222", "1000"),
        ("12:30", "CLM223", None), ("2020-01-01", "CLM223", None), (".nan", "CLM224", None), (".inf", "CLM224", None),
        ("1e9", "CLM224", None), ("1.0", "CLM224", "1"), ("1.5", "CLM224", None), ("-1", "CLM224", None),
        ("+1", "CLM224", None), ('"12"', "CLM225", "12"), ("'12'", "CLM225", "12"), ("|\n  12\n", "CLM225", "12"),
        ("9" * 20, "CLM226", None), ("9" * 5000, "CLM226", None), ("1000000000", "CLM226", None),
        ("\uff11\uff12", "CLM220", "12"), ("\u0661", "CLM220", "1"), ("\u00b2", "CLM220", "2"),
        ("yes", "CLM220", None), ("", "CLM220", None), ("0" * 5000, "CLM221", "0"), ("x" * 5000, "CLM220", None),
        ("1" * 9 + ".0", "CLM224", "111111111"), ("0x" + "F" * 50, "CLM221", None),
    ],
)
def test_any_other_spelling_is_told_what_it_may_have_meant(written: str, code: str, meant: str | None) -> None:
    report = Report()
    assert whole_number(value(f"k: {written}"), report) is None
    (found,) = report
    assert (found.code, found.suggestion) == (code, meant)
    assert len(found.message) < 120


# --- laws ------------------------------------------------------------------------------------------------------------

_PIECES = st.sampled_from([
    "a", "b c", ": ", ":", "-", "- ", "#", " #", "[", "]", "{", "}", ",", "|", "|2\n", ">", "'", '"', "?", "!", "&",
    "*", "@", "%", "\\", "\n", "\n  ", "\r\n", "\r", " ", "(", ")", "é", "😀", "漢", "---", "...", "\\x41", "<<",
    "if x", "\t", "\x00", "\u202e", "~", "0",
])


@settings(max_examples=400, deadline=None)
@given(st.lists(_PIECES, max_size=16).map("".join))
def test_any_text_is_a_tree_or_has_an_error(text: str) -> None:
    report = Report()
    node = load(Source("a.yaml", text), report)
    assert node is not None or report.has_errors
    shown = rendered(report, False)
    assert "\x00" not in shown
    assert all(0 <= d.span.start <= d.span.end <= len(text) for d in report)
    if node is not None:
        _check_places(node, text)


def _check_places(node: Node, text: str) -> None:
    assert 0 <= node.span.start <= node.span.end <= len(text)
    match node:
        case Scalar():
            assert node.span.start <= node.inner.start <= node.inner.end <= node.span.end
        case Sequence():
            for item in node.items:
                _check_places(item, text)
        case Mapping():
            for entry in node.entries:
                _check_places(entry.key, text)
                _check_places(entry.value, text)


def test_a_bracket_that_closes_behind_its_list_without_a_comma_joins_nothing() -> None:
    report = Report()
    source = decode("a.yaml", b"e: {n(})\n", report)
    assert source is not None
    load(source, report)
    assert "CLM116" not in [found.code for found in report]
