"""`claim leaks`: what is shipped is clean, and a leak that is planted is found and pointed at."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.cli.app import run
from claimdsl.diagnostics.report import Report
from claimdsl.engine.determinize import Determinizer
from claimdsl.engine.layout import Slot
from claimdsl.engine.state import State
from claimdsl.engine.tracer import Tracer
from claimdsl.frontend.loader import FileLoader
from claimdsl.pipeline import check_reference
from claimdsl.play.reading import read_games
from claimdsl.play.replay import begin, replay
from claimdsl.semantics import unseen
from claimdsl.sim.leaks import Found, Wanted, search
from claimdsl.sim.sight import Declared
from tests import shelf

LEAKY = Path(__file__).parent / "leaky"
SMALL = Path(__file__).parent / "small"
ANY = Wanted(None, None, {})


def leaky(name: str) -> Found:
    return search(load_ruleset(str(LEAKY / f"{name}.yaml")), ANY, 12, 1)


# --- what is clean ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "sets"), [
    *((name, ()) for name in shelf.RULESETS), *(("base", (name,)) for name in shelf.SETS), ("base", shelf.ALL_SETS),
])
def test_nothing_that_is_shipped_leaks(name: str, sets: tuple[str, ...]) -> None:
    found = search(shelf.ruleset(name, sets), ANY, 3, 7)
    assert found.leaks == ()
    assert found.games == 3 and found.deals >= 3 * found.moments > 0


@pytest.mark.parametrize("path", sorted(SMALL.glob("*.yaml")), ids=lambda path: path.stem)
def test_what_is_hidden_by_honest_rules_stays_hidden(path: Path) -> None:
    found = search(load_ruleset(str(path)), ANY, 15, 3)
    assert found.leaks == ()
    assert found.deals > found.dropped


def test_the_log_shows_what_the_declarations_say() -> None:
    """The evidence is the same whether the log or the declarations say what a seat has seen."""
    for kind in ("whist", "looking", "showing", "swapped"):
        rules = load_ruleset(str(SMALL / f"{kind}.yaml"))
        state = rules.game().deal(5)
        while not state.is_over:
            for seat in (0, 1):
                declared = Determinizer(state, seat, sight=Declared(state.game, seat))
                assert declared.ways == Determinizer(state, seat).ways
            state = state.apply(state.legal_actions[0])


# --- what is planted --------------------------------------------------------------------------------------------------


@pytest.fixture
def lax(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Break the checker: it takes no notice of moves that hide cards."""
    monkeypatch.setenv("CLAIMDSL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(unseen, "check", lambda *_: True)


@pytest.mark.parametrize("name", ["vault", "guarded"])
def test_the_checker_refuses_what_leaks(name: str) -> None:
    report = Report()
    assert check_reference(str(LEAKY / f"{name}.yaml"), (), FileLoader(), report) is None
    [found] = report
    assert (found.code, found.span.first.line, found.notes[0].span.first.line) == ("CLM501", 13, 11)


@pytest.mark.usefixtures("lax")
def test_a_pile_that_all_see_and_nobody_saw_filled() -> None:
    [leak] = leaky("vault").leaks
    assert leak.difference.kind == "event" and "strength" in leak.difference.here
    assert leak.difference.rule is not None and leak.difference.rule.power == "heavy"
    assert leak.difference.rule.line == 13
    assert len(leak.swaps) == 2 and "vault" in {swap.place.pile for swap in leak.swaps}


@pytest.mark.usefixtures("lax")
def test_what_may_be_played_goes_by_a_hidden_card() -> None:
    [leak] = leaky("guarded").leaks
    assert leak.difference.kind == "action" and "is legal" in leak.difference.here + leak.difference.there
    assert leak.difference.rule is not None and leak.difference.rule.power == "guard"


def test_what_may_be_played_goes_by_a_card_that_lies_face_down() -> None:
    leaks = leaky("masked").leaks
    assert leaks and all(leak.difference.kind == "action" for leak in leaks)
    assert any(leak.moves and leak.moves[0][0].startswith("play ") for leak in leaks)


def test_a_state_that_tells_a_card_that_lies_face_down() -> None:
    [leak] = leaky("loud").leaks
    assert leak.difference.here.startswith("total becomes") and leak.moves
    assert leak.difference.rule is not None and leak.difference.rule.line == 9


def test_a_log_that_tells_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everyone is told which card a player draws."""
    honest = Tracer._learn

    def chatty(self: Tracer, source: Slot, target: Slot, content: int, part: int, unseen: bool, named: bool) -> None:
        honest(self, source, target, content, part, unseen, named)
        if target.pile == "followers":
            self.known = [known | part for known in self.known]

    monkeypatch.setattr(Tracer, "_learn", chatty)
    leaks = search(shelf.ruleset(), ANY, 4, 1).leaks
    assert leaks
    assert all(leak.difference.kind == "event" for leak in leaks)
    assert any("from stock to followers" in leak.difference.here for leak in leaks)


def test_a_choice_that_is_not_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everyone is told which card is played face down."""
    honest = Tracer.chose

    def chatty(self: Tracer, v: list[int | tuple[int, ...]], seat: int, verb: str, option: str, known: int) -> None:
        honest(self, v, seat, verb, option, (1 << self.game.players) - 1)

    monkeypatch.setattr(Tracer, "chose", chatty)
    leaks = search(load_ruleset(str(SMALL / "face_down.yaml")), ANY, 60, 1).leaks
    assert any(leak.moves and "play moons" in leak.difference.here for leak in leaks)


# --- the command ------------------------------------------------------------------------------------------------------


def test_a_clean_ruleset_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["leaks", "german-whist", "--games", "2"]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == ("german-whist: no leak in 2 games, 4 moments, 16 deals compared\n", "")


@pytest.mark.usefixtures("lax")
def test_a_leak_is_told_with_its_rule_and_its_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ruleset, record = str(LEAKY / "vault.yaml"), tmp_path / "leak.json"
    assert run(["leaks", ruleset, "--games", "12", "--seed", "1", "--out", str(record)]) == 1
    out = capsys.readouterr().out
    assert "can tell apart cards that it was not shown" in out
    assert "in vault" in out and "vault.yaml:13" in out
    assert out.splitlines()[-1].startswith(f"{ruleset}: 1 leak in 12 games")
    with record.open("rb") as stream:
        [entry] = read_games(str(record), stream).entries
    assert entry.record is not None
    states: list[State] = list(replay(begin(entry.record, load_ruleset(ruleset)), entry.record.moves))
    assert states[-1].history


@pytest.mark.usefixtures("lax")
def test_leaks_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["leaks", str(LEAKY / "guarded.yaml"), "--games", "12", "--seed", "1", "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    [leak] = told["leaks"]
    assert leak["rule"]["line"] == 13 and leak["record"]["format"] == "claim-record/1"
    assert {card["place"] for card in leak["cards"]} & {"vault"}
    assert told["games"] == 12 and told["deals"] > 0


@pytest.mark.parametrize(("words", "reason"), [
    (["--players", "3"], "'german-whist' is for 2 players, not 3"),
    (["--factions", "clubs"], "2 players need"),
    (["--set", "trump"], "--set takes name=value"),
    (["--set", "trump=hearts"], "no option is called 'trump'"),
    (["--games", "0"], "0 is not in the range"),
    (["--out", "none/here.json"], "none/here.json: cannot be written"),
])
def test_wrong_usage_of_leaks(capsys: pytest.CaptureFixture[str], words: list[str], reason: str) -> None:
    assert run(["leaks", "german-whist", "--games", "1", *words]) == 2
    assert reason in " ".join(capsys.readouterr().err.split())


def test_a_ruleset_may_come_through_a_pipe() -> None:
    root = Path(__file__).resolve().parent.parent
    command = [sys.executable, str(root / "cli.py"), "leaks", "-", "--games", "2"]
    text = b"claimdsl: 1\nname: piped\nextends: base\n"
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    assert (done.returncode, done.stdout.decode().partition(":")[0]) == (0, "piped")
