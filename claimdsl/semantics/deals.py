"""Decks that do not deal out, told once: at the faction whose size is odd, or at the line-up, with the arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from claimdsl.diagnostics.report import Note
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend import syntax
from claimdsl.frozen import Frozen
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.speech import counted, listing


class Need(Frozen):
    """How many cards a player count needs, and in words why."""

    cards: int
    why: str


class Deck(Frozen):
    """A default line-up whose cards are not as many as are needed."""

    line_up: syntax.LineUp
    column: syntax.SetupColumn
    need: Need
    names: tuple[str, ...]

    def missing(self, sizes: Mapping[str, int]) -> int:
        """Count the cards that are missing; fewer than none where there are too many."""
        return self.need.cards - sum(sizes[name] for name in self.names)


def report(decks: list[Deck], ruleset: syntax.Ruleset, sizes: Mapping[str, int], findings: Findings) -> None:
    """Report each deck; those that are wrong for one reason are reported together.  Reports: CLM701."""
    told: dict[tuple[str, ...], list[Deck]] = {}
    for deck in decks:
        odd = _odd_one(deck, ruleset, sizes) or _odd_pair(deck, ruleset, sizes)
        told.setdefault(odd or (f"{deck.line_up.players}",), []).append(deck)
    for names, group in told.items():
        if names[0] in sizes:
            _at_factions(names, group, ruleset, sizes, findings)
        else:
            _at_line_up(group[0], ruleset.span.source, sizes, findings)


def _at_factions(
    names: tuple[str, ...], group: list[Deck], ruleset: syntax.Ruleset, sizes: Mapping[str, int], findings: Findings
) -> None:
    first = group[0]
    deck = first.need.cards - first.missing(sizes)
    size = sum(sizes[name] for name in names)
    spans = [_cards(faction) for name in names for faction in ruleset.factions if faction.name == name]
    make = " + ".join(f"{sizes[name]} {name}" for name in names)
    others = [f"{each.line_up.players}" for each in group[1:]]
    more = f"; {listing(others)} players have the same trouble" if others else ""
    findings.error(
        "CLM701", f"{make} make {deck} cards; {_needs(first)}{more}", spans[0],
        hint=f"{counted(size + first.missing(sizes), 'card')} would do",
        notes=tuple(Note("these come with them", span) for span in spans[1:]),
    )


def _at_line_up(deck: Deck, own: Source, sizes: Mapping[str, int], findings: Findings) -> None:
    """Report a deck at its line-up, or at the row of the setup that the ruleset's own file changed."""
    make = " + ".join(f"{sizes[name]} {name}" for name in deck.names)
    count = deck.need.cards - deck.missing(sizes)
    place, note = whole(deck.line_up), Note(deck.need.why, deck.column.span)
    rows = [span for word, _, span in deck.column.rows if word.text in ("hand", "tricks") and span.source == own]
    if rows and place.source != own:
        place, note = rows[0], Note("the line-up", place)
    findings.error("CLM701", f"{make} make {count} cards; {_needs(deck)}", place, notes=(note,))


def _needs(deck: Deck) -> str:
    return f"{deck.line_up.players} players need {deck.need.cards} ({deck.need.why})"


def _cards(faction: syntax.Faction) -> Span:
    return faction.deal[1] if faction.deal else faction.cards.span if faction.cards else faction.span


def whole(line_up: syntax.LineUp) -> Span:
    """Give the stretch of the default's factions, or the key where they do not stand in one row."""
    if not line_up.default:
        return line_up.span
    first, last = line_up.default[0].span, line_up.default[-1].span
    together = first.source is last.source and first.start <= last.start
    return Span(first.source, first.start, last.end) if together else line_up.span


def _odd_one(deck: Deck, ruleset: syntax.Ruleset, sizes: Mapping[str, int]) -> tuple[str, ...]:
    """Find the one free faction that would have the usual size if it made up the difference."""
    paired = {word.text for group in ruleset.pairs for word in group}
    names = [name for name in deck.names if name not in paired]
    if not names:
        return ()
    usual, times = Counter(sizes[name] for name in names).most_common(1)[0]
    odd = [name for name in names if sizes[name] != usual and sizes[name] + deck.missing(sizes) == usual]
    return (odd[0],) if len(odd) == 1 and times > 1 else ()


def _odd_pair(deck: Deck, ruleset: syntax.Ruleset, sizes: Mapping[str, int]) -> tuple[str, ...]:
    """Find the one pair that would have the size of another pair if it made up the difference."""
    groups = [tuple(word.text for word in group) for group in ruleset.pairs]
    for names in groups:
        size = sum(sizes[name] for name in names) + deck.missing(sizes)
        usual = (sum(sizes[name] for name in group) for group in groups if (len(group) == 1) == (len(names) == 1))
        if set(names) <= set(deck.names) and size in usual:
            return names
    return ()
