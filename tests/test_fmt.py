"""`claim fmt`: the layout is made anew, all else stays, and what cannot be laid out safely is left alone."""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from claimdsl.cli.app import run
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source
from claimdsl.frontend import format as layout
from claimdsl.frontend.canonical import canonical
from claimdsl.frontend.format import formatted
from claimdsl.frontend.load import load
from claimdsl.frontend.roles import meanings, scalars
from claimdsl.resources import rulesets_folder
from tests import fuzz_fmt

ROOT = Path(__file__).resolve().parent.parent
HEAD = "claimdsl: 1\n"
SHIPPED = sorted(rulesets_folder().rglob("*.yaml"))
HOUSE_RULES = sorted((ROOT / "tests" / "house_rules").glob("*.yaml"))
EXAMPLES = re.findall(r"^```yaml[^\n]*\n(.*?)^```$", (ROOT / "grammar/README.md").read_text(), re.MULTILINE | re.DOTALL)


def fmt(text: str) -> str | None:
    found = Report()
    source = Source("house.yaml", text)
    tree = load(source, found)
    assert tree is not None and not found.has_errors
    return formatted(source, tree)


# --- what is laid out ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bad", "good"), [
    # blanks on a line
    ("title:   Trolls  \n", "title: Trolls\n"),
    ("title : Trolls\n", "title: Trolls\n"),
    ("title: { en:   a ,de: b,}\n", "title: {en: a, de: b,}\n"),
    ("use: [ a,b  , c ]\n", "use: [a, b, c]\n"),
    ('title: {"en":a}\n', 'title: {"en": a}\n'),
    ("factions: { }\n", "factions: {}\n"),
    ("factions: {a: , b: {}}\n", "factions: {a: , b: {}}\n"),
    # indentation
    ("rules:\n    a:\n        tier: 1\n", "rules:\n  a:\n    tier: 1\n"),
    ("rules:\n a:\n  tier: 1\n b:\n     tier: 2\n", "rules:\n  a:\n    tier: 1\n  b:\n    tier: 2\n"),
    ("use:\n- a\n-    b\n", "use:\n  - a\n  - b\n"),
    ("odd:\n   -  x: 1\n      y: 2\n   - - a\n     - b\n", "odd:\n  - x: 1\n    y: 2\n  - - a\n    - b\n"),
    ("use:   [a, b,\n     c]\n", "use: [a, b,\n      c]\n"),
    ("odd: [[a, b],\n    [c,\n  d],\n      ]\n", "odd: [[a, b],\n      [c,\n       d],\n]\n"),
    ("odd:\n    {\n   a: [\n b, {c: d,\n e: f}\n ]\n }\n",
     "odd:\n  {\n    a: [\n      b, {c: d,\n          e: f}\n    ]\n  }\n"),
    # blank lines
    ("\n\n\nname: a\n\n\n\ntitle: b\n\n\n", "\nname: a\n\ntitle: b\n"),
    ("name: a", "name: a\n"),
    # expressions
    ("terms: {a: 1+2}\n", "terms: {a: 1 + 2}\n"),
    ("terms:\n  a: count( p in trick ,not( p.value==3 ) )\n", "terms:\n  a: count(p in trick, not (p.value == 3))\n"),
    ("terms:\n  a: (b)\n", "terms:\n  a: (b)\n"),
    ("terms:\n  a: '  b+c '\n", "terms:\n  a: 'b + c'\n"),
    ("terms:\n  a: if b then\n        c\n          else d\n", "terms:\n  a: if b then\n    c\n      else d\n"),
    ("terms:\n    a:\n        if b\n          then c\n          else d\n",
     "terms:\n  a:\n    if b\n      then c\n      else d\n"),
    ("factions: {a: {cards: '0  x5,1 .. 9'}}\n", "factions: {a: {cards: '0 x5, 1..9'}}\n"),
    # what is no expression, or a wrong one
    ("title: a  b\n", "title: a  b\n"),
    ("terms: {a: 1+}\n", "terms: {a: 1+}\n"),
    ("unknown:\n    a: 1+2\n", "unknown:\n  a: 1+2\n"),
])
def test_it_is_laid_out(bad: str, good: str) -> None:
    assert fmt(HEAD + bad) == HEAD + good
    assert fmt(HEAD + good) == HEAD + good


