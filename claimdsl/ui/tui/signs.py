"""How cards and powers are written in narrow panels: two letters for each faction, and its name where that fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimdsl.engine.events import HIDDEN
from claimdsl.engine.game import Game
from claimdsl.frozen import Frozen
from claimdsl.ir.labels import faction_of, parts
from claimdsl.ir.nodes import Origin
from claimdsl.ui.badges import badges
from claimdsl.ui.names import Names
from claimdsl.ui.tui.rows import Piece, Row, row

COLOURS = 6
"""Factions are told apart by two letters; a colour only goes with these."""


class Signs(Frozen):
    """The names of a game as a seat reads them, and a badge for each faction."""

    names: Names
    badges: Mapping[str, str]

    @staticmethod
    def of(game: Game, names: Names) -> Signs:
        """Give the signs of a game for a reader."""
        return Signs(names, badges(game.factions))

    def badge(self, faction: str) -> Piece:
        """Write a faction in two letters."""
        place = list(self.badges).index(faction) if faction in self.badges else 0
        return Piece(self.badges.get(faction, faction[:2].capitalize()), f"faction{place % COLOURS}")

    def faction(self, faction: str) -> Row:
        """Write a faction with its badge."""
        return row(self.badge(faction), " ", self.names.words.faction(faction))

    def card(self, label: str) -> Row:
        """Write a card with the badge of its faction."""
        name = self.names.words.card(label)
        return row(self.badge(faction_of(label)), " ", name) if faction_of(label) else row(name)

    def cards(self, labels: Sequence[str]) -> Row:
        """Write cards with badges."""
        found: Row = ()
        for label in labels:
            found = row(found, ", " if found else "", self.card(label))
        return found

    def brief(self, labels: Sequence[str]) -> str:
        """Write many cards, each faction once and by its badge; those that are not known are counted."""
        values: dict[str, list[str]] = {}
        known = sorted((label for label in labels if label != HIDDEN), key=self.names.words.place)
        for label in known:
            values.setdefault(parts(label)[0], []).append(parts(label)[1])
        told = [f"{self.badge(name).text} {' '.join(values[name])}" for name in values]
        unseen = len(labels) - len(known)
        return "  ".join([*told, f"({unseen})"] if unseen else told)

    def power(self, rule: Origin, *, acted: bool) -> Row:
        """Write a power with the badge of its faction; one that has just acted stands between stars."""
        if not acted:
            return row(self.badge(rule.faction), f" {rule.power}")
        return row(Piece(f"*{self.badge(rule.faction).text} {rule.power}*", "lit"))
