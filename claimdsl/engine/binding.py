"""A program bound to one kind of game: players, line-up and options.  Card numbers, sides and frame slots follow."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from claimdsl.engine.line_up import SetupError
from claimdsl.frozen import Frozen, Remembering
from claimdsl.ir.labels import faction_of, is_card, label_of, parts
from claimdsl.ir.nodes import FactionSpec, PileSpec, Program, SetupSpec, StateSpec


class Binding(Frozen, Remembering):
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

    def faction_number(self, name: str) -> int:
        """Give the number of a faction; one that is not in play equals none, and not nothing either."""
        return self.faction_ids.get(name, -2)

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
    def card_factions(self) -> tuple[int, ...]:
        """Give the faction of every card, by number."""
        return tuple(faction for faction, _ in self.cards)

    @cached_property
    def card_values(self) -> tuple[int, ...]:
        """Give the value of every card, by number."""
        return tuple(value for _, value in self.cards)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Give the name of every card, by number."""
        names, faces = tuple(self.faction_ids), self._faces
        return tuple(label_of(names[faction], value, faces.get(names[faction], {})) for faction, value in self.cards)

    @cached_property
    def _faces(self) -> dict[str, dict[int, str]]:
        """Give the faces of each faction, by value; a side pack of another faction's cards has that one's."""
        return {spec.name: {value: face for face, value in spec.faces} for spec in self.program.factions if spec.faces}

    @cached_property
    def faces(self) -> frozenset[str]:
        """Give the words that stand for values."""
        return frozenset(face for faces in self._faces.values() for face in faces.values())

    @cached_property
    def value_of(self) -> dict[str, int]:
        """Give the value of every card, by name."""
        return {label: value for label, (_, value) in zip(self.labels, self.cards, strict=True)}

    def card_key(self, label: str) -> tuple[str, int]:
        """Give what card lists are sorted by: the faction's name, then the value."""
        return faction_of(label), self.value_of[label]

    def meant(self, label: str) -> str | None:
        """Give the card that somebody may have meant who wrote one that is not in this game.

        The one of that value where a face stands for it, else the nearest name.
        """
        from claimdsl.diagnostics.nearest import nearest

        faction, word = parts(label)
        same = (card for card, value in self.value_of.items() if faction_of(card) == faction and str(value) == word)
        return next(same, None) or nearest(label, self.value_of)

    def did_you_mean(self, label: str) -> str:
        """Ask for the card that was meant, as the end of a sentence; "" where the card is in this game."""
        near = self.meant(label) if is_card(label) and label not in self.value_of else None
        return f"; did you mean '{near}'?" if near else ""

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """Give the masks of equal cards, where there are several."""
        return tuple(dict.fromkeys(copies for copies in self.copies if copies & (copies - 1)))

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """Give, for every card, the bit mask of all cards of its name."""
        masks: dict[str, int] = {}
        for number, label in enumerate(self.labels):
            masks[label] = masks.get(label, 0) | 1 << number
        return tuple(masks[label] for label in self.labels)

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """Give, for every card, the first card of its name."""
        return tuple((copies & -copies).bit_length() - 1 for copies in self.copies)

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
