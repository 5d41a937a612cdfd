"""A program as text for people and for golden files: one hook a paragraph, always the same for the same program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from claimdsl.ir import nodes

_STEP = "  "


def dump(program: nodes.Program) -> str:
    """Write a program as lines of text.  Where a rule stands is told by file and power, not by line."""
    return "\n".join([*_head(program), "", *_rules(program), *_ending(program)]) + "\n"


def _head(program: nodes.Program) -> Iterator[str]:
    yield f"ruleset {program.name} {program.digest}"
    for setup in program.setups:
        rows = ", ".join(f"{name} {value}" for name, value in (*setup.numbers, *setup.words))
        default = ", ".join(setup.default)
        yield f"setup {setup.players} players: {rows}; {setup.pairs} pairs, {setup.free} free; default {default}"
    for pair in program.pairs:
        yield f"pair {', '.join(pair)}"
    for option in program.options:
        yield f"option {option.name}: {', '.join(option.values)}" + (f"; fixed {option.fixed}" if option.fixed else "")
    for pile in program.piles:
        by = _by(", ".join(pile.factions))
        yield f"pile {pile.name} of {pile.of}, seen by {pile.seen_by}, written {pile.written}{by}"
    for state in program.states:
        shown = "" if state.shown else ", not shown"
        yield f"state {state.name} of {state.of}: {state.type} {state.low}..{state.high}{shown}{_by(state.faction)}"
    for phase in program.phases:
        extra = "".join(f"; with {name} {expression(tricks)}" for name, tricks in phase.extra)
        yield f"phase {phase.name}: {expression(phase.tricks)} tricks{extra}"
    for faction in program.factions:
        yield from _faction(faction)


def _faction(faction: nodes.FactionSpec) -> Iterator[str]:
    yield f"faction {faction.name}: {_numbers(faction.values)}"
    if faction.faces:
        yield f"{_STEP}faces {', '.join(f'{face} {value}' for face, value in faction.faces)}"
    if faction.deal:
        yield f"{_STEP}deal {faction.deal}, rest in {faction.rest}"
    for side in faction.side:
        yield f"{_STEP}side {side.pile}: {side.faction} {_numbers(side.values)}"


def _rules(program: nodes.Program) -> Iterator[str]:
    for rule in program.hooks:
        yield _heading(rule)
        if rule.when is not None:
            yield f"{_STEP}when {expression(rule.when)}"
        if rule.value is not None:
            yield f"{_STEP}{rule.value.type}: {expression(rule.value)}"
        for key in rule.keys or ():
            yield f"{_STEP}{key.name}: {expression(key.value)}"
        yield from _block(rule.effects or (), 1)
        yield ""


def _heading(rule: nodes.HookRule) -> str:
    guards = [rule.cards]
    if rule.phases is not None:
        guards.append(f"in {', '.join(rule.phases)}")
    if rule.player_counts is not None:
        guards.append(f"{', '.join(map(str, rule.player_counts))} players")
    if rule.priority:
        guards.append(f"priority {rule.priority}")
    owner = rule.origin.faction or "table"
    return f"{rule.hook} of {owner}.{rule.origin.power} ({'; '.join(guards)})"


def _ending(program: nodes.Program) -> Iterator[str]:
    yield f"scoring from {program.scored_pile or 'no pile'}"
    for key in program.ranks:
        yield f"{_STEP}{key.name}: {expression(key.value)}"


def _block(effects: tuple[nodes.Effect, ...], depth: int) -> Iterator[str]:
    indent = _STEP * depth
    for effect in effects:
        match effect:
            case nodes.When():
                yield f"{indent}if {expression(effect.condition)}:"
                yield from _block(effect.yes, depth + 1)
                if effect.no:
                    yield f"{indent}else:"
                    yield from _block(effect.no, depth + 1)
            case nodes.Each():
                yield f"{indent}for {expression(effect.variable)} in {expression(effect.items)}:"
                yield from _block(effect.body, depth + 1)
            case _:
                yield indent + _simple(effect)


def _simple(
    effect: nodes.Move | nodes.Swap | nodes.Draw | nodes.Show | nodes.SetState | nodes.Choose | nodes.Decide
    | nodes.Stop,
) -> str:
    match effect:
        case nodes.Move():
            unseen = " unseen" if effect.unseen else ""
            return f"move {expression(effect.cards)} to {expression(effect.pile)}{unseen}"
        case nodes.Swap():
            return f"swap {expression(effect.left)} with {expression(effect.right)}"
        case nodes.Draw():
            return f"draw {expression(effect.variable)} from {expression(effect.cards)}"
        case nodes.Show():
            return f"show {expression(effect.cards)} to {expression(effect.players)}"
        case nodes.SetState():
            return f"set {expression(effect.state)} to {expression(effect.value)}"
        case nodes.Choose():
            may = "may " if effect.may else ""
            kept = " kept" if effect.field else ""
            options, player = expression(effect.options), expression(effect.player)
            return f"{may}choose {expression(effect.variable)} from {options} by {player}{kept}"
        case nodes.Decide():
            words = f"{expression(effect.first)} or {expression(effect.second)}"
            return f"choose {words} by {expression(effect.player)}"
        case nodes.Stop():
            return "stop"
        case _:
            assert_never(effect)


def expression(node: nodes.Expr) -> str:
    """Write an expression on one line, with every coercion and bracket."""
    match node:
        case nodes.Literal() | nodes.FactionName() | nodes.WordLiteral() | nodes.Nothing() | nodes.Known():
            return _atom(node)
        case nodes.SetupValue():
            return f"setup.{node.row}"
        case nodes.OptionValue():
            return node.option
        case nodes.Local():
            return f"{node.name}#{node.id}"
        case nodes.Field():
            return f"{expression(node.of)}.{node.name}"
        case nodes.PileOf():
            return node.pile if node.owner is None else f"{expression(node.owner)}.{node.pile}"
        case nodes.StateOf():
            return node.state if node.owner is None else f"{expression(node.owner)}.{node.state}"
        case nodes.If():
            return f"(if {expression(node.condition)} then {expression(node.yes)} else {expression(node.no)})"
        case nodes.AnyOf():
            return _joined(node.operands, "or")
        case nodes.AllOf():
            return _joined(node.operands, "and")
        case nodes.Otherwise():
            return _joined(node.operands, "otherwise")
        case nodes.Join():
            return _joined(node.lists, "+")
        case nodes.Not():
            return f"not {expression(node.operand)}"
        case nodes.Compare():
            return f"({expression(node.left)} {node.operator} {expression(node.right)})"
        case nodes.Member():
            return f"({expression(node.item)} in {expression(node.items)})"
        case nodes.Sum():
            rest = "".join(f" {sign} {expression(part)}" for sign, part in node.rest)
            return f"({expression(node.first)}{rest})"
        case nodes.Numbers():
            return f"{expression(node.low)}..{expression(node.high)}"
        case nodes.Top():
            return f"top({expression(node.items)}, {expression(node.count)})"
        case nodes.Fold():
            return _fold(node)
        case nodes.AsCard():
            return f"card({expression(node.operand)})"
        case nodes.AsMany():
            return f"list({expression(node.operand)})"
        case nodes.AsMaybe():
            return f"maybe({expression(node.operand)})"
        case _:
            assert_never(node)


def _atom(node: nodes.Literal | nodes.FactionName | nodes.WordLiteral | nodes.Nothing | nodes.Known) -> str:
    match node:
        case nodes.Literal():
            return str(node.value) if node.type.kind.value == "Int" else ("true" if node.value else "false")
        case nodes.FactionName() | nodes.Known():
            return node.name
        case nodes.WordLiteral():
            return f"'{node.word}'"
        case nodes.Nothing():
            return "nothing"


def _fold(node: nodes.Fold) -> str:
    condition = "" if node.condition is None else f", {expression(node.condition)}"
    key = "" if node.key is None else f" by {expression(node.key)}"
    return f"{node.function}({expression(node.variable)} in {expression(node.domain)}{condition}{key})"


def _joined(operands: tuple[nodes.Expr, ...], word: str) -> str:
    return "(" + f" {word} ".join(expression(operand) for operand in operands) + ")"


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def _by(faction: str) -> str:
    return f", declared by {faction}" if faction else ""
