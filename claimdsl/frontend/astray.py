"""Explain words of the language that stand in the wrong place or are misspelt, and lines in the wrong column."""

from __future__ import annotations

import re

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Diagnostic
from claimdsl.frontend.lexer import BAD_COLUMN, INDENT, Leaf
from claimdsl.frontend.trouble import OPERAND_STARTS, OPERATORS, VERBS, WORDS, Trouble

_ELSE_IF = frozenset({"elif", "elsif", "elseif", "elsef"})
_SPOKEN = {"is": "==", "equals": "==", "eq": "=="}
_BOUNDS = frozenset({"AND", "OR", "IF", "THEN", "ELSE", "COMMA", "COLON", "NOT", "BY", "TO", "_NL", "WITH", "FROM"})
_BLOCK_WORDS = frozenset({"IF", "FOR", "ELSE", *(verb.upper() for verb in VERBS)})
_GIVEN = re.compile(r"([a-z][a-z0-9_.]*) *[-+]?=(?!=)")
_FOLLOWING = frozenset({*OPERAND_STARTS, "IF", "NOT", "CHOOSE"})
_FORM = "an effect begins with one of: move, swap, draw, show, set, choose, may choose, stop, if, for"


def layout(trouble: Trouble) -> Diagnostic | None:
    """Explain a line in the wrong column."""
    if trouble.type == BAD_COLUMN:
        return trouble.error("CLM311", "this line begins in a column where no block above begins")
    if trouble.type == INDENT:
        return trouble.error("CLM311", "this line is indented, but the line above does not end with ':'")
    if trouble.accepts == {INDENT}:
        return trouble.error("CLM311", "an indented line is missing after ':'")
    if trouble.type != "ELSE" or trouble.start != "block":
        return None
    if trouble.wants_effect:
        return trouble.error("CLM311", "no 'if' stands above this 'else' in its column")
    if "_NL" in trouble.accepts:
        return trouble.error("CLM311", "'else' stands on a line of its own, in the column of its 'if'")
    return None


def one_effect(trouble: Trouble) -> Diagnostic | None:
    """Explain a block where one simple effect is meant, and an effect where an expression is."""
    if trouble.type not in _BLOCK_WORDS or trouble.wants_operand:
        return _effect_as_expression(trouble)
    if trouble.start == "effect" and (trouble.at == 0 or "$END" in trouble.accepts):
        return trouble.error("CLM313", "a block of effects stands after '|', on lines of its own",
                             hint="one simple effect alone may stand on the line of its key")
    if trouble.start == "block" and trouble.type in ("IF", "FOR") and trouble.wants_effect:
        return trouble.error("CLM312", f"after ':' on the same line stands one simple effect, not '{trouble.value}'",
                             hint="put this on a line of its own, indented")
    return None


def _effect_as_expression(trouble: Trouble) -> Diagnostic | None:
    verb = trouble.value in VERBS or trouble.type == "FOR"
    if verb and trouble.at == 0 and trouble.start == "expr":
        return trouble.error("CLM302", f"an expression stands here, and '{trouble.value}' begins an effect")
    return None


def colon(trouble: Trouble) -> Diagnostic | None:
    """Explain a ':' that is missing or has no place, and the two forms of `if`."""
    first = trouble.leaves[0].type
    if trouble.type == "COLON" and first == "IF" and trouble.start == "expr":
        return trouble.error("CLM312", "in an expression it is 'if condition then value else value', without ':'")
    if trouble.type == "COLON":
        missing = "a value is missing before ':'" if trouble.wants_operand else "':' has no place here"
        return trouble.error("CLM312", missing)
    if "COLON" not in trouble.accepts:
        return None
    if trouble.type == "THEN":
        return trouble.error("CLM312", "among effects it is 'if condition:', without 'then'", suggestion=":")
    if trouble.is_end or trouble.type in _BLOCK_WORDS:
        previous = trouble.before(1)
        place = trouble.point(previous.end_pos) if previous is not None else trouble.span
        return trouble.error("CLM312", "':' is missing", place, ":")
    return None


def chained(trouble: Trouble) -> Diagnostic | None:
    """Explain `a < b < c`, and a comparison that needs parentheses."""
    if trouble.type not in ("COMPARE", "IN") or trouble.wants_operand:
        return None
    opened = trouble.opened()
    earlier = _comparison_before(trouble)
    if earlier is not None:
        middle = trouble.between(earlier.end_pos, trouble.span.start).text.strip()
        fix = f"and {middle} {trouble.value}"
        return trouble.error("CLM306", "comparisons are not chained: write 'a < b and b < c'", suggestion=fix)
    if opened and opened[-1] and trouble.leaves[opened[-1] - 1].type == "NAME":
        apart = trouble.leaves[opened[-1] - 1].end_pos < trouble.leaves[opened[-1]].start_pos
        misspelt_word = _almost(trouble, opened[-1] - 1, ("not", "if", "and", "or")) if apart else None
        if misspelt_word is not None:
            return misspelt_word
        return trouble.error("CLM306", "as an argument of a function a comparison stands in parentheses")
    return None


def _comparison_before(trouble: Trouble) -> Leaf | None:
    """Find the comparison that the unexpected one would be chained to; `f(x in` is none."""
    depth = 0
    for i in range(trouble.at - 1, -1, -1):
        leaf = trouble.leaves[i]
        depth += (leaf.type == "RPAR") - (leaf.type == "LPAR")
        if depth < 0 or depth == 0 and leaf.type in _BOUNDS:
            return None
        if depth == 0 and leaf.type in ("COMPARE", "IN"):
            binder = leaf.type == "IN" and i > 1 and trouble.leaves[i - 2].type in ("LPAR", "FOR")
            return None if binder else leaf
    return None


