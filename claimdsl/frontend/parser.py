"""Turn the text of one scalar into an expression, a block of effects or a list of cards.

The parser is built from `grammar/effect.lark` once and reads a window of the whole file, so that every token carries
its offset in the file.  A scalar with a mistake gives one diagnostic, the first, and None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Span
from claimdsl.frontend import lexer, mistakes, syntax
from claimdsl.frontend.reductions import Builder, Built
from claimdsl.frontend.trouble import Trouble
from claimdsl.resources import grammar_text

if TYPE_CHECKING:
    from lark import Lark
    from lark.common import LexerConf
    from lark.lexer import LexerState, TerminalDef
    from lark.parsers.lalr_parser_state import ParserState

STARTS = ("expr", "effect", "block", "cards")
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
    from lark import UnexpectedToken

    if window.end - window.start > LONGEST:
        report.add(mistakes.too_long(window, LONGEST))
        return None
    parser, vocabulary = _machine()
    try:
        return parser.parse(window, start)
    except UnexpectedToken as unexpected:
        found = tuple(lexer.leaves(vocabulary, window, start))
        place = (unexpected.token.type, unexpected.token.start_pos)
        at = next((i for i, leaf in enumerate(found) if (leaf.type, leaf.start_pos) == place), len(found))
        report.add(mistakes.explain(Trouble(window, start, found, at, _accepted(parser, window, start, at))))
        return None


def _accepted(parser: Lark, window: Span, start: str, at: int) -> frozenset[str]:
    """Say which terminals might follow the first `at` leaves."""
    reading = parser.parse_interactive(window, start)
    for count, _ in enumerate(reading.iter_parse()):
        if count == at:
            break
    accepts: Callable[[], Iterable[str]] = reading.accepts
    return frozenset(accepts())


@cache
def _machine() -> tuple[Lark, lexer.Vocabulary]:
    """Build the parser, with a lexer that reads spans, and the terminals that it reads."""
    from lark import Lark
    from lark.lexer import Lexer

    known: list[lexer.Vocabulary] = []

    def begin(_: object, conf: LexerConf) -> None:
        known.append(_vocabulary(conf.terminals, conf.ignore))

    def lex(_: object, state: LexerState, parser: ParserState[int]) -> Iterator[lexer.Leaf]:
        window: object = state.text
        assert isinstance(window, Span)
        return lexer.leaves(known[0], window, parser.parse_conf.start)

    reader = type("SpanLexer", (Lexer,), {"__future_interface__": 2, "__init__": begin, "lex": lex})
    parser = Lark(
        grammar_text(), parser="lalr", lexer=reader, start=list(STARTS), transformer=Builder(), keep_all_tokens=True,
    )
    return parser, known[0]


def _vocabulary(terminals: Iterable[TerminalDef], skipped: Iterable[str]) -> lexer.Vocabulary:
    """Tell reserved words from patterns; of two signs the longer one is tried first."""
    signs = [terminal for terminal in terminals if not terminal.pattern.value.isalpha()]
    signs.sort(key=lambda terminal: (-terminal.pattern.max_width, terminal.name))
    words = {
        terminal.pattern.value: terminal.name for terminal in terminals if terminal.pattern.value.isalpha()
    }
    return lexer.vocabulary({sign.name: sign.pattern.to_regexp() for sign in signs}, words, skipped)
