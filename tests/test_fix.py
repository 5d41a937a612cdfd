"""What is certain is mended, and nothing else is touched."""

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
from claimdsl.cli.rewrite import rewrite
from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.diagnostics.nearest import Near, nearest
from claimdsl.diagnostics.report import Diagnostic, Report, Severity
from claimdsl.diagnostics.source import Source, Span
from claimdsl.engine.chance import Rng
from claimdsl.frontend.edits import applied
from claimdsl.frontend.fixes import mended
from claimdsl.frontend.loader import FileLoader
from claimdsl.frontend.tabs import blanks_for_tabs
from claimdsl.pipeline import check_reference, check_text
from claimdsl.resources import rulesets_folder

HEAD = "claimdsl: 1\nname: house\nextends: base\n"
BAD = HEAD + "rules:\n  mine:\n    tier: if led == goblin then 2 else base\n"
GOOD = BAD.replace("goblin ", "goblins ")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def fixed(text: str) -> str:
    def check(given: str) -> tuple[Diagnostic, ...]:
        report = Report()
        check_text("house.yaml", given.encode(), report)
        return tuple(report)

    return mended("house.yaml", text, check)


def rule(line: str) -> str:
    return f"{HEAD}rules:\n  house:\n    {line}\n"


# --- which names are certain -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "known", "alone"), [
    ("goblin", ["goblins", "gnomes"], True),
    ("goblin", ["goblins", "goblin_s"], True),
    ("Goblins", ["goblins", "gobline"], True),
    ("rad", ["red", "rid"], False),
    ("trickk", ["trick", "tricks"], False),
    ("undaed", ["undead"], True),
    ("gobelims", ["goblins", "kobolds"], True),
    ("abcdefghij", ["abcdefghxy", "abcdefgxyz"], False),
    ("abcdefghij", ["abcdefghxy", "abcdefwxyz"], True),
    ("goblin", ["goblins", "goblins"], True),
])
def test_a_name_is_certain_if_no_other_can_be_meant(word: str, known: list[str], alone: bool) -> None:
    near = nearest(word, known)
    assert near is not None and near.alone is alone


@pytest.mark.parametrize(("bad", "good"), [
    (rule("teir: 1"), rule("tier: 1")),
    (rule("tier: if led == goblin then 2 else base"), rule("tier: if led == goblins then 2 else base")),
    (rule("next_leader: winer"), rule("next_leader: winner")),
    (rule("strength: card.valeu"), rule("strength: card.value")),
    (rule("strength: cuont(trick)"), rule("strength: count(trick)")),
    (rule("tier: if phase == recrut then 1 else base"), rule("tier: if phase == recruit then 1 else base")),
    (rule("{phase: recrut, next_leader: winner}"), rule("{phase: recruit, next_leader: winner}")),
    (HEAD.replace("base", "bsae"), HEAD),
    (HEAD + "factions:\n  trolls: {powers: {remove: [midle]}}\n",
     HEAD + "factions:\n  trolls: {powers: {remove: [middle]}}\n"),
    (HEAD + "options:\n  dwarf_tie: {fixed: earler}\n", HEAD + "options:\n  dwarf_tie: {fixed: earlier}\n"),
    (HEAD + "piles:\n  aside: {of: table, seen_by: al}\nrules:\n  tidy: {after_trick: move discard to aside}\n",
     HEAD + "piles:\n  aside: {of: table, seen_by: all}\nrules:\n  tidy: {after_trick: move discard to aside}\n"),
    (HEAD + "line_up:\n  2: {default: [goblins, knights, undead, dwarves, troll]}\n",
     HEAD + "line_up:\n  2: {default: [goblins, knights, undead, dwarves, trolls]}\n"),
    (HEAD + 'rules:\n  house:\n    "teir": 1\n', HEAD + "rules:\n  house:\n    tier: 1\n"),
])
def test_a_misspelt_name_is_mended(bad: str, good: str) -> None:
    assert fixed(bad) == good


@pytest.mark.parametrize("text", [
    rule("tier: zzz"),
    rule("tier: if led == goblins then 2 2 else 0"),
    HEAD + "options:\n  sky: [red, rid]\nrules:\n  house:\n    tier: if sky == rad then 1 else base\n",
    HEAD + "factions:\n  dwarves: {cards: 0..7}\n",
    "factions:\n  trols: {}\n" + HEAD,
    HEAD + "%bad",
    "",
    "[",
])
def test_what_is_not_certain_stays(text: str) -> None:
    assert fixed(text) == text


def test_mistakes_behind_one_another_are_mended_round_by_round() -> None:
    bad = rule("teir: if led == goblin then 2 else base").replace("base\nrules", "bsae\nruels")
    assert fixed(bad) == rule("tier: if led == goblins then 2 else base")


