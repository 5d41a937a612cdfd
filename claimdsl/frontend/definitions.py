"""Find the definitions of a whole ruleset that share a name, and display words that name nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Note, Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend import syntax
from claimdsl.frontend.sections import DISPLAY_WORDS
from claimdsl.ir.types import Kind
from claimdsl.ir.vocabulary import FIELDS

_Definition = tuple[str, Span, str]


def check_definitions(ruleset: syntax.Ruleset, report: Report) -> None:
    """Report two things that a bare name could mean, and piles and state called like a field.

    Reports: CLM212, CLM218.
    """
    seen: dict[str, _Definition] = {}
    for definition in _of_table(ruleset):
        _define(definition, seen, report)
    shared: dict[str, tuple[str, syntax.Pile]] = {}
    for faction in ruleset.factions:
        _define_piles(faction, shared, seen, report)
        for state in faction.state:
            _define((state.name, state.span, "state"), seen, report)
        terms = dict(seen)
        for term in faction.terms:
            _define((term.name, term.span, "term"), terms, report)
    for part in _parts(ruleset):
        for pile in part.piles:
            _no_field(pile.name, pile.span, pile.of, report)
        for state in part.state:
            _no_field(state.name, state.span, state.of, report)


def _parts(ruleset: syntax.Ruleset) -> tuple[syntax.Ruleset | syntax.Faction, ...]:
    return (ruleset, *ruleset.factions)


def _of_table(ruleset: syntax.Ruleset) -> Iterator[_Definition]:
    yield from ((faction.name, faction.span, "faction") for faction in ruleset.factions)
    yield from ((option.name, option.span, "option") for option in ruleset.options)
    yield from ((pile.name, pile.span, "pile") for pile in ruleset.piles)
    yield from ((state.name, state.span, "state") for state in ruleset.state)
    yield from ((term.name, term.span, "term") for term in ruleset.terms)


def _define_piles(
    faction: syntax.Faction, shared: dict[str, tuple[str, syntax.Pile]], seen: dict[str, _Definition], report: Report
) -> None:
    """Define the piles of a faction; one that an earlier faction has too, alike in every key, is the same."""
    for pile in faction.piles:
        first, other = shared.setdefault(pile.name, (faction.name, pile))
        if other is pile:
            _define((pile.name, pile.span, "pile"), seen, report)
        elif _said_of(other) != _said_of(pile):
            message = f"{first} and {faction.name} share the pile '{pile.name}', so both must say the same of it"
            report.error("CLM212", message, pile.span, notes=(Note(f"what {first} says of it", other.span),))


def _said_of(pile: syntax.Pile) -> tuple[str | int | None, ...]:
    words = (pile.of, pile.seen_by, pile.written)
    return *(None if word is None else word.text for word in words), None if pile.holds is None else pile.holds[0]


def _define(definition: _Definition, seen: dict[str, _Definition], report: Report) -> None:
    name, span, kind = definition
    first = seen.setdefault(name, definition)
    if first is not definition:
        message = f"the {kind} '{name}' has the name of {_a(first[2])}"
        report.error("CLM212", message, span, notes=(Note("first defined here", first[1]),))


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _no_field(name: str, span: Span, of: syntax.Word | None, report: Report) -> None:
    if of is None or of.text == "table":
        return
    kinds = (Kind.PLAYER, Kind.SIDE) if of.text == "player" else (Kind.CARD, Kind.PLAY)
    for kind in kinds:
        if (kind, name) in FIELDS:
            message = f"every {kind.value.lower()} has a '{name}' already: {FIELDS[kind, name].text}"
            report.error("CLM218", message, span)
            return


def check_words(ruleset: syntax.Ruleset, top: Source, report: Report) -> None:
    """Report display words for what no screen says.

    One that a parent has for something of its own may be left over where a child has removed that.
    Reports: CLM217.
    """
    said = tuple(_said(ruleset))
    known = tuple(dict.fromkeys((*DISPLAY_WORDS, *said)))
    for word, _ in ruleset.words:
        if word.text in known or word.span.source is not top and _named(word.text, word) > 1:
            continue
        near = nearest(word.text, said)
        if near is not None and _named(word.text, word) > 1 and _named(near, word) == 1:
            continue  # the slip is where it is defined: its uses are found to be unknown
        meant: str | None = None if report.is_crowded else nearest(word.text, known)
        if meant is not None and meant not in DISPLAY_WORDS:
            meant = f"{meant}"  # the slip may be where it is defined: no fix is certain
        hint = "" if meant else "words of the game, piles, state, options, keys and choices have display words"
        report.error("CLM217", f"no screen says '{word.text}'", word.span, suggestion=meant, hint=hint)


def _named(name: str, word: syntax.Word) -> int:
    """Count how often the file of a display word has a name."""
    return len(re.findall(rf"\b{re.escape(name)}\b", word.span.source.text))


def _said(ruleset: syntax.Ruleset) -> Iterator[str]:
    """Name what a ruleset defines and screens say without a title."""
    for part in _parts(ruleset):
        yield from (pile.name for pile in part.piles)
        yield from (state.name for state in part.state)
    yield from (option.name for option in ruleset.options)
    powers = (*ruleset.rules, *(power for faction in ruleset.factions for power in faction.powers))
    yield from (key.name for key in (ruleset.scoring.ranks if ruleset.scoring is not None else ()))
    for hook in (hook for power in powers for hook in power.hooks):
        yield from (key.name for key in hook.keys or ())
        yield from _choices(hook.block.effects if hook.block is not None else ())


def _choices(effects: tuple[syntax.Effect, ...]) -> Iterator[str]:
    for effect in effects:
        match effect:
            case syntax.Choose(name=name):
                yield name
            case syntax.Decide(words=words):
                yield from words
            case syntax.If(yes=yes, no=no):
                yield from _choices((*yes, *no))
            case syntax.For(body=body):
                yield from _choices(body)
            case syntax.Unread(words=unread):
                yield from sorted(unread)
            case _:
                pass
