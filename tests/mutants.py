"""Engines, checkers and rulesets that are broken on purpose; each must fail the tests that are named beside it.

    python tests/mutants.py             list them
    python tests/mutants.py NAME...     break a copy of the tree, run its tests, and exit 0 if they failed (caught),
                                        1 if they passed (survived), 2 if the mutant is unknown or no longer applies
    python tests/mutants.py all         every one, in turn
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import mutants_native, mutants_work

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("claimdsl", "grammar", "rulesets", "tests", "pyproject.toml")


class DoesNotApplyError(Exception):
    """The text that a mutant replaces is not there, or not once."""


@dataclass(frozen=True)
class Mutant:
    """One fault: `old` becomes `new` in the one file, or the one of a folder, that has it; the tests must notice."""

    name: str
    what: str
    place: str
    old: str
    new: str
    tests: tuple[str, ...]


LAWS = "tests/test_laws.py::"
SHIPPED = LAWS + "test_laws_of_shipped_rulesets"
SWAPS = LAWS + "test_exchanging_what_a_seat_cannot_know_changes_nothing"
HARD = LAWS + "test_laws_of_hard_factions"
ENDINGS = "tests/test_endings.py::"
HOUSE = "tests/test_house_rules.py::"
WORTH = "tests/test_worth.py::"
QUICK = "tests/test_batch.py::test_the_quick_program_plays_the_same_games"
NOTIONS = "tests/test_notions.py::test_the_scenarios_of_a_notion_pass"
SHORTCUTS = "tests/test_solver_powers.py::test_core_powers"
SETS = "tests/test_conditions.py::test_the_cards_of_a_set_are_those_that_meet_the_condition"
GAMES = "tests/test_conformance.py::test_games_replay_to_the_same_trace"

MUTANTS = (
    *(Mutant(*row) for row in (*mutants_native.ROWS, *mutants_work.ROWS)),
    Mutant(
        "tie-to-the-later-play", "equal cards rank by the later play", "claimdsl/engine",
        "(v[tier], v[strength]) < (v[tier + 1]", "(v[tier], v[strength]) <= (v[tier + 1]",
        (SHIPPED + "[claim2]", ENDINGS + "test_second_place"),
    ),
    Mutant(
        "dwarves-to-the-winner", "Dwarves go to whoever wins", "rulesets/factions/claim.yaml",
        "goes_to: loser.score", "goes_to: winner.score", (ENDINGS + "test_who_receives_dwarves",),
    ),
    Mutant(
        "deck-is-a-prize", "the looked-at card of the stock is one option with an equal prize",
        "claimdsl/engine", "return playable(mask & ~runtime.union(unseen)) + tuple(unseen)",
        "return playable(mask)", (GAMES + "[claim-seer-equal]",),
    ),
    Mutant(
        "unseen-is-seen", "a card moved unseen is known to all who see the pile", "claimdsl/engine",
        "if named or target.seen >> seat & 1 and not unseen:", "if named or target.seen >> seat & 1:",
        (LAWS + "test_a_seat_is_told_nothing_that_it_has_not_seen",),
    ),
    Mutant(
        "void-is-no-excuse", "a player who cannot follow may still not choose freely", "rulesets/base.yaml",
        "may_play: leading or card.faction == led or void", "may_play: leading or card.faction == led",
        (GAMES + "[claim-2-players]",),
    ),
    Mutant(
        "tie-stops-at-the-first-card", "a faction's tie is broken by the highest card alone", "rulesets/base.yaml",
        "values: if faction_tie == cascade then", "values: if faction_tie != cascade then",
        (ENDINGS + "test_constructed_endings", ENDINGS + "test_equal_highest_cards_of_a_faction"),
    ),
    Mutant(
        "two-votes-are-three", "victory by three votes takes two", "rulesets/base.yaml",
        "victory == three and side.votes < 3", "victory == three and side.votes < 2",
        (ENDINGS + "test_constructed_endings",),
    ),
    Mutant(
        "sweep-takes-all", "the sweep takes this trick's Trolls too", "rulesets/factions/claim2.yaml",
        "move filter(c in middle, not (c in trick)) to winner.score", "move middle to winner.score",
        (ENDINGS + "test_trolls_of_the_middle",),
    ),
    Mutant(
        "checker-lets-peek", "a hook may read what its asker cannot see", "claimdsl/semantics",
        "    if found is not None:\n        report(checked, found, findings)",
        "    if found is None:\n        report(checked, found, findings)",
        (HOUSE + "test_what_cannot_be_played_is_refused",),
    ),
    Mutant(
        "checker-cannot-count", "a deck of 50 cards is fine for two players", "claimdsl/semantics",
        "return self.need.cards - sum(sizes[name] for name in self.names)",
        "return (self.need.cards - sum(sizes[name] for name in self.names)) // 3",
        (HOUSE + "test_what_cannot_be_played_is_refused",),
    ),
    Mutant(
        "stand-in-makes-no-room", "a faction that stands in for a pair plays with as many as a pair does",
        "claimdsl/ir/facts.py", "return free + sum(len(group) == 1 for group in groups)", "return free",
        ("tests/test_line_ups.py::test_twelve_cards_stand_in_for_a_pair_with_one_free_faction_more",),
    ),
    Mutant(
        "clash-goes-unseen", "the second of two house rules wins silently", "claimdsl/semantics",
        "if rival is not None:", "if rival is None and rival is not None:", (HOUSE + "test_two_house_rules_clash",),
    ),
    Mutant(
        "card-stays-behind", "a moved card lies where it came from too", "claimdsl/engine",
        'self._writer.line(f"v[{slot}] &= ~m")', 'self._writer.line(f"v[{slot}] &= ~0")',
        (SHIPPED + "[base]",),
    ),
    Mutant(
        "observation-leaks", "a seat is shown every card", "claimdsl/engine",
        "self._traced().known[seat], self.seat == seat", "self.game.binding.all_cards, self.seat == seat", (SWAPS,),
    ),
    Mutant(
        "log-is-not-masked", "what a seat has seen is told with all that it has not seen", "claimdsl/engine",
        "return repr(event.as_seen(seat))", "return repr(event)", (SWAPS,),
    ),
    Mutant(
        "hands-leak-by-order", "a seat is shown hidden cards by their number in the deck", "claimdsl/engine",
        "self._traced().known[seat], self.seat == seat",
        "self._traced().known[seat] | (self.game.binding.all_cards & 1 << len(self._steps())), self.seat == seat",
        (SWAPS,),
    ),
    Mutant(
        "equal-cards-differ", "a seat is told which of two equal cards was played", "claimdsl/engine",
        "found |= alike & -alike", "found |= 0", (SHIPPED + "[claim2]", HARD + "[magic-druids]"),
    ),
    Mutant(
        "choice-of-hidden-card-shows", "all see which card was led face down", "claimdsl/engine",
        "and not game.hides_plays", "", (LAWS + "test_a_card_led_face_down_could_be_any_of_its_faction",),
    ),
    Mutant(
        "order-of-a-set", "the line-up is kept in whatever order a set has", "claimdsl/engine",
        "return tuple(faction.name for faction in program.factions if faction.name in factions)",
        "return tuple({faction.name for faction in program.factions if faction.name in factions})",
        (LAWS + "test_the_same_bytes_whatever_the_hash_seed",),
    ),
    Mutant(
        "voids-are-ignored", "a sampled hand may hold cards that it would have had to follow with",
        "claimdsl/engine/evidence.py", "if barred and place.spots:", "if barred and place.spots and time < 0:",
        ("tests/test_determinize.py::test_no_deal_is_dropped",),
    ),
    Mutant(
        "equal-cards-count-twice", "a deal is drawn the more often, the more equal cards may be the one that was seen",
        "claimdsl/engine/matching.py", "if same == least or below(rng, same) < least:", "if same >= least:",
        ("tests/test_determinize.py::test_every_history_is_drawn_as_often_as_it_should_be",),
    ),
    Mutant(
        "stop-goes-on", "a loop that has stopped goes on", "claimdsl/engine/effects.py",
        'self._writer.line("break")', 'self._writer.line("pass")', (NOTIONS + "[toll]",),
    ),
    Mutant(
        "draw-from-everything", "chance always takes the first card of a list", "claimdsl/engine/effects.py",
        "f'v[{at.POOL}]'", "f'(v[{at.POOL}] & -v[{at.POOL}])'", (NOTIONS + "[lottery]",),
    ),
    Mutant(
        "unequal-piles-draw-alike", "a card drawn from two piles is thought as likely whatever else lies there",
        "claimdsl/engine", "return min(game.binding.copies[code].bit_count(), pool.bit_count())", "return 0",
        ("tests/test_determinize.py::test_every_history_is_drawn_as_often_as_it_should_be",),
    ),
    Mutant(
        "called-unheard", "who gives up a card that all have heard named is not told", "claimdsl/engine/tracer.py",
        "if named or target.seen", "if target.seen", (NOTIONS + "[fakes]",),
    ),
    Mutant(
        "the-first-holds-all", "every vote that is decided is said to be of the first side", "claimdsl/engine/votes.py",
        "side = self.vote(v, faction, self.held(v)).side", "side = self.vote(v, faction, self.held(v)).side and 0",
        (NOTIONS + "[laurels]",),
    ),
    Mutant(
        "one-trick-more", "a phase has a trick more than is stated", "claimdsl/engine",
        ">= {most_tricks(self.folder, phase)}", "> {most_tricks(self.folder, phase)}",
        (SHIPPED + "[base]", SHIPPED + "[german-whist]"),
    ),
    Mutant(
        "worth-of-no-moment", "while cards are played, worth is read where only the ranking writes it",
        "claimdsl/engine/grading.py", 'return self.ranked if self._is_plain else f"worth_{self._number}(v, {{}})"',
        "return self.ranked", (WORTH + "test_on_play_reads_what_a_card_is_worth_now",),
    ),
    Mutant(
        "worth-is-only-printed", "what powers add to a card's number is left out", "claimdsl/engine/grading.py",
        "return is_base(value)", "return True", (WORTH + "test_strength_is_worth_where_the_table_says_so",),
    ),
    Mutant(
        "worth-costs-nothing", "what it takes to say what a card is worth is not counted", "claimdsl/semantics/cost.py",
        "live = self._worth if is_worth(node) else self._face_down", "live = self._face_down",
        (WORTH + "test_the_cost_of_worth_counts_where_it_is_worked_out",),
    ),
    Mutant(
        "quick-draws-when-forced", "a quick game draws where there is nothing to choose",
        "claimdsl/engine/random_flow.py", '"if n > 1:"', '"if n:"', (QUICK + "[base-2]",),
    ),
    Mutant(
        "quick-goes-too-soon", "a quick game lets cards go before it is known where all of them go",
        "claimdsl/engine/random_flow.py", "return not any(map(_looks, every(iter(asked))))", "return True",
        ("tests/test_batch.py::test_where_a_card_goes_may_hang_on_what_lies_there",),
    ),
    Mutant(
        "two-cards-are-one", "a condition within a condition on all cards asks about the same card",
        "claimdsl/engine/conditions.py", "isinstance(expr, ir.Local) and expr.id == local.id",
        "isinstance(expr, ir.Local)",
        ("tests/test_conditions.py::test_a_condition_within_a_condition_is_asked_of_another_card",),
    ),
    Mutant(
        "others-meet-it-too", "where a condition on a card decides between two, the second counts for all cards",
        "claimdsl/engine/conditions.py", "self._together([self._others(over), no], True)", "no", (SETS,),
    ),
    Mutant(
        "conditions-are-not-turned-round", "a number that stands before a card's value is compared as if behind it",
        "claimdsl/engine/conditions.py", "left, right, operator = right, left, FLIPPED[operator]",
        "left, right = right, left", (SETS,),
    ),
    Mutant(
        "conditions-have-no-order", "a list behind a condition is run through as the deck lies",
        "claimdsl/engine/sequence.py", "return any(has_order(arm, ordered) for arm in arms)", "return False",
        ("tests/test_order.py",),
    ),
    Mutant(
        "nothing-is-never-set", "a state that is set to nothing keeps its value", "claimdsl/engine/changes.py",
        " and not takes_nothing else []", " else []", ("tests/test_states.py",),
    ),
    Mutant(
        "all-lies-open", "no play is ever said to lie face down", "claimdsl/engine/fold.py",
        "or may_be_absent(expr) or self._hides", "or may_be_absent(expr)",
        ("tests/test_face_down.py::test_a_rule_asks_whether_a_play_lies_face_down",),
    ),
    Mutant(
        "led-card-tells-nothing", "of equal cards one answers for all, though the card that was led tells them apart",
        "claimdsl/native", """{plan.cell("%pos", "%leader", "%others")}""",
        """{plan.cell("%pos", "%leader", "%all_others")}
  %led_bit = shl i64 1, %card0
  %others = xor i64 %all_others, %led_bit""",
        (SHORTCUTS,),
    ),
    Mutant(
        "equal-cards-are-reduced-too-far",
        "a card is passed over for one like it, though cards that are left tell them apart",
        "claimdsl/native", '{_link(plan, "%chain", "%others")}', '{_link(plan, "%chain", "0")}', (SHORTCUTS,),
    ),
    Mutant(
        "scored-cards-change-nothing", "moments that differ by what was scored are one, though tricks depend on it",
        "claimdsl/native", "for place in scored if exact or tricks.sees_scored]", "for place in scored if exact]",
        ("tests/test_solver_powers.py::test_powers_of_a_set[maps-unicorns]",),
    ),
    Mutant(
        "all-of-a-faction-are-alike", "cards that others tell apart are taken for equal", "claimdsl/native",
        '{_link(plan, "%alike", "%other")}', '{_link(plan, "%alike", "0")}', (SHORTCUTS,),
    ),
    Mutant(
        "led-on-without-the-lead", "cards are led one after the other by who has lost the lead", "claimdsl/native",
        "  %runs = and i1 %on, %led.held\n", "  %runs = and i1 %led.held, %led.held\n", (SHORTCUTS,),
    ),
    Mutant(
        "held-for-certain-if-led", "a card counts as won that is lost as an answer", "claimdsl/native",
        '{_unless("d", _TAKERS, "%card1", "%card0", "%answer.held")}',
        '{_unless("d", _TAKERS, "%card1", "%card0", "true")}', (SHORTCUTS,),
    ),
    Mutant(
        "led-against-the-rules", "cards that may not be led count as won", "claimdsl/native",
        "lane.chance.legal == lane.frame.hands[:1]", "bool(lane.chance.legal)",
        ("tests/test_solver.py::test_what_a_table_adds_is_not_left_out[not led]",),
    ),
    Mutant(
        "piles-tell-nothing", "cards are alike though what lies in a pile says where they go", "claimdsl/native",
        """            return hook == "may_play" and pile == "hand"\n""", "            return True\n",
        ("tests/test_solver.py::test_what_a_table_adds_is_not_left_out[by what was scored]",),
    ),
    Mutant(
        "highest-card-decides-nothing", "equal counts of a faction are not told apart by its highest card",
        "claimdsl/native", "if not values or fixed and len(values) % 2:", "if not values or fixed:", (SHORTCUTS,),
    ),
    Mutant(
        "table-asks-too-little", "of several refutations the table keeps what the easiest needs", "claimdsl/native",
        "%found = select <{n} x i1> %first, {v} %a, {v} %b", "%found = select <{n} x i1> %first, {v} %b, {v} %a",
        (SHORTCUTS,),
    ),
    Mutant(
        "table-answers-at-once", "an answer in the table holds for whoever has less than it needs", "claimdsl/native",
        "  %more = select i1 %yes, {v} %s, {v} %row\n", "  %more = select i1 %yes, {v} %row, {v} %row\n",
        (SHORTCUTS,),
    ),
)


def find(name: str) -> Mutant | None:
    """Find a mutant by name."""
    return next((mutant for mutant in MUTANTS if mutant.name == name), None)


def broken(mutant: Mutant) -> tuple[Path, str]:
    """Give the mutant's file, as a path within the tree, and its text with the fault in it.

    Raises: DoesNotApplyError where the text is not there, or not once.
    """
    place = ROOT / mutant.place
    texts = {path: path.read_text(encoding="utf-8") for path in (place.glob("*.py") if place.is_dir() else [place])}
    found = [(path, text) for path, text in texts.items() for _ in range(text.count(mutant.old))]
    if len(found) != 1:
        raise DoesNotApplyError(f"{mutant.place} has {mutant.old!r} {len(found)} times")
    path, text = found[0]
    return path.relative_to(ROOT), text.replace(mutant.old, mutant.new)


def run(mutant: Mutant) -> tuple[bool, str]:
    """Run a mutant's tests on a broken copy of the tree; say whether they noticed, and what pytest wrote.

    Raises: DoesNotApplyError where the mutant's text is gone, or its tests cannot be run at all.
    """
    file, text = broken(mutant)
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        copy = Path(folder) / "tree"
        _copy(copy)
        (copy / file).write_text(text, encoding="utf-8")
        return _tested(copy, mutant.tests)


def _copy(target: Path) -> None:
    target.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, target / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, target / part)


def _tested(tree: Path, tests: tuple[str, ...]) -> tuple[bool, str]:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    place = {"PYTHONPATH": str(tree), "CLAIMDSL_CACHE": str(tree / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=tree, env=os.environ | place, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise DoesNotApplyError(f"the tests cannot be run:\n{done.stdout}{done.stderr}")
    return done.returncode == 1, done.stdout


def main(names: list[str]) -> int:
    """Run the command line."""
    if not names:
        for mutant in MUTANTS:
            print(f"{mutant.name:28} {mutant.what}")
        return 0
    status = 0
    for name in [mutant.name for mutant in MUTANTS] if names == ["all"] else names:
        found = find(name)
        if found is None:
            print(f"no mutant is called '{name}'; `make mutant` lists them", file=sys.stderr)
            return 2
        status = max(status, _judge(found))
    return status


def _judge(mutant: Mutant) -> int:
    try:
        caught, output = run(mutant)
    except DoesNotApplyError as error:
        print(f"{mutant.name}: does not apply: {error}", file=sys.stderr)
        return 2
    failed = [line for line in output.splitlines() if line.startswith("FAILED")]
    print(f"{mutant.name}: " + (f"caught by {failed[0][7:] if failed else 'an error'}" if caught else "SURVIVED"))
    return 0 if caught else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