@pytest.mark.parametrize(("bad", "good"), [
    ("  move a  to b\n", "move a to b\n"),
    ("  if a==b :\n         move a to b\n  else:\n     move b to a\n",
     "if a == b:\n  move a to b\nelse:\n  move b to a\n"),
    ("  for p in seats :\n      if x:\n       move a to b\n", "for p in seats:\n  if x:\n    move a to b\n"),
    ("  move filter(c in a,\n            c.value > 3) to b\n", "move filter(c in a,\n  c.value > 3) to b\n"),
    ("\n\n  move a to b\n\n\n\n  move b to a\n", "move a to b\n\nmove b to a\n"),
    ("  # first\n  if a:\n    move a to b\n      # odd\n    # in\n  # out\n",
     "# first\nif a:\n  move a to b\n  # odd\n  # in\n# out\n"),
    ("  move a to b # so\n", "move a to b  # so\n"),
    ("  move  to\n     b\n", "move  to\n   b\n"),
])
def test_effects_are_laid_out(bad: str, good: str) -> None:
    found = fmt(f"{HEAD}rules:\n a:\n  on_play: |\n{re.sub('^(?=.)', '  ', bad, flags=re.MULTILINE)}")
    assert found == f"{HEAD}rules:\n  a:\n    on_play: |\n{re.sub('^(?=.)', '      ', good, flags=re.MULTILINE)}"


@pytest.mark.parametrize("text", [
    "description: |\n  two  blanks\n    # no comment\n\n\n  end  \n",
    "description: >-\n  folded\n\n\n  text\n",
    "description: |+\n  kept\n\n\n",
    "description: |\n  no line end",
    "description: |2\n    further in\n",
    'description: "a  b\\\n  c"\n',
    'description: "a\\ \n  b"\n',
])
def test_texts_stay_as_they_are(text: str) -> None:
    assert fmt(HEAD + text) == HEAD + text
    inner = f"factions:\n  a:\n{re.sub('^(?=.)', '    ', text, flags=re.MULTILINE)}"
    assert fmt(f"{HEAD}{inner}") == f"{HEAD}{inner}"


def test_a_text_moves_as_a_whole() -> None:
    bad = "factions:\n   a:\n       description: |\n          one\n            two\n              \n\n          three\n"
    good = "factions:\n  a:\n    description: |\n      one\n        two\n          \n\n      three\n"
    assert fmt(HEAD + bad) == HEAD + good


@pytest.mark.parametrize("text", [
    "piles:\n  hand:      {of: player, seen_by: owner}\n  followers: {of: player, seen_by: owner}\n",
    "options:                                # first value = default\n  a: [b, c]\n",
    "state:\n  a: Bool                               # one\n  b: Player                             # two\n",
])
def test_what_stands_beneath_one_another_stays_so(text: str) -> None:
    assert fmt(HEAD + text) == HEAD + text


@pytest.mark.parametrize(("bad", "good"), [
    ("title: a # so\n", "title: a  # so\n"),
    ("title:     a    # so\n", "title: a        # so\n"),
    ("rules:\n    a:\n        tier: 1+1         # so\n", "rules:\n  a:\n    tier: 1 + 1           # so\n"),
    ("terms:\n   # of a\n   a: 1\n# of rules\nrules: {}\n", "terms:\n  # of a\n  a: 1\n# of rules\nrules: {}\n"),
    ("rules:\n   a:\n      tier: 1\n      # of a\n    # odd\n   # of rules\n# last   \n",
     "rules:\n  a:\n    tier: 1\n    # of a\n  # odd\n  # of rules\n# last\n"),
    ("rules:\n  a:\n    on_play: |    # why\n     move a to b\n   # of a\n",
     "rules:\n  a:\n    on_play: |    # why\n      move a to b\n  # of a\n"),
    ("use: [a,  # one\n   # two\n b]\n", "use: [a,  # one\n      # two\n      b]\n"),
])
def test_comments_stay_with_what_they_are_about(bad: str, good: str) -> None:
    assert fmt(HEAD + bad) == HEAD + good


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_stay(end: str) -> None:
    bad, good = "rules:\n   a:\n     tier:  1\n\n\n\ntitle: x", "rules:\n  a:\n    tier: 1\n\ntitle: x\n"
    assert fmt((HEAD + bad).replace("\n", end)) == (HEAD + good).replace("\n", end)


