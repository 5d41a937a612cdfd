"""Scenarios: the shipped ones pass and cover all shipped rules; what is expected wrongly fails; mistakes are shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.diagnostics.report import Report
from claimdsl.engine import kernel
from claimdsl.engine.binding import Binding
from claimdsl.engine.chance import Rng
from claimdsl.engine.coverage import Covering, points_of
from claimdsl.engine.events import Moved
from claimdsl.engine.layout import Layout
from claimdsl.engine.state import CHANCE, State
from claimdsl.engine.support import functions
from claimdsl.play.coverage import Coverage, coverage
from claimdsl.play.fuzz import fuzz
from claimdsl.play.laws import LAWS, Law, broken_law, conserved
from claimdsl.play.scenario import ENDING, Failure, ScenarioFile
from claimdsl.play.scenario_file import EACH, EXPECT, SCENARIO, read_scenarios
from claimdsl.play.scenario_run import run_file
from claimdsl.play.scenario_setup import Bench
from claimdsl.play.scenario_text import updated, written
from claimdsl.resources import scenarios_folder, shipped_names
from claimdsl.ui.scenarios import heading

FILES = sorted(scenarios_folder().glob(f"*{ENDING}"))
HEAD = "claimdsl-test: 1\nruleset: base\nscenarios:\n  one:\n"
CHARGE = "    phase: collect\n    hands: {0: [goblins 9, goblins 1], 1: [knights 2, knights 3]}\n" \
         "    play: [goblins 9, knights 2]\n"


def failures_of(text: str) -> list[Failure]:
    """Run the scenarios of a text, which has no mistakes."""
    report = Report()
    file = read_scenarios("house.test.yaml", text.encode(), report)
    assert file is not None
    results = run_file(file, Bench(covers=False), report)
    assert [found.message for found in report] == []
    return [failure for result in results for failure in result.failures]


def findings(text: str) -> list[tuple[str, str, str | None]]:
    """Give code, place and suggestion of each finding."""
    report = Report()
    file = read_scenarios("house.test.yaml", text.encode(), report)
    if file is not None:
        run_file(file, Bench(covers=False), report)
    return [(found.code, found.span.text, found.suggestion) for found in report]


# --- the shipped ones ------------------------------------------------------------------------------------------------


def test_the_shipped_scenarios_pass_and_cover_every_rule_and_branch() -> None:
    bench, report, count, told = Bench(covers=True), Report(), 0, []
    for path in FILES:
        file = read_scenarios(str(path), path.read_bytes(), report)
        assert file is not None
        results = run_file(file, bench, report)
        count += len(results)
        told += [f"{r.scenario.name.text}: {heading(f)}" for r in results for f in r.failures]
    assert [found.message for found in report] == []
    assert told == []
    assert count >= 120
    covered = coverage(bench.rulesets, bench.coverings)
    assert covered.missing == ()
    assert covered.percent == 100


def test_every_value_of_every_switch_of_base_is_named() -> None:
    text = (scenarios_folder() / f"switches{ENDING}").read_text(encoding="utf-8")
    for option, values in load_ruleset("base").options.items():
        assert [value for value in values if f"{option}: {value}" not in text] == []


def test_scenarios_are_no_rulesets() -> None:
    assert [name for name in shipped_names() if "test" in name] == []


@pytest.mark.parametrize("key, wrong, got", [
    ("winner", "0", ("1",)), ("ranking", "[0, 1]", ("1", "0")), ("next_leader", "0", ("1",)), ("turn", "0", ("1",)),
    ("counts_as", "{knights 2: goblins}", ("knights",)), ("tier", "{knights 2: 1}", ("2",)),
    ("worth", "{goblins 9: 8}", ("9",)), ("strength", "{goblins 9: 8}", ("9",)),
    ("goes", "{goblins 9: discard}", ("score.1",)),
    ("piles", "{score.1: [goblins 9]}", ("goblins:9", "knights:2")), ("piles", "{stock: 3}", ("0",)),
    ("legal", "[knights 3, goblins 1]", ("knights:3",)), ("refuses", "{knights 3: follow}", ("allowed",)),
    ("refuses", "{goblins 1: follow}", ("that card is not in hand",)),
    ("known_to", "{0: [knights 3]}", ()), ("unknown_to", "{1: [knights 3, goblins 1]}", ("goblins:1",)),
    ("phase", "recruit", ("collect",)), ("trick", "12", ("13",)), ("votes", "{goblins: 0}", ("1",)),
    ("result", "{winners: [0]}", None),
])
def test_what_comes_out_otherwise_fails(key: str, wrong: str, got: tuple[str, ...] | None) -> None:
    (failure,) = failures_of(f"{HEAD}{CHARGE}    expect: {{{key}: {wrong}}}\n")
    assert failure.want.key == key
    if key == "refuses" and failure.got is not None:
        assert failure.got[0] == (got or ("",))[0]
    else:
        assert failure.got is None if got is None else sorted(failure.got or ()) == sorted(got)


def test_every_expectation_has_such_a_case_or_is_a_law() -> None:
    (mark,) = test_what_comes_out_otherwise_fails.pytestmark  # type: ignore[attr-defined]
    assert {key for key, _, _ in mark.args[1]} | {"state", "laws"} == set(EXPECT)


def test_a_failure_names_the_rule_that_decided() -> None:
    (failure,) = failures_of(f"{HEAD}{CHARGE}    expect: {{winner: 0}}\n")
    first = failure.reasons[0]
    assert first.rule is not None
    assert (first.rule.power, first.rule.faction) == ("charge", "knights")
    assert first.rule.file.endswith("factions/claim.yaml")


def test_a_move_that_may_not_be_made_fails() -> None:
    text = f"{HEAD}    hands: {{0: [goblins 9], 1: [goblins 1, knights 2]}}\n    play: [goblins 9, knights 2]\n"
    (failure,) = failures_of(f"{text}    expect: {{winner: 0}}\n")
    assert heading(failure) == "move 2: knights 2 may not be made; legal: goblins 1"
    assert failure.reasons[0].rule is not None
    assert failure.reasons[0].rule.power == "follow"


def test_moves_are_written_in_many_ways() -> None:
    text = (
        "claimdsl-test: 1\nruleset: claim2\nscenarios:\n  one:\n    players: 3\n    phase: collect\n"
        "    hands: {0: [giants 7, seers 1], 1: [giants 1, trolls 2], 2: [giants 3, trolls 3]}\n"
        "    piles: {display.1: [gnomes 7], display.2: [gnomes 7]}\n"
        "    play: [giants:7, play giants 1, 'play giants:3', 2, any]\n"
        "    expect: {piles: {display.2: [], display.1: [gnomes:7]}, laws: kept}\n"
    )
    assert failures_of(text) == []


# --- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("body, found", [
    ("hand: {}", ("CLM901", "hand", "hands")),
    ("expect: {winer: 0}", ("CLM901", "winer", "winner")),
    ("expect: {result: {winner: [0]}}", ("CLM901", "winner", "winners")),
    ("players: 2", ("CLM902", "one", None)),
    ("expect: {ranking: 1}", ("CLM903", "1", "[1]")),
    ("expect: {winner: [1]}", ("CLM903", "[1]", None)),
    ("expect: {goes: score.1}", ("CLM903", "score.1", None)),
    ("hands: {0: goblins 9}", ("CLM903", "goblins 9", "[goblins 9]")),
    ("seed: many", ("CLM220", "many", None)),
    ("hands: {0: [gobins 9]}", ("CLM904", "gobins 9", "goblins 9")),
    ("hands: {0: [seers 9]}", ("CLM904", "seers 9", None)),
    ("hands: {2: [goblins 9]}", ("CLM904", "2", None)),
    ("piles: {scor.1: []}", ("CLM904", "scor.1", "score.1")),
    ("piles: {score: []}", ("CLM904", "score", None)),
    ("state: {trump: hearts}", ("CLM904", "trump", None)),
    ("phase: recrut", ("CLM904", "recrut", "recruit")),
    ("options: {dwarf_ti: later}", ("CLM904", "dwarf_ti", "dwarf_tie")),
    ("options: {dwarf_tie: latter}", ("CLM904", "latter", "later")),
    ("factions: [goblinz]", ("CLM904", "goblinz", "goblins")),
    ("expect: {goes: {goblins 9: skore.1}}", ("CLM904", "skore.1", "score.1")),
    ("expect: {votes: {goblinz: 1}}", ("CLM904", "goblinz", "goblins")),
    ("expect: {turn: 2}", ("CLM904", "2", None)),
    ("hands: {0: [goblins 9, goblins 9]}", ("CLM905", "goblins 9", None)),
    ("piles: {hand.0: [], score.1: []}\n    hands: {0: [goblins 1]}", ("CLM905", "hand.0", None)),
    ("deck: [goblins 9]\n    phase: collect", ("CLM905", "phase", None)),
    ("trick: 14", ("CLM905", "one", None)),
    ("hands: {0: [], 1: []}", ("CLM905", "one", None)),
    ("players: 5", ("CLM906", "5", None)),
    ("factions: [goblins]", ("CLM906", "goblins", None)),
    ("with: [no-such-file]", ("CLM906", "no-such-file", None)),
    ("with: [../../../etc/passwd]", ("CLM906", "../../../etc/passwd", None)),
])
def test_a_mistake_is_one_finding_at_its_place(body: str, found: tuple[str, str, str | None]) -> None:
    text = f"{HEAD}    {body}\n"
    if "expect" not in body and found[0] != "CLM902":
        text += "    expect: {phase: recruit}\n"
    assert findings(text) == [found]


@pytest.mark.parametrize("text, codes", [
    ("", ["CLM105"]), ("claimdsl-test: 2\nscenarios: {}\n", ["CLM902"]), ("claimdsl-test: 1\nscenarios: []\n", []),
    ("claimdsl: 1\nname: house\n", ["CLM902", "CLM901", "CLM901", "CLM902"]),
    ("claimdsl-test: 1\nruleset: base\n", ["CLM902"]), ("claimdsl-test: 1\nscenarios: {a: 1}\n", ["CLM903"]),
    ("claimdsl-test: 1\nscenarios: {a: {expect: []}}\n", ["CLM902"]), ("a: &b 1\n", ["CLM110"]),
    ("claimdsl-test: 1\nruleset: bsae\nscenarios: {a: {expect: {turn: 0}}}\n", ["CLM906"]),
    ("claimdsl-test: 1\nscenarios: {a: {expect: {turn: 0}}}\n", ["CLM906"]), ("[" * 5000, ["CLM102"]),
    ("claimdsl-test: 1\nscenarios: " + "{a: " * 200 + "}" * 200, ["CLM102"]),
    ("claimdsl-test: 1\nruleset: base\nscenarios: {a: {hands: {0: [" + "goblins 1, " * 99 + "]}}}", ["CLM902"]),
    ("claimdsl-test: 1\nruleset: base\nscenarios: {a: {seed: 99999999999, expect: {turn: 0}}}", ["CLM226"]),
])
def test_hostile_files_have_findings(text: str, codes: list[str]) -> None:
    assert sorted(code for code, _, _ in findings(text)) == sorted(codes)


# --- positions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("piles", "pack", "held"), [
    ("{}", 10, 0), ("{potions.0: [potions 3, potions 7]}", 8, 2), ("{cauldron: []}", 0, 0),
    ("{cauldron: [potions 5, potions 6]}", 2, 0), ("{cauldron: [potions 5], potions.1: []}", 1, 0),
])
def test_a_pack_holds_its_own_cards_alone(piles: str, pack: int, held: int) -> None:
    """Whatever lies elsewhere is missing there, and a pack that is named holds just what is written."""
    assert failures_of(f"""\
