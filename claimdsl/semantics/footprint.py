"""What an event reads and changes, pile by pile and state by state, and what of it two events must not share.

Whose pile it is is left aside: two players' piles of one name count as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from claimdsl.frozen import Frozen
from claimdsl.ir import nodes, walk
from claimdsl.ir.facts import DECK, is_face_down, is_worth, ordered_piles
from claimdsl.ir.types import Kind
from claimdsl.semantics.exclusion import Conditions, exclude, whose

TRICK = "the trick"
DUE = "the card due"
_NO_PILES: frozenset[str] = frozenset()


class Act(Enum):
    """What is done to a pile or a state."""

    READ = "reads"
    ADD = "adds to"
    TAKE = "takes from"
    SET = "sets"
    RAISE = "raises"
    LOWER = "lowers"


class Touch(Frozen):
    """One thing that an event does, and the conditions under which it does, as far as no event can change them."""

    what: str
    act: Act
    conditions: Conditions
    constant: int | None = None


class Shared(Frozen):
    """What all events of a program have in common.

    `piles`: all there are; `played`: those that played cards go to; `offered`: those that cards are taken from;
    `chosen`: where the cards come from that a name chosen in `on_play` holds; `ordered`: piles with an order; `ends`:
    what the end of a phase reads; `worth`, `face_down`: what all rules say of these; `scored`: the pile that counts
    for votes; `votes`: what else decides them.
    """

    piles: frozenset[str]
    played: frozenset[str]
    offered: frozenset[str]
    chosen: tuple[tuple[str, frozenset[str]], ...]
    ordered: frozenset[str]
    ends: tuple[nodes.Expr, ...]
    worth: tuple[nodes.Expr, ...]
    face_down: tuple[nodes.Expr, ...]
    scored: str
    votes: tuple[nodes.Expr, ...]


def shared(program: nodes.Program) -> Shared:
    """Gather what all events of a program have in common."""
    answers: dict[str, frozenset[str]] = {}
    for hook in ("goes_to", "offers"):
        values = [rule.value for rule in program.hooks if rule.hook == hook and rule.value is not None]
        answers[hook] = frozenset(pile for value in values for pile in Sources({}, None).of(value))
    chosen: dict[str, frozenset[str]] = {}
    for rule in program.hooks:
        sources = Sources(bound(rule.effects or ()), None)
        for effect in walk.all_effects(rule.effects or ()):
            if isinstance(effect, nodes.Choose) and effect.field:
                name = effect.variable.name
                chosen[name] = chosen.get(name, _NO_PILES) | sources.of(effect.options)
    ends = tuple(rule.value for rule in program.hooks if rule.hook == "ends" and rule.value is not None)
    worth, face_down = (
        tuple(part for rule in program.hooks if rule.hook == hook for part in walk.roots(rule))
        for hook in ("worth", "face_down")
    )
    piles = frozenset(pile.name for pile in program.piles)
    votes = tuple(
        root for rule in program.hooks if rule.hook in ("weight", "scores_as", "majority") for root in walk.roots(rule)
    )
    return Shared(
        piles, answers["goes_to"], answers["offers"], tuple(chosen.items()), ordered_piles(program), ends, worth,
        face_down, program.scored_pile, votes,
    )


def quarrel(
    first: Iterable[Touch], second: Iterable[Touch], ordered: frozenset[str]
) -> tuple[Touch, Touch] | None:
    """Give a thing that the first does and one that the second does whose order makes a difference."""
    theirs: dict[str, list[Touch]] = {}
    for touch in second:
        theirs.setdefault(touch.what, []).append(touch)
    for one in first:
        for other in theirs.get(one.what, ()):
            if _disturb(one, other, ordered) and not exclude(one.conditions, other.conditions):
                return one, other
    return None


def _disturb(one: Touch, other: Touch, ordered: frozenset[str]) -> bool:
    acts = {one.act, other.act}
    if acts <= {Act.RAISE} or acts <= {Act.LOWER} or acts == {Act.READ}:
        return False
    if acts == {Act.ADD}:
        return one.what in ordered
    if acts == {Act.SET}:
        return one.constant is None or one.constant != other.constant
    return acts != {Act.ADD, Act.TAKE}


def bound(effects: tuple[nodes.Effect, ...]) -> dict[int, nodes.Expr]:
    """Give where the cards of each variable of an event come from."""
    found: dict[int, nodes.Expr] = {}
    for effect in walk.all_effects(effects):
        match effect:
            case nodes.Choose(variable=variable, options=source) | nodes.Each(variable=variable, items=source):
                found[variable.id] = source
            case nodes.Draw(variable=variable, cards=cards):
                found[variable.id] = cards
            case _:
                pass
        for node in walk.every(iter(walk.effect_parts(effect))):
            if isinstance(node, nodes.Fold):
                found[node.variable.id] = node.domain
    return found


class Sources:
    """Says in which piles the cards of an expression may lie."""

    def __init__(self, bound: dict[int, nodes.Expr], common: Shared | None, hook: str = "") -> None:
        self._bound = bound
        self._common = common
        self._hook = hook

    def of(self, node: nodes.Expr) -> frozenset[str]:
        """Give the piles; TRICK for what lies there, DUE for the card due."""
        match node:
            case nodes.PileOf(pile=pile):
                return frozenset((pile,))
            case nodes.Local(id=number):
                source = self._bound.get(number)
                return _NO_PILES if source is None else self.of(source)
            case nodes.Known(name=name):
                return self._known(name, node.type.kind)
            case nodes.Field(of=of, name=name):
                return self._field(of, name)
            case nodes.Fold(domain=domain):
                return self.of(domain) if node.type.kind in (Kind.CARD, Kind.PLAY) else _NO_PILES
            case nodes.If(yes=yes, no=no):
                return self.of(yes) | self.of(no)
            case nodes.Top(items=items):
                return self.of(items)
            case nodes.Join() | nodes.Otherwise() | nodes.AsCard() | nodes.AsMany() | nodes.AsMaybe():
                return _NO_PILES.union(*(self.of(part) for part in walk.parts(node)))
            case _:
                return _NO_PILES

    def _known(self, name: str, kind: Kind) -> frozenset[str]:
        offered = self._common.offered if self._common is not None else _NO_PILES
        if name == "due":
            return offered | {DUE}
        if name == DECK:
            return (self._common.piles if self._common is not None else _NO_PILES) | {TRICK}
        return self._plays() if kind in (Kind.CARD, Kind.PLAY) and name != "base" else _NO_PILES

    def _plays(self) -> frozenset[str]:
        played = self._common.played if self._common is not None else _NO_PILES
        return played if self._hook == "after_trick" else frozenset((TRICK,))

    def _field(self, of: nodes.Expr, name: str) -> frozenset[str]:
        if of.type.kind is Kind.PLAY and name == "card":
            return self.of(of)
        if of.type.kind is Kind.PLAYER and name == "play":
            return self._plays()
        return dict(self._common.chosen).get(name, _NO_PILES) if self._common is not None else _NO_PILES


class Footprint:
    """Follows the effects of one event."""

    def __init__(self, rule: nodes.HookRule, common: Shared) -> None:
        self._rule = rule
        self._common = common
        self._sources = Sources(bound(rule.effects or ()), common, rule.hook)

    def touches(self) -> tuple[Touch, ...]:
        """Give all that the event does, each thing once."""
        conditions = whose(self._rule)
        found: list[Touch] = []
        if self._rule.when is not None:
            found += self._reads(self._rule.when, conditions)
            conditions = _under(conditions, self._rule.when, True)
        found += self._block(self._rule.effects or (), conditions)
        return tuple(dict.fromkeys(found))

    def _block(self, effects: tuple[nodes.Effect, ...], conditions: Conditions) -> Iterator[Touch]:
        for effect in effects:
            match effect:
                case nodes.SetState():
                    yield from self._set(effect, conditions)
                    continue
                case nodes.When():
                    yield from self._reads(effect.condition, conditions)
                    yield from self._block(effect.yes, _under(conditions, effect.condition, True))
                    yield from self._block(effect.no, _under(conditions, effect.condition, False))
                    continue
                case nodes.Each():
                    yield from self._block(effect.body, conditions)
                case nodes.Move(cards=cards, pile=pile):
                    yield Touch(pile.pile, Act.ADD, conditions)
                    for source in self._sources.of(cards):
                        yield Touch(source, Act.TAKE, conditions)
                    if pile.owner is not None:
                        yield from self._reads(pile.owner, conditions)
                    yield from self._reads(cards, conditions)
                    continue
                case nodes.Swap():
                    for part in walk.effect_parts(effect):
                        for source in self._sources.of(part):
                            yield Touch(source, Act.TAKE, conditions)
                            yield Touch(source, Act.ADD, conditions)
                case _:
                    pass
            for part in walk.effect_parts(effect):
                yield from self._reads(part, conditions)

    def _set(self, effect: nodes.SetState, conditions: Conditions) -> Iterator[Touch]:
        if effect.state.owner is not None:
            yield from self._reads(effect.state.owner, conditions)
        match effect.value:
            case nodes.Sum(first=first, rest=((sign, nodes.Literal(value=value)),)) if first == effect.state:
                rises = (sign == "+") == (value >= 0)
                yield Touch(effect.state.state, Act.RAISE if rises else Act.LOWER, conditions)
            case nodes.Literal(value=value):
                yield Touch(effect.state.state, Act.SET, conditions, value)
            case _:
                yield Touch(effect.state.state, Act.SET, conditions)
                yield from self._reads(effect.value, conditions)

    def _reads(self, node: nodes.Expr, conditions: Conditions) -> Iterator[Touch]:
        for what in _read(node, self._common):
            yield Touch(what, Act.READ, conditions)


def _read(root: nodes.Expr, common: Shared) -> Iterator[str]:
    """Run through the piles and states that an expression reads; the plays of a trick are there for all."""
    for node in walk.every(iter((root,))):
        match node:
            case nodes.PileOf(pile=name) | nodes.StateOf(state=name):
                yield name
            case nodes.Known(name="last_trick"):
                yield "hand"
                for answer in common.ends:
                    yield from _read(answer, common)
            case nodes.Field(of=of, name="worth") if is_worth(node):
                yield from _read(of, common)
                for part in common.worth:
                    yield from _read(part, common)
            case nodes.Field(of=of, name="face_down") if is_face_down(node):
                yield from (TRICK, *_read(of, common))
                for part in common.face_down:
                    yield from _read(part, common)
            case nodes.Field(of=of, name="holder") if of.type.kind is Kind.FACTION:
                yield common.scored
                for root in common.votes:
                    yield from _read(root, common)
            case nodes.Known(name="due"):
                yield DUE
                yield from common.offered
            case nodes.Known(name="play" | "card" | "trick" | "winning_play") | nodes.Field(name="play"):
                yield TRICK
            case _:
                pass


def _under(conditions: Conditions, condition: nodes.Expr, answer: bool) -> Conditions:
    """Add a condition, if nothing that an event does can change it."""
    return conditions if walk.mentions(condition, _may_change) else (*conditions, (condition, answer))


def _may_change(node: nodes.Expr) -> bool:
    match node:
        case nodes.PileOf() | nodes.StateOf() | nodes.Local():
            return True
        case nodes.Known(name="last_trick"):
            return True
        case _:
            return is_worth(node) or is_face_down(node)