@pytest.mark.parametrize("path", [*SHIPPED, *HOUSE_RULES], ids=lambda path: path.stem)
def test_what_is_shipped_is_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert fmt(text) == text


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text.split("name: ")[-1].split("\n")[0])
def test_the_examples_of_the_reference_are_laid_out(text: str) -> None:
    found = fmt(text)
    assert found == re.sub(r"(?<=\S) (?=# )", "  ", text)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_words_stand_as_in_the_canonical_spelling(path: Path) -> None:
    """The canonical spelling of each expression, put in its place, is laid out already."""
    tree = load(Source(path.name, path.read_text(encoding="utf-8")), Report())
    assert tree is not None
    said = meanings(tree)
    for scalar in scalars(tree):
        meaning = said.get(scalar.span.start)
        if meaning is not None and meaning.goal == "expr":
            text = f'{HEAD}terms: {{a: "{canonical(meaning.said)}"}}\n'
            assert fmt(text) == text


# --- what is safe ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", range(0, 2000, 250))
def test_rulesets_in_disarray(start: int) -> None:
    found = [fuzz_fmt.case(seed) for seed in range(start, start + 250)]
    assert {"damaged", "changed"} <= set(found) and "refused" not in found


@pytest.mark.parametrize("text", ["? claimdsl\n: 1\n", "claimdsl: 1\nrules:\n  ? a\n  : {}\n"])
def test_an_odd_form_is_left_alone(text: str) -> None:
    assert fmt(text) is None


