"""Turn a failure to read a scalar into one diagnostic: the first explanation that fits."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.diagnostics.characters import visible
from claimdsl.diagnostics.report import Diagnostic
from claimdsl.diagnostics.source import Span
from claimdsl.frontend import astray, foreign
from claimdsl.frontend.lexer import DEEPEST, END, TOO_DEEP
from claimdsl.frontend.syntax import Run
from claimdsl.frontend.trouble import OPERAND_STARTS, OPERATORS, Trouble

_MEANT = {
    "expr": "an expression", "effect": "an effect", "block": "a block of effects", "cards": "a list of cards",
}
_NAMED = {
    "THEN": "'then'", "ELSE": "'else'", "TO": "'to'", "FROM": "'from'", "WITH": "'with'", "BY": "'by'", "IN": "'in'",
    "CHOOSE": "'choose'", "COLON": "':'", "COMMA": "','", "RPAR": "')'", "LPAR": "'('", "AND": "'and'", "OR": "'or'",
    "NOT": "'not'", "OTHERWISE": "'otherwise'", "UNSEEN": "'unseen'", "RANGE": "'..'", "DOT": "'.'", "SIGN": "'+'/'-'",
    "COMPARE": "a comparison", "TIMES": "how many times, as 'x3'", "NAME": "a name", "INT": "a number",
    "_INDENT": "an indented line", "_NL": "the end of the line", END: "the end",
}


def explain(trouble: Trouble) -> Diagnostic:
    """Give the one diagnostic for a scalar that cannot be read."""
    found = (explanation(trouble) for explanation in _EXPLANATIONS)
    return next((diagnostic for diagnostic in found if diagnostic is not None), _unexpected(trouble))


def too_long(window: Span, longest: int) -> Diagnostic:
    """Refuse a scalar of too many characters."""
    end = window.start + longest
    return Diagnostic("CLM320", f"this text has {window.end - window.start} characters; {longest} are the most",
                      Span(window.source, end, end + 1), hint="from here on it is too long")


def wrong_run(run: Run, most: int) -> Diagnostic:
    """Refuse a run of values that is no range of cards."""
    if run.high > most or run.low > most:
        return Diagnostic("CLM314", f"the value of a card is a number from 0 to {most}", run.span)
    times = f" x{run.times}" if run.times > 1 else ""
    return Diagnostic("CLM314", f"a range runs from low to high: '{run.low}..{run.high}' is empty", run.span,
                      suggestion=f"{run.high}..{run.low}{times}")


def expected(accepts: frozenset[str]) -> str:
    """Say in words what may stand in a place.

    >>> expected(frozenset({"ELSE", "AND", "OR"}))
    "'else', 'and' or 'or'"
    """
    left, words = set(accepts), []
    if "MOVE" in left:
        left -= {"MOVE", "SWAP", "DRAW", "SHOW", "SET", "CHOOSE", "MAY", "IF", "FOR"}
        words.append("an effect")
    if left >= OPERAND_STARTS:
        words.append("an expression" if "IF" in left else "a value")
        left -= OPERAND_STARTS | {"IF", "NOT"}
    if left >= {"COMPARE", "AND"}:
        words.append("an operator")
        left -= OPERATORS
    if "SIGN" in left or "an operator" in words:
        left -= {"LPAR", "DOT", "OTHERWISE"}
    words += [word for kind, text in _NAMED.items() if kind in left for word in text.split("/")]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _deep(trouble: Trouble) -> Diagnostic | None:
    if trouble.type != TOO_DEEP:
        return None
    return trouble.error("CLM321", f"this is nested too deep: {DEEPEST} levels are the most")


def _blank(trouble: Trouble) -> Diagnostic | None:
    if trouble.leaves:
        return None
    return Diagnostic("CLM301", f"{_MEANT[trouble.start]} is missing", trouble.window)



def _cards(trouble: Trouble) -> Diagnostic | None:
    """Explain what is particular to a list of cards."""
    if trouble.start != "cards" or trouble.is_end:
        return None
    before, after = trouble.before(1), trouble.after(1)
    if trouble.type == "TO" and "RANGE" in trouble.accepts:
        return trouble.error("CLM314", "a range is written '0..9'", suggestion="..")
    if trouble.type == "NAME" and trouble.value.startswith("x") and before is not None and before.type == "INT":
        apart = trouble.value == "x" and after is not None and after.type == "INT" and 0 < int(after.value) <= 99
        if apart and after is not None:
            span = trouble.between(trouble.span.start, after.end_pos)
            return trouble.error("CLM314", "'x' and its number stand together", span, f"x{after.value}")
        return trouble.error("CLM314", "how many times a card is there is written 'x3', from x1 to x99")
    if trouble.type == "INT" and "COMMA" in trouble.accepts and before is not None:
        return trouble.error("CLM314", "',' is missing between two values", trouble.point(before.end_pos), ",")
    return None


def _ends(trouble: Trouble) -> Diagnostic | None:
    """Explain a text or line that ends too early."""
    if not trouble.is_end:
        return None
    what = "text" if trouble.type == END or trouble.at == len(trouble.leaves) - 1 else "line"
    words = tuple(word.lower() for word in ("THEN", "ELSE") if word in trouble.accepts)
    if words and trouble.start != "block":
        word = words[0]
        return trouble.error("CLM303", f"the {what} ends, and '{word}' is missing: "
                             "it is 'if condition then value else value'")
    return trouble.error("CLM303", f"the {what} ends too early; here may stand {expected(trouble.accepts)}")


def _unexpected(trouble: Trouble) -> Diagnostic:
    """Say what stands there and what may stand there."""
    value = visible(trouble.value if len(trouble.value) <= 32 else f"{trouble.value[:28]}...")
    hint = "is a ',' missing before this?" if "COMMA" in trouble.accepts and trouble.begins_operand else ""
    return trouble.error("CLM302", f"unexpected '{value}'; here may stand {expected(trouble.accepts)}", hint=hint)


_EXPLANATIONS: tuple[Callable[[Trouble], Diagnostic | None], ...] = (
    _blank, _deep, foreign.foreign_word, foreign.foreign_quotes, foreign.foreign_sign, foreign.foreign_number,
    foreign.foreign_character, astray.layout, astray.one_effect, _cards, astray.chained, astray.misspelt, astray.colon,
    astray.misplaced, _ends,
)
