"""How dear a hook can become: nodes weighted with the greatest lengths of the lists around them.

A limit on this keeps every game quick whatever a ruleset says; terms that double one another are caught, not expanded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from claimdsl.diagnostics.source import Span
from claimdsl.ir import nodes, vocabulary, walk
from claimdsl.ir.facts import is_face_down, is_worth
from claimdsl.ir.nodes import HookRule
from claimdsl.ir.types import MOST_CARDS, MOST_PLAYERS, Kind
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.scope import Places
from claimdsl.semantics.speech import say

LIMIT_IN_PLAY = 200_000
LIMIT_AT_THE_END = 1_000_000
LIMIT_NODES = 20_000
_AT_THE_END = frozenset({"at_end", "weight", "scores_as", "majority", vocabulary.RANKS})


class Costs:
    """Counts costs and nodes of expressions; each shared node is counted once and weighed at every use.

    `worth` is what it costs to say what a play is worth, `face_down` whether it lies face down.
    """

    def __init__(self, worth: int = 0, face_down: int = 0) -> None:
        self._worth = worth
        self._face_down = face_down
        self._costs: dict[int, int] = {}
        self._sizes: dict[int, int] = {}

    def cost(self, node: nodes.Expr) -> int:
        """Bound the steps of one evaluation."""
        known = self._costs.get(id(node))
        if known is None:
            known = self._costs[id(node)] = self._cost(node)
        return known

    def size(self, node: nodes.Expr) -> int:
        """Count the nodes of an expression written out in full."""
        known = self._sizes.get(id(node))
        if known is None:
            known = self._sizes[id(node)] = 1 + sum(self.size(part) for part in walk.parts(node))
        return known

    def _cost(self, node: nodes.Expr) -> int:
        match node:
            case nodes.Fold():
                inner = sum(self.cost(part) for part in (node.condition, node.key) if part is not None)
                return 1 + self.cost(node.domain) + node.domain.type.most * (1 + inner)
            case nodes.Field(of=of, name="holder") if of.type.kind is Kind.FACTION:
                return MOST_CARDS * MOST_PLAYERS + self.cost(of)
            case nodes.Member() | nodes.Join() | nodes.Top() | nodes.Numbers():
                length = node.items.type.most if isinstance(node, nodes.Member) else node.type.most
                return length + sum(self.cost(part) for part in walk.parts(node))
            case _:
                live = self._worth if is_worth(node) else self._face_down if is_face_down(node) else 0
                return 1 + live + sum(self.cost(part) for part in walk.parts(node))

    def effects(self, effects: Sequence[nodes.Effect]) -> int:
        """Bound the steps of a block of effects."""
        total = 0
        for effect in effects:
            total += 1 + sum(self.cost(part) for part in walk.effect_parts(effect))
            inner = self.effects(walk.inner_effects(effect))
            total += effect.items.type.most * inner if isinstance(effect, nodes.Each) else inner
        return total


def of_hook(hook: str, rules: Iterable[HookRule], face_down: int = 0) -> int:
    """Bound the steps that it takes to answer a hook of a play; `face_down`: what that costs wherever it is read."""
    costs = Costs(0, face_down)
    return sum(costs.cost(root) for rule in rules if rule.hook == hook for root in walk.roots(rule))


def check_rule(
    rule: HookRule, places: Places, span: Span, findings: Findings, worth: int = 0, face_down: int = 0
) -> bool:
    """Say whether a rule is cheap enough.

    `worth`: what worth costs, which `on_play` works out wherever it reads it; `face_down`: what that costs.
    Reports: the dearest expression of one that is not.
    """
    roots = list(walk.roots(rule))
    costs = Costs(worth if rule.hook == "on_play" else 0, face_down)
    total = costs.effects(rule.effects) if rule.effects is not None else sum(costs.cost(root) for root in roots)
    if rule.effects is not None and rule.when is not None:
        total += costs.cost(rule.when)
    limit = LIMIT_AT_THE_END if rule.hook in _AT_THE_END else LIMIT_IN_PLAY
    return _judge(roots, total, limit, rule.hook, costs, places, span, findings)


def check_keys(keys: Sequence[nodes.Key], places: Places, span: Span, findings: Findings) -> bool:
    """Say whether the keys of `scoring.ranks` are cheap enough.  Reports: the dearest expression."""
    roots = [key.value for key in keys]
    costs = Costs()
    total = sum(costs.cost(root) for root in roots)
    return _judge(roots, total, LIMIT_AT_THE_END, "scoring.ranks", costs, places, span, findings)


def _judge(
    roots: list[nodes.Expr], total: int, limit: int, hook: str, costs: Costs, places: Places, span: Span,
    findings: Findings,
) -> bool:
    size = sum(costs.size(root) for root in roots)
    if total <= limit and size <= LIMIT_NODES:
        return True
    dearest = _dearest(roots, costs)
    place = span if dearest is None else places.find(dearest, span)
    if total > limit and dearest is not None:
        around = f"; it runs over {say(dearest.domain.type)}, at most {dearest.domain.type.most} long"
        findings.error(
            "CLM503", f"{hook} may take {_shortened(total)} steps, more than {_shortened(limit)}{around}", place,
            hint="this is the dearest part: look through a shorter list",
        )
    elif total > limit:
        findings.error("CLM503", f"{hook} may take {_shortened(total)} steps, more than {_shortened(limit)}", place)
    else:
        findings.error(
            "CLM504", f"{hook} has {_shortened(size)} parts once its terms are written out, more than "
            f"{_shortened(LIMIT_NODES)}", place,
        )
    return False


def _dearest(roots: list[nodes.Expr], costs: Costs) -> nodes.Fold | None:
    found: nodes.Fold | None = None
    for node in walk.every(iter(roots)):
        if isinstance(node, nodes.Fold) and (found is None or costs.cost(node) > costs.cost(found)):
            found = node
    return found


def _shortened(number: int) -> str:
    """Write a number so that it can be read: huge ones as a power of ten.

    >>> _shortened(1234567), _shortened(10 ** 40)
    ('1,234,567', 'about 10^40')
    """
    if number < 10**12:
        return f"{number:,}"
    digits = number.bit_length() * 301 // 1000
    return f"about 10^{digits}"
