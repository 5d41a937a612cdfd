"""Turn expressions, effects and cards back into text: the one canonical spelling, with no parentheses too many.

Reading the spelling gives the same value apart from spans.
"""

from __future__ import annotations

from typing import assert_never

from claimdsl.frontend import syntax as ast

# How tightly an expression binds, from the loosest; the rules of grammar/effect.lark.
_EXPR, _OR, _AND, _NOT, _COMPARISON, _VALUE, _OPERAND, _POSTFIX = range(8)
_CHAINS = {"or": _OR, "and": _AND, "otherwise": _OPERAND}
_INDENT = "  "


def canonical(node: ast.Expr | ast.Block | ast.Cards) -> str:
    """Write a node: an expression or cards on one line, a block line by line.

    Shape: an expression nests no deeper than the parser lets it; a block has no line end after its last line.
    """
    match node:
        case ast.Block(effects):
            return "\n".join(_lines(effects))
        case ast.Cards(runs):
            return ", ".join(_run(run) for run in runs)
        case _:
            return _text(node, _EXPR)


def _text(expr: ast.Expr, least: int) -> str:
    """Write an expression, in parentheses where it binds more loosely than its place asks for."""
    binding, text = _bound(expr)
    return text if binding >= least else f"({text})"


def _bound(expr: ast.Expr) -> tuple[int, str]:
    """Give how tightly an expression binds, and its text."""
    match expr:
        case ast.Conditional(condition, yes, no):
            return _EXPR, f"if {_text(condition, _EXPR)} then {_text(yes, _EXPR)} else {_text(no, _EXPR)}"
        case ast.Chain(operator, operands):
            binding = _CHAINS[operator]
            return binding, f" {operator} ".join(_text(operand, binding + 1) for operand in operands)
        case ast.Not(operand):
            return _NOT, f"not {_text(operand, _NOT)}"
        case ast.Compare(operator, left, right):
            return _COMPARISON, f"{_text(left, _VALUE)} {operator} {_text(right, _VALUE)}"
        case ast.Range(low, high):
            return _VALUE, f"{_text(low, _VALUE)}..{_text(high, _VALUE)}"
        case ast.Sum(first, rest):
            parts = (f" {sign} {_text(operand, _OPERAND)}" for sign, operand in rest)
            return _VALUE, _text(first, _OPERAND) + "".join(parts)
        case _:
            return _POSTFIX, _tight(expr)


def _tight(expr: ast.Int | ast.Truth | ast.Name | ast.Field | ast.Call | ast.Fold | ast.Unread) -> str:
    """Write an expression that needs no parentheses anywhere."""
    match expr:
        case ast.Int(value):
            return str(value)
        case ast.Truth(value):
            return "true" if value else "false"
        case ast.Name(name):
            return name
        case ast.Field(of, name):
            return f"{_text(of, _POSTFIX)}.{name}"
        case ast.Call(function, _, arguments):
            return f"{function}({', '.join(_argument(argument) for argument in arguments)})"
        case ast.Fold():
            return _fold(expr)
        case ast.Unread(_, span):
            return span.text
        case _:
            assert_never(expr)


def _argument(expr: ast.Expr) -> str:
    return _text(expr, _EXPR if isinstance(expr, ast.Conditional) else _VALUE)


def _fold(fold: ast.Fold) -> str:
    condition = "" if fold.condition is None else f", {_text(fold.condition, _EXPR)}"
    key = "" if fold.key is None else f" by {_text(fold.key, _EXPR)}"
    return f"{fold.function}({fold.variable} in {_text(fold.domain, _VALUE)}{condition}{key})"


def _lines(effects: tuple[ast.Effect, ...]) -> list[str]:
    return [line for effect in effects for line in _effect(effect)]


def _indented(effects: tuple[ast.Effect, ...]) -> list[str]:
    return [_INDENT + line for line in _lines(effects)]


def _effect(effect: ast.Effect) -> list[str]:
    match effect:
        case ast.If(condition, yes, no):
            return [f"if {_text(condition, _EXPR)}:", *_indented(yes), *_else(no)]
        case ast.For(variable, _, items, body):
            return [f"for {variable} in {_text(items, _VALUE)}:", *_indented(body)]
        case _:
            return [_simple(effect)]


def _else(effects: tuple[ast.Effect, ...]) -> list[str]:
    """Write the `else` of an `if`; one other `if` alone follows on the same line."""
    if not effects:
        return []
    if len(effects) == 1 and isinstance(effects[0], ast.If):
        first, *rest = _effect(effects[0])
        return [f"else {first}", *rest]
    return ["else:", *_indented(effects)]


def _simple(
    effect: ast.Move | ast.Swap | ast.Draw | ast.Show | ast.Set | ast.Choose | ast.Decide | ast.Stop | ast.Unread,
) -> str:
    """Write an effect of one line."""
    match effect:
        case ast.Move(cards, pile, unseen):
            return f"move {_text(cards, _VALUE)} to {_text(pile, _VALUE)}{' unseen' if unseen else ''}"
        case ast.Swap(left, right):
            return f"swap {_text(left, _VALUE)} with {_text(right, _VALUE)}"
        case ast.Draw(name, _, cards):
            return f"draw {name} from {_text(cards, _VALUE)}"
        case ast.Show(cards, players):
            return f"show {_text(cards, _VALUE)} to {_text(players, _VALUE)}"
        case ast.Set(state, value):
            return f"set {_text(state, _POSTFIX)} to {_text(value, _EXPR)}"
        case ast.Choose(name, _, options, player, may):
            return f"{'may ' if may else ''}choose {name} from {_text(options, _VALUE)} by {_text(player, _VALUE)}"
        case ast.Decide(words, _, player):
            return f"choose {words[0]} or {words[1]} by {_text(player, _VALUE)}"
        case ast.Stop():
            return "stop"
        case ast.Unread(_, span):
            return span.text
        case _:
            assert_never(effect)


def _run(run: ast.Run) -> str:
    values = str(run.low) if run.low == run.high else f"{run.low}..{run.high}"
    return f"{values} x{run.times}" if run.times > 1 else values
