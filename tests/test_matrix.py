"""`claim matrix`: which powers meet in a trick, in what order, whether it matters, shown by games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimdsl.engine.binding import Binding
from claimdsl.engine.line_up import ordered, setup_of
from claimdsl.engine.rules import rules_of
from claimdsl.semantics.company import Company
from claimdsl.semantics.encounters import TRICK, board, order_of
from claimdsl.semantics.meetings import meetings
from claimdsl.sim.orders import prove, turned
from tests import shelf
from tests.console import Console

ALL = shelf.ruleset(sets=shelf.ALL_SETS)

RIVALS = """claimdsl: 1
name: rivals
extends: base
factions:
  knights: {powers: {charge: {cards: all, strength: if led == goblins then 3 else base}}}
  undead: {powers: {haunt: {cards: all, strength: base + card.value}}}
"""


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    console = Console(tmp_path, monkeypatch)
    console.write("rivals.yaml", RIVALS)
    return console


def test_the_order_is_that_of_the_engine() -> None:
    for players in (2, 3, 4):
        for names in ALL.line_ups(players)[:: 997 if players == 2 else 9973]:
            binding = Binding(ALL.program, setup_of(ALL.program, players), ordered(ALL.program, names), {})
            for phase in ("recruit", "collect"):
                for hook in TRICK:
                    numbers = [number for number, _ in rules_of(binding, hook, phase)]
                    assert numbers == sorted(numbers, key=lambda number: order_of(ALL.program.hooks[number], number))


def test_every_finding_of_the_checker_is_there() -> None:
    found = {(each.first, each.second) for each in board(ALL.program, ALL.factions, (2, 3, 4)).encounters if each.why}
    checked = {(each.first, each.second) for each in meetings(ALL.program, Company(ALL.program))}
    assert checked <= found


def test_an_order_that_does_not_matter_changes_no_game() -> None:
    quiet = [each for each in board(ALL.program, ALL.factions, (2, 3)).encounters if not each.why]
    assert quiet
    for each in quiet[::4]:
        assert prove(ALL.program, each, 8, 1) is None


def test_the_turned_program_asks_one_rule_after_the_other() -> None:
    for each in board(ALL.program, ALL.factions, (2,)).encounters:
        other = turned(ALL.program, each.first, each.second)
        hook = ALL.program.hooks[each.first].hook
        numbers = [number for number, rule in enumerate(other.hooks) if rule.hook == hook]
        after = sorted(numbers, key=lambda number: order_of(other.hooks[number], number))
        before = sorted(numbers, key=lambda number: order_of(ALL.program.hooks[number], number))
        assert after.index(each.first) == after.index(each.second) + 1
        assert [one for one in after if one != each.first] == [one for one in before if one != each.first]


def test_an_order_that_matters_is_shown_by_a_game(claim: Console) -> None:
    found = claim.json("matrix", "rivals.yaml", "--factions", "knights,undead", "--format", "json")
    meeting = next(row for row in found["meetings"] if row["hook"] == "strength")
    assert (meeting["first"]["power"], meeting["second"]["power"], meeting["order_by"]) == ("charge", "haunt", "file")
    assert meeting["matters"] and meeting["game"]["as_it_is"] != meeting["game"]["other_way_round"]
    assert meeting["first"]["file"] == "rivals.yaml" and meeting["first"]["line"] == 5


def test_the_game_is_written_and_can_be_replayed(claim: Console) -> None:
    status, out, err = claim("matrix", "rivals.yaml", "--factions", "knights,undead", "--out", "games")
    assert (status, err) == (0, "")
    assert "the order matters and nobody chose it: each gives an answer of its own" in out
    file = claim.folder / "games" / "strength-knights.charge-undead.haunt.json"
    assert list(json.loads(file.read_text(encoding="utf-8"))["comments"])
    assert claim("replay", str(file.relative_to(claim.folder)), "--check")[0] == 0


def test_the_table_says_who_meets_whom(claim: Console) -> None:
    out = claim("matrix", "rivals.yaml", "--players", "2")[1]
    rows = {line.split()[1]: line for line in out.splitlines()[1:12]}
    assert out.startswith("Powers of rivals that meet in a trick, 2 players\n")
    assert rows["undead"].split()[2:] == ["X"] and rows["goblins"].split() == ["1", "goblins"]
    assert "    may_play: mimic of doppelgangers\n" in out


def test_core_factions_have_no_order_that_matters(claim: Console) -> None:
    found = claim.json("matrix", "base", "--format", "json")
    assert [row for row in found["meetings"] if row["matters"]] == []


def test_a_ruleset_without_powers_says_so(claim: Console) -> None:
    status, out, _ = claim("matrix", "german-whist")
    assert status == 0 and "No power of a faction acts in a trick." in out


def test_standard_input_is_read(claim: Console) -> None:
    one = claim("matrix", "-", "--games", "0", typed=RIVALS)[1]
    assert one.replace("<standard input>", "rivals.yaml") == claim("matrix", "rivals.yaml", "--games", "0")[1]


@pytest.mark.parametrize(("words", "status", "reason"), [
    ((), 2, "Missing argument"),
    (("nosuch",), 2, "there is no file nosuch"),
    (("bad.yaml",), 1, "error[CLM"),
    (("-",), 1, "error[CLM105]"),
    (("base", "--factions", "goblin"), 2, "did you mean 'goblins'?"),
    (("base", "--factions", "goblins,,knights"), 2, "a name is missing"),
    (("german-whist", "--players", "3"), 2, "is for 2 players, not 3"),
    (("rivals.yaml", "--factions", "knights,undead", "--out", "bad.yaml"), 2, "cannot be written"),
])
def test_wrong_input_is_told(claim: Console, words: tuple[str, ...], status: int, reason: str) -> None:
    claim.write("bad.yaml", RIVALS.replace("card.value", "card.valu"))
    got, out, err = claim("matrix", *words)
    assert (got, out) == (status, "") and reason in err, err
