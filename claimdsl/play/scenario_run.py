"""Running a scenario: its moves, then each expectation against what came out."""

from __future__ import annotations

import time
from collections.abc import Callable

from claimdsl.diagnostics.errors import IllegalActionError
from claimdsl.diagnostics.report import Report
from claimdsl.engine.action import Action
from claimdsl.engine.game import Game
from claimdsl.engine.state import State
from claimdsl.ir.labels import is_card, spoken
from claimdsl.play.observed import After, move_of, observe
from claimdsl.play.reasons import reasons
from claimdsl.play.scenario import ANY, Failure, Reason, Result, Scenario, ScenarioFile, Want, Word
from claimdsl.play.scenario_setup import Bench
from claimdsl.play.scenario_words import card_name

_UNORDERED = ("legal", "piles", "known_to", "unknown_to")
_CARDS = ("legal", "piles", "known_to", "unknown_to")
MOVES = "play"


def run_file(
    file: ScenarioFile, bench: Bench, report: Report, wanted: Callable[[str], bool] = lambda name: True,
) -> list[Result]:
    """Run the scenarios of a file whose names are wanted; one that cannot be set up is reported and left out."""
    results = []
    for scenario in file.scenarios:
        if not wanted(scenario.name.text):
            continue
        began = time.perf_counter()
        state = bench.begin(file, scenario, report)
        if state is not None:
            failures = run_scenario(scenario, state)
            results.append(Result(file.source.name, scenario, failures, time.perf_counter() - began))
    return results


def run_scenario(scenario: Scenario, start: State) -> tuple[Failure, ...]:
    """Play the moves of a scenario and give what came out otherwise than expected."""
    state, states = start, [start]
    for number, word in enumerate(scenario.play, start=1):
        action = find(state, word.text)
        if action is None:
            return (_illegal(state, word, number),)
        try:
            state = state.apply(action)
        except IllegalActionError:
            return (_illegal(state, word, number),)
        states.append(state)
    after = After(start, state, state.events, tuple(states), not scenario.is_placed)
    judged = (_judge(after, want) for want in scenario.wants)
    return tuple(failure for failure in judged if failure is not None)


def find(state: State, text: str) -> Action | None:
    """Find the legal action that a word of a scenario means: a whole move, a bare card, a bare word, a seat, or any."""
    legal = state.legal_actions
    if text == ANY and legal:
        return legal[0]
    verb, _, option = text.partition(" ")
    names = {card_name(text, state.game), f"{verb} {card_name(option, state.game)}".strip()}
    whole = next((action for action in legal if str(action) in names), None)
    return whole or next((action for action in legal if action.option in names and action.option), None)


def _illegal(state: State, word: Word, number: int) -> Failure:
    legal = [action.option if action.verb == MOVES else str(action) for action in state.legal_actions]
    ruling = state.refusal(move_of(state, word.text))
    want = Want(MOVES, Word(f"move {number}", word.span), (word,), False, word.span)
    reasons_ = () if ruling.rule is None else (Reason(f"{word.text}: {ruling.text}", ruling.rule),)
    note = f"legal: {', '.join(map(spoken, legal))}" if legal else "the game is over"
    return Failure(want, (word.text,), None, note, reasons_)


def _judge(after: After, want: Want) -> Failure | None:
    expected = tuple(_normal(want, word.text, after.state.game) for word in want.values)
    got, note = observe(after, want)
    if got is not None and _alike(want, expected, got):
        return None
    return Failure(want, expected, got, note, tuple(reasons(after, want, expected, got or ())))


def _normal(want: Want, text: str, game: Game) -> str:
    if want.key == "goes":
        pile, point, owner = text.partition(".")
        return pile + point + card_name(owner, game)
    if want.key in _CARDS:
        verb, _, option = text.partition(" ")
        name = card_name(text, game)
        return name if is_card(name) else f"{verb} {card_name(option, game)}".strip()
    return text


def _alike(want: Want, expected: tuple[str, ...], got: tuple[str, ...]) -> bool:
    if want.key == "refuses":
        return expected[0] == got[0] or (got[0] != "allowed" and expected[0] in got[1:][0])
    if want.key in _UNORDERED or (want.key == "result" and want.of is not None and want.of.text == "winners"):
        return sorted(expected) == sorted(got)
    return expected == got
