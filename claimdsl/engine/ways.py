"""The ways in which a game may have gone for all that a seat knows: what it did not see decided, and cards for spots.

Each way has guesses of its own for the cards that someone chose and moved unseen, and an answer for each card that lies
face down in the trick.  All guesses are gone through; where there are too many, some are drawn instead, each counting
for as much as it stands for: then what is dealt is uniform only as nearly as these are many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from claimdsl.engine.chance import Rng
from claimdsl.engine.evidence import Evidence, Guess
from claimdsl.engine.matching import Dealing
from claimdsl.engine.seating import Card, Quota
from claimdsl.engine.told import Told
from claimdsl.engine.whereabouts import Sighting
from claimdsl.frozen import Frozen

_MOST_ANSWERS = 32
_MOST_READ = 400
_MOST_DRAWN = 64


class Way(Frozen):
    """Guesses with evidence, answers to its riddles, and what can be dealt then: each deal counts `weight` times."""

    evidence: Evidence
    answers: dict[int, str]
    dealing: Dealing
    weight: int


class Ways:
    """Finds the ways of a game.

    Raises: TooHardError where counting would take too long.
    """

    def __init__(self, told: Told, *, guessed: bool = True) -> None:
        self._told = told
        self._guessed = guessed
        self.plain = Evidence(told, None)
        self.homes = Homes(self.plain)

    def find(self) -> tuple[Way, ...]:
        """Give all ways, or as many as can be looked at."""
        return tuple(way for evidence in self._guesses() for way in self._of(evidence))

    def _guesses(self) -> list[Evidence]:
        if not self._guessed or not any(choice.hidden for choice in self._told.choices):
            return [self.plain] if self.plain.weight or not self._guessed else []
        found: list[Evidence] = []
        paths: list[tuple[int, ...]] = [()]
        for _ in range(_MOST_READ):
            if not paths:
                return found
            turns = _Turns(paths.pop())
            evidence = Evidence(self._told, turns.follow)
            paths += turns.others()
            if evidence.weight:
                found.append(evidence)
        return self._drawn() or found

    def _drawn(self) -> list[Evidence]:
        """Draw guesses: each weighs as much as there was to guess, for it was drawn the more seldom."""
        found = []
        rng = Rng(1)
        for _ in range(_MOST_READ):
            turns = _Turns(())
            evidence = Evidence(self._told, turns.drawing(rng))
            if evidence.weight:
                evidence.weight = turns.total
                found.append(evidence)
            if len(found) == _MOST_DRAWN:
                break
        return found

    def _of(self, evidence: Evidence) -> Iterator[Way]:
        """Give the ways for each answer to the evidence's riddles; too many answers are left to chance."""
        number = prod(len(riddle.answers) for riddle in evidence.riddles)
        riddles = evidence.riddles if number <= _MOST_ANSWERS else []
        for answers in product(*(riddle.answers for riddle in riddles)):
            seen = [*evidence.sightings, *(sighting for _, sighting in answers if sighting is not None)]
            named = {riddle.choice: label for riddle, (label, _) in zip(riddles, answers, strict=True)}
            cards = _cards(evidence, self.homes, seen)
            if cards is not None:
                yield Way(evidence, named, Dealing(cards, evidence.spots, self.homes.quotas), evidence.weight)


class _Turns:
    """What is guessed at each turn of one reading: by a path as far as it goes, then the first; or at random."""

    def __init__(self, path: tuple[int, ...]) -> None:
        self.total = 1
        self._path = path
        self._sizes: list[int] = []

    def follow(self, weights: Sequence[int]) -> int:
        """Guess by the path."""
        at = len(self._sizes)
        self._sizes.append(len(weights))
        return self._path[at] if at < len(self._path) else 0

    def others(self) -> Iterator[tuple[int, ...]]:
        """Run through the paths that leave this one behind its given part."""
        whole = self._path + (0,) * (len(self._sizes) - len(self._path))
        for at in range(len(self._path), len(self._sizes)):
            for other in range(1, self._sizes[at]):
                yield (*whole[:at], other)

    def drawing(self, rng: Rng) -> Guess:
        """Guess each card as often as any other."""
        def guess(weights: Sequence[int]) -> int:
            self.total *= sum(weights)
            ticket = rng.below(sum(weights))
            for at, weight in enumerate(weights):
                ticket -= weight
                if ticket < 0:
                    return at
            raise AssertionError("tickets are numbered")

        return guess


class Homes:
    """Which spots each card may have: those of the deck, of its pack, or of what its faction leaves out."""

    def __init__(self, evidence: Evidence) -> None:
        self._binding = evidence.game.binding
        self._evidence = evidence
        masks = []
        start = 0
        for _, cards in evidence.homes:
            masks.append((1 << len(cards)) - 1 << start)
            start += len(cards)
        self._packs = len(self._binding.packs)
        self.spots: dict[str, int] = {}
        self.quotas: list[Quota] = []
        self._deck(masks)
        self._side(masks)

    def _deck(self, masks: list[int]) -> None:
        left_out = {self._binding.cards[cards[0]][0]: mask for (_, cards), mask in self._rests(masks)}
        for card, (faction, _) in enumerate(self._binding.deck_cards):
            self.spots[self._binding.labels[card]] = masks[0] | left_out.get(faction, 0)

    def _rests(self, masks: list[int]) -> list[tuple[tuple[str, tuple[int, ...]], int]]:
        return list(zip(self._evidence.homes, masks, strict=True))[1 + self._packs:]

    def _side(self, masks: list[int]) -> None:
        """Add the packs; of a card that is in the deck too, so many lie in each."""
        for (_, cards), mask in list(zip(self._evidence.homes, masks, strict=True))[1 : 1 + self._packs]:
            counts = Counter(self._binding.labels[card] for card in cards)
            for label, count in counts.items():
                if label in self.spots:
                    self.quotas.append(Quota(label, mask, count))
                self.spots[label] = self.spots.get(label, 0) | mask

    def numbers(self) -> list[dict[str, tuple[int, ...]]]:
        """Give the card numbers of each label: of the deck, then of each pack."""
        packs = [cards for _, cards in self._binding.packs]
        return [_by_label(self._binding.labels, cards) for cards in (range(len(self._binding.deck_cards)), *packs)]


def _by_label(labels: tuple[str, ...], cards: Sequence[int]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for card in cards:
        found[labels[card]] = (*found.get(labels[card], ()), card)
    return found


def _cards(evidence: Evidence, homes: Homes, sightings: Sequence[Sighting]) -> list[Card] | None:
    """Give every card with its possible spots; None where more were seen than there are.

    Those seen come first, the others in the order of their numbers: nothing may go by where they lie.
    """
    labels = evidence.game.binding.labels
    others = Counter(labels[card] for card in sorted(card for _, cards in evidence.homes for card in cards))
    cards = []
    for sighting in sightings:
        others[sighting.label] -= 1
        spots = sighting.spots & homes.spots[sighting.label]
        cards.append(Card(sighting.label, spots & ~_ruled_out(evidence, sighting.label, sighting.since)))
    for label, count in others.items():
        if count < 0:
            return None
        if count:
            spots = homes.spots[label] & ~_ruled_out(evidence, label, 1 << 60)
            cards += [Card(label, spots)] * count
    return cards


def _ruled_out(evidence: Evidence, label: str, since: int) -> int:
    """Give the spots that a card, hidden until `since`, cannot have had."""
    found = 0
    for names, spots, time in evidence.forbidden:
        if time < since and label in names:
            found |= spots
    return found
