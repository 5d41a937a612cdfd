"""What is hidden about the cards that an expression gives: by the piles they may lie in, and by how they came there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from claimdsl.diagnostics.report import Note
from claimdsl.frozen import Frozen, replace
from claimdsl.ir import nodes, walk
from claimdsl.ir.types import Kind, Shape


class Secret(Frozen):
    """Cards whose faces not everyone knows: where they come from, in words, and the player who knows them, if any.

    `came`: the move that hides them, where it is not the pile that does.
    """

    what: str
    which: str
    owner: nodes.Expr | None
    came: Unseen | None = None


class Unseen(Frozen):
    """A move that brings cards to a pile unseen; `known`: the owner of the pile knows them all the same.

    `faction`: whose move it is.
    """

    known: bool
    note: Note | None
    faction: str | None


class Hidden(Frozen):
    """What is hidden in a ruleset: piles, names chosen in `on_play`, and whether `offers` may hand out hidden cards.

    `unseen`: by pile, what comes there unseen.
    """

    piles: Mapping[str, nodes.PileSpec]
    chosen: Mapping[str, tuple[Secret, ...]]
    offers: tuple[Secret, ...]
    unseen: Mapping[str, Sequence[Unseen]]


Shown = tuple[nodes.Expr, ...]
_ITEMS = frozenset({"filter", "first", "last", "most", "least"})


def hidden(
    rules: Iterable[nodes.HookRule], piles: Mapping[str, nodes.PileSpec], unseen: Mapping[str, Sequence[Unseen]]
) -> Hidden:
    """Gather what the rules of a ruleset hand on that is hidden."""
    plain = Hidden(piles, {}, (), unseen)
    chosen: dict[str, tuple[Secret, ...]] = {}
    offers: list[Secret] = []
    for rule in rules:
        reader = Reader(plain)
        if rule.hook == "offers" and rule.value is not None:
            offers.extend(reader.secrets(rule.value, ()))
        for step in steps(rule.effects or (), reader):
            if isinstance(step.effect, nodes.Choose) and step.effect.field:
                name = step.effect.variable.name
                chosen[name] = (*chosen.get(name, ()), *_ownerless(_chosen(step.effect, step, reader)))
    return Hidden(piles, chosen, _ownerless(offers), unseen)


def _chosen(effect: nodes.Choose, step: Step, reader: Reader) -> Iterator[Secret]:
    """Run through what is hidden of a choice; what is hidden from its chooser too is a mistake of the choice."""
    barred = [each for each in reader.secrets(effect.options, step.to(effect.player)) if not knows(effect.player, each)]
    return (each for each in reader.secrets(effect.options, step.to(None)) if each not in barred)


def _ownerless(secrets: Iterable[Secret]) -> tuple[Secret, ...]:
    """Forget who knows: in another hook the same words may name another player."""
    return tuple(replace(each, owner=None) for each in secrets)


def knows(asker: nodes.Expr | None, secret: Secret) -> bool:
    """Say whether the asker (None: everyone) is the owner who knows the cards."""
    return asker is not None and secret.owner is not None and same_player(asker, secret.owner)


def same_player(left: nodes.Expr, right: nodes.Expr) -> bool:
    """Say whether two expressions of one hook surely name one player."""
    return left is right or (left.type.shape is Shape.ONE and left == right)


class Reader:
    """Follows hidden cards through the expressions of one hook."""

    def __init__(self, known: Hidden) -> None:
        self._known = known
        self._variables: dict[int, nodes.Expr] = {}

    def bind(self, effect: nodes.Effect) -> None:
        """Note where the cards of an effect's variable come from."""
        match effect:
            case nodes.Draw():
                self._variables[effect.variable.id] = effect.cards
            case nodes.Choose():
                self._variables[effect.variable.id] = effect.options
            case nodes.Each():
                self._variables[effect.variable.id] = effect.items
            case _:
                pass

    def bind_fold(self, node: nodes.Fold) -> None:
        """Note where the cards of a fold's variable come from."""
        self._variables[node.variable.id] = node.domain

    def is_public(self, pile: nodes.PileOf) -> bool:
        """Say whether all see what comes to a pile."""
        return self._known.piles[pile.pile].seen_by == "all"

    def secrets(self, node: nodes.Expr, shown: Shown) -> tuple[Secret, ...]:
        """Give what is hidden about the cards that an expression gives."""
        if node.type.kind is not Kind.CARD or any(node is each or node == each for each in shown):
            return ()
        match node:
            case nodes.PileOf():
                return self._pile(node)
            case nodes.Local():
                source = self._variables.get(node.id)
                return () if source is None else self.secrets(source, shown)
            case nodes.Known(name="due"):
                return (Secret("what is due", "which others than the taker may not see", None),)
            case nodes.Known(name="base"):
                return self._known.offers
            case nodes.Field():
                return self._known.chosen.get(node.name, ()) if node.of.type.kind is Kind.PLAY else ()
            case nodes.If():
                return self.secrets(node.yes, shown) + self.secrets(node.no, shown)
            case nodes.Join() | nodes.Otherwise():
                return tuple(each for part in walk.parts(node) for each in self.secrets(part, shown))
            case nodes.Top():
                return self.secrets(node.items, shown)
            case nodes.Fold():
                return self.secrets(node.domain, shown) if node.function in _ITEMS else ()
            case nodes.AsMany() | nodes.AsMaybe():
                return self.secrets(node.operand, shown)
            case _:
                return ()

    def _pile(self, node: nodes.PileOf) -> tuple[Secret, ...]:
        spec = self._known.piles[node.pile]
        what = f"'{spec.name}'"
        if spec.seen_by == "nobody":
            return (Secret(what, "which nobody sees", None),)
        found = [Secret(what, "which only its owner sees", node.owner)] if spec.seen_by == "owner" else []
        for each in self._known.unseen.get(node.pile, ()):
            if not each.known:
                found.append(Secret(what, "to which cards come unseen", None, each))
            elif not found:
                found.append(Secret(what, "to which cards come that only its owner has seen", node.owner, each))
        return tuple(found)


