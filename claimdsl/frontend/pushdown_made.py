"""From the grammar to the tables of its automaton; the one file that imports Lark."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from claimdsl.frontend.pushdown import Rule, Tables, digest_of

if TYPE_CHECKING:
    from lark.grammar import Rule as LarkRule
    from lark.lexer import TerminalDef

STARTS = ("expr", "effect", "block", "cards")
_Moves = dict[int, dict[str, tuple[object, "int | LarkRule"]]]


def tables_of(text: str) -> Tables:
    """Make the tables of a grammar, numbered in one order however Lark does it."""
    from lark import Lark

    parser = Lark(text, parser="lalr", lexer="basic", start=list(STARTS), keep_all_tokens=True)
    table = parser.parser.parser._parse_table
    moves: _Moves = table.states
    rules = sorted(parser.rules, key=_order)
    numbers = {state: number for number, state in enumerate(_reached(moves, [table.start_states[s] for s in STARTS]))}
    places = {rule: -1 - number for number, rule in enumerate(rules)}
    states = [
        {kind: numbers[to] if isinstance(to, int) else places[to] for kind, (_, to) in sorted(moves[state].items())}
        for state in numbers
    ]
    return Tables(
        grammar=digest_of(text), signs=_signs(parser.terminals), words=_words(parser.terminals),
        skipped=sorted(parser.ignore_tokens), rules=[_rule(rule) for rule in rules], states=states,
        starts={start: numbers[table.start_states[start]] for start in STARTS},
        ends={start: numbers[table.end_states[start]] for start in STARTS},
    )


def text_of(tables: Tables) -> str:
    """Write tables as JSON, a rule and a state a line."""
    parts = []
    for key, value in tables.items():
        lines = ",\n  ".join(json.dumps(item) for item in value) if isinstance(value, list) else ""
        parts.append(f"{json.dumps(key)}: " + (f"[\n  {lines}\n ]" if lines else json.dumps(value)))
    return "{" + ",\n ".join(parts) + "}\n"


def _reached(moves: _Moves, found: list[int]) -> Iterator[int]:
    """Run through all states from the first ones on."""
    seen = dict.fromkeys(found)
    for state in found:
        yield state
        for _, (_, to) in sorted(moves[state].items()):
            if isinstance(to, int) and to not in seen:
                seen[to] = None
                found.append(to)


def _order(rule: LarkRule) -> tuple[str, list[str], str]:
    return rule.origin.name, [symbol.name for symbol in rule.expansion], rule.alias or ""


def _rule(rule: LarkRule) -> Rule:
    name = str(rule.alias or rule.origin.name)
    rows = [place for place, part in enumerate(rule.expansion) if not part.is_term and part.name.startswith("_")]
    alone = rule.options.expand1 and not rule.alias
    passes = alone and len(rule.expansion) == 1 and not rows
    return Rule(
        origin=str(rule.origin.name), size=len(rule.expansion), build="" if passes or name.startswith("_") else name,
        alone=alone, rows=rows,
    )


def _signs(terminals: Iterable[TerminalDef]) -> dict[str, str]:
    """Give the expressions of signs, numbers and names; of two the longer one is tried first."""
    signs = [terminal for terminal in terminals if not terminal.pattern.value.isalpha()]
    signs.sort(key=lambda terminal: (-terminal.pattern.max_width, terminal.name))
    return {sign.name: sign.pattern.to_regexp() for sign in signs}


def _words(terminals: Iterable[TerminalDef]) -> dict[str, str]:
    """Give the terminal of each reserved word."""
    return {
        terminal.pattern.value: terminal.name for terminal in terminals if terminal.pattern.value.isalpha()
    }
