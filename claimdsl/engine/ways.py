"""The ways in which a game may have gone for all that a seat knows: what it did not see decided, and cards for spots.

Each way has guesses of its own for the cards that someone chose and moved unseen, and an answer for each card that lies
face down in the trick.  All guesses are gone through; where there are too many, some are drawn instead, each counting
for as much as it stands for, and guessed again where what was seen later is against it: then what is dealt is uniform
only as nearly as these are many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from claimdsl.engine.chance import Rng
from claimdsl.engine.evidence import Evidence
from claimdsl.engine.guesses import Guess
from claimdsl.engine.matching import Dealing, TooHardError
from claimdsl.engine.seating import Card, Quota
from claimdsl.engine.stop import Stop
from claimdsl.engine.told import Told
from claimdsl.engine.whereabouts import Sighting
from claimdsl.frozen import Frozen

_MOST_ANSWERS = 32
_MOST_READ = 400
_MOST_DRAWN, _MOST_BACK = 64, 16
"""Guesses that are drawn, and how often one goes back where what was seen is against it: ever further."""
_FOLLOWED, _COPIED, _DEALT = 6, 10, 60
"""The work of reading a decision, of a mark, and of counting what can be dealt, in decisions played."""


class Way(Frozen):
    """Guesses with evidence, answers to its riddles, and what can be dealt then: each deal counts `weight` times."""

    evidence: Evidence
    answers: dict[int, str]
    dealing: Dealing
    weight: int


class Ways:
    """Finds the ways of a game, as many as can be gone through before it is to stop.

    Raises: TooHardError where counting would take too long.
    """

    def __init__(self, told: Told, *, guessed: bool = True, stop: Stop | None = None) -> None:
        self._told = told
        self._guessed = guessed and any(choice.hidden for choice in told.choices)
        self._is_plain = not guessed
        self._stop = stop or Stop()
        self.plain = Evidence(told, None)
        self._stop.spend(_FOLLOWED * len(told.made) + self.plain.time)
        self.homes = Homes(self.plain)

    def find(self) -> tuple[Way, ...]:
        """Give all ways, or as many as can be looked at."""
        if not self._guessed:
            return tuple(self._of(self.plain)) if self.plain.weight or self._is_plain else ()
        half = self._stop.left / 2
        return self._all(half) or tuple(self._some())

    def _all(self, left: float) -> tuple[Way, ...]:
        """Go through all guesses; give nothing where there are too many, or so little work is left."""
        found: list[Way] = []
        starts: list[_Start] = [(None, ())]
        for _ in range(_MOST_READ):
            if not starts:
                return tuple(found)
            start, path = starts.pop()
            turns = _Turns(path)
            evidence = self._read(start, turns.follow)
            starts += turns.others(evidence)
            found += self._of(evidence)
            if self._stop.is_set or self._stop.left < left:
                break
        return ()

    def _read(self, start: Evidence | None, guess: Guess) -> Evidence:
        """Read from the beginning or from a mark on."""
        evidence = Evidence(self._told, guess) if start is None else start.again(guess)
        self._stop.spend(evidence.time - (0 if start is None else start.time) + _COPIED * len(evidence.marks))
        return evidence

    def _some(self) -> Iterator[Way]:
        """Draw guesses: each weighs as much as there was to guess, for it was drawn the more seldom."""
        rng, reads, found = Rng(1), 0, 0
        while reads < _MOST_READ and found < _MOST_DRAWN and not (reads and self._stop.is_set):
            marks: list[Evidence] = []
            for failed in range(_MOST_BACK):
                back = min(1 << failed // 2, len(marks))
                start = marks[-back] if back else None
                evidence = self._read(start, _drawing(rng))
                marks[len(marks) - back:] = evidence.marks
                reads += 1
                ways = [Way(way.evidence, way.answers, way.dealing, evidence.total) for way in self._of(evidence)]
                if ways or self._stop.is_set:
                    found += 1
                    yield from ways
                    break

    def _of(self, evidence: Evidence) -> Iterator[Way]:
        """Give the ways for each answer to the evidence's riddles; too many answers are left to chance."""
        number = prod(len(riddle.answers) for riddle in evidence.riddles)
        riddles = evidence.riddles if number <= _MOST_ANSWERS else []
        for answers in product(*(riddle.answers for riddle in riddles)) if evidence.weight or self._is_plain else ():
            seen = [*evidence.sightings, *(sighting for _, sighting in answers if sighting is not None)]
            named = {riddle.choice: label for riddle, (label, _) in zip(riddles, answers, strict=True)}
            cards = _cards(evidence, self.homes, seen)
            dealing = None if cards is None else self._dealing(cards, evidence)
            if dealing is not None and (dealing.ways or not self._guessed):
                yield Way(evidence, named, dealing, evidence.weight)

    def _dealing(self, cards: Sequence[Card], evidence: Evidence) -> Dealing | None:
        """Count what can be dealt; nothing where that takes too long and there may be other guesses."""
        try:
            dealing = Dealing(cards, evidence.spots, self.homes.quotas, self._stop.left)
        except TooHardError:
            if self._guessed and self._stop.is_set:
                return None
            raise
        self._stop.spend(_DEALT + dealing.steps)
        return dealing


_Start = tuple[Evidence | None, tuple[int, ...]]
"""Where a reading begins, and what is guessed then."""


class _Turns:
    """What is guessed at each turn of one reading: by a path as far as it goes, then the first."""

    def __init__(self, path: tuple[int, ...]) -> None:
        self._path = path
        self._sizes: list[int] = []

    def follow(self, weights: Sequence[int]) -> int:
        """Guess by the path."""
        at = len(self._sizes)
        self._sizes.append(len(weights))
        return self._path[at] if at < len(self._path) else 0

    def others(self, evidence: Evidence) -> Iterator[_Start]:
        """Run through the paths that leave that of a reading behind its given part."""
        whole = self._path + (0,) * (len(self._sizes) - len(self._path))
        for at in range(len(self._path), len(self._sizes)):
            mark = evidence.guessed[at]
            before = whole[evidence.guessed.index(mark) : at]
            for other in range(1, self._sizes[at]):
                yield evidence.marks[mark], (*before, other)


def _drawing(rng: Rng) -> Guess:
    """Guess each card as often as any other."""
    def guess(weights: Sequence[int]) -> int:
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
