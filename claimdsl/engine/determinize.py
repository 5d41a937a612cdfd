"""A whole state that one seat could be in: its hidden cards dealt anew, uniformly over all that it cannot rule out.

`Evidence` says which spots of the deck each card may have come from; `matching` deals; the game is then played again.
A deal under which some action would not have been possible, or under which the seat would have seen something else, is
dropped and another one drawn: for rules whose traces are of no simple form this rejection is all there is.

What is uniform are histories: deals together with the decisions that the seat does not know, each of these taken as
made at random among the cards that could be told apart.  Where cards were passed on unseen so often that
there are too many ways to go through, it is nearly so: see `ways`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.engine import layout as at
from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.choices import Choice, Logged, Sight, find_code, looks_elsewhere, tells_no_more
from claimdsl.engine.dealing import Deal
from claimdsl.engine.layout import Frame, mask, number, row
from claimdsl.engine.loose import Loose, loose
from claimdsl.engine.matching import TooHardError, draw
from claimdsl.engine.runtime import NOTHING, bits
from claimdsl.engine.state import State
from claimdsl.engine.stop import Stop
from claimdsl.engine.told import Told
from claimdsl.engine.views import as_seen
from claimdsl.engine.ways import Way, Ways

_MOST_TRIES = 1000
_FOLLOWED = 24
"""The work of a decision that is played again and followed, in decisions played."""

if TYPE_CHECKING:
    from claimdsl.engine.state import Past


class NoDealError(ClaimError):
    """No consistent deal was found within the bound."""


class Determinizer:
    """Draws states consistent with what a seat knows of one state.

    >>> from claimdsl import load_ruleset
    >>> state = load_ruleset("base").game().deal(seed=7)
    >>> other = Determinizer(state, seat=0).draw(Rng(1))
    >>> other.observation(0) == state.observation(0), other.pile("hand", 1) == state.pile("hand", 1)
    (True, False)
    """

    def __init__(
        self, state: State, seat: int, *, exact: bool = True, sight: Sight | None = None, stop: Stop | None = None
    ) -> None:
        """Gather what a seat knows; of what it may have been that it did not see, as much as there is time for.

        Without `exact` what the seat would have seen is compared only where the evidence is not complete by itself:
        where it does not know of a decision what it was, or cards were moved so that it cannot tell which.

        Raises: NoDealError where there are too many ways to deal.
        """
        self._state = state
        self._seat = seat
        self._game = state.game
        self._told = told = Told(state, sight or Logged(seat))
        self._free: tuple[Way, ...] | None = None
        self._spots: dict[str, int] | None = None
        ways = Ways(told, stop=stop)
        self._is_exact = ways.plain.exact
        self._compared = exact or not self._is_exact
        self._rest = ways.plain.homes[1 + len(state.deal.packs):]
        self._numbers = ways.homes.numbers()
        self._found = _found(ways)

    @property
    def is_exact(self) -> bool:
        """Say whether every deal that is proposed, and under which all could act as they did, looks the same."""
        return self._is_exact

    @property
    def has_riddles(self) -> bool:
        """Say whether the seat does not know of some decision what it was."""
        return any(choice.hidden for choice in self._told.choices)

    @property
    def ways(self) -> int:
        """Count the ways to give the cards to the spots of the deck that agree with the evidence."""
        return sum(way.dealing.ways * way.weight for way in self._found)

    def propose(self, rng: Rng) -> State | None:
        """Deal by the evidence and play the game again; None where an action would not have been possible.

        Raises: NoDealError where the evidence allows no deal.
        """
        if not self.ways:
            raise NoDealError("no deal agrees with what the seat has seen")
        number, laid = draw([way.dealing for way in self._found], rng, [way.weight for way in self._found])
        way = self._found[number]
        moved = way.evidence.settle(laid, rng)
        return self._played(self._deal(laid), way.answers, moved, rng)

    def draw(self, rng: Rng, stop: Stop | None = None) -> State:
        """Draw a consistent state.

        Raises: NoDealError after many tries without one, or after the first that ends when it is to stop.
        """
        stop, tried, length = stop or Stop(), 0, len(self._told.made)
        while tried < _MOST_TRIES and not (tried and stop.is_set):
            tried += 1
            new = self.propose(rng)
            stop.spend(length * (_FOLLOWED if new is not None and self._compared else 1))
            if new is not None and (not self._compared or self._agrees(new)):
                return new
        raise NoDealError(f"none of {tried} deals agreed with what seat {self._seat} has seen")

    def _agrees(self, new: State) -> bool:
        """Say whether the seat would have seen the same; most events are equal, and need not be written down."""
        seat, mine, theirs = self._seat, self._told.events, new.events
        return len(mine) == len(theirs) and all(
            one == other or as_seen(one, seat) == as_seen(other, seat) for one, other in zip(mine, theirs, strict=True)
        )

    def loose(self, world: State) -> Loose:
        """Say which hidden cards of a drawn world may change places: none where more is known than their spots."""
        if self._spots is None:
            self._spots = self._unseen()
            if self._spots and not self._stays(world, loose(world, self._spots)):
                self._spots = {}
        return loose(world, self._spots)

    def _unseen(self) -> dict[str, int]:
        """Give the spots of each card that was not seen yet, where that is all that is known."""
        if not self._is_exact or len(self._found) != 1 or not self._plays_told():
            return {}
        [way] = self._found
        seen = {sighting.label for sighting in way.evidence.sightings}
        return {name: spots for name, spots in way.dealing.alone.items() if name not in seen}

    def _plays_told(self) -> bool:
        """Say whether nothing follows from what others played but which cards they did not hold."""
        return not looks_elsewhere(self._game) and all(
            tells_no_more(self._game, v, code, made.barred)
            for made, (v, _, code) in zip(self._told.made, self._state.plies(), strict=True)
            if made.is_play and made.choice.seat != self._seat
        )

    def _stays(self, world: State, some: Loose) -> bool:
        """Say whether a world with cards exchanged is what comes of playing the game with them from the deal."""
        names = dict(zip(some.cards, some.mixed(Rng(0)), strict=True))
        old = world.deal
        deal = Deal(tuple(names.get(card, card) for card in old.deck), old.packs, old.first_leader, None)
        new = self._played(deal, {}, {}, Rng(0))
        return new is not None and _standing(new) == _standing(world.exchanged(names))

    def redeal(self, deal: Deal, rng: Rng) -> State | None:
        """Play the game again with a deal; None where the evidence is against it or an action is impossible."""
        if self._free is None:
            self._free = _found(Ways(self._told, guessed=False)) if self.has_riddles else self._found
        laid = self._laid(deal)
        fitting = [way.answers for way in self._free if way.dealing.admits(laid)]
        return self._played(deal, fitting[rng.below(len(fitting))], {}, rng) if fitting else None

    def _laid(self, deal: Deal) -> list[str]:
        """Name the card at each spot: the deck's, the packs', and those that are left out."""
        binding = self._game.binding
        dealt = set(deal.deck)
        cards = [card for part in (deal.deck, *(pack for _, pack in deal.packs)) for card in part]
        for _, rest in self._rest:
            own = binding.faction_masks[binding.cards[rest[0]][0]]
            cards += [card for card in range(len(binding.deck_cards)) if own >> card & 1 and card not in dealt]
        return [binding.labels[card] for card in cards]

    # --- one deal --------------------------------------------------------------------------------------------------

    def _deal(self, laid: list[str]) -> Deal:
        """Number the cards that were laid on the spots of the deck and the packs."""
        old = self._state.deal
        start = len(old.deck)
        deck = _numbered(laid[:start], self._numbers[0])
        packs = []
        for (pile, cards), numbers in zip(old.packs, self._numbers[1:], strict=True):
            packs.append((pile, _numbered(laid[start : start + len(cards)], numbers)))
            start += len(cards)
        return Deal(deck, tuple(packs), old.first_leader, None)

    def _played(
        self, deal: Deal, answers: Mapping[int, str], moved: Mapping[int, str], rng: Rng,
    ) -> State | None:
        game, v = self._game, self._game.frame_of(deal)
        game.run(v, None)
        past: Past = None
        for index, choice in enumerate(self._told.choices):
            if v[at.ACTOR] != choice.seat:
                return None
            if index in answers:
                code = find_code(game, v, Action("play", answers[index]))
            elif index in moved:
                code = self._chosen(v, choice, moved[index], rng)
            else:
                code = self._code(v, choice, rng)
            if code is None:
                return None
            action = game.action(v, game.decisions[number(v, at.DECISION)], code)
            past = (past, action, code)
            v[at.ANSWER] = code
            game.run(v, None)
        return State(game, v, deal, past, None)

    def _code(self, v: Frame, choice: Choice, rng: Rng) -> int | None:
        """Find the number of a decision, or choose one for it where the seat does not know which it was."""
        if choice.hidden:
            return self._drawn(v, rng) if choice.seat == at.CHANCE else self._guessed(v, choice, rng)
        if choice.seat != at.CHANCE:
            return find_code(self._game, v, choice.action)
        codes = [code for code in row(v, at.OPTIONS) if self._game.label(code) == choice.card]
        equal = sum((self._game.binding.copies[code] & number(v, at.POOL)).bit_count() for code in codes[:1])
        return codes[rng.below(len(codes))] if codes and rng.below(choice.most or equal) < equal else None

    def _chosen(self, v: Frame, choice: Choice, label: str, rng: Rng) -> int | None:
        """Choose a card by name; equal ones are one choice of a seat, so such a deal is dropped the more often."""
        if self._game.decisions[number(v, at.DECISION)].verb != choice.action.verb:
            return None
        code = next((code for code in row(v, at.OPTIONS) if code >= 0 and self._game.label(code) == label), None)
        if code is None or choice.seat == at.CHANCE:
            return code
        equal = self._game.binding.copies[code] & mask(v, self._game.place(v, code))
        return None if rng.below(equal.bit_count()) else code

    def _drawn(self, v: Frame, rng: Rng) -> int:
        """Draw for chance, each card that it draws from being equally likely."""
        pool = bits(number(v, at.POOL))
        card = pool[rng.below(len(pool))]
        codes = row(v, at.OPTIONS)
        return card if card in codes else next(code for code in codes if self._game.binding.copies[card] >> code & 1)

    def _guessed(self, v: Frame, choice: Choice, rng: Rng) -> int | None:
        """Choose for a seat, all cards of all deals being alike: a deal that leaves fewer is dropped the more often."""
        game = self._game
        decision = game.decisions[number(v, at.DECISION)]
        if decision.verb != choice.action.verb:
            return None
        codes = [
            code for code in row(v, at.OPTIONS)
            if code >= 0 and (choice.among is None or game.label(code) in choice.among)
            and game.action(v, decision, code).option == game.label(code)
        ]
        ticket = rng.below(max(choice.most, len(codes)))
        return codes[ticket] if ticket < len(codes) else None


def _found(ways: Ways) -> tuple[Way, ...]:
    try:
        return ways.find()
    except TooHardError:
        raise NoDealError("there are too many ways to deal the hidden cards") from None


def _standing(state: State) -> Frame:
    """Give the frame without what the last step has left behind: which card was named, and which moved."""
    v = state.frame()
    v[at.ANSWER] = v[at.DUE] = NOTHING
    return v


def _numbered(laid: list[str], numbers: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
    """Number cards; equal ones in order."""
    used: dict[str, int] = {}
    deck = []
    for label in laid:
        cards = numbers[label]
        if len(cards) == 1:
            deck.append(cards[0])
        else:
            deck.append(cards[used.get(label, 0)])
            used[label] = used.get(label, 0) + 1
    return tuple(deck)
