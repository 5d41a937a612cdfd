"""What follows from a program as it stands: which piles have an order, which cards are named, how rules are ordered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sized

from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.vocabulary import HOOKS, Asked, Knower
from claimdsl.ir.walk import all_effects, effect_parts, every, parts, within

DECK_PILE = "stock"
DECK, HIDDEN = "deck", "hidden"


def ordered_piles(program: ir.Program) -> frozenset[str]:
    """Give the piles that have an order: the stock, side packs, and each of the table whose top is asked for."""
    shared = {pile.name for pile in program.piles if pile.of == "table"}
    found = {DECK_PILE, *(pack.pile for faction in program.factions for pack in faction.side)}
    for rule in program.hooks:
        for expr in within(rule):
            if isinstance(expr, ir.Top):
                found.update(shared.intersection(_topped(expr.items)))
    return frozenset(found)


def _topped(items: ir.Expr) -> Iterator[str]:
    """Run through the piles whose top is that of a list."""
    match items:
        case ir.PileOf(pile=pile):
            yield pile
        case ir.If(yes=yes, no=no):
            yield from (*_topped(yes), *_topped(no))
        case ir.Top(items=inner):
            yield from _topped(inner)
        case _:
            pass


def is_worth(node: ir.Expr) -> bool:
    """Say whether an expression is what a play is worth."""
    return isinstance(node, ir.Field) and node.of.type.kind is Kind.PLAY and node.name == "worth"


def is_face_down(node: ir.Expr) -> bool:
    """Say whether an expression is whether a play lies face down."""
    return isinstance(node, ir.Field) and node.of.type.kind is Kind.PLAY and node.name == "face_down"


def spoken_of(program: ir.Program, effects: tuple[ir.Effect, ...]) -> Callable[[ir.Expr], bool]:
    """Say of cards in some effects whether they are spoken of by name: cards of `deck`, hidden ones not among them.

    Which cards these are all know, wherever they lie; what is done with one therefore tells where it lies.
    """
    public = frozenset(pile.name for pile in program.piles if pile.seen_by == "all")
    named: set[int] = set()

    def is_spoken_of(cards: ir.Expr) -> bool:
        sources = set(_sources(cards, public, named))
        return DECK in sources and HIDDEN not in sources

    for effect in all_effects(effects):
        match effect:
            case (
                ir.Draw(variable=variable, cards=source) | ir.Choose(variable=variable, options=source)
                | ir.Each(variable=variable, items=source)
            ) if source.type.kind is Kind.CARD and is_spoken_of(source):
                named.add(variable.id)
            case _:
                pass
    return is_spoken_of


def naming(program: ir.Program) -> frozenset[ir.Origin]:
    """Give the rules that do something with cards of `deck`, wherever they lie."""
    return frozenset(
        rule.origin for rule in program.hooks for effect in all_effects(rule.effects or ())
        if any(isinstance(node, ir.Known) and node.name == DECK for node in every(iter(effect_parts(effect))))
    )


def sifting(program: ir.Program) -> frozenset[ir.Origin]:
    """Give the rules that let a player choose from some cards of a pile that not all see, by what they are.

    Whether there is anything to choose then tells what else lies there.
    """
    public = frozenset(pile.name for pile in program.piles if pile.seen_by == "all")
    return frozenset(
        rule.origin for rule in program.hooks for effect in all_effects(rule.effects or ())
        if isinstance(effect, ir.Choose) and _sifts(effect.options, public)
    )


def _sifts(cards: ir.Expr, public: frozenset[str]) -> bool:
    match cards:
        case ir.PileOf():
            return False
        case ir.Join() | ir.AsMany() | ir.AsMaybe():
            return any(_sifts(part, public) for part in parts(cards))
        case _:
            return any(isinstance(node, ir.PileOf) and node.pile not in public for node in every(iter((cards,))))


def _sources(cards: ir.Expr, public: frozenset[str], named: Collection[int]) -> Iterator[str]:
    """Run through what cards may be: some of the deck by name, or hidden; nothing is said of what lies open."""
    match cards:
        case ir.Known(name=name) if cards.type.kind is Kind.CARD:
            yield DECK if name == DECK else HIDDEN
        case ir.Local(id=number):
            yield DECK if number in named else HIDDEN
        case ir.PileOf(pile=pile):
            yield from () if pile in public else (HIDDEN,)
        case ir.Field():
            yield from () if cards.name == "card" else (HIDDEN,)
        case ir.Fold(function="each"):
            yield HIDDEN
        case ir.Fold(domain=domain):
            yield from _sources(domain, public, named)
        case ir.Top(items=items):
            yield from _sources(items, public, named)
        case ir.If(yes=yes, no=no):
            yield from (*_sources(yes, public, named), *_sources(no, public, named))
        case ir.Join() | ir.Otherwise() | ir.AsMany() | ir.AsMaybe():
            for part in parts(cards):
                yield from _sources(part, public, named)
        case _:
            pass


def chain_place(rule: ir.HookRule, number: int) -> tuple[int, int, int]:
    """Give what orders the chain of a hook: priority, then table, own, others and all, then the number of the rule."""
    of_no_card = HOOKS[rule.hook].asked is Asked.TABLE
    layer = 0 if not rule.origin.faction else 1 if of_no_card or rule.cards == "own" else 2
    return rule.priority, layer, number


def free_places(free: int, groups: Iterable[Sized]) -> int:
    """Say how many free factions play beside some groups, where `free` play beside pairs.

    A group of one faction stands in for a pair and is smaller, so it makes room for one free faction more.
    """
    return free + sum(len(group) == 1 for group in groups)


START, END = "setup", "end"


def acts_in(program: ir.Program, faction: str) -> tuple[str, ...]:
    """Say when the powers of a faction are asked: at the setup, in which phases, at the end; in this order."""
    every = tuple(phase.name for phase in program.phases)
    found = {START} if any(spec.deal for spec in program.factions if spec.name == faction) else set()
    for rule in program.hooks:
        if rule.origin.faction == faction:
            found.update(_moments(program, rule, every))
    return tuple(moment for moment in (START, *every, END) if moment in found)


def _moments(program: ir.Program, rule: ir.HookRule, every: tuple[str, ...]) -> tuple[str, ...]:
    if HOOKS[rule.hook].knower is Knower.NOBODY:
        return (END,)
    if rule.hook == "at_start":
        return (START,)
    phases = every if rule.phases is None else rule.phases
    if HOOKS[rule.hook].asked is not Asked.TAKER:
        return phases
    offers = [other.phases or every for other in program.hooks if other.hook == "offers"]
    return tuple(phase for phase in phases if any(phase in each for each in offers))


def powers_in(program: ir.Program, phase: str) -> tuple[ir.Origin, ...]:
    """Name the powers of factions that are asked in a phase, each by its first rule there."""
    every = tuple(phase.name for phase in program.phases)
    found: dict[tuple[str, str], ir.Origin] = {}
    for rule in program.hooks:
        if rule.origin.faction and phase in _moments(program, rule, every):
            found.setdefault((rule.origin.faction, rule.origin.power), rule.origin)
    return tuple(found.values())
