"""Terms among themselves: no term may mean itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from claimdsl.frontend import syntax
from claimdsl.semantics.findings import Findings

_Key = tuple[str, str]


def check_rings(terms: Mapping[_Key, syntax.Term], findings: Findings) -> None:
    """Look for terms that use themselves.  Reports: each ring once, as a chain."""
    uses = {key: _uses(key, term, terms) for key, term in terms.items()}
    done: set[_Key] = set()
    for start in terms:
        ring = _ring_from(start, uses, done)
        if ring:
            chain = " -> ".join(name for _, name in (*ring, ring[0]))
            findings.error("CLM415", f"term '{ring[0][1]}' means itself: {chain}", terms[ring[0]].span)


def _ring_from(start: _Key, uses: Mapping[_Key, tuple[_Key, ...]], done: set[_Key]) -> list[_Key]:
    """Walk depth first from a term; give the first ring that is met."""
    path: list[_Key] = []
    waiting: list[tuple[_Key, bool]] = [(start, False)]
    ring: list[_Key] = []
    while waiting:
        key, leaving = waiting.pop()
        if leaving:
            path.pop()
            done.add(key)
        elif key in path:
            ring = ring or path[path.index(key):]
        elif key not in done:
            path.append(key)
            waiting.append((key, True))
            waiting.extend((used, False) for used in uses[key])
    return ring


def _uses(key: _Key, term: syntax.Term, terms: Mapping[_Key, syntax.Term]) -> tuple[_Key, ...]:
    found = []
    for name in bare_names(term.expr):
        for faction in (key[0], ""):
            if (faction, name) in terms:
                found.append((faction, name))
                break
    return tuple(dict.fromkeys(found))


def bare_names(node: syntax.Expr) -> Iterator[str]:
    """Run through the bare names of an expression, variables too."""
    waiting: list[syntax.Expr] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, syntax.Name):
            yield part.name
        waiting.extend(_parts(part))


def _parts(node: syntax.Expr) -> tuple[syntax.Expr, ...]:
    match node:
        case syntax.Field():
            return (node.of,)
        case syntax.Call():
            return node.arguments
        case syntax.Fold():
            return tuple(part for part in (node.domain, node.condition, node.key) if part is not None)
        case syntax.Range():
            return node.low, node.high
        case syntax.Conditional():
            return node.condition, node.yes, node.no
        case syntax.Chain():
            return node.operands
        case syntax.Sum():
            return node.first, *(operand for _, operand in node.rest)
        case syntax.Not():
            return (node.operand,)
        case syntax.Compare():
            return node.left, node.right
        case _:
            return ()
