"""Turn the text of one scalar into an expression, a block of effects or a list of cards.

A window of the whole file is read by the automaton of `grammar/effect.lark`, so that every token carries its offset in
the file.  A scalar with a mistake gives one diagnostic, the first, and None.
"""

from __future__ import annotations

from functools import cache

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Span
from claimdsl.frontend import lexer, mistakes, syntax
from claimdsl.frontend.pushdown import Pushdown, Stuck, tables
from claimdsl.frontend.reductions import Builder, Built
from claimdsl.frontend.trouble import Trouble

LONGEST = 16_000
_MOST_VALUE = 99


def parse_expr(window: Span, report: Report) -> syntax.Expr | None:
    """Read one expression; line ends count as blanks.

    Reports: CLM301 and on, one a scalar.
    """
    built = _parse(window, "expr", report)
    return built.expr if isinstance(built, Built) else None


def parse_block(window: Span, literal: bool, report: Report) -> syntax.Block | None:
    """Read effects: any number in a literal scalar, one simple effect in every other.

    Reports: CLM301 and on, one a scalar.
    """
    built = _parse(window, "block" if literal else "effect", report)
    if isinstance(built, syntax.Effect):
        return syntax.Block((built,), built.span)
    return built if isinstance(built, syntax.Block) else None


def parse_cards(window: Span, report: Report) -> syntax.Cards | None:
    """Read a list of cards such as `0 x5, 1..9`.

    Reports: CLM301 and on, one a scalar.
    """
    built = _parse(window, "cards", report)
    if not isinstance(built, syntax.Cards):
        return None
    wrong = next((run for run in built.runs if run.low > run.high or run.high > _MOST_VALUE), None)
    if wrong is None:
        return built
    report.add(mistakes.wrong_run(wrong, _MOST_VALUE))
    return None


def tokens(window: Span, start: str) -> tuple[lexer.Leaf, ...]:
    """Cut a window into the leaves that a rule of the grammar reads, right or wrong."""
    return tuple(lexer.leaves(_machine()[1], window, start))


def _parse(window: Span, start: str, report: Report) -> object:
    """Give what the builder made of the window, or None."""
    if window.end - window.start > LONGEST:
        report.add(mistakes.too_long(window, LONGEST))
        return None
    pushdown, vocabulary = _machine()
    leaves = tuple(lexer.leaves(vocabulary, window, start))
    found = pushdown.read(leaves, start)
    if isinstance(found, Stuck):
        report.add(mistakes.explain(Trouble(window, start, leaves, found.at, found.accepts)))
        return None
    return found


@cache
def _machine() -> tuple[Pushdown, lexer.Vocabulary]:
    """Give what reads leaves, and the terminals of the grammar."""
    given = tables()
    return Pushdown(given, Builder), lexer.vocabulary(given["signs"], given["words"], given["skipped"])
