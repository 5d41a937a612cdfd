"""`claim new`: what it writes is right from the start, explained, and never in the way of what is there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from claimdsl.cli.app import run
from claimdsl.cli.new import _TEMPLATES
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source
from claimdsl.frontend.format import formatted
from claimdsl.frontend.load import load
from claimdsl.frontend.loader import FileLoader
from claimdsl.pipeline import check_reference, load_ruleset
from claimdsl.resources import shipped_names

WHOLE = [name for name in shipped_names() if not name.startswith("factions/")]
FOR_TWO = [name for name in WHOLE if 2 in load_ruleset(name).player_counts]
CASES = [
    *((template, name) for template in ("tweak", "faction") for name in WHOLE),
    *(("setup", name) for name in FOR_TWO), ("ancestor", ""),
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def begin(template: str, source: str, name: str = "my-rules") -> int:
    return run(["new", name, "--template", template, *(["--from", source] if source else [])])


def test_every_template_is_tried() -> None:
    assert {template for template, _ in CASES} == set(_TEMPLATES)


@pytest.mark.parametrize("source", sorted({*WHOLE} - {*FOR_TWO}))
def test_a_shorter_game_for_two_is_made_of_a_game_for_two(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert begin("setup", source) == 2
    assert "this template needs a game for two" in capsys.readouterr().err


@pytest.mark.parametrize(("template", "source"), CASES)
def test_what_is_written_has_no_findings_and_does_what_its_scenarios_say(
    template: str, source: str, here: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    assert begin(template, source) == 0
    assert sorted(os.listdir(here)) == ["my-rules.test.yaml", "my-rules.yaml"]
    report = Report()
    assert check_reference("my-rules.yaml", (), FileLoader(), report) is not None
    assert [finding.message for finding in report] == []
    capsys.readouterr()
    assert run(["test", "my-rules.yaml"]) == 0
    assert "2 passed" in capsys.readouterr().out


@pytest.mark.parametrize(("template", "source"), CASES)
def test_what_is_written_is_explained_and_laid_out(template: str, source: str, here: Path) -> None:
    assert begin(template, source) == 0
    for name in ("my-rules.yaml", "my-rules.test.yaml"):
        text = (here / name).read_text(encoding="utf-8")
        tree = load(Source(name, text), Report())
        assert tree is not None and formatted(Source(name, text), tree) == text
        assert "@" not in text and all(len(line) <= 120 for line in text.splitlines())
        assert text.startswith("# ") and text.isascii()
    first, *rest = (here / "my-rules.yaml").read_text().splitlines()
    assert first == "# yaml-language-server: $schema=ruleset.schema.json"
    assert sum(" # " in line or line.startswith("# ") for line in rest) > 8


@pytest.mark.parametrize("source", ["", *WHOLE])
def test_a_tweak_goes_on_the_ruleset_that_it_is_for(source: str) -> None:
    assert begin("tweak", source) == 0
    assert load_ruleset(source or "base", ("my-rules.yaml",)).name == (source or "base")


def test_the_comment_in_a_tweak_is_a_rule_too(here: Path) -> None:
    assert begin("tweak", "") == 0
    text = (here / "my-rules.yaml").read_text()
    kept, rule = text[: text.index("\nrules:")], text[text.index("# factions:"):]
    (here / "my-rules.yaml").write_text(kept + "\n" + "".join(line[2:] + "\n" for line in rule.splitlines()))
    report = Report()
    assert check_reference("my-rules.yaml", (), FileLoader(), report) is not None and not len(report)


def test_the_next_steps_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "proud", "--from", "claim2"]) == 0
    assert capsys.readouterr().out == (
        "proud.yaml holds one house rule, proud.test.yaml scenarios that say what it should do.  Now:\n"
        "  claim validate proud.yaml\n  claim test proud.yaml\n  claim play --ruleset claim2 --with proud.yaml\n"
    )


def test_it_builds_on_a_ruleset_of_ones_own(here: Path) -> None:
    (here / "own house").mkdir()
    setup = "setup: {remove: [2]}\nline_up: {remove: [2]}\n"
    (here / "own house" / "big.yaml").write_text(f"claimdsl: 1\nname: big\nextends: base\n{setup}")
    assert begin("faction", "own house/big") == 0
    assert 'extends: "own house/big"' in (here / "my-rules.yaml").read_text()
    assert run(["test", "my-rules.yaml"]) == 0


@pytest.mark.parametrize(("name", "said"), [
    ("Big Game", "did you mean 'big-game'?"), ("9lives", "is no name"), ("../x", "is a path"), ("a/b", "is a path"),
    ("a\\b", "is a path"), ("", "is no name"), ("true", "is no name"), ("trölle", "is no name"),
    ("base", "is shipped"), ("x" * 61, "too long"), (".yaml", "is no name"), ("a\0", "is no name"), ("-", "is no name"),
    ("a\x1b[31m", "is no name"),
])
def test_a_name_is_checked(name: str, said: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "--template", "tweak", "--", name]) == 2
    err = capsys.readouterr().err
    assert said in err and "\x1b" not in err
    assert os.listdir(here) == []


@pytest.mark.parametrize(("words", "status", "said"), [
    (("goblins", "--template", "faction"), 2, "base has a faction 'goblins' already"),
    (("trick", "--template", "faction"), 2, "'trick' is a word of the language"),
    (("discard", "--template", "faction"), 1, "does not fit base; nothing is written"),
    (("mine", "--template", "twaek"), 2, "did you mean 'tweak'?"),
    (("mine", "--template", "ancestor", "--from", "base"), 2, "leave out --from"),
    (("mine", "--from", "bsae"), 2, "did you mean 'base'?"),
    (("mine", "--from", ""), 2, "a name is missing"),
    (("mine", "--from", "factions/fear", "--template", "faction"), 1, "CLM605"),
    (("mine", "--from", "broken"), 1, "CLM124"),
    (("mine", "--from", "three", "--template", "setup"), 2, "needs a game for two"),
    (("mine", "--from", "tiny", "--template", "faction"), 2, "needs a faction with one card of each value"),
])
def test_what_cannot_be_built_on_is_told(
    words: tuple[str, ...], status: int, said: str, here: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    (here / "broken.yaml").write_text("claimdsl: 1\ntitle: [\n")
    remove = "setup: {remove: [2]}\nline_up: {remove: [2]}\n"
    (here / "three.yaml").write_text(f"claimdsl: 1\nname: three\nextends: base\n{remove}")
    (here / "tiny.yaml").write_text(TINY)
    there = sorted(os.listdir(here))
    assert run(["new", *words]) == status
    assert said in capsys.readouterr().err
    assert sorted(os.listdir(here)) == there


TINY = """claimdsl: 1
name: tiny
setup: {2: {hand: 2, sides: each}}
line_up: {2: {pairs: 0, free: 2, default: [reds, blacks]}}
factions: {reds: {cards: 1..2}, blacks: {cards: 1..2}}
piles: {hand: {of: player, seen_by: owner}, stock: {of: table, seen_by: nobody}, score: {of: player, seen_by: all}}
phases: {play: {tricks: setup.hand}}
rules:
  deal:
    at_start: |
      for p in seats: move top(stock, setup.hand) to p.hand
  win: {goes_to: winner.score}
scoring: {ranks: {cards: count(side.score)}}
"""


@pytest.mark.parametrize("there", ["mine.yaml", "mine.test.yaml"])
def test_nothing_is_written_over(there: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / there).write_text("mine")
    assert run(["new", "mine.yaml"]) == 2
    assert f"{there}: is there already; nothing is written" in capsys.readouterr().err
    assert os.listdir(here) == [there] and (here / there).read_text() == "mine"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_that_cannot_be_written_is_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.chmod(here, 0o500)
    assert run(["new", "mine"]) == 2
    assert "mine.yaml: cannot be written" in capsys.readouterr().err
