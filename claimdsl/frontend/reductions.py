"""Turn a rule of the grammar and its children into a value of `syntax`: one function a rule, called from the leaves up.

Children are exactly what is written, every token included.  An expression in parentheses keeps its own span; what it is
a part of begins and ends at the parentheses.
"""

from __future__ import annotations

from typing import NamedTuple

from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend import syntax as ast
from claimdsl.frontend.lexer import Leaf

Children = list[object]


class Built(NamedTuple):
    """An expression, and where it begins and ends with the parentheses around it."""

    expr: ast.Expr
    start_pos: int
    end_pos: int


def _leaf(part: object) -> Leaf:
    assert isinstance(part, Leaf)
    return part


def _built(part: object) -> Built:
    assert isinstance(part, Built)
    return part


def _expr(part: object) -> ast.Expr:
    assert isinstance(part, Built)
    return part.expr


def _effect(part: object) -> ast.Effect:
    assert isinstance(part, ast.Effect)
    return part


def _effects(part: object) -> tuple[ast.Effect, ...]:
    assert isinstance(part, tuple)
    return part


def _span(leaf: Leaf) -> Span:
    return Span(leaf.source, leaf.start_pos, leaf.end_pos)


def _from(first: object, end: int) -> Span:
    """Give the span from a leaf to an offset."""
    leaf = _leaf(first)
    return Span(leaf.source, leaf.start_pos, end)


def _source(part: Built) -> Source:
    return part.expr.span.source


def _made(expr: ast.Expr) -> Built:
    return Built(expr, expr.span.start, expr.span.end)


def _chain(operator: str, children: Children) -> Built:
    operands = [_built(part) for part in children[::2]]
    span = Span(_source(operands[0]), operands[0].start_pos, operands[-1].end_pos)
    return _made(ast.Chain(operator, tuple(part.expr for part in operands), span))


