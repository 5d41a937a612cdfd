"""Between which numbers an Int expression stays, so that ranges get a greatest length."""

from __future__ import annotations

from collections.abc import Mapping

from claimdsl.ir import nodes
from claimdsl.ir.types import Kind
from claimdsl.semantics.names import Names

Bounds = tuple[int, int] | None
MOST_RANGE = 100


def bounds(node: nodes.Expr, ranges: Mapping[int, Bounds], names: Names) -> Bounds:
    """Bound one number; None where no bound is known."""
    match node:
        case nodes.Literal():
            return node.value, node.value
        case nodes.Local():
            return ranges.get(node.id)
        case nodes.Field(name="value"):
            return names.values
        case nodes.SetupValue():
            row = names.rows[node.row]
            return row.low, row.high
        case nodes.StateOf():
            return _state(node, names)
        case nodes.If():
            return _union([bounds(node.yes, ranges, names), bounds(node.no, ranges, names)])
        case nodes.Otherwise():
            return _union([bounds(part, ranges, names) for part in node.operands])
        case nodes.AsMaybe():
            return bounds(node.operand, ranges, names)
        case nodes.Sum():
            return _sum(node, ranges, names)
        case nodes.Fold(function="count"):
            return 0, node.domain.type.most
        case nodes.Fold(function="max" | "min", key=key) if key is not None:
            return bounds(key, ranges, names)
        case nodes.Fold(function="max" | "min" | "first" | "last" | "most" | "least"):
            return item_bounds(node.domain, ranges, names)
        case _:
            return None


def item_bounds(node: nodes.Expr, ranges: Mapping[int, Bounds], names: Names) -> Bounds:
    """Bound each number of a list."""
    match node:
        case nodes.Numbers():
            low, high = bounds(node.low, ranges, names), bounds(node.high, ranges, names)
            return None if low is None or high is None else (low[0], max(low[0], high[1]))
        case nodes.Top():
            return item_bounds(node.items, ranges, names)
        case nodes.Fold(function="each" | "descending", key=key) if key is not None:
            return bounds(key, ranges, names)
        case nodes.Fold():
            return item_bounds(node.domain, ranges, names) if node.domain.type.kind is Kind.INT else None
        case nodes.AsMany():
            return bounds(node.operand, ranges, names)
        case _:
            return None


def range_length(low: nodes.Expr, high: nodes.Expr, ranges: Mapping[int, Bounds], names: Names) -> int:
    """Bound the length of `low..high`."""
    least, greatest = bounds(low, ranges, names), bounds(high, ranges, names)
    if least is None or greatest is None:
        return MOST_RANGE
    return max(1, min(MOST_RANGE, greatest[1] - least[0] + 1))


def _state(node: nodes.StateOf, names: Names) -> Bounds:
    spec = names.states[node.state]
    if spec.type.kind is not Kind.INT or (node.owner is not None and node.owner.type.kind is Kind.SIDE):
        return None
    return spec.low, spec.high


def _sum(node: nodes.Sum, ranges: Mapping[int, Bounds], names: Names) -> Bounds:
    total = bounds(node.first, ranges, names)
    for sign, operand in node.rest:
        part = bounds(operand, ranges, names)
        if total is None or part is None:
            return None
        total = (total[0] + part[0], total[1] + part[1]) if sign == "+" else (total[0] - part[1], total[1] - part[0])
    return total


def _union(parts: list[Bounds]) -> Bounds:
    known = [part for part in parts if part is not None]
    if len(known) < len(parts) or not known:
        return None
    return min(low for low, _ in known), max(high for _, high in known)
