"""The guards of a power: phases that there are, and cards that its hooks are asked of."""

from __future__ import annotations

from claimdsl.frontend import syntax
from claimdsl.ir import vocabulary
from claimdsl.ir.vocabulary import Asked
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.names import Names
from claimdsl.semantics.speech import listing

_CARDS = ("own", "others", "all")
_OF_NO_CARD = (Asked.TABLE, Asked.FACTION)


def check_guards(faction: str, power: syntax.Power, names: Names, findings: Findings) -> None:
    """Check the guards of a power.  Reports: unknown words, guards that say nothing."""
    hooks = [vocabulary.HOOKS[hook.name] for hook in power.hooks if hook.name in vocabulary.HOOKS]
    for word in power.phases or ():
        if word.text not in names.phases:
            near = findings.near(word.text, names.phases)
            hint = "" if near else f"there are {listing(names.phases)}"
            message = f"unknown phase '{word.text}'"
            findings.unknown("CLM421", message, word.span, word.text, suggestion=near, hint=hint)
    outside = [fact.name for fact in hooks if "phase" not in fact.names]
    if power.phases and outside:
        findings.error(
            "CLM421", f"{listing(outside)} belongs to no phase, so `phase` cannot guard it", power.phases[0].span,
            hint="give it a power of its own",
        )
    if power.cards is not None:
        _check_cards(faction, power.cards, hooks, findings)


def _check_cards(
    faction: str, cards: syntax.Word, hooks: list[vocabulary.HookFact], findings: Findings
) -> None:
    if cards.text not in _CARDS:
        near = findings.near(cards.text, _CARDS)
        findings.error("CLM423", f"cards are {listing(_CARDS, 'or')}, not '{cards.text}'", cards.span, suggestion=near)
    elif not faction and cards.text != "all":
        findings.error("CLM423", "a rule of the table is for all cards; `cards` is for powers of factions", cards.span)
    elif faction and hooks and all(fact.asked in _OF_NO_CARD for fact in hooks):
        names = listing([fact.name for fact in hooks])
        findings.error("CLM423", f"{names} is asked of no card, so `cards` says nothing", cards.span)
