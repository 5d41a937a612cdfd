"""Faces, the words for values: each stands for a value of its own, and its faction has a card of it."""

from __future__ import annotations

from claimdsl.diagnostics.report import Note
from claimdsl.frontend import syntax
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.names import card_values
from claimdsl.semantics.speech import listing

_MOST_TOLD = 12


def check(ruleset: syntax.Ruleset, findings: Findings) -> None:
    """Check the faces of every faction.

    Reports: CLM717 two faces that are taken for one another, CLM824 a face that no card has.
    """
    for faction in ruleset.factions:
        if not faction.faces:
            continue
        _distinct(faction, findings)
        values = _values(faction.name, ruleset)
        for face in faction.faces:
            if values and face.value not in values:
                told = listing([str(value) for value in values]) if len(values) <= _MOST_TOLD else (
                    f"{values[0]} to {values[-1]}"
                )
                message = f"no card of the {faction.name} has the value {face.value} of the face '{face.name}'"
                findings.warning("CLM824", message, face.span, hint=f"their values are {told}")


def _distinct(faction: syntax.Faction, findings: Findings) -> None:
    """Report two faces of one value, and two that differ in their capital letters alone: what is typed has none."""
    of_value: dict[int, syntax.Face] = {}
    of_name: dict[str, syntax.Face] = {}
    for face in faction.faces:
        same = of_value.setdefault(face.value, face)
        alike = of_name.setdefault(face.name.casefold(), face)
        if same is not face:
            message = f"the value {face.value} of the {faction.name} has the face '{same.name}' already"
            findings.error("CLM717", message, face.span, notes=(Note("first named here", same.span),))
        elif alike is not face:
            message = f"the faces '{alike.name}' and '{face.name}' differ in capital letters alone"
            findings.error("CLM717", message, face.span, notes=(Note("the other one is here", alike.span),))


def _values(name: str, ruleset: syntax.Ruleset) -> list[int]:
    """Give the values of all cards of a faction, those of side packs too."""
    found: set[int] = set()
    for faction in ruleset.factions:
        if faction.name == name:
            found.update(card_values(faction.cards))
        for side in faction.side:
            if (faction.name if side.faction is None else side.faction.text) == name:
                found.update(card_values(side.cards))
    return sorted(found)
