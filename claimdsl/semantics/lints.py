"""What is legal but surely not meant: piles, state, terms and options that nothing reads, factions that never play."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.semantics.arithmetic import dealt_cards
from claimdsl.semantics.findings import Findings

_CODES = {"pile": "CLM801", "term": "CLM802", "option": "CLM803", "state": "CLM804"}


def check(ruleset: syntax.Ruleset, used: frozenset[tuple[str, str]], findings: Findings) -> None:
    """Look for what no rule uses, in the ruleset's own file: what it inherits is its parents'.  Reports: warnings."""
    for noun, key, name, span in _declared(ruleset):
        if (noun, key) not in used and span.source.name == ruleset.span.source.name:
            findings.warning(_CODES[noun], f"{noun} '{name}' is never used", span)
    _idle_factions(ruleset, findings)


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


def _idle_factions(ruleset: syntax.Ruleset, findings: Findings) -> None:
    """Warn of factions that no line-up has room for: with them no deck has the size of the default's."""
    if not ruleset.line_up:
        return
    sizes = {faction.name: dealt_cards(faction) for faction in ruleset.factions}
    playing = {word.text for line_up in ruleset.line_up for word in line_up.default}
    paired = {word.text: group for group in ruleset.pairs for word in group}
    for faction in ruleset.factions:
        if faction.name in playing or faction.name in paired:
            continue
        if not any(_fits(faction.name, line_up, ruleset, sizes) for line_up in ruleset.line_up):
            findings.warning(
                "CLM805", f"faction '{faction.name}' fits no line-up: {sizes[faction.name]} cards of it never make a "
                "deck of the size that is dealt", faction.span,
            )


def _fits(name: str, line_up: syntax.LineUp, ruleset: syntax.Ruleset, sizes: dict[str, int]) -> bool:
    """Say whether some legal line-up with a free faction has a deck of the default's size."""
    if line_up.free == 0:
        return False
    deck = sum(sizes.get(word.text, 0) for word in line_up.default)
    paired = {word.text for group in ruleset.pairs for word in group}
    others = [size for other, size in sizes.items() if other not in paired and other != name]
    free = _sums(others, line_up.free - 1)
    groups = _sums([sum(sizes.get(word.text, 0) for word in group) for group in ruleset.pairs], line_up.pairs)
    return any(sizes[name] + pair + rest == deck for pair in groups for rest in free)


def _sums(sizes: list[int], count: int) -> set[int]:
    """Give all sums of `count` of the sizes."""
    reached: list[set[int]] = [{0}] + [set() for _ in range(count)]
    for size in sizes:
        for taken in range(count, 0, -1):
            reached[taken] |= {total + size for total in reached[taken - 1]}
    return reached[count]