class Builder:
    """The rules of `grammar/effect.lark`, by name."""

    # --- expressions

    @staticmethod
    def int(children: Children) -> Built:
        """Build a number: INT."""
        leaf = _leaf(children[0])
        return _made(ast.Int(int(leaf.value), _span(leaf)))

    @staticmethod
    def truth(children: Children) -> Built:
        """Build `true` or `false`."""
        leaf = _leaf(children[0])
        return _made(ast.Truth(leaf.value == "true", _span(leaf)))

    @staticmethod
    def name(children: Children) -> Built:
        """Build a bare NAME."""
        leaf = _leaf(children[0])
        return _made(ast.Name(leaf.value, _span(leaf)))

    @staticmethod
    def group(children: Children) -> Built:
        """Build `( expr )`."""
        return Built(_expr(children[1]), _leaf(children[0]).start_pos, _leaf(children[2]).end_pos)

    @staticmethod
    def call(children: Children) -> Built:
        """Build `NAME ( argument , ... )`."""
        name, last = _leaf(children[0]), _leaf(children[-1])
        arguments = tuple(_expr(part) for part in children[2:-1:2])
        return _made(ast.Call(name.value, _span(name), arguments, _from(name, last.end_pos)))

    @staticmethod
    def fold(children: Children) -> Built:
        """Build `NAME ( NAME in domain , condition by key )`."""
        name, variable, domain = _leaf(children[0]), _leaf(children[2]), _expr(children[4])
        after = {_leaf(word).type: _expr(part) for word, part in zip(children[5:-1:2], children[6:-1:2], strict=True)}
        span = _from(name, _leaf(children[-1]).end_pos)
        return _made(ast.Fold(
            name.value, _span(name), variable.value, _span(variable), domain, after.get("COMMA"), after.get("BY"), span,
        ))

    @staticmethod
    def range(children: Children) -> Built:
        """Build `low .. high`."""
        low, high = _built(children[0]), _built(children[2])
        return _made(ast.Range(low.expr, high.expr, Span(_source(low), low.start_pos, high.end_pos)))

    @staticmethod
    def field(children: Children) -> Built:
        """Build `of . NAME`."""
        of, name = _built(children[0]), _leaf(children[2])
        return _made(ast.Field(of.expr, name.value, _span(name), Span(name.source, of.start_pos, name.end_pos)))

    @staticmethod
    def operand(children: Children) -> Built:
        """Build `a otherwise b ...`."""
        return _chain("otherwise", children)

    @staticmethod
    def value(children: Children) -> Built:
        """Build `a + b - c ...`."""
        first, last = _built(children[0]), _built(children[-1])
        signed = zip(children[1::2], children[2::2], strict=True)
        rest = tuple((_leaf(sign).value, _expr(part)) for sign, part in signed)
        return _made(ast.Sum(first.expr, rest, Span(_source(first), first.start_pos, last.end_pos)))

    @staticmethod
    def compare(children: Children) -> Built:
        """Build `left operator right`."""
        left, right = _built(children[0]), _built(children[2])
        span = Span(_source(left), left.start_pos, right.end_pos)
        return _made(ast.Compare(_leaf(children[1]).value, left.expr, right.expr, span))

    @staticmethod
    def not_(children: Children) -> Built:
        """Build `not operand`."""
        operand = _built(children[1])
        return _made(ast.Not(operand.expr, _from(children[0], operand.end_pos)))

    @staticmethod
    def conjunction(children: Children) -> Built:
        """Build `a and b ...`."""
        return _chain("and", children)

    @staticmethod
    def disjunction(children: Children) -> Built:
        """Build `a or b ...`."""
        return _chain("or", children)

    @staticmethod
    def conditional(children: Children) -> Built:
        """Build `if condition then yes else no`."""
        condition, yes, no = (_built(part) for part in children[1::2])
        return _made(ast.Conditional(condition.expr, yes.expr, no.expr, _from(children[0], no.end_pos)))

    # --- effects

    @staticmethod
    def move(children: Children) -> ast.Effect:
        """Build `move cards to pile [unseen]`."""
        pile, unseen = _built(children[3]), len(children) > 4
        end = _leaf(children[4]).end_pos if unseen else pile.end_pos
        return ast.Move(_expr(children[1]), pile.expr, unseen, _from(children[0], end))

    @staticmethod
    def swap(children: Children) -> ast.Effect:
        """Build `swap card with card`."""
        right = _built(children[3])
        return ast.Swap(_expr(children[1]), right.expr, _from(children[0], right.end_pos))

    @staticmethod
    def draw(children: Children) -> ast.Effect:
        """Build `draw NAME from cards`."""
        name, cards = _leaf(children[1]), _built(children[3])
        return ast.Draw(name.value, _span(name), cards.expr, _from(children[0], cards.end_pos))

    @staticmethod
    def show(children: Children) -> ast.Effect:
        """Build `show cards to players`."""
        players = _built(children[3])
        return ast.Show(_expr(children[1]), players.expr, _from(children[0], players.end_pos))

    @staticmethod
    def set(children: Children) -> ast.Effect:
        """Build `set state to value`."""
        value = _built(children[3])
        return ast.Set(_expr(children[1]), value.expr, _from(children[0], value.end_pos))

    @staticmethod
    def choose(children: Children) -> ast.Effect:
        """Build `[may] choose NAME from options by player`."""
        name, options, player = _leaf(children[-5]), _expr(children[-3]), _built(children[-1])
        span = _from(children[0], player.end_pos)
        return ast.Choose(name.value, _span(name), options, player.expr, _leaf(children[0]).type == "MAY", span)

    @staticmethod
    def decide(children: Children) -> ast.Effect:
        """Build `choose NAME or NAME by player`."""
        first, second, player = _leaf(children[1]), _leaf(children[3]), _built(children[5])
        span = _from(children[0], player.end_pos)
        return ast.Decide((first.value, second.value), (_span(first), _span(second)), player.expr, span)

    @staticmethod
    def stop(children: Children) -> ast.Effect:
        """Build `stop`."""
        return ast.Stop(_span(_leaf(children[0])))

    @staticmethod
    def line(children: Children) -> ast.Effect:
        """Drop the line end after an effect."""
        return _effect(children[0])

    @staticmethod
    def suite(children: Children) -> tuple[ast.Effect, ...]:
        """Gather the effect on the line, or those of an indented block."""
        return tuple(_effect(part) for part in children if not isinstance(part, Leaf))

    @staticmethod
    def else_part(children: Children) -> tuple[ast.Effect, ...]:
        """Gather what follows `else`: a suite, or another `if`."""
        return _effects(children[1]) if len(children) > 1 else (_effect(children[0]),)

    @staticmethod
    def if_stmt(children: Children) -> ast.Effect:
        """Build `if condition : suite [else part]`."""
        yes = _effects(children[3])
        no = _effects(children[5]) if len(children) > 4 else ()
        return ast.If(_expr(children[1]), yes, no, _from(children[0], (no or yes)[-1].span.end))

    @staticmethod
    def for_stmt(children: Children) -> ast.Effect:
        """Build `for NAME in items : suite`."""
        variable, body = _leaf(children[1]), _effects(children[5])
        span = _from(children[0], body[-1].span.end)
        return ast.For(variable.value, _span(variable), _expr(children[3]), body, span)

    @staticmethod
    def block(children: Children) -> ast.Block:
        """Gather effects, one after another."""
        effects = tuple(_effect(part) for part in children)
        first, last = effects[0].span, effects[-1].span
        return ast.Block(effects, Span(first.source, first.start, last.end))

    # --- cards

    @staticmethod
    def run(children: Children) -> ast.Run:
        """Build `low .. high times`."""
        leaves = [_leaf(part) for part in children]
        values = [int(leaf.value) for leaf in leaves if leaf.type == "INT"]
        times = int(leaves[-1].value[1:]) if leaves[-1].type == "TIMES" else 1
        return ast.Run(values[0], values[-1], times, _from(leaves[0], leaves[-1].end_pos))

    @staticmethod
    def cards(children: Children) -> ast.Cards:
        """Gather runs."""
        runs = tuple(part for part in children if isinstance(part, ast.Run))
        return ast.Cards(runs, Span(runs[0].span.source, runs[0].span.start, runs[-1].span.end))
