"""Whether a hook reads only what its asker may know: faces of cards, by the piles they may lie in.

Sizes are public, and moving cards reads nothing.  Reading is a field of a card, a comparison or membership of cards,
and choosing among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from claimdsl.diagnostics.source import Span
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes, vocabulary, walk
from claimdsl.ir.types import Kind, Shape
from claimdsl.ir.vocabulary import Knower
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.scope import Places


class Secret(Frozen):
    """Cards whose faces not everyone knows: where they come from, and the player who knows them, if any."""

    what: str
    seen_by: str
    owner: nodes.Expr | None


class Hidden(Frozen):
    """What is hidden in a ruleset: piles, names chosen in `on_play`, and whether `offers` may hand out hidden cards."""

    piles: Mapping[str, nodes.PileSpec]
    chosen: Mapping[str, tuple[Secret, ...]]
    offers: tuple[Secret, ...]


_Shown = tuple[nodes.Expr, ...]
_ITEMS = frozenset({"filter", "first", "last", "most", "least"})


def hidden(rules: tuple[nodes.HookRule, ...], piles: Mapping[str, nodes.PileSpec]) -> Hidden:
    """Gather what the rules of a ruleset hand on that is hidden."""
    plain = Hidden(piles, {}, ())
    chosen: dict[str, tuple[Secret, ...]] = {}
    offers: list[Secret] = []
    for rule in rules:
        reader = _Reader(plain)
        if rule.hook == "offers" and rule.value is not None:
            offers.extend(reader.secrets(rule.value, ()))
        for effect in walk.all_effects(rule.effects or ()):
            reader.bind(effect)
            if isinstance(effect, nodes.Choose) and effect.field:
                known = chosen.get(effect.variable.name, ())
                chosen[effect.variable.name] = (*known, *_ownerless(reader.secrets(effect.options, ())))
    return Hidden(piles, chosen, _ownerless(offers))


def _ownerless(secrets: Iterable[Secret]) -> tuple[Secret, ...]:
    """Forget who knows: in another hook the same words may name another player."""
    return tuple(Secret(each.what, each.seen_by, None) for each in secrets)


def check_rule(rule: nodes.HookRule, known: Hidden, places: Places, span: Span, findings: Findings) -> None:
    """Check one rule.  Reports: the first read of cards that its asker may not see."""
    fact = vocabulary.HOOKS[rule.hook]
    if fact.knower is Knower.NOBODY:
        return
    reader = _Reader(known)
    asker = nodes.Known(vocabulary.NAMES["player"].type, "player") if fact.knower is Knower.PLAYER else None
    found = next(_reads(rule, reader, asker), None)
    if found is not None:
        node, secret, chooser = found
        place = places.find(node, span)
        if chooser:
            message = f"a choice shows its chooser cards of {secret.what}, which {secret.seen_by}"
            findings.error("CLM502", message, place, hint="let him choose among public cards or his own")
        else:
            message = f"this reads cards of {secret.what}, which {secret.seen_by}; {_asker(fact.knower, rule.hook)}"
            findings.error("CLM501", message, place, hint=_hint(secret))


def _asker(knower: Knower, hook: str) -> str:
    if knower is Knower.PLAYER:
        return f"{hook} asks a player, who knows his own cards alone"
    return f"{hook} may read only what all players know"


def _hint(secret: Secret) -> str:
    if secret.owner is None:
        return "how many there are may be asked, and they may be moved unread"
    return "its owner may choose among them; all know how many there are"


_Read = tuple[nodes.Expr, Secret, bool]


def _reads(rule: nodes.HookRule, reader: _Reader, asker: nodes.Expr | None) -> Iterator[_Read]:
    if rule.when is not None:
        yield from reader.reads(rule.when, asker, ())
    if rule.value is not None:
        yield from reader.reads(rule.value, asker, ())
    yield from _block(rule.effects or (), reader, [])


def _block(effects: tuple[nodes.Effect, ...], reader: _Reader, shown: list[nodes.Expr]) -> Iterator[_Read]:
    """Check effects in order; `shown` is what has been shown to all and has not moved since."""
    for effect in effects:
        reader.bind(effect)
        now = tuple(shown)
        if isinstance(effect, nodes.Choose):
            yield from reader.reads(effect.player, None, now)
            for node, secret, _ in reader.reads(effect.options, effect.player, now):
                yield node, secret, True
            yield from reader.choosing(effect, now)
        else:
            for part in walk.effect_parts(effect):
                yield from reader.reads(part, None, now)
        if isinstance(effect, nodes.When):
            yield from _block(effect.yes, reader, list(shown))
            yield from _block(effect.no, reader, list(shown))
        elif isinstance(effect, nodes.Each):
            yield from _block(effect.body, reader, [] if _moves(effect.body) else list(shown))
        _settle(effect, reader, shown)


def _settle(effect: nodes.Effect, reader: _Reader, shown: list[nodes.Expr]) -> None:
    """Keep `shown` true after an effect."""
    if _moves((effect,)):
        shown.clear()
    if isinstance(effect, nodes.Show) and _everyone(effect.players):
        shown.append(effect.cards)
    if isinstance(effect, nodes.SetState):
        shown[:] = [each for each in shown if not walk.mentions(each, lambda part: isinstance(part, nodes.StateOf))]
    if isinstance(effect, nodes.Move) and not effect.unseen and reader.is_public(effect.pile):
        cards = effect.cards.operand if isinstance(effect.cards, nodes.AsMany) else effect.cards
        if isinstance(cards, nodes.Local):
            shown.append(cards)


def _moves(effects: tuple[nodes.Effect, ...]) -> bool:
    movers = (nodes.Move, nodes.Swap, nodes.Draw)
    return any(isinstance(effect, movers) for effect in walk.all_effects(effects))


def _everyone(players: nodes.Expr) -> bool:
    return isinstance(players, nodes.Known) and players.name in ("seats", "players")


class _Reader:
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

    def is_public(self, pile: nodes.PileOf) -> bool:
        """Say whether all see a pile."""
        return self._known.piles[pile.pile].seen_by == "all"

    def secrets(self, node: nodes.Expr, shown: _Shown) -> tuple[Secret, ...]:
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
                return (Secret("what is due", "others than the taker may not see", None),)
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
        if spec.seen_by == "all":
            return ()
        if spec.seen_by == "owner":
            return (Secret(f"'{spec.name}'", "only its owner sees", node.owner),)
        return (Secret(f"'{spec.name}'", "nobody sees", None),)

    def reads(self, node: nodes.Expr, asker: nodes.Expr | None, shown: _Shown) -> Iterator[_Read]:
        """Run through the reads of hidden cards that the asker (None: everyone) may not know."""
        if isinstance(node, nodes.Fold):
            self._variables[node.variable.id] = node.domain
        for face in _faces(node):
            for secret in self.secrets(face, shown):
                if not _knows(asker, secret):
                    yield node, secret, False
        for part in walk.parts(node):
            yield from self.reads(part, asker, shown)

    def choosing(self, effect: nodes.Choose, shown: _Shown) -> Iterator[_Read]:
        """Run through the hidden cards that a choice shows to its chooser."""
        for secret in self.secrets(effect.options, shown):
            if not _knows(effect.player, secret):
                yield effect.options, secret, True


def _faces(node: nodes.Expr) -> tuple[nodes.Expr, ...]:
    """Give the parts of a node whose cards' faces it reads."""
    match node:
        case nodes.Field():
            return (node.of,)
        case nodes.PileOf(owner=owner) if owner is not None:
            return (owner,)
        case nodes.Compare():
            return node.left, node.right
        case nodes.Member():
            return node.item, node.items
        case _:
            return ()


def _knows(asker: nodes.Expr | None, secret: Secret) -> bool:
    """Say whether the asker is the owner who knows the cards."""
    if asker is None or secret.owner is None:
        return False
    return _same_player(asker, secret.owner)


def _same_player(left: nodes.Expr, right: nodes.Expr) -> bool:
    return left is right or (left.type.shape is Shape.ONE and left == right)
