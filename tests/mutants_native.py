"""Faults of the native printer, for `tests.mutants`: name, what is wrong, where, the text, what it becomes, tests."""

from __future__ import annotations

NATIVE = "tests/test_native.py::"
ALIKE = NATIVE + "test_native_games_are_those_of_the_python_engine"
TREE = "tests/test_tree.py::"
STATES = "tests/test_native_states.py::"
PLAYED_ON = TREE + "test_games_that_are_played_on_are_those_of_the_python_engine"

HOUSE = NATIVE + "test_house_rules_are_played_alike"

ROWS = (
    (
        "native-no-rule-ends-a-phase", "native: no rule ends a phase", "claimdsl/native/ending.py",
        'self._chains.one("ends", self._live(scope), NOTHING)', "0", (HOUSE + "[early]",),
    ),
    (
        "solver-what-rules-see-is-nothing", "the solver: piles that rules look into need not be known",
        "claimdsl/ai/perfect.py", "counting = looked_into(state) if doubts else frozenset()", "counting = _PLAYED",
        ("tests/test_perfect.py::test_what_a_rule_may_still_look_at_must_be_known",),
    ),
    (
        "native-values-off-by-one", "native: cards are held against a number that is one too high",
        "claimdsl/native/sets.py", "asm.add(bound, 1)", "asm.add(bound, 2)", (HOUSE + "[within]", HOUSE + "[lowest]"),
    ),
    (
        "native-tie-to-the-later-play", "native: equal cards rank by the later play", "claimdsl/native/ranking.py",
        'asm.compare(">", keys[1], keys[0])', 'asm.compare(">=", keys[1], keys[0])',
        (ALIKE + "[claim2-2-4]",),
    ),
    (
        "native-wrong-card-without-bmi", "native: the portable path finds another card of a hand",
        "claimdsl/native/chance.py", "%less = and i64 %rest, %minus", "%less = or i64 %rest, %minus",
        (ALIKE + "[base-2-1-plain]",),
    ),
    (
        "native-equal-cards-differ", "native: each of two equal cards may be drawn", "claimdsl/native/chance.py",
        "return asm.both(less, sum(self._groups), MASK)", "return 0", (ALIKE + "[base-2-4]",),
    ),
    (
        "native-equal-cards-of-one-kind-differ", "native: each of the cards that alone are equal may be drawn",
        "claimdsl/native/chance.py", "found = asm.either(asm.without(found, group), first, MASK)",
        "found = asm.either(found, first, MASK)",
        ("tests/test_native_shortcuts.py::test_of_the_only_equal_cards_one_is_drawn",),
    ),
    (
        "native-taken-twice", "native: a card that something has taken away is taken too", "claimdsl/native/taking.py",
        "return asm.fixed(self._has_gone(before, self._places_of(due, hidden), hidden), BOOL)", "return 0",
        (NATIVE + "test_house_rules_are_played_alike[taken]",),
    ),
    (
        "native-pile-stays-as-long", "native: a card taken out of the middle of a pile leaves another one twice",
        "claimdsl/native/frame.py", "        self.put(key, to.read())", "        self.put(key, top)",
        (ALIKE + "[base-fire-2-tricksters-1]",),
    ),
    (
        "native-stock-never-dry", "native: nobody notices that the stock has run dry", "claimdsl/native/module.py",
        'asm.compare("<", frame.remaining(DECK_PILE), 0)', 'asm.compare("<", frame.remaining(DECK_PILE), -999)',
        (NATIVE + "test_games_in_which_hands_or_the_stock_run_out_are_left_to_python",),
    ),
    (
        "native-hands-never-empty", "native: nobody notices that a hand is empty", "claimdsl/native/module.py",
        "asm.either(frame.get(FAULT), asm.widen(wrong), NUM)", "frame.get(FAULT)",
        (NATIVE + "test_games_in_which_hands_or_the_stock_run_out_are_left_to_python",),
    ),
    (
        "native-prizes-forgotten", "native: prizes laid out at the start are not there", "claimdsl/native/sizes.py",
        'rule.hook not in ("before_trick", "at_end")', 'rule.hook not in ("before_trick", "at_end", "at_start")',
        (ALIKE + "[german-whist-2-4]",),
    ),
    (
        "native-keys-run-together", "native: what is counted runs into what comes after it",
        "claimdsl/native/keys.py", "asm.times(high, 1 << below)", "asm.times(high, 1 << below - 1)",
        (ALIKE + "[base-2-4]",),
    ),
    (
        "native-a-number-lost", "native: the first number after the shuffle is passed over",
        "claimdsl/native/stream.py", "GOLD * (1 + passed + step)", "GOLD * (2 + passed + step)",
        (ALIKE + "[base-2-4]",),
    ),
    (
        "native-second-word", "native: the second word of a hand begins too early", "claimdsl/native/chance.py",
        'f"lshr i64 {first.text}, {before.text}"', 'f"lshr i64 {first.text}, 3"', (ALIKE + "[base-3-2]",),
    ),
    (
        "native-both-have-the-vote", "native: sides that are alike both have a vote", "claimdsl/native/scoring.py",
        'asm.compare(">", mine, theirs)', 'asm.compare(">=", mine, theirs)',
        (ALIKE + "[base-2-4]",),
    ),
    (
        "native-greedy-takes-the-last", "native: of equal cards greedy takes the last", "claimdsl/native/greedy.py",
        'better = asm.fixed(asm.compare(">", value, old), "bool")',
        'better = asm.fixed(asm.compare(">=", value, old), "bool")', (NATIVE + "test_greedy_is_greedy",),
    ),
    (
        "tree-trick-begun-again", "tree: what precedes a trick is done again where a search begins",
        "claimdsl/native/tree_phase.py", 'goes_on = self.asm.compare("==", self.frame.get(RESUMES), 0)', "goes_on = 1",
        (PLAYED_ON + "[base-2]",),
    ),
    (
        "tree-hand-not-given-back", "tree: the plays of a trick are not taken back into the hands",
        "claimdsl/native/tree_worlds.py", "v[hand + seat] = number(v, hand + seat) | 1 << card", "pass",
        (PLAYED_ON + "[base-2]",),
    ),
    (
        "tree-hidden-card-told", "tree: the unseen card that was taken stands in the script by its number",
        "claimdsl/native/tree_worlds.py", "return OTHER if is_take and", "return OTHER if not is_take and",
        (PLAYED_ON + "[claim2-3]",),
    ),
    (
        "tree-one-payoff", "tree: every edge learns what the first side gets", "claimdsl/native/tree_edges.py",
        'step.write(1, Row(asm, "@sides").read(seat))', "step.write(1, 0)",
        (TREE + "test_an_open_ending_is_played_as_it_is_best_played",),
    ),
    (
        "tree-seldom-tried-is-worse", "tree: what was seldom tried is avoided", "claimdsl/native/tree_edges.py",
        'f"fadd double {mean.text}', 'f"fsub double {mean.text}',
        (TREE + "test_an_open_ending_is_played_as_it_is_best_played",),
    ),
    (
        "tree-first-world-only", "tree: only the first world is played", "claimdsl/native/tree_module.py",
        'f"urem i64 {done.text}, {self._x.read(\'worlds\').text}"', 'f"urem i64 {done.text}, 1"',
        (TREE + "test_worlds_take_turns",),
    ),
    (
        "tree-shared-is-won", "tree: a shared game is a game won", "claimdsl/native/tree_module.py",
        "_FOR_RESULT // max(one, 1) for one", "_FOR_RESULT for one", (PLAYED_ON,),
    ),
    (
        "states-script-goes-on", "states: the answers of a trick are given in the next one, too",
        "claimdsl/native/step_phase.py", "for place, value in ((1, 0), (2,", "for place, value in ((1, 1), (2,",
        (STATES + "test_native_states_are_those_of_the_python_engine[base-2]",),
    ),
    (
        "states-any-card-is-an-option", "states: a card that may not be played is played",
        "claimdsl/native/step_phase.py", "asm.either(named, passes)", "asm.either(there, passes)",
        (STATES + "test_numbers_that_are_no_options_are_refused",),
    ),
    (
        "states-play-for-take", "states: what is said to one question is taken for an answer to another",
        "claimdsl/native/step_module.py", 'self._leave(row, asm.compare("!=", decision, asked), rows.ILLEGAL)', "pass",
        (STATES + "test_actions_of_another_decision_are_refused",),
    ),
    (
        "states-never-left-to-python", "states: nobody notices that hands or the stock run out",
        "claimdsl/native/step_module.py", "with behind(asm, wrong):", "with behind(asm, asm.both(wrong, 0)):",
        (STATES + "test_what_native_code_cannot_play_goes_on_in_python[dry]",),
    ),
    (
        "states-frame-of-another-branch", "states: a frame is kept for a state that goes on otherwise",
        "claimdsl/native/states.py", "if near is not None and near[0] is past:", "if near is not None:",
        (STATES + "test_a_frame_is_worked_out_from_the_deal_or_an_older_one",),
    ),
)
