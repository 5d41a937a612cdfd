"""Sampling of hidden cards: on small decks against every deal there is, on all shipped ones against what is seen.

What is counted are histories: a deal, and the decisions that the seat does not know.  A deal counts for every way to
lay it with cards that look alike; a draw for every card that it may have been.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import perm, prod
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.engine import events as ev
from claimdsl.engine import layout as at
from claimdsl.engine.action import PASS, Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.determinize import Determinizer, NoDealError
from claimdsl.engine.game import Game
from claimdsl.engine.layout import mask, number
from claimdsl.engine.matching import Dealing, draw
from claimdsl.engine.runtime import bits
from claimdsl.engine.seating import Card, Quota
from claimdsl.engine.state import CHANCE, State
from claimdsl.ir.labels import faction_of
from tests import shelf

SMALL = Path(__file__).parent / "small"
KINDS = tuple(sorted(path.stem for path in SMALL.glob("*.yaml") if path.stem != "small"))
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


def decks(state: State, seat: int) -> Iterator[tuple[Labels, int]]:
    """Run through the decks that agree with what a seat sees at once, and how many ways there are to lay each."""
    game = state.game
    begun = game.deal(deck=state.deck, side_decks=state.side_decks, first_leader=state.first_leader)
    hand, prizes = (mask(begun._v, game.layout.piles[pile] + own) for pile, own in (("hand", seat), ("prizes", 0)))
    place = [index for index, card in enumerate(begun.deal.deck) if (hand | prizes) >> card & 1]
    seen = sorted(state.deck[index] for index in place)
    for chosen, weight in _choices(game):
        if not Counter(seen) - chosen:
            for mine, others in product(arrangements(seen), arrangements(sorted((chosen - Counter(seen)).elements()))):
                first, rest = iter(mine), iter(others)
                yield tuple(next(first if index in place else rest) for index in range(len(state.deck))), weight


def _choices(game: Game) -> Iterator[tuple[Counter[str], int]]:
    """Run through the cards that may be dealt, each with the ways to pick and lay equal ones."""
    parts = []
    for spec in game.binding.specs:
        own = tuple(sorted(label for label in game.cards if faction_of(label) == spec.name))
        parts.append(set(combinations(own, spec.deal)) if spec.deal else {own})
    for chosen in product(*(sorted(part) for part in parts)):
        every = Counter(label for cards in chosen for label in cards)
        yield every, prod(perm(game.cards.count(label), count) for label, count in every.items())


def deals(state: State, seat: int) -> Iterator[tuple[State, int]]:
    """Run through every deal that agrees with what a seat sees at once, with its weight."""
    game = state.game
    packs = [[(pile, cards) for cards in arrangements(labels)] for pile, labels in game.side_packs.items()]
    begun = _at_once(game.deal(deck=state.deck, side_decks=state.side_decks, first_leader=state.first_leader), seat)
    for deck, weight in decks(state, seat):
        for laid in product(*packs):
            deal = game.deal(deck=deck, side_decks=dict(laid), first_leader=state.first_leader)
            if _at_once(deal, seat) == begun:
                yield deal, weight


def _at_once(begun: State, seat: int) -> tuple[list[str], list[str]]:
    """Give the cards that a seat sees when a game begins."""
    return sorted(begun.pile("hand", seat)), sorted(begun.pile("prizes"))


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
                if option == action if known else option.verb == action.verb and option.option != PASS:
                    equal = in_pool(before, option) if before.seat == CHANCE else 1
                    after.append((before.apply(option), weight * equal))
        found = after
    yield from found


def in_pool(state: State, draw: Action) -> int:
    """Count the cards that chance may draw as one option: all of a name where they lie open."""
    return max(1, sum(1 for card in bits(number(state._v, at.POOL)) if state.game.label(card) == draw.option))


def histories(state: State, seat: int) -> Counter[Key]:
    """Count the histories that a seat cannot tell from the true one."""
    seen = state.information_state(seat)
    found: Counter[Key] = Counter()
    for deal, weight in deals(state, seat):
        for other, ways in continued(state, deal, seat):
            if other.information_state(seat) == seen:
                found[key_of(other)] += weight * ways
    return found


def key_of(state: State) -> Key:
    """Name a history by what was dealt and done."""
    return state.deck, tuple(state.side_decks.values()), tuple(map(str, state.history))


# --- is it uniform ----------------------------------------------------------------------------------------------------


def misfit(expected: Counter[Key], drawn: Counter[Key]) -> float:
    """Give the chi-squared of what was drawn as a standard normal value (Wilson and Hilferty); 3.09 is p = 0.001."""
    free = len(expected) - 1
    if not free:
        return 0.0
    total, count = sum(expected.values()), sum(drawn.values())
    chi = sum((drawn[key] - weight * count / total) ** 2 / (weight * count / total) for key, weight in expected.items())
    scale = 2 / (9 * free)
    return float(((chi / free) ** (1 / 3) - 1 + scale) / scale**0.5)


def folded(keys: Counter[Key], most: int = 150) -> Counter[Key]:
    """Put histories together where there are too many to tell each from chance: by what the later deck holds."""
    found = keys
    cut = 1
    while len(found) > most:
        found = Counter()
        for (deck, packs, moves), weight in keys.items():
            found[(deck[: len(deck) - cut], packs if cut < 3 else (), moves if cut < 4 else ())] += weight
        cut += 1
    return found


CASES = [(kind, seed) for kind in KINDS for seed in (3, 4, 5)] + [("face_down", 8), ("left_out", 9), ("given", 9)]


@pytest.mark.parametrize(("kind", "seed"), CASES)
def test_every_history_is_drawn_as_often_as_it_should_be(kind: str, seed: int) -> None:
    game = small(kind)
    state, seat, rng = moment(game, seed), seed % game.players, Rng(seed)
    expected = histories(state, seat)
    sampler = Determinizer(state, seat, exact=False)
    found = Counter(key_of(sampler.draw(rng)) for _ in range(1500))
    assert set(found) <= set(expected)
    if len(expected) < 100:
        assert set(found) == set(expected)
    coarse = folded(expected)
    assert misfit(coarse, refolded(found, coarse)) < 3.09


def refolded(keys: Counter[Key], like: Counter[Key]) -> Counter[Key]:
    """Put histories together as others were."""
    deck, packs, moves = next(iter(like))
    found: Counter[Key] = Counter()
    for (all_deck, all_packs, all_moves), weight in keys.items():
        found[(all_deck[: len(deck)], all_packs if packs else (), all_moves if moves else ())] += weight
    return found


# --- giving cards to spots --------------------------------------------------------------------------------------------


def test_all_ways_to_give_cards_are_alike() -> None:
    """Equal cards with masks of their own, and quotas, against every way there is."""
    cards = [Card("a:1", 0b000111), Card("a:1", 0b111111), Card("a:1", 0b111100), Card("b:1", 0b111111)]
    cards += [Card("b:2", 0b011110), Card("c:1", 0b111111)]
    quotas = [Quota("a:1", 0b000011, 1)]
    allowed = {
        laid for laid in set(permutations([card.name for card in cards]))
        if any(_fits(order, laid, cards) for order in permutations(range(6)))
        and sum(laid[spot] == "a:1" for spot in (0, 1)) == 1
    }
    dealing, rng = Dealing(cards, 6, quotas), Rng(5)
    found = Counter(tuple(draw([dealing], rng)[1]) for _ in range(40 * len(allowed)))
    assert set(found) == allowed
    chi = sum((found[laid] - 40) ** 2 / 40 for laid in allowed)
    assert chi < len(allowed) + 4 * (2 * len(allowed)) ** 0.5


def _fits(order: Sequence[int], laid: Sequence[str], cards: Sequence[Card]) -> bool:
    return all(card.name == laid[spot] and card.spots >> spot & 1 for spot, card in zip(order, cards, strict=True))


def test_what_cannot_be_dealt_has_no_ways() -> None:
    assert Dealing([Card("a:1", 0b01), Card("b:1", 0b01)], 2).ways == 0
    assert Dealing([Card("a:1", 0b00)], 1).ways == 0
    assert Dealing([Card("a:1", 0b11), Card("a:1", 0b11)], 2).ways == 2


# --- all rulesets -----------------------------------------------------------------------------------------------------


SETS: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [(name, (), ()) for name in shelf.RULESETS]
SETS += [("base", (name,), factions[:3]) for name, factions in shelf.SETS.items()]
SETS += [("base", (), ("ghosts",)), ("base", shelf.ALL_SETS, ("sandworms", "satyrs"))]
SETS += [("base", shelf.ALL_SETS, ("phoenixes", "shadows")), ("base", shelf.ALL_SETS, ("wizards", "sandworms"))]


def moments(name: str, sets: tuple[str, ...], wanted: tuple[str, ...]) -> Iterator[State]:
    """Give random moments of games with two, three and four players."""
    for players in shelf.ruleset(name, sets).player_counts:
        for faction in wanted or ("",):
            game = shelf.some_game(name, sets, players, (faction,) if len(sets) == 1 and faction else wanted, players)
            for seed in range(3):
                yield later(game.deal(seed, follow=True), Rng(seed * 7 + players))


def later(state: State, rng: Rng) -> State:
    """Play a game at random for a while."""
    for _ in range(rng.below(64)):
        after = state.apply(state.draw(rng) if state.seat == CHANCE else _any(state.legal_actions, rng))
        if after.is_over:
            break
        state = after
    return state


@pytest.mark.parametrize(("name", "sets", "wanted"), SETS)
def test_a_drawn_state_looks_the_same_and_is_another(name: str, sets: tuple[str, ...], wanted: tuple[str, ...]) -> None:
    tried = same = 0
    for state in moments(name, sets, wanted):
        seat = (tried + 1) % state.game.players
        sampler = Determinizer(state, seat)
        for seed in range(2):
            other = sampler.draw(Rng(seed))
            tried += 1
            same += other.deck == state.deck
            assert other.information_state(seat) == state.information_state(seat)
            assert other.observation(seat) == state.observation(seat)
            assert other.seat == state.seat
            if state.seat == seat:
                assert other.legal_actions == state.legal_actions
    assert same * 4 < tried


@pytest.mark.parametrize(("name", "sets", "wanted"), SETS)
def test_no_deal_is_dropped(name: str, sets: tuple[str, ...], wanted: tuple[str, ...]) -> None:
    """What the seats could not have held is dealt to none of them: voids, cards played face down, cards seen."""
    for count, state in enumerate(moments(name, sets, wanted)):
        seat = count % state.game.players
        sampler = Determinizer(state, seat)
        for seed in range(4):
            other = sampler.propose(Rng(seed))
            assert other is not None, f"seat {seat} of {state.deal} after {state.history}"
            if sampler.is_exact:
                assert other.information_state(seat) == state.information_state(seat)


def test_a_contradiction_is_told() -> None:
    state = later(shelf.ruleset().game().deal(1, follow=True), Rng(1))
    sampler = Determinizer(state, 0)
    sampler._found = ()
    with pytest.raises(NoDealError, match="no deal agrees"):
        sampler.draw(Rng(1))


SHED = """\
claimdsl: 1
name: shed
extends: base
rules:
  shed:
    phase: recruit
    after_trick: |
      for p in players:
        choose shed from filter(c in p.hand, c.faction == goblins) by p
        move shed to discard
"""


def test_who_had_nothing_to_choose_from_had_no_such_card(tmp_path: Path) -> None:
    path = tmp_path / "shed.yaml"
    path.write_text(SHED)
    game = load_ruleset(str(path)).game(2)
    for seed in range(12):
        state, rng = moment(game, seed), Rng(seed)
        sampler = Determinizer(state, 0, exact=False)
        for _ in range(6):
            assert sampler.draw(rng).information_state(0) == state.information_state(0)
