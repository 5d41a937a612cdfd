"""Dealing: from a seed or from given decks to card numbers, and these to the frame in which a game begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from claimdsl.engine import layout as at
from claimdsl.engine.binding import Binding
from claimdsl.engine.chance import Rng, Source
from claimdsl.engine.layout import Frame, Layout
from claimdsl.engine.line_up import SetupError
from claimdsl.engine.runtime import bits, union
from claimdsl.frozen import Frozen
from claimdsl.ir.facts import DECK_PILE


class Deal(Frozen):
    """How a game began: card numbers of the deck from the top, each side pack's from its top, and who leads."""

    deck: tuple[int, ...]
    packs: tuple[tuple[str, tuple[int, ...]], ...]
    first_leader: int
    seed: int | None


class Dealer:
    """Deals games of one binding."""

    def __init__(self, binding: Binding) -> None:
        self._binding = binding
        self._whole = len(binding.deck_cards)
        self._alike = tuple((frozenset(bits(group)), bits(group)) for group in binding.groups)

    def shuffled(self, seed: int) -> tuple[Deal, Rng]:
        """Deal from a seed; give the stream as it is then."""
        rng = Rng(seed)
        return self.drawn(rng, seed), rng

    def drawn(self, rng: Source, seed: int | None = None) -> Deal:
        """Deal from a stream, in the order that `chance` lays down."""
        deck = self._in_order(self._shuffled(rng))
        packs = []
        for pile, numbers in self._binding.packs:
            cards = list(numbers)
            rng.shuffle(cards)
            packs.append((pile, self._in_order(cards, numbers[0] if numbers else 0)))
        return Deal(deck, tuple(packs), rng.below(self._binding.players), seed)

    def deal(
        self, seed: int | None, deck: Sequence[str] | None, side_decks: Mapping[str, Sequence[str]],
        first_leader: int | None,
    ) -> Deal:
        """Deal from a seed; what is given stands in its place.  A deck without a seed leaves packs in deck order.

        Raises: SetupError where something given does not fit.
        """
        if seed is not None and not isinstance(seed, int):
            raise SetupError(f"a seed is a whole number, not {seed!r}")
        if seed is not None:
            base, _ = self.shuffled(seed)
        else:
            base = Deal((), self._binding.packs, 0, None)
        unknown = next((pile for pile in side_decks if pile not in dict(self._binding.packs)), None)
        if unknown is not None:
            raise SetupError(f"no side pack of this game is called '{unknown}'")
        packs = tuple(
            (pile, self._given(pile, side_decks[pile], numbers) if pile in side_decks else dict(base.packs)[pile])
            for pile, numbers in self._binding.packs
        )
        leader = base.first_leader if first_leader is None else first_leader
        if not 0 <= leader < self._binding.players:
            raise SetupError(f"the first leader is a seat from 0 to {self._binding.players - 1}, not {leader}")
        return Deal(base.deck if deck is None else self._numbers(deck), packs, leader, seed)

    def _given(self, pile: str, cards: Sequence[str], numbers: tuple[int, ...]) -> tuple[int, ...]:
        strange = next((card for card in cards if card not in self._binding.value_of), None)
        if strange is not None:
            raise SetupError(f"the side deck '{pile}' has {self._stranger(strange)}")
        if Counter(cards) != Counter(self._binding.labels[card] for card in numbers):
            raise SetupError(f"the side deck '{pile}' does not hold the cards of its pack")
        return self._assign(cards, numbers)

    def _stranger(self, label: str) -> str:
        return f"'{label}', which is no card of this game{self._binding.did_you_mean(label)}"

    def _shuffled(self, rng: Source) -> list[int]:
        cards: list[int] = []
        start = 0
        for spec in self._binding.specs:
            own = list(range(start, start + len(spec.values)))
            start += len(own)
            if spec.deal:
                rng.shuffle(own)
                own = sorted(own[: spec.deal])
            cards += own
        rng.shuffle(cards)
        return cards

    def _in_order(self, cards: list[int], first: int = 0) -> tuple[int, ...]:
        """Number equal cards, from the `first` number on, in the order in which they lie, as a given deck's are."""
        for alike, numbers in self._alike:
            if not first and len(cards) == self._whole > numbers[-1]:
                places = sorted(map(cards.index, numbers))
            else:
                places = [place for place, card in enumerate(cards) if card in alike]
            for place, card in zip(places, [card for card in numbers if card >= first], strict=False):
                cards[place] = card
        return tuple(cards)

    def _numbers(self, deck: Sequence[str]) -> tuple[int, ...]:
        fault = self._deck_fault(deck)
        if fault:
            raise SetupError(fault)
        return self._assign(deck, range(len(self._binding.deck_cards)))

    def _assign(self, labels: Sequence[str], numbers: Sequence[int]) -> tuple[int, ...]:
        free: dict[str, list[int]] = {}
        for card in reversed(numbers):
            free.setdefault(self._binding.labels[card], []).append(card)
        return tuple(free[label].pop() for label in labels)

    def _deck_fault(self, deck: Sequence[str]) -> str:
        start, expected = 0, 0
        given = Counter(deck)
        for spec in self._binding.specs:
            own = Counter(self._binding.labels[start : start + len(spec.values)])
            start += len(spec.values)
            dealt = spec.deal or len(spec.values)
            expected += dealt
            present = {label: given.pop(label, 0) for label in own}
            over = next((label for label, count in present.items() if count > own[label]), None)
            if over is not None:
                return f"the deck has {over} {present[over]} times; the game has {own[over]}"
            count = sum(present.values())
            if count != dealt:
                strange = next((label for label in given if label not in self._binding.value_of), None)
                if strange is not None:
                    return f"the deck has {self._stranger(strange)}"
                missing = next((label for label in own if present[label] < own[label]), "")
                return f"the deck has {count} {spec.name}; {dealt} are dealt (missing: {missing})"
        if given:
            return f"the deck has {self._stranger(next(iter(given)))}"
        return "" if len(deck) == expected else f"the deck has {len(deck)} cards; {expected} are dealt"

    def lay(self, deal: Deal, layout: Layout) -> Frame:
        """Give the frame in which the deck lies in the stock and nothing else has happened."""
        v = layout.fresh()
        v[layout.piles[DECK_PILE]] = deal.deck
        for pile, cards in deal.packs:
            v[layout.piles[pile]] = cards
        start = 0
        for spec in self._binding.specs:
            own = range(start, start + len(spec.values))
            start += len(spec.values)
            if spec.deal:
                rest = sorted({*own}.difference(deal.deck))
                v[layout.piles[spec.rest]] = tuple(rest) if spec.rest in layout.ordered else union(rest)
        v[at.LEADER] = deal.first_leader
        return v