def misplaced(trouble: Trouble) -> Diagnostic | None:
    """Explain a word that must be put in parentheses or is no name, and one that misses what stands before it."""
    value, kind = trouble.value, trouble.type
    following = trouble.after(1)
    if kind == "NOT" and following is not None and following.type == "IN":
        return trouble.error("CLM302", "'not' stands before the whole comparison: write 'not x in y'")
    if kind in ("IF", "NOT") and trouble.wants_operand:
        return trouble.error("CLM302", f"'{value}' stands in parentheses here: write '({value} ...)'")
    if value in WORDS and trouble.accepts == {"NAME"}:
        return trouble.error("CLM302", f"'{value}' is a word of the language and cannot be a name")
    if kind in ("THEN", "ELSE"):
        return _without_if(trouble)
    operator = kind in OPERATORS or value in WORDS or kind in ("COMMA", "RPAR")
    if kind == "RANGE" and trouble.start != "cards":
        return trouble.error("CLM302", "a range stands only after the 'in' of a function, as in 'any(v in 0..9, ...)'")
    if operator and trouble.wants_operand and kind not in _BLOCK_WORDS:
        return trouble.error("CLM302", f"a value is missing before '{value}'")
    if kind == "RPAR" and not trouble.opened():
        return trouble.error("CLM302", "no '(' is open here")
    return None


def misspelt(trouble: Trouble) -> Diagnostic | None:
    """Explain a word that is almost one of the language."""
    after = trouble.after(1)
    is_call = trouble.type == "NAME" and after is not None and after.type == "LPAR"
    if trouble.type == "NAME" and not (is_call and _word_before(trouble) is not None):
        found = _effect_word(trouble) if trouble.wants_effect else _near(trouble)
        if found is not None:
            return found
    return _word_before(trouble)


def _word_before(trouble: Trouble) -> Diagnostic | None:
    """Explain a value that cannot stand here because the `not` or `if` before it is misspelt."""
    previous, one_before = trouble.before(1), trouble.before(2)
    if previous is None or previous.type != "NAME" or not trouble.begins_operand and trouble.type != "NOT":
        return None
    if one_before is not None and one_before.type in ("DOT", "FOR", "CHOOSE", "DRAW"):
        return None
    return _almost(trouble, trouble.at - 1, ("not", "if"))


def _without_if(trouble: Trouble) -> Diagnostic | None:
    """Explain a 'then' or 'else' without its 'if': perhaps that is misspelt."""
    if any(leaf.type == "IF" for leaf in trouble.leaves[: trouble.at]):
        return None
    for i, leaf in enumerate(trouble.leaves[: trouble.at]):
        found = _almost(trouble, i, ("if",)) if leaf.type == "NAME" else None
        if found is not None:
            return found
    return trouble.error("CLM302", f"no 'if' stands before this '{trouble.value}'")


def _effect_word(trouble: Trouble) -> Diagnostic | None:
    """Explain a name where an effect begins."""
    value = trouble.value
    if value in _ELSE_IF:
        return trouble.error("CLM308", f"'{value}' is written in two words", suggestion="else if")
    if value == "break":
        return trouble.error("CLM308", "a loop is ended by 'stop'", suggestion="stop")
    found = _almost(trouble, trouble.at, (*VERBS, "if", "for", "else"))
    if found is not None:
        return found
    given = _GIVEN.match(trouble.window.source.text, trouble.span.start, trouble.window.end)
    if given is not None:
        span = trouble.between(given.start(), given.end())
        return trouble.error("CLM305", f"a state is given a value by 'set {given[1]} to ...'", span)
    return trouble.error("CLM302", f"unexpected '{value}': {_FORM}")


def _near(trouble: Trouble) -> Diagnostic | None:
    """Explain a name where a word of the language might stand."""
    if trouble.value in _SPOKEN and "COMPARE" in trouble.accepts:
        if [leaf.value for leaf in trouble.leaves[trouble.at + 1 : trouble.at + 2]] == ["not"]:
            return trouble.error("CLM308", f"'{trouble.value} not' is written '!='", hint="write `!=`")
        return trouble.error("CLM308", f"'{trouble.value}' is written '=='", suggestion=_SPOKEN[trouble.value])
    fitting = tuple(word for word in WORDS if word.upper() in trouble.accepts - OPERAND_STARTS)
    return _almost(trouble, trouble.at, fitting)


def _almost(trouble: Trouble, at: int, words: tuple[str, ...]) -> Diagnostic | None:
    """Explain a leaf that is one of the words, misspelt or without the blank after it."""
    leaf = trouble.leaves[at]
    near = nearest(leaf.value, words)
    glued = next((word for word in words if _is_glued(leaf.value, word)), None)
    operand_follows = at + 1 < len(trouble.leaves) and trouble.leaves[at + 1].type in _FOLLOWING
    if glued is not None and (near is None or not operand_follows):
        fix = f"{glued} {leaf.value[len(glued) :]}"
        return trouble.error("CLM308", f"a blank is missing after '{glued}'", trouble.of(leaf), fix)
    if near is None:
        return None
    return trouble.error("CLM308", f"unknown word '{leaf.value}'", trouble.of(leaf), near)


def _is_glued(value: str, word: str) -> bool:
    """Say whether a word begins with one of the language that something follows."""
    return word != "stop" and value.startswith(word) and value[len(word)] != "_"