class Step(Frozen):
    """An effect, with what has been shown before it and has not moved since, each to a player or (None) to all."""

    effect: nodes.Effect
    shown: tuple[tuple[nodes.Expr, nodes.Expr | None], ...]

    def to(self, asker: nodes.Expr | None) -> Shown:
        """Give what has been shown to a player, or (None) to all."""
        return tuple(
            cards for cards, player in self.shown
            if player is None or asker is not None and same_player(asker, player)
        )


def steps(effects: tuple[nodes.Effect, ...], reader: Reader) -> Iterator[Step]:
    """Run through effects and all that are inside them, in order; the reader hears of their variables."""
    return _steps(effects, reader, [])


_Shows = list[tuple[nodes.Expr, nodes.Expr | None]]


def _steps(effects: tuple[nodes.Effect, ...], reader: Reader, shown: _Shows) -> Iterator[Step]:
    for effect in effects:
        reader.bind(effect)
        yield Step(effect, tuple(shown))
        if isinstance(effect, nodes.When):
            yield from _steps(effect.yes, reader, list(shown))
            yield from _steps(effect.no, reader, list(shown))
        elif isinstance(effect, nodes.Each):
            yield from _steps(effect.body, reader, [] if _moves(effect.body) else list(shown))
        _settle(effect, reader, shown)


def _settle(effect: nodes.Effect, reader: Reader, shown: _Shows) -> None:
    """Keep `shown` true after an effect."""
    if _moves((effect,)):
        shown.clear()
    if any(isinstance(each, nodes.SetState) for each in walk.all_effects((effect,))):
        shown[:] = [each for each in shown if not any(map(_has_state, each))]
    match effect:
        case nodes.Show(cards=cards, players=nodes.Known(name="seats" | "players")):
            shown.append((cards, None))
        case nodes.Show(cards=cards, players=nodes.AsMany(operand=player)) if player.type.shape is Shape.ONE:
            shown.append((cards, player))
        case nodes.Move(cards=cards, unseen=False, pile=pile) if reader.is_public(pile):
            moved = cards.operand if isinstance(cards, nodes.AsMany) else cards
            if isinstance(moved, nodes.Local):
                shown.append((moved, None))
        case _:
            pass


def _has_state(node: nodes.Expr | None) -> bool:
    return node is not None and walk.mentions(node, lambda part: isinstance(part, nodes.StateOf))


def _moves(effects: tuple[nodes.Effect, ...]) -> bool:
    movers = (nodes.Move, nodes.Swap, nodes.Draw)
    return any(isinstance(effect, movers) for effect in walk.all_effects(effects))
