"""Writing scenarios: a case of a broken law as a file, and new expected values into a file that is there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from claimdsl.diagnostics.report import Report
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame
from claimdsl.engine.position import HAND, Owner, Wanted
from claimdsl.engine.ruleset import Ruleset
from claimdsl.frontend.edits import Edit, apart, applied
from claimdsl.ir.labels import spoken
from claimdsl.ir.nodes import StateSpec
from claimdsl.ir.types import Kind
from claimdsl.play.fuzz import Case, Found
from claimdsl.play.observed import ALLOWED
from claimdsl.play.scenario import FORMAT, KEPT, Failure, ScenarioFile
from claimdsl.play.scenario_file import read_scenarios

_FOR_PEOPLE = ("known_to", "unknown_to", "laws")
_PLAIN = re.compile(r"-?[A-Za-z0-9_][A-Za-z0-9_. -]*")


def updated(file: ScenarioFile, failures: Iterable[Failure]) -> str:
    """Give the text of a file with what came out in place of what was expected; it is a file of scenarios again."""
    edits = (
        Edit(failure.want.span.start, failure.want.span.end, _value(failure.got, failure.want.is_list))
        for failure in failures if failure.got is not None and not why_left(failure)
    )
    text, report = applied(file.source.text, apart(edits)), Report()
    again = read_scenarios(file.source.name, text.encode(), report)
    return file.source.text if again is None or report.has_errors else text


def why_left(failure: Failure) -> str:
    """Say why no new expected value is written: there is none, or only people can; "" where one is."""
    want = failure.want
    if failure.got is None:
        return "there is no value to write"
    if want.key in _FOR_PEOPLE or (want.key == "refuses" and failure.got[0] == ALLOWED):
        return "either this or the rules are wrong, and only you can know which"
    return "a comment stands within, which would be lost" if "#" in want.span.text else ""


def _value(words: tuple[str, ...], is_list: bool) -> str:
    texts = [word(text) for text in words]
    return f"[{', '.join(texts)}]" if is_list else texts[0]


def word(text: str) -> str:
    """Write a word so that YAML reads it as one.

    >>> word("goblins:7"), word("no, it is not")
    ('goblins 7', '"no, it is not"')
    """
    text = spoken(text)
    return text if _PLAIN.fullmatch(text) else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def written(found: Found, reference: str, tweaks: tuple[str, ...] = ()) -> str:
    """Write a broken law as a file of one scenario."""
    return "\n".join(_lines(found, reference, tweaks)) + "\n"


def _lines(found: Found, reference: str, tweaks: tuple[str, ...]) -> Iterator[str]:
    case, ruleset = found.case, found.ruleset
    yield f"# {found.fault.law}: {found.fault.text}"
    yield f"{FORMAT}: 1"
    yield f"ruleset: {word(reference)}"
    if tweaks:
        yield f"with: [{', '.join(word(tweak) for tweak in tweaks)}]"
    yield "scenarios:"
    yield "  broken-law:"
    yield f"    description: {word(found.fault.law)}"
    yield f"    players: {case.players}"
    if case.factions != ruleset.default_factions(case.players):
        yield f"    factions: [{', '.join(case.factions)}]"
    other = {name: value for name, value in case.options.items() if value != ruleset.options[name][0]}
    if other:
        yield f"    options: {{{', '.join(f'{name}: {value}' for name, value in other.items())}}}"
    yield f"    seed: {case.seed}"
    if case.placed is not None:
        yield from _placed(ruleset, case, case.placed)
    yield f"    play: {_value(case.moves, True)}"
    yield f"    expect: {{laws: {KEPT}}}"


def _placed(ruleset: Ruleset, case: Case, wanted: Wanted) -> Iterator[str]:
    game = ruleset.game(case.players, case.factions, case.options)
    fresh = game.layout.fresh()
    yield f"    leader: {wanted.leader}"
    yield f"    phase: {wanted.phase}"
    yield f"    trick: {wanted.trick}"
    yield "    hands:"
    for (pile, owner), cards in wanted.piles.items():
        if pile == HAND:
            yield f"      {owner}: {_value(cards, True)}"
    others = [(place, cards) for place, cards in wanted.piles.items() if place[0] != HAND]
    if others:
        yield "    piles:"
        for (pile, owner), cards in others:
            yield f"      {_place(pile, owner)}: {_value(cards, True)}"
    states = dict(_states(game, fresh, wanted))
    if states:
        yield f"    state: {{{', '.join(f'{name}: {value}' for name, value in states.items())}}}"


def _place(pile: str, owner: Owner) -> str:
    return pile if owner is None else f"{pile}.{spoken(str(owner))}"


def _states(game: Game, fresh: Frame, wanted: Wanted) -> Iterator[tuple[str, str]]:
    specs = {spec.name: spec for spec in game.binding.states}
    for (name, owner), value in wanted.states.items():
        if fresh[game.layout.states[name] + (owner or 0)] != value:
            yield _place(name, owner), _state_word(game, specs[name], value)


def _state_word(game: Game, spec: StateSpec, value: int) -> str:
    match spec.type.kind:
        case Kind.BOOL:
            return "true" if value else "false"
        case Kind.FACTION:
            return game.faction_names[value] if value >= 0 else "nothing"
        case Kind.PLAYER:
            return str(value) if value >= 0 else "nothing"
        case _:
            return str(value)