@pytest.mark.parametrize("wrong", [
    lambda text: text.replace("1", "2"), lambda text: text.replace("a b", "ab"), lambda text: text.replace("# c", "#"),
    lambda text: text.replace("b + c", "b - c"), lambda text: text + "{", lambda text: text.replace("- x", "- - x"),
    lambda text: text.replace("tier", "strength"), lambda text: text.replace("c: d\nt: e\n", "t: e\nc: d\n"),
])
def test_a_layout_that_would_change_the_meaning_is_refused(
    wrong: Callable[[str], str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = HEAD + "title: a b   # c\nrules: {a: {tier: b + c}}\nuse:\n- x\nc: d\nt: e\n"
    assert fmt(text) is not None
    lay_out = layout._laid_out
    monkeypatch.setattr(layout, "_laid_out", lambda *given: wrong(lay_out(*given)))
    assert fmt(text) is None


# --- the command -----------------------------------------------------------------------------------------------------


Claim = Callable[..., tuple[int, str, str]]
BAD, GOOD = HEAD + "title:   a\n", HEAD + "title: a\n"
DIFF = "--- house.yaml\n+++ house.yaml\n@@ -1,2 +1,2 @@\n claimdsl: 1\n-title:   a\n+title: a\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "house.yaml").write_bytes(BAD.encode())
    return folder


@pytest.fixture
def claim(here: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Claim:
    def call(*words: str, typed: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(typed))))
        status = run(words)
        out, err = capsysbinary.readouterr()
        return status, out.decode(errors="replace"), err.decode()

    return call


def test_a_file_is_written_and_named(claim: Claim, here: Path) -> None:
    os.chmod(here / "house.yaml", 0o640)
    assert claim("fmt", "house") == (0, "house.yaml\n", "1 file: 1 laid out, 0 as before\n")
    assert (here / "house.yaml").read_bytes() == GOOD.encode()
    assert stat.S_IMODE(os.stat(here / "house.yaml").st_mode) == 0o640
    assert os.listdir(here) == ["house.yaml"]
    assert claim("fmt", "house.yaml") == (0, "", "1 file: 0 laid out, 1 as before\n")


def test_check_writes_nothing_and_ends_with_1(claim: Claim, here: Path) -> None:
    assert claim("fmt", "--check", "house.yaml") == (1, "house.yaml\n", "1 file: 1 would be laid out, 0 as before\n")
    assert (here / "house.yaml").read_text() == BAD
    (here / "house.yaml").write_text(GOOD)
    assert claim("fmt", "--check", "house.yaml") == (0, "", "1 file: 0 would be laid out, 1 as before\n")


def test_diff_writes_nothing(claim: Claim, here: Path) -> None:
    assert claim("fmt", "--diff", "house.yaml")[:2] == (0, DIFF)
    assert claim("fmt", "--diff", "--check", "house.yaml")[:2] == (1, DIFF)
    assert (here / "house.yaml").read_text() == BAD


def test_a_stream_goes_to_standard_output(claim: Claim) -> None:
    assert claim("fmt", "-", typed=BAD.encode()) == (0, GOOD, "1 file: 1 laid out, 0 as before\n")
    assert claim("fmt", "-", "--check", typed=BAD.encode())[:2] == (1, "")
    assert claim("fmt", "-", "--diff", typed=BAD.encode())[:2] == (0, DIFF.replace("house.yaml", "-"))
    raw = b"\xef\xbb\xbf" + BAD.replace("\n", "\r\n").encode()
    assert claim("fmt", "-", typed=raw)[:2] == (0, "\ufeff" + GOOD.replace("\n", "\r\n"))


@pytest.mark.parametrize(("raw", "said"), [
    (b"", "CLM105"), (b"title: [\n", "CLM124"), (b"a: 1\na: 2\n", "CLM107"), (b"a: &x b\n", "CLM110"),
    (b"\xff", "CLM101"), (b"a:\t1\n", "CLM104"), (b"- a\n", "CLM106"), (b"a: " + b"x" * 300_000, "CLM102"),
    (b"[" * 9999, "CLM102"), (b"\0" * 99, "CLM10"), (b"a: b\x1b[31m\n", "CLM103"),
    (b"? a\n: b\n", "cannot be laid out safely"),
])
def test_a_file_with_a_mistake_stays_as_it_is(claim: Claim, here: Path, raw: bytes, said: str) -> None:
    (here / "house.yaml").write_bytes(raw)
    status, out, err = claim("fmt", "house.yaml")
    assert (status, out) == (1, "") and said in err and "1 file: 0 laid out, 1 cannot be, 0 as before" in err
    assert "\x1b" not in err
    assert (here / "house.yaml").read_bytes() == raw
    assert claim("fmt", "-", typed=raw)[0] == 1


def test_a_stream_with_a_mistake_goes_on_as_it_came(claim: Claim) -> None:
    assert claim("fmt", "-", typed=b"a:   [\n")[:2] == (1, "a:   [\n")


def test_below_a_folder_only_rulesets_and_scenarios_are_laid_out(claim: Claim, here: Path) -> None:
    (here / "sub").mkdir()
    (here / ".hidden").mkdir()
    for path in ("sub/one.yaml", ".hidden/two.yaml", "three.txt"):
        (here / path).write_text(BAD)
    (here / "other.yaml").write_text("title:   a\n")
    (here / "one.test.yaml").write_text("claimdsl-test: 1\nscenarios: {a:  {expect: {turn: 0+0}}}\n")
    assert claim("fmt")[:2] == (0, "house.yaml\none.test.yaml\nsub/one.yaml\n")
    assert (here / "one.test.yaml").read_text() == "claimdsl-test: 1\nscenarios: {a: {expect: {turn: 0+0}}}\n"
    assert (here / "other.yaml").read_text() == "title:   a\n"
    assert claim("fmt", "other.yaml")[:2] == (0, "other.yaml\n")


def test_what_cannot_be_read_or_written_is_told_and_the_others_are_laid_out(claim: Claim, here: Path) -> None:
    os.mkfifo(here / "pipe.yaml")
    (here / "away.yaml").symlink_to(here.parent / "outside.yaml")
    (here.parent / "outside.yaml").write_text(BAD)
    status, out, err = claim("fmt", "none.yaml", "base", "pipe.yaml", "away.yaml", "house.yaml")
    assert (status, out) == (2, "house.yaml\n")
    for said in ("there is no file none.yaml", "base: is shipped", "is no plain file", "leads out of its folder"):
        assert said in err
    assert (here.parent / "outside.yaml").read_text() == BAD
    assert claim("fmt", "-", "house.yaml")[0] == 2
