"""What is legal but surely not meant: what nothing reads, and effects that are never reached."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.semantics.findings import Findings

_CODES = {"pile": "CLM801", "term": "CLM802", "option": "CLM803", "state": "CLM804"}


def check(ruleset: syntax.Ruleset, used: frozenset[tuple[str, str]], findings: Findings) -> None:
    """Look for what no rule uses, in the ruleset's own file: what it inherits is its parents'.  Reports: warnings.

    The terms of a ruleset that extends no other are there for those that extend it.
    """
    own = ruleset.span.source.name
    extends = any(phase.span.source.name != own for phase in ruleset.phases)
    offered = frozenset() if extends else {term.span for term in ruleset.terms}
    for noun, key, name, span in _declared(ruleset):
        if (noun, key) not in used and span.source.name == own and span not in offered:
            findings.warning(_CODES[noun], f"{noun} '{name}' is never used", span)
    for block in _blocks(ruleset):
        for effect in _never_reached(block.effects):
            if effect.span.source.name == ruleset.span.source.name:
                findings.warning("CLM812", "this is never done: the loop has stopped by then", effect.span)


def _blocks(ruleset: syntax.Ruleset) -> Iterator[syntax.Block]:
    for powers in (ruleset.rules, *(faction.powers for faction in ruleset.factions)):
        yield from (hook.block for power in powers for hook in power.hooks if hook.block is not None)


def _never_reached(effects: tuple[syntax.Effect, ...]) -> Iterator[syntax.Effect]:
    """Run through the first effect of each block that stands behind a stop."""
    stopped = False
    for effect in effects:
        if stopped:
            yield effect
            return
        stopped = _stops(effect)
        match effect:
            case syntax.If(yes=yes, no=no):
                yield from _never_reached(yes)
                yield from _never_reached(no)
            case syntax.For(body=body):
                yield from _never_reached(body)
            case _:
                pass


def _stops(effect: syntax.Effect) -> bool:
    match effect:
        case syntax.Stop():
            return True
        case syntax.If(yes=yes, no=no):
            return any(map(_stops, yes)) and any(map(_stops, no))
        case _:
            return False


def built_in_uses(ruleset: syntax.Ruleset) -> set[tuple[str, str]]:
    """Give the piles that the game itself or a section uses."""
    names = {"hand", "stock"}
    if ruleset.scoring is not None and ruleset.scoring.pile is not None:
        names.add(ruleset.scoring.pile.text)
    for faction in ruleset.factions:
        names.update(side.pile for side in faction.side)
        if faction.rest is not None:
            names.add(faction.rest.text)
    return {("pile", name) for name in names}


def _declared(ruleset: syntax.Ruleset) -> Iterator[tuple[str, str, str, Span]]:
    for faction, piles, states, terms in (
        ("", ruleset.piles, ruleset.state, ruleset.terms),
        *((faction.name, faction.piles, faction.state, faction.terms) for faction in ruleset.factions),
    ):
        for pile in piles:
            yield "pile", pile.name, pile.name, pile.span
        for state in states:
            yield "state", state.name, state.name, state.span
        for term in terms:
            yield "term", f"{faction}.{term.name}", term.name, term.span
    for option in ruleset.options:
        yield "option", option.name, option.name, option.span