def test_a_fix_that_brings_another_finding_is_not_made_and_the_others_are() -> None:
    wrong = rule("strength: if led == goblin then winer else base\n    tier: if led == goblin then 2 else base")
    assert "then winer else" in fixed(wrong) and fixed(wrong).count("goblins") == 2
    slips = (("teir", "tier", "card.faction"), ("teir", "tier", "goblin"), ("nxt_leadr", "next_leader", "goblin"))
    for key, meant, value in slips:
        assert fixed(rule(f"{key}: {value}")) == rule(f"{meant}: {value}")  # what is wrong with the value was known
    text = rule("teir: goblin\n    tier: if led == undaed then 2 else base").replace("rules", "ruels")
    assert fixed(text) == text


def test_findings_of_a_later_stage_elsewhere_do_not_hold_a_fix_back() -> None:
    text = rule("teir: 1\n    strength: card.faction")
    assert fixed(text) == text.replace("teir", "tier")


def fake(text: str, *items: tuple[str, str, str]) -> tuple[Diagnostic, ...]:
    source = Source("a", text)
    return tuple(
        Diagnostic(code, f"{code} {word}", Span(source, at, at + len(word)), Severity.ERROR, Near(near, alone=True))
        for code, word, near in items if (at := text.find(word)) >= 0
    )


def test_of_fixes_that_overlap_the_first_is_made_and_then_another_round() -> None:
    def check(text: str) -> tuple[Diagnostic, ...]:
        return fake(text, ("CLM401", "abc", "xyc"), ("CLM401", "cde", "cge"))

    assert mended("a", "abcde", check) == "xycge"


def test_there_are_at_most_ten_rounds() -> None:
    seen: list[str] = []

    def check(text: str) -> tuple[Diagnostic, ...]:
        seen.append(text)
        item = fake(text, ("CLM401", "xx", "yxx"))[0]
        return tuple(Diagnostic(item.code, str(n), item.span, item.severity, item.suggestion)
                     for n in range(100 - len(text)))

    assert mended("a", "xx", check) == "y" * 10 + "xx"
    assert len(seen) == 11


def test_findings_of_other_files_are_left_alone() -> None:
    def check(text: str) -> tuple[Diagnostic, ...]:
        return fake("teir", ("CLM201", "teir", "tier"))

    assert mended("b", "teir", check) == "teir"


@pytest.mark.parametrize("name", ["base", "german-whist", "factions/fear"])
def test_a_slip_in_a_shipped_ruleset_is_mended_as_it_was_or_left(name: str) -> None:
    """A definition and its only use must not be made to agree on the misspelt name: that would be a guess."""
    path = rulesets_folder() / f"{name}.yaml"
    text, rng, outcomes = path.read_text(encoding="utf-8"), Rng(7), []
    words = list(re.finditer(r"^[^#\n]*?\b([a-z_]{3,})\b", text, re.MULTILINE))

    def check(given: str) -> tuple[Diagnostic, ...]:
        report = Report()
        check_reference(str(path), (), FileLoader({str(path.resolve()): given.encode()}), report)
        return tuple(report)

    for _ in range(15):
        start, end = words[rng.below(len(words))].span(1)
        at = start + rng.below(end - start)
        slip = text[:at] + (chr(97 + rng.below(26)) if rng.below(2) else "") + text[at + rng.below(2) :]
        after = mended(str(path), slip, check)
        assert after in (text, slip)
        outcomes.append(after == text)
    assert outcomes.count(True) >= 5


# --- tabs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bad", "good"), [
    ("rules:\n\tlead:\n\t\ttier: 1\n", "rules:\n  lead:\n    tier: 1\n"),
    ("title:\tsample\t# why\t\n", "title: sample # why \n"),
    ("terms:\n   one: 1\nrules:\n\tlead: {tier:\tone}\n", "terms:\n   one: 1\nrules:\n   lead: {tier: one}\n"),
    ("factions:\n  trolls:\n    powers:\n\ta: {}\n", "factions:\n  trolls:\n    powers:\n      a: {}\n"),
    ("rules:\n  lead:\n    tier: 2\n\tstrength: 3\n", "rules:\n  lead:\n    tier: 2\n    strength: 3\n"),
    ("rules:\n\tl:\n\t\ton_play: |\n\t\t\tif leading:\n\t\t\t\tmove card to discard\n",
     "rules:\n  l:\n    on_play: |\n      if leading:\n        move card to discard\n"),
    ("rules:\r\n\tlead:\r\n\t\ttier: 1\r\n", "rules:\r\n  lead:\r\n    tier: 1\r\n"),
])
def test_tabs_become_the_blanks_that_are_meant(bad: str, good: str) -> None:
    edits = blanks_for_tabs(HEAD + bad)
    assert edits is not None and applied(HEAD + bad, edits) == HEAD + good


