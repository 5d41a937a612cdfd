"""Sampling of hidden cards: on small decks against every deal there is, on all shipped rulesets against what is seen.

What is counted are histories: a deal, and the decisions that the seat does not know.  A deal counts for every way to lay
it with cards that look alike; a draw for every card that it may have been.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from math import comb
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.engine import choices, determinize, evidence
from claimdsl.engine import events as ev
from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.determinize import Determinizer, NoDealError
from claimdsl.engine.game import Game
from claimdsl.engine.matching import Card, Dealing, Quota
from claimdsl.engine.state import CHANCE, State
from tests import shelf

SMALL = Path(__file__).parent / "small"
KINDS = tuple(sorted(path.stem for path in SMALL.glob("*.yaml") if path.stem != "small"))
MANY = 20_000
"""Deals of a deck that are few enough to go through."""

Labels = tuple[str, ...]
Key = tuple[Labels, tuple[Labels, ...], Labels]


@cache
def small(kind: str) -> Game:
    """Give the game of a small ruleset."""
    rules = load_ruleset(str(SMALL / f"{kind}.yaml"))
    return rules.game(rules.player_counts[0])


def moment(game: Game, seed: int) -> State:
    """Give a random moment of a random game."""
    rng = Rng(seed)
    state = game.deal(seed, follow=True)
    for _ in range(rng.below(12)):
        after = state.apply(state.draw(rng) if state.seat == CHANCE else _any(state.legal_actions, rng))
        if after.is_over:
            break
        state = after
    return state


def _any(actions: Sequence[Action], rng: Rng) -> Action:
    return actions[rng.below(len(actions))]


# --- every deal -------------------------------------------------------------------------------------------------------


def arrangements(labels: Sequence[str]) -> Iterator[Labels]:
    """Run through the different orders of some cards."""
    if not labels:
        yield ()
    for label in sorted(set(labels)):
        rest = list(labels)
        rest.remove(label)
        for others in arrangements(rest):
            yield (label, *others)


def decks(game: Game) -> Iterator[tuple[Labels, int]]:
    """Run through the decks that may be dealt, and how many ways there are to deal each of equal cards."""
    parts = []
    for spec in game.binding.specs:
        own = [f"{spec.name}:{value}" for value in spec.values]
        parts.append(sorted(_chosen(own, spec.deal or len(own))))
    for chosen in product(*parts):
        every = Counter(label for cards in chosen for label in cards)
        weight = 1
        for label, count in every.items():
            weight *= comb(sum(1 for card in game.cards if card == label), count)
        for deck in arrangements(sorted(every.elements())):
            yield deck, weight


def _chosen(cards: Sequence[str], count: int) -> set[Labels]:
    if count == len(cards):
        return {tuple(sorted(cards))}
    return {tuple(sorted(some)) for some in permutations(cards, count)}


def deals(state: State) -> Iterator[tuple[State, int]]:
    """Run through every deal, with its weight."""
    game = state.game
    packs = [[(pile, cards) for cards in arrangements(labels)] for pile, labels in game.side_packs.items()]
    for deck, weight in decks(game):
        for laid in product(*packs):
            yield game.deal(deck=deck, side_decks=dict(laid), first_leader=state.first_leader), weight


def continued(state: State, deal: State, seat: int) -> Iterator[tuple[State, int]]:
    """Run through the games of a deal in which the actions that a seat knows are made, with their weights."""
    told = [event for event in state.events if isinstance(event, ev.Chose)]
    found = [(deal, 1)]
    for action, event in zip(state.history, told, strict=True):
        after: list[tuple[State, int]] = []
        for before, weight in found:
            if before.seat != event.seat or before.is_over:
                continue
            known = event.known >> seat & 1
            for option in before.legal_actions:
                if option == action or not known and option.verb == action.verb and ":" in option.option:
                    equal = before.drawn(option) if before.seat == CHANCE else 1
                    after.append((before.apply(option), weight * equal))
        found = after
    yield from found


def histories(state: State, seat: int) -> Counter[Key]:
    """Count the histories that a seat cannot tell from the true one."""
    seen = state.information_state(seat)
    found: Counter[Key] = Counter()
    for deal, weight in deals(state):
        for other, ways in continued(state, deal, seat):
            if other.information_state(seat) == seen:
                found[key_of(other)] += weight * ways
    return found


def key_of(state: State) -> Key:
    """Name a history by what was dealt and done."""
    return state.deck, tuple(state.side_decks.values()), tuple(map(str, state.history))
