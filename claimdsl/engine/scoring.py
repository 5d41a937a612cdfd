"""Printing how the end is counted: weights, majorities, and the keys that rank the sides."""

from __future__ import annotations

from claimdsl.engine.binding import Binding
from claimdsl.engine.chains import Chains
from claimdsl.engine.coverage import Marks
from claimdsl.engine.fold import Folder
from claimdsl.engine.layout import Layout
from claimdsl.engine.rules import concerns
from claimdsl.engine.text import Scope, Texts
from claimdsl.engine.writer import Writer
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind


def write_scoring(binding: Binding, layout: Layout, writer: Writer, marks: Marks) -> None:
    """Print the functions that `outcome` calls."""
    texts = Texts(binding, layout, Folder(binding, "", bool(marks)), marks)
    chains = Chains(texts, writer, "", False)
    names = {"side": "s", "votes": "votes", "won": "won", "leader": "v[0]", **_weights(texts, chains)}
    side = Scope(names, {})
    for hook in ("weight", "scores_as"):
        with writer.function(f"def {hook}(v, s, c):"):
            chains.write(hook, side.with_names(card="c"), "FAC[c]")
            writer.line("return b")
    with writer.function("def weights(v, s, cards):"):
        alike = _is_plain(texts, chains, "weight")
        writer.line("return cards.bit_count()" if alike else "return sum(weight(v, s, c) for c in bits(cards))")
    with writer.function("def held(v, s, cards):"):
        _write_held(writer, _is_plain(texts, chains, "scores_as"))
    for faction in binding.factions:
        number = binding.faction_ids[faction]
        with writer.function(f"def majority_{number}(v, s, cards):"):
            for rule_number, rule in reversed(chains.rules("majority")):
                if rule.keys is None or not concerns(rule, faction):
                    continue
                guard = rule.when is not None and chains.guard(rule, side.with_names(cards="cards"), str(number))
                keys = "".join(f"{_key(texts, key, side.with_names(cards='cards'))}, " for key in rule.keys)
                mark = marks.rule(rule)
                writer.line(f"if {guard or 'True'}: {f'{mark}; ' if mark else ''}return {rule_number}, ({keys})")
            writer.line("return -1, ()")
    for index, key in enumerate(binding.program.ranks):
        with writer.function(f"def rank_{index}(v, s, votes, won):"):
            writer.line(f"return {marks.key(key, _key(texts, key, side))}")


def write_keys(binding: Binding, layout: Layout, writer: Writer) -> None:
    """Print each key of a majority by itself, where one rule decides the faction's vote whatever happens."""
    texts = Texts(binding, layout, Folder(binding, ""), Marks(None))
    chains = Chains(texts, writer, "", False)
    side = Scope({"side": "s", "cards": "cards", "leader": "v[0]", **_weights(texts, chains)}, {})
    for faction in binding.factions:
        number = binding.faction_ids[faction]
        rules = [rule for _, rule in reversed(chains.rules("majority")) if concerns(rule, faction)]
        if rules and (rules[0].when is None or not chains.guard(rules[0], side, str(number))):
            for index, key in enumerate(rules[0].keys or ()):
                with writer.function(f"def key_{number}_{index}(v, s, cards):"):
                    writer.line(f"return {_key(texts, key, side)}")


def _weights(texts: Texts, chains: Chains) -> dict[str, str]:
    """Give the text for the weight of some cards where each card counts once."""
    return {"weights": "{}.bit_count()"} if _is_plain(texts, chains, "weight") else {}


def _write_held(writer: Writer, plain: bool) -> None:
    """Print the body that sorts a side's cards by the factions that they count for."""
    if plain:
        writer.line("return tuple(cards & mask for mask in FACTION_CARDS)")
        return
    writer.line("found = [0 for mask in FACTION_CARDS]")
    with writer.under("for c in bits(cards):"), writer.under("for f in scores_as(v, s, c):"):
        writer.line("found[f] |= 1 << c")
    writer.line("return tuple(found)")


def _is_plain(texts: Texts, chains: Chains, hook: str) -> bool:
    """Say whether a hook is answered by the table alone, as if no rule were there: weight 1, a card's own faction."""
    if texts.marks.note_any(rule for _, rule in chains.rules(hook)):
        return False
    for _, rule in chains.rules(hook):
        match texts.fold(rule.value) if rule.value is not None and rule.when is None else None:
            case ir.Literal(value=1) | ir.AsMany(operand=ir.Field(of=ir.Known(name="card"), name="faction")):
                if rule.origin.faction:
                    return False
            case _:
                return False
    return True


def _key(texts: Texts, key: ir.Key, scope: Scope) -> str:
    value = texts.fold(key.value)
    if value.type.is_many:
        return f"tuple({texts.items(value, scope)})"
    return f"int({texts.one(value, scope)})" if value.type.kind is Kind.BOOL else texts.one(value, scope)