claimdsl-test: 1
ruleset: base
with: [factions/magic]
scenarios:
  brewing:
    factions: [goblins, knights, wizards, undead, dwarves]
    hands: {{0: [goblins 3, goblins 4], 1: [undead 1, wizards 2]}}
    piles: {piles}
    play: [goblins 3]
    expect: {{laws: kept, piles: {{cauldron: {pack}, potions.0: {held}}}}}
""") == []


@pytest.mark.parametrize("name", [name for name in shipped_names() if not name.startswith("factions/")])
def test_positions_conserve_cards_and_play_to_the_end(name: str) -> None:
    ruleset = load_ruleset(name)
    card = ruleset.game().cards[0].replace(":", " ")
    for phase in ruleset.game().phases:
        for trick in (1, 5, 13):
            text = f"claimdsl-test: 1\nruleset: {name}\nscenarios:\n  one:\n    phase: {phase}\n    trick: {trick}\n"
            file = read_scenarios("x.test.yaml", f"{text}    hands: {{1: [{card}]}}\n    expect: {{turn: 0}}".encode(),
                                  Report())
            assert file is not None
            state = Bench(covers=False).begin(file, file.scenarios[0], Report())
            assert state is not None
            assert state.pile("hand", 1) == (card.replace(" ", ":"),)
            rng = Rng(trick)
            while not state.is_over:
                assert conserved(state) == ""
                options = state.legal_actions
                state = state.apply(state.draw(rng) if state.seat == CHANCE else options[rng.below(len(options))])
            assert state.outcome is not None


# --- coverage --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped_names())
def test_a_covered_program_gives_the_same_games(name: str) -> None:
    ruleset = load_ruleset(name)
    points = set(points_of(ruleset.program))
    for players in ruleset.player_counts:
        rng = Rng(players)
        options = {option: values[rng.below(len(values))] for option, values in ruleset.options.items()}
        game, covering = ruleset.game(players, options=options), Covering()
        plain, covered = game.deal(seed=players), game.covered(covering).deal(seed=players, follow=True)
        while not plain.is_over:
            assert plain.legal_actions == covered.legal_actions
            assert plain.frame() == covered.frame()
            options_ = plain.legal_actions
            move = plain.draw(rng) if plain.seat == CHANCE else options_[rng.below(len(options_))]
            plain, covered = plain.apply(move), covered.apply(move)
        assert plain.outcome == covered.outcome
        assert covering.points() <= points
        assert len(covering.points()) > 10


def test_coverage_of_a_house_rule_is_that_of_its_own_file() -> None:
    ruleset = load_ruleset("base")
    assert coverage([(ruleset, None)], []).percent == 0
    assert len(coverage([(ruleset, None)], []).missing) == coverage([(ruleset, None)], []).total > 50
    assert coverage([(ruleset, ())], []) == Coverage(0, ())


@pytest.mark.parametrize("name", ["sea", "sun"])
def test_coverage_of_a_set_is_that_of_its_own_file(name: str) -> None:
    """One is tried with `with`, the other as a ruleset; beside both stand factions of other sets."""
    bench, report = Bench(covers=True), Report()
    path = next(path for path in FILES if path.name == f"{name}.test.yaml")
    file = read_scenarios(str(path), path.read_bytes(), report)
    assert file is not None
    run_file(file, bench, report)
    assert {point.file for point in coverage(bench.rulesets, []).missing} == {f"rulesets/factions/{name}.yaml"}
    assert coverage(bench.rulesets, bench.coverings).percent == 100


# --- the page --------------------------------------------------------------------------------------------------------


def test_the_example_of_the_page_passes_and_every_key_is_told() -> None:
    page = (Path(__file__).resolve().parent.parent / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert failures_of(example) == []
    cells = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    told = {word for cell in cells for word in re.findall(r"`(\w+)`", cell)}
    assert told == (set(SCENARIO) - {"play", "expect"}) | set(EXPECT)


# --- laws ------------------------------------------------------------------------------------------------------------


def test_random_games_keep_the_laws() -> None:
    for name in ("base", "factions/magic", "german-whist"):
        assert fuzz(load_ruleset(name), 3, 1) is None


def test_a_broken_law_is_made_small_and_printed_as_a_scenario() -> None:
    def nine(state: State) -> str:
        held = [state.pile("display", seat) for seat in range(state.game.players)]
        return "a nine lies in a display" if any("gnomes:9" in cards for cards in held) else ""

    found = fuzz(load_ruleset("claim2"), 20, 1, (Law("no nine", nine, None),))
    assert found is not None
    assert found.fault.law == "no nine"
    assert len(found.case.moves) == 2
    assert found.case.placed is not None
    text = written(found, "claim2")
    assert text.startswith("# no nine: a nine lies in a display\nclaimdsl-test: 1\nruleset: claim2\n")
    assert findings(text) == []
    report = Report()
    file = read_scenarios("x.test.yaml", text.encode(), report)
    assert file is not None
    state = Bench(covers=False).begin(file, file.scenarios[0], report)
    assert state is not None
    for move in found.case.moves:
        assert nine(state) == ""
        state = state.apply(move)
    assert nine(state)


def test_a_game_that_breaks_off_or_loses_a_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_put(binding: Binding, layout: Layout) -> dict[str, object]:
        return {**functions(binding, layout), "put": None}

    def careless(binding: Binding, layout: Layout) -> dict[str, object]:
        return {**functions(binding, layout), "put": lambda v, slot, cards: None}

    laws = []
    for broken in (without_put, careless):
        monkeypatch.setattr(kernel, "functions", broken)
        found = fuzz(load_ruleset("base"), 5, 1)
        assert found is not None
        assert len(found.case.moves) <= 3
        laws.append(found.fault.law)
    assert laws == ["a game does not break off", "cards are conserved"]


def test_a_log_that_shows_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Moved, "as_seen", lambda self, seat: self)
    found = fuzz(load_ruleset("base"), 5, 1)
    assert found is not None
    assert found.fault.law == "no seat learns what it may not"


def test_a_law_of_whole_games_is_checked_too() -> None:
    def two(states: Sequence[State]) -> str:
        return "over" if states[-1].is_over else ""

    found = fuzz(load_ruleset("base"), 1, 1, (Law("never over", None, two),))
    assert found is not None
    assert found.case.placed is None
    assert findings(written(found, "base")) == []


def test_laws_can_be_expected() -> None:
    moves = ", ".join(["any"] * 52)
    assert failures_of(f"{HEAD}    play: [{moves}]\n    expect: {{laws: kept}}\n") == []


def test_every_law_says_what_is_broken() -> None:
    state = load_ruleset("base").game().deal(seed=1)
    assert broken_law((state,), LAWS, whole=False) == ""
    twice = state.frame()
    twice[state.game.layout.piles["discard"]] = (1 << 52) - 1
    assert "2 places" in conserved(state.placed(twice))


# --- bringing files up to date ---------------------------------------------------------------------------------------


def test_new_values_stand_where_the_old_ones_stood_and_comments_stay() -> None:
    text = (
        f"{HEAD}{CHARGE}    expect:\n      winner: 0   # who\n      ranking:\n        - 0\n        - 1\n"
        "      goes: {goblins 9: score.0, knights 2: 'score.1'}\n      piles: {hand.0: 7} # left\n"
    )
    after = updated(_file(text), failures_of(text))
    assert after == (
        f"{HEAD}{CHARGE}    expect:\n      winner: 1   # who\n      ranking:\n        [1, 0]\n"
        "      goes: {goblins 9: score.1, knights 2: 'score.1'}\n      piles: {hand.0: 1} # left\n"
    )
    assert failures_of(after) == []


def test_a_comment_is_never_written_over() -> None:
    text = f"{HEAD}{CHARGE}    expect:\n      ranking:\n        - 0 # first\n        - 1\n"
    assert updated(_file(text), failures_of(text)) == text


def _file(text: str) -> ScenarioFile:
    file = read_scenarios("house.test.yaml", text.encode(), Report())
    assert file is not None
    return file


def test_every_form_of_expectation_is_known() -> None:
    assert set(EXPECT.values()) == {"one", "list", EACH}
