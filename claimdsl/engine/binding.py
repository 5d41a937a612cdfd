"""A program bound to one kind of game: players, line-up and options.  Card numbers, sides and frame slots follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from claimdsl.engine.line_up import SetupError
from claimdsl.ir.nodes import FactionSpec, PileSpec, Program, SetupSpec, StateSpec


@dataclass(frozen=True)
class Binding:
    """One kind of game.  Cards are numbered in deck order: factions in order, values ascending, side packs last.

    `factions` is the line-up in the ruleset's order; `options` is complete.
    """

    program: Program
    setup: SetupSpec
    factions: tuple[str, ...]
    options: Mapping[str, str]

    @property
    def players(self) -> int:
        """Say how many players there are."""
        return self.setup.players

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Give the setup's rows that are numbers."""
        return dict(self.setup.numbers)

    @cached_property
    def words(self) -> dict[str, str]:
        """Give the setup's rows that are words."""
        return dict(self.setup.words)

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Give the seats of each side."""
        n = self.players
        if self.words.get("sides", "each") == "opposite":
            if n % 2:
                raise SetupError(f"partners cannot sit opposite one another with {n} players")
            return tuple((seat, seat + n // 2) for seat in range(n // 2))
        return tuple((seat,) for seat in range(n))

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """Give the side of each seat."""
        return tuple(
            next(index for index, side in enumerate(self.sides) if seat in side) for seat in range(self.players)
        )

    @cached_property
    def specs(self) -> tuple[FactionSpec, ...]:
        """Give the factions in play."""
        return tuple(faction for faction in self.program.factions if faction.name in self.factions)

    @cached_property
    def faction_ids(self) -> dict[str, int]:
        """Number the factions whose cards are in play, those of side packs last."""
        names = dict.fromkeys(self.factions)
        names.update(dict.fromkeys(pack.faction for spec in self.specs for pack in spec.side))
        return {name: index for index, name in enumerate(names)}

    @cached_property
    def deck_cards(self) -> tuple[tuple[int, int], ...]:
        """Give (faction, value) of each card of the line-up."""
        return tuple((self.faction_ids[spec.name], value) for spec in self.specs for value in spec.values)

    @cached_property
    def packs(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Give each side pack: its pile and the numbers of its cards."""
        found: list[tuple[str, tuple[int, ...]]] = []
        start = len(self.deck_cards)
        for spec in self.specs:
            for pack in spec.side:
                found.append((pack.pile, tuple(range(start, start + len(pack.values)))))
                start += len(pack.values)
        return tuple(found)

    @cached_property
    def cards(self) -> tuple[tuple[int, int], ...]:
        """Give (faction, value) of every card, by number."""
        packs = (pack for spec in self.specs for pack in spec.side)
        side = tuple((self.faction_ids[pack.faction], value) for pack in packs for value in pack.values)
        return self.deck_cards + side

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Give the name of every card, by number."""
        names = tuple(self.faction_ids)
        return tuple(f"{names[faction]}:{value}" for faction, value in self.cards)

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """Give, for every card, the bit mask of all cards of its name."""
        masks: dict[str, int] = {}
        for number, label in enumerate(self.labels):
            masks[label] = masks.get(label, 0) | 1 << number
        return tuple(masks[label] for label in self.labels)

    @cached_property
    def faction_masks(self) -> tuple[int, ...]:
        """Give the bit mask of each faction's cards."""
        masks = [0] * len(self.faction_ids)
        for number, (faction, _) in enumerate(self.cards):
            masks[faction] |= 1 << number
        return tuple(masks)

    @cached_property
    def all_cards(self) -> int:
        """Give the bit mask of every card."""
        return (1 << len(self.cards)) - 1

    def in_play(self, faction: str) -> bool:
        """Say whether what a faction declares is in this game; "" is the table."""
        return not faction or faction in self.factions

    @cached_property
    def piles(self) -> tuple[PileSpec, ...]:
        """Give the piles of this game."""
        return tuple(
            pile for pile in self.program.piles if not pile.factions or any(map(self.in_play, pile.factions))
        )

    @cached_property
    def states(self) -> tuple[StateSpec, ...]:
        """Give the states of this game."""
        return tuple(state for state in self.program.states if self.in_play(state.faction))