@pytest.mark.parametrize("text", [
    "title: 'a\tb'\n",
    "title: a\tb\n",
    "rules:\n  lead:\n    tier: if\tled == goblins then 1 else 2\n",
    "factions:\n  trolls:\n    powers:\n      a: {tier: 1}\n\tb: {}\n",
    "rules:\n \t- [\n",
])
def test_a_tab_that_may_mean_several_things_stays(text: str) -> None:
    assert blanks_for_tabs(HEAD + text) is None


@pytest.mark.parametrize("name", ["base", "german-whist", "factions/fear"])
def test_a_shipped_ruleset_written_with_tabs_is_what_it_was(name: str) -> None:
    text = (rulesets_folder() / f"{name}.yaml").read_text(encoding="utf-8")
    tabbed = re.sub(r"^(?:  )+", lambda match: "\t" * (len(match[0]) // 2), text, flags=re.MULTILINE)
    edits = blanks_for_tabs(tabbed)
    assert edits is not None and applied(tabbed, edits) == text


def test_what_lies_behind_tabs_is_mended_too() -> None:
    assert fixed(BAD.replace("    ", "\t\t").replace("  mine", "\tmine")) == GOOD


def test_tabs_are_mended_whatever_is_wrong_behind_them() -> None:
    assert fixed(HEAD + "rules:\n\tlead:\n\t\ttier: zzz\n") == HEAD + "rules:\n  lead:\n    tier: zzz\n"


# --- the command -----------------------------------------------------------------------------------------------------


Claim = Callable[..., tuple[int, str, str]]


@pytest.fixture
def claim(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Claim:
    def call(*words: str, typed: bytes = b"") -> tuple[int, str, str]:
        raw = io.BufferedReader(io.BytesIO(typed))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
        status = run(words)
        out, err = capsysbinary.readouterr()
        return status, out.decode(), err.decode()

    return call


DIFF = (
    "--- house.yaml\n+++ house.yaml\n@@ -3,4 +3,4 @@\n extends: base\n rules:\n   mine:\n"
    "-    tier: if led == goblin then 2 else base\n+    tier: if led == goblins then 2 else base\n"
)


def test_fix_writes_the_file_and_shows_the_difference(claim: Claim, here: Path) -> None:
    (here / "house.yaml").write_text(BAD)
    assert claim("validate", "--fix", "house.yaml") == (0, DIFF, "1 file checked, 1 mended: 0 errors, 0 warnings\n")
    assert (here / "house.yaml").read_text() == GOOD
    assert os.listdir(here) == ["house.yaml"]
    assert claim("validate", "--fix", "house.yaml") == (0, "", "1 file checked: 0 errors, 0 warnings\n")


@pytest.mark.parametrize("words", [("--diff",), ("--fix", "--diff")])
def test_diff_writes_nothing(claim: Claim, here: Path, words: tuple[str, ...]) -> None:
    (here / "house.yaml").write_text(BAD)
    status, out, err = claim("validate", *words, "house")
    assert (status, out) == (1, DIFF) and "unknown faction 'goblin'" in err and "mended" not in err
    assert (here / "house.yaml").read_text() == BAD


def test_what_is_left_is_told_after_the_difference(claim: Claim, here: Path) -> None:
    (here / "house.yaml").write_text(BAD + "    strength: zzz\n")
    status, out, _ = claim("validate", "--fix", "house.yaml")
    assert status == 1 and out.startswith("--- house.yaml") and "unknown name 'zzz'" in out
    (here / "house.yaml").write_text(BAD)
    status, out, err = claim("validate", "--fix", "--format", "json", "house.yaml")
    assert status == 0 and out.startswith('{\n "version": 1') and err.startswith("--- house.yaml")


def test_mark_line_ends_mode_and_last_line_stay(claim: Claim, here: Path) -> None:
    path = here / "house.yaml"
    raw = b"\xef\xbb\xbf" + BAD.replace("\n", "\r\n").replace("name: house\r\n", "name: house # \u6f22\n").encode()
    path.write_bytes(raw.rstrip())
    path.chmod(0o640)
    assert claim("validate", "--fix", "house.yaml")[0] == 0
    assert path.read_bytes() == raw.rstrip().replace(b"goblin ", b"goblins ")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_folders_are_mended_below_and_what_they_extend_elsewhere_is_not(claim: Claim, here: Path) -> None:
    (here / "mine" / "deep").mkdir(parents=True)
    (here / "parent.yaml").write_text(BAD)
    (here / "mine" / "a.yaml").write_text("claimdsl: 1\nname: a\nextends: ../parent\n")
    (here / "mine" / "deep" / "b.yaml").write_text(BAD)
    (here / "mine" / "deep" / "b.test.yaml").write_text(BAD)
    status, _, err = claim("validate", "--fix", "mine")
    assert status == 1 and "2 files checked, 1 mended: 1 error" in err
    assert (here / "parent.yaml").read_text() == BAD == (here / "mine" / "deep" / "b.test.yaml").read_text()
    assert (here / "mine" / "deep" / "b.yaml").read_text() == GOOD


def test_standard_input_is_printed_mended(claim: Claim) -> None:
    typed = b"\xef\xbb\xbf" + BAD.replace("\n", "\r\n").encode()
    status, out, err = claim("validate", "--fix", "-", typed=typed)
    assert (status, out.encode()) == (0, typed.replace(b"goblin ", b"goblins "))
    assert err.startswith("--- -\n+++ -\n") and err.endswith("1 file checked, 1 mended: 0 errors, 0 warnings\n")
    status, out, err = claim("validate", "--fix", "-", typed=b"zzz: 1\n")
    assert (status, out) == (1, "zzz: 1\n") and "unknown key" in err
    status, out, _ = claim("validate", "--diff", "-", typed=BAD.encode())
    assert (status, out) == (1, DIFF.replace("house.yaml", "-"))


def test_a_file_that_is_read_only_is_left_and_said_so(claim: Claim, here: Path) -> None:
    (here / "house.yaml").write_text(BAD)
    (here / "house.yaml").chmod(0o444)
    status, out, err = claim("validate", "--fix", "house.yaml")
    assert status == 2 and "unknown faction" in out and "house.yaml: cannot be written: it is read-only" in err
    assert (here / "house.yaml").read_text() == BAD and os.listdir(here) == ["house.yaml"]


def test_a_link_is_followed_within_the_folder_and_not_out(claim: Claim, here: Path) -> None:
    (here / "real.yaml").write_text(BAD)
    (here / "link.yaml").symlink_to("real.yaml")
    assert claim("validate", "--fix", "link.yaml")[0] == 0
    assert (here / "link.yaml").is_symlink() and (here / "real.yaml").read_text() == GOOD
    (here.parent / "out.yaml").write_text(BAD)
    (here / "out.yaml").symlink_to("../out.yaml")
    status, _, err = claim("validate", "--fix", "out.yaml")
    assert status == 2 and "is a link that leads out of its folder" in err
    assert (here.parent / "out.yaml").read_text() == BAD
    assert claim("validate", "--fix", str(here.parent / "out.yaml"))[0] == 0


@pytest.mark.parametrize(("words", "reason"), [
    ((), "--fix takes the files to mend"),
    (("-", "a.yaml"), "--fix takes the files to mend"),
    (("base",), "base: is shipped"),
    (("nosuch.yaml",), "there is no file nosuch.yaml"),
])
def test_what_cannot_be_mended_gets_a_reason_and_2(claim: Claim, words: tuple[str, ...], reason: str) -> None:
    status, out, err = claim("validate", "--fix", *words)
    assert (status, out) == (2, "") and err.count(reason) == 1


def test_bytes_that_are_no_text_are_left(claim: Claim, here: Path) -> None:
    (here / "house.yaml").write_bytes(b"claimdsl: 1\nname: \xff\n")
    assert claim("validate", "--fix", "house.yaml")[0] == 1
    assert (here / "house.yaml").read_bytes() == b"claimdsl: 1\nname: \xff\n"


def test_a_file_that_has_changed_meanwhile_is_left(here: Path) -> None:
    (here / "a").write_bytes(b"new")
    with pytest.raises(UnreadableError, match="has changed meanwhile"):
        rewrite("a", b"old", b"other")
    assert (here / "a").read_bytes() == b"new" and os.listdir(here) == ["a"]


def test_a_write_that_fails_leaves_the_file_and_nothing_else(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    (here / "a").write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UnreadableError, match="a: cannot be written: no space left on device"):
        rewrite("a", b"old", b"new")
    assert (here / "a").read_bytes() == b"old" and os.listdir(here) == ["a"]


def test_text_shows_a_hundred_findings_of_a_file_and_json_all(claim: Claim, here: Path) -> None:
    lines = "".join(f"    t{n}: {{tier: zzz}}\n" for n in range(412)).replace("    t", "  t")
    (here / "many.yaml").write_text(f"{HEAD}rules:\n{lines}")
    status, out, err = claim("validate", "many.yaml")
    assert status == 1 and out.count("error[CLM401]") == 100 and out.endswith("\nmany.yaml: and 312 more\n")
    assert "412 errors" in err
    assert claim("validate", "--format", "json", "many.yaml")[1].count('"CLM401"') == 412
