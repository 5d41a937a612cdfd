"""Printing how the end is counted: weights, majorities, and the keys that rank the sides."""

from __future__ import annotations

from claimdsl.engine.binding import Binding
from claimdsl.engine.chains import Chains
from claimdsl.engine.fold import Folder
from claimdsl.engine.layout import Layout
from claimdsl.engine.text import Scope, Texts
from claimdsl.engine.writer import Writer
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind


def write_scoring(binding: Binding, layout: Layout, writer: Writer) -> None:
    """Print the functions that `outcome` calls."""
    texts = Texts(binding, layout, Folder(binding, ""))
    chains = Chains(texts, writer, "", False)
    side = Scope({"side": "s", "votes": "votes", "won": "won", "leader": "v[0]"}, {})
    for hook in ("weight", "scores_as"):
        with writer.function(f"def {hook}(v, s, c):"):
            chains.write(hook, side.with_names(card="c"), "FAC[c]")
            writer.line("return b")
    for faction in binding.factions:
        number = binding.faction_ids[faction]
        with writer.function(f"def majority_{number}(v, s, cards):"):
            for rule_number, rule in reversed(chains.rules("majority")):
                if rule.keys is None or not _applies(rule, faction):
                    continue
                guard = rule.when is not None and chains.guard(rule, side.with_names(cards="cards"), str(number))
                keys = "".join(f"{_key(texts, key, side.with_names(cards='cards'))}, " for key in rule.keys)
                writer.line(f"if {guard or 'True'}: return {rule_number}, ({keys})")
            writer.line("return -1, ()")
    for index, key in enumerate(binding.program.ranks):
        with writer.function(f"def rank_{index}(v, s, votes, won):"):
            writer.line(f"return {_key(texts, key, side)}")


def _applies(rule: ir.HookRule, faction: str) -> bool:
    own = rule.origin.faction
    return not own or rule.cards == "all" or (own == faction) == (rule.cards == "own")


def _key(texts: Texts, key: ir.Key, scope: Scope) -> str:
    value = texts.fold(key.value)
    if value.type.is_many:
        return f"tuple({texts.items(value, scope)})"
    return f"int({texts.one(value, scope)})" if value.type.kind is Kind.BOOL else texts.one(value, scope)
