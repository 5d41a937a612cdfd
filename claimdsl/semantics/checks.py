"""What a ruleset says twice must agree: prizes and blind cards with the players, and what a pile `holds`."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.report import Note
from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.names import card_values
from claimdsl.semantics.speech import counted

PRIZES, BLIND = "prizes", "blind"


def check(ruleset: syntax.Ruleset, findings: Findings) -> None:
    """Check all that is said twice.  Reports: CLM705, CLM714."""
    for column in ruleset.setup:
        _prizes(column, findings)
    piles = [*ruleset.piles, *(pile for faction in ruleset.factions for pile in faction.piles)]
    for pile in piles:
        if pile.holds is not None:
            _holds(pile, pile.holds, ruleset, findings)


def _prizes(column: syntax.SetupColumn, findings: Findings) -> None:
    """Compare the rows `prizes` and `blind` where one file has both: in a trick each player takes one card."""
    rows = {word.text: (value, span) for word, value, span in column.rows if isinstance(value, int)}
    if PRIZES not in rows or BLIND not in rows:
        return
    (prizes, span), (blind, beside) = rows[PRIZES], rows[BLIND]
    if span.source != beside.source or prizes + blind == column.players:
        return
    message = f"{counted(prizes, 'prize')} and {counted(blind, 'blind card')} a trick are not one for each of " \
        f"{column.players} players"
    findings.error("CLM705", message, span, notes=(Note("the blind cards", beside),))


def _holds(pile: syntax.Pile, holds: tuple[int, Span], ruleset: syntax.Ruleset, findings: Findings) -> None:
    said, span = holds
    count = sum(_laid_in(pile.name, ruleset))
    if count != said:
        message = f"pile '{pile.name}' holds {counted(count, 'card')} when the game begins, not {said}"
        findings.error("CLM714", message, span, notes=tuple(_notes(pile.name, ruleset)))


def _laid_in(pile: str, ruleset: syntax.Ruleset) -> Iterator[int]:
    """Run through the numbers of cards that are laid in a pile before the game begins."""
    for faction in ruleset.factions:
        yield from (len(card_values(side.cards)) for side in faction.side if side.pile == pile)
        if faction.rest is not None and faction.rest.text == pile and faction.deal is not None:
            yield len(card_values(faction.cards)) - faction.deal[0]


def _notes(pile: str, ruleset: syntax.Ruleset) -> Iterator[Note]:
    for faction in ruleset.factions:
        yield from (Note("these cards lie there", side.cards.span) for side in faction.side if side.pile == pile)
        if faction.rest is not None and faction.rest.text == pile and faction.cards is not None:
            yield Note("of these cards some lie there", faction.cards.span)
