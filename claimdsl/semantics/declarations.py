"""Piles, state and options as declared, to the tables of the program.  Every name stands once by now."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.frontend import syntax
from claimdsl.frozen import replace
from claimdsl.ir import nodes
from claimdsl.ir.types import BOOL, FACTION, INT, PLAYER
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.speech import listing

_SEEN_BY = ("owner", "all", "nobody")
_KINDS = {"Faction": FACTION.maybe, "Player": PLAYER.maybe, "Bool": BOOL}


def piles(
    ruleset: syntax.Ruleset, factions: tuple[str, ...], findings: Findings
) -> dict[str, nodes.PileSpec]:
    """Read the piles of the table and of the factions.  Reports: wrong owners and words."""
    found: dict[str, nodes.PileSpec] = {}
    for faction, pile in _declared_piles(ruleset):
        spec = _pile(pile, (faction,) if faction else (), factions, findings)
        shared = found[pile.name].factions if pile.name in found else ()
        found[pile.name] = replace(spec, factions=(*shared, *spec.factions))
    return found


def _declared_piles(ruleset: syntax.Ruleset) -> Iterator[tuple[str, syntax.Pile]]:
    for pile in ruleset.piles:
        yield "", pile
    for faction in ruleset.factions:
        for pile in faction.piles:
            yield faction.name, pile


def _pile(pile: syntax.Pile, by: tuple[str, ...], factions: tuple[str, ...], findings: Findings) -> nodes.PileSpec:
    written = pile.written.text if pile.written is not None else pile.name
    if pile.of is None or pile.seen_by is None:
        findings.error("CLM424", f"pile '{pile.name}' must say whose it is (of) and who sees it (seen_by)", pile.span)
        return nodes.PileSpec(pile.name, "table", "all", written, by)
    owner, seen = pile.of.text, pile.seen_by.text
    known = ("player", "table", *factions)
    if owner not in known:
        near = findings.near(owner, known)
        findings.unknown(
            "CLM424", f"a pile is of player, of table or of a faction, not of '{owner}'", pile.of.span, owner,
            suggestion=near,
        )
        owner = near or "table"
    if seen not in _SEEN_BY:
        findings.error(
            "CLM424", f"a pile is seen by {listing(_SEEN_BY, 'or')}, not by '{seen}'", pile.seen_by.span,
            suggestion=findings.near(seen, _SEEN_BY),
        )
        seen = findings.near(seen, _SEEN_BY) or "all"
    elif seen == "owner" and owner != "player":
        findings.error(
            "CLM424", f"only a pile of a player has an owner who sees it; '{pile.name}' is of {owner}",
            pile.seen_by.span, hint="write all or nobody",
        )
        seen = "all"
    return nodes.PileSpec(pile.name, owner, seen, written, by)


def states(ruleset: syntax.Ruleset, findings: Findings) -> dict[str, nodes.StateSpec]:
    """Read the state of the table and of the factions.  Reports: no type, an empty range."""
    return {state.name: _state(state, faction, findings) for faction, state in _declared_states(ruleset)}


def _declared_states(ruleset: syntax.Ruleset) -> Iterator[tuple[str, syntax.State]]:
    for state in ruleset.state:
        yield "", state
    for faction in ruleset.factions:
        for state in faction.state:
            yield faction.name, state


def _state(state: syntax.State, faction: str, findings: Findings) -> nodes.StateSpec:
    of = state.of.text if state.of is not None else "table"
    shown = state.shown is None or state.shown.text != "never"
    if state.of is not None and of not in ("table", "player"):
        findings.error(
            "CLM424", f"state is of table or of player, not of '{of}'", state.of.span,
            suggestion=findings.near(of, ("table", "player")),
        )
        of = "table"
    if state.kind is not None:
        kind = _KINDS.get(state.kind.text)
        if kind is None:
            findings.error(
                "CLM424", f"'{state.kind.text}' is no type of state: write Faction, Player, Bool or a range",
                state.kind.span, suggestion=findings.near(state.kind.text, _KINDS),
            )
        return nodes.StateSpec(state.name, of, kind or BOOL, 0, 1, faction, shown)
    low, high = state.low, state.high
    if low is None or high is None or low > high:
        findings.error("CLM424", f"state '{state.name}' needs a range such as 0..9, or a type", state.span)
        return nodes.StateSpec(state.name, of, INT, 0, 0, faction, shown)
    return nodes.StateSpec(state.name, of, INT, low, high, faction, shown)


def options(ruleset: syntax.Ruleset, findings: Findings) -> dict[str, tuple[str, ...]]:
    """Read the switches with their values.  Reports: a value twice, a fixed value that is none of them."""
    found: dict[str, tuple[str, ...]] = {}
    for option in ruleset.options:
        values = tuple(word.text for word in option.values)
        for place, word in enumerate(option.values):
            if word.text in values[:place]:
                findings.error("CLM424", f"value '{word.text}' of option '{option.name}' stands twice", word.span)
        if not values:
            findings.error("CLM424", f"option '{option.name}' has no values", option.span)
        if option.fixed is not None and option.fixed.text not in values:
            findings.unknown(
                "CLM405", f"'{option.fixed.text}' is no value of {option.name}: it has {listing(values)}",
                option.fixed.span, option.fixed.text, suggestion=findings.near(option.fixed.text, values),
            )
        found[option.name] = values
    return found

