"""Decide, of words that name nothing and names that nothing uses, which of the two is misspelt.

A word that is used twice and defined nowhere, beside a definition that is nearly it and that nothing uses, is right:
the definition is wrong, and is reported once.  A word used once is wrong itself, unless it looks more like the other
words of the file than the definition does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from claimdsl.diagnostics.catalogue import codes
from claimdsl.diagnostics.nearest import likelier, nearest
from claimdsl.diagnostics.report import Diagnostic, Note
from claimdsl.diagnostics.source import Source
from claimdsl.frontend import syntax
from claimdsl.frontend.sections import ROWS
from claimdsl.frozen import replace
from claimdsl.ir import vocabulary
from claimdsl.semantics.findings import Definition, Findings, Missing

Used = set[tuple[str, str]]
Within = Callable[[Iterable[str]], tuple[str, ...]]
_MOST_NOTES = 3
_MOST_WORDS = 20
_SHORT = 2
_CHANGED = frozenset({"option", "pile", "state", "term"})
_BARE = frozenset({"variable", "faction", "option", "pile", "state", "term"})
# What a word should have named, where the code of its finding tells.
_NOUNS: dict[str, frozenset[str]] = {
    "CLM405": frozenset({"value", "phase"}),
    "CLM406": frozenset({"variable", "pile", "state"}),
    "CLM421": frozenset({"phase"}),
    "CLM424": frozenset({"faction", "pile"}),
    "CLM428": frozenset({"row"}),
    "CLM702": frozenset({"faction"}),
    "CLM707": frozenset({"pile"}),
}


def settle(ruleset: syntax.Ruleset, used: Used, findings: Findings) -> None:
    """Report all words that name nothing, at their definition where that is what is misspelt."""
    known, reached = list(definitions(ruleset)), used | set(named(ruleset))
    spare = [each for each in known if each.key not in reached and ("unread", each.name) not in used]
    variables = [each for each in findings.variables if each.key not in used and ("chosen", each.name) not in used]
    for number, uses in enumerate(_by_word(findings.missing)):
        definition = _definition(uses, spare, variables, findings.within) if number < _MOST_WORDS else None
        if definition is not None and _is_wrong(definition, uses, ruleset.span.source):
            spare = [each for each in spare if each is not definition]
            findings.settled(_at_definition(definition, uses))
        else:
            for use in uses:
                findings.settled(_at_use(use, definition))
    if not findings.failed:
        others = [each for each in known if each.span.source != ruleset.span.source]
        for each in spare:
            _check_change(each, others, ruleset.span.source, findings)


def definitions(ruleset: syntax.Ruleset) -> Iterator[Definition]:
    """Run through all names that a ruleset gives, apart from variables and from names that nothing could use."""
    for faction in ruleset.factions:
        yield Definition("faction", faction.name, faction.span, ("faction", faction.name))
    for option in ruleset.options:
        yield Definition("option", option.name, option.span, ("option", option.name))
        for word in option.values:
            yield Definition("value", word.text, word.span, ("value", f"{option.name}.{word.text}"))
    for phase in ruleset.phases:
        yield Definition("phase", phase.name, phase.span, ("phase", phase.name))
    for column in ruleset.setup:
        for word, _, _ in column.rows:
            yield Definition("row", word.text, word.span, ("row", word.text))
    yield from _parts("", ruleset.piles, ruleset.state, ruleset.terms)
    for faction in ruleset.factions:
        yield from _parts(faction.name, faction.piles, faction.state, faction.terms)


def _parts(
    owner: str, piles: tuple[syntax.Pile, ...], states: tuple[syntax.State, ...], terms: tuple[syntax.Term, ...]
) -> Iterator[Definition]:
    for pile in piles:
        yield Definition("pile", pile.name, pile.span, ("pile", pile.name))
    for state in states:
        yield Definition("state", state.name, state.span, ("state", state.name))
    for term in terms:
        yield Definition("term", term.name, term.span, ("term", f"{owner}.{term.name}"))


def named(ruleset: syntax.Ruleset) -> Iterator[tuple[str, str]]:
    """Run through what the sections name, outside of expressions."""
    for line_up in ruleset.line_up:
        yield from (("faction", word.text) for word in line_up.default)
    for group in ruleset.pairs:
        yield from (("faction", word.text) for word in group)
    for option in ruleset.options:
        if option.fixed is not None:
            yield "value", f"{option.name}.{option.fixed.text}"
    for faction in ruleset.factions:
        yield from (("phase", phase.name) for phase in faction.phases)
    for piles in (ruleset.piles, *(faction.piles for faction in ruleset.factions)):
        yield from (("faction", pile.of.text) for pile in piles if pile.of is not None)
    for powers in (ruleset.rules, *(faction.powers for faction in ruleset.factions)):
        yield from (("phase", word.text) for power in powers for word in power.phases or ())


def _check_change(spare: Definition, others: list[Definition], own: Source, findings: Findings) -> None:
    """Report a name that nothing uses where the file probably meant to change a thing of another file."""
    if spare.noun not in _CHANGED or spare.span.source != own or len(spare.name) <= _SHORT:
        return
    near = nearest(spare.name, findings.within(each.name for each in others if each.noun == spare.noun))
    if near is not None:
        notes = tuple(Note(f"'{near}' is here", each.span) for each in others if each.name == near)
        message = f"nothing uses the {spare.noun} '{spare.name}', and it changes no other"
        findings.error("CLM430", message, spare.span, suggestion=near, notes=notes)


def _by_word(missing: list[Missing]) -> list[list[Missing]]:
    groups: dict[str, list[Missing]] = {}
    for each in missing:
        groups.setdefault(each.word, []).append(each)
    return sorted(groups.values(), key=lambda uses: (-len(uses), uses[0].word))


def _definition(
    uses: list[Missing], spare: list[Definition], variables: list[Definition], within: Within
) -> Definition | None:
    """Find the definition that was probably meant to be the word."""
    word, hooks, first = uses[0].word, {use.hook for use in uses}, uses[0]
    nouns = _NOUNS.get(first.found.code, _BARE)
    found = [each for each in variables if each.hook in hooks or each.hook.startswith("on_play ")]
    found = [each for each in found if each.noun in nouns and each.name != word]
    if len(word) <= _SHORT:
        return next((each for each in found if len(each.name) <= _SHORT and each.hook in hooks), None)
    found += [each for each in spare if each.noun in nouns and _is_of(each, first.option)]
    known = [*within(each.name for each in found)]
    near = nearest(word, known + [use.found.suggestion for use in uses if use.found.suggestion is not None])
    return next((each for each in found if each.name == near), None)


def _is_of(definition: Definition, option: str) -> bool:
    return definition.noun != "value" or definition.key[1].startswith(f"{option}.")


def _is_wrong(definition: Definition, uses: list[Missing], own: Source) -> bool:
    """Say whether the definition is misspelt.  What the file under `own` builds on is right."""
    word, source = uses[0].word, definition.span.source
    used_in = {use.found.span.source for use in uses}
    if (source == own) != (own in used_in):
        return source == own
    if len(uses) > 1 or len(word) <= _SHORT or (definition.noun == "faction" and source not in used_in):
        return len(uses) > 1
    texts = sorted(each.text for each in {source, *used_in})
    return likelier(definition.name, word, [*texts, *_our_words()]) == word


def _our_words() -> Iterator[str]:
    """Run through texts of ours, to know what words look like."""
    yield from (code.text for code in codes().values())
    yield from (row.text for row in ROWS)
    yield from (f"{hook.name} {hook.text}" for hook in vocabulary.HOOKS.values())
    yield from (f"{field.name} {field.text}" for field in vocabulary.FIELDS.values())
    yield from (f"{name.name} {name.text}" for name in vocabulary.NAMES.values())


def _at_definition(definition: Definition, uses: list[Missing]) -> Diagnostic:
    noun, name, word = definition.noun, definition.name, uses[0].word
    notes = tuple(Note(f"'{word}' is used here", use.found.span) for use in uses[:_MOST_NOTES])
    message = f"nothing uses the {noun} '{name}', and nothing defines '{word}', which is used"
    return Diagnostic("CLM430", message, definition.span, suggestion=word, notes=notes)


def _at_use(use: Missing, definition: Definition | None) -> Diagnostic:
    if definition is None:
        return use.found
    notes = (Note(f"the {definition.noun} '{definition.name}' is defined here, and nothing uses it", definition.span),)
    near = use.found.suggestion
    if near != definition.name or definition.span.source == use.found.span.source:
        near = definition.name  # which of the two is misspelt is not certain
    return replace(use.found, suggestion=near, hint="", notes=notes)
