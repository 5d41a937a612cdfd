"""Looking for leaks: games that a seat cannot tell apart by what it was shown, and in which it yet sees something else.

At a random moment the cards that a seat has not been shown are dealt anew, and the same game is played with them.  What
the seat sees, and what it may do, must be the same at every moment on the way.  What it was shown is worked out from
the declarations of the ruleset (`sight`), so that a mistake of the log is found as well as one of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import Rng
from claimdsl.engine.dealing import Deal
from claimdsl.engine.determinize import Determinizer, NoDealError
from claimdsl.engine.events import Place
from claimdsl.engine.game import Game
from claimdsl.engine.line_up import ordered
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen, replace
from claimdsl.ir.nodes import Origin
from claimdsl.sim.comparison import Difference, difference
from claimdsl.sim.sight import Declared

_DEALS = 4
"""Deals tried for each seat and moment."""
_SHORTENING = 300
"""Deals tried to find two that differ in few cards."""
_RETRIES = 4
_T = TypeVar("_T")


class Swap(Frozen):
    """A card that lies somewhere, and the one that may as well lie there."""

    place: Place
    card: str
    other: str


class Leak(Frozen):
    """What a seat can tell and should not: the game, what is otherwise in another one that is as good, and by what.

    `moves`: those that the seat does not know, as they were made and as they may have been.
    """

    state: State
    seat: int
    swaps: tuple[Swap, ...]
    moves: tuple[tuple[str, str], ...]
    difference: Difference


class Found(Frozen):
    """What came of a search.

    `deals` were compared; `dropped` were not: another player could not have acted so, or the seat was shown the cards.
    """

    leaks: tuple[Leak, ...]
    games: int
    moments: int
    deals: int
    dropped: int


class Wanted(Frozen):
    """The kind of game to search; what is not given is chosen anew for every game."""

    players: int | None
    factions: tuple[str, ...] | None
    options: Mapping[str, str]


def search(ruleset: Ruleset, wanted: Wanted, games: int, seed: int) -> Found:
    """Search random games: every seat of each, at a random moment.  What comes from one rule is told once.

    Raises: SetupError where the game cannot be set up as wanted.
    """
    leaks: dict[tuple[str, Origin | None], Leak] = {}
    moments = deals = dropped = 0
    for number in range(games):
        rng = Rng(seed, number)
        game = some_game(ruleset, wanted, rng)
        states = played(game.deal(rng.next() >> 32, follow=True), rng)
        for seat in range(game.players):
            looked = Look(states[: 1 + rng.below(len(states))], seat, rng)
            moments, deals, dropped = moments + 1, deals + looked.deals, dropped + looked.dropped
            if looked.leak is not None:
                leaks.setdefault((looked.leak.difference.kind, looked.leak.difference.rule), looked.leak)
    return Found(tuple(leaks.values()), games, moments, deals, dropped)


def some_game(ruleset: Ruleset, wanted: Wanted, rng: Rng) -> Game:
    """Give a game of the wanted kind, the rest of it chosen at random.

    Raises: SetupError.
    """
    counts = ruleset.player_counts
    if wanted.factions is not None:
        names = ordered(ruleset.program, wanted.factions)
        counts = tuple(count for count in counts if names in ruleset.line_ups(count)) or counts
    players = wanted.players or _any(counts, rng)
    factions = wanted.factions or (
        _any(ruleset.line_ups(players), rng) if players in counts else ruleset.default_factions(players)
    )
    options = {name: _any(values, rng) for name, values in ruleset.options.items()}
    return ruleset.game(players, factions, {**options, **wanted.options})


def _any(items: Sequence[_T], rng: Rng) -> _T:
    return items[rng.below(len(items))]


def played(state: State, rng: Rng) -> list[State]:
    """Play a game at random to its end; give all its states."""
    states = [state]
    while not state.is_over:
        state = state.apply(state.draw(rng) if state.seat == CHANCE else _any(state.legal_actions, rng))
        states.append(state)
    return states


class Look:
    """One seat at one moment, the last of some states: other deals compared until one shows a leak."""

    def __init__(self, states: Sequence[State], seat: int, rng: Rng) -> None:
        self.leak: Leak | None = None
        self.deals = self.dropped = 0
        self._states = states
        self._sight = Declared(states[0].game, seat)
        self._rng = rng
        try:
            self._sampler = Determinizer(states[-1], seat, sight=self._sight)
        except NoDealError:
            self.dropped = 1
            return
        for _ in range(_DEALS):
            self.leak = self.leak or self._try()

    def _try(self) -> Leak | None:
        other = self._sampler.propose(self._rng)
        found = None if other is None else difference(self._states, other, self._sight)
        if other is None or found is not None and found.is_shown:
            self.dropped += 1
            return None
        self.deals += 1
        if found is None:
            return None
        other, found = self._shortened(other, found)
        made = zip(self._states[-1].history, other.history, strict=True)
        moves = tuple((str(one), str(another)) for one, another in made if one != another)
        return Leak(self._states[-1], self._sight.seat, self._swaps(other, found.after), moves, found)

    # --- two deals that differ in few cards ------------------------------------------------------------------------

    def _shortened(self, other: State, found: Difference) -> tuple[State, Difference]:
        """Put cards of another deal back where they lay, as long as something can still be told apart."""
        tries = _SHORTENING
        again = True
        while again:
            again = False
            for deal in _nearer(self._states[0].game, self._states[0].deal, other.deal):
                tries -= 1
                if tries < 0:
                    return other, found
                closer = self._closer(deal)
                if closer is not None:
                    other, found = closer
                    again = True
                    break
        return other, found

    def _closer(self, deal: Deal) -> tuple[State, Difference] | None:
        """Play with a deal, if something can be told apart then; a few times, for moves that the seat does not know."""
        for _ in range(_RETRIES):
            other = self._sampler.redeal(deal, self._rng)
            found = None if other is None else difference(self._states, other, self._sight)
            if other is not None and found is not None and not found.is_shown:
                return other, found
            if not self._sampler.has_riddles:
                return None
        return None

    def _swaps(self, other: State, after: int) -> tuple[Swap, ...]:
        game, state = self._states[0].game, self._states[after]
        return tuple(
            Swap(state.place_of(card), game.label(card), game.label(instead))
            for ours, theirs in zip(_parts(state.deal), _parts(other.deal), strict=True)
            for card, instead in zip(ours, theirs, strict=True) if game.label(card) != game.label(instead)
        )


def _parts(deal: Deal) -> list[tuple[int, ...]]:
    return [deal.deck, *(cards for _, cards in deal.packs)]


def _nearer(game: Game, truth: Deal, other: Deal) -> Iterator[Deal]:
    """Run through deals in which one more card lies where it does in the true one."""
    for number, (ours, theirs) in enumerate(zip(_parts(truth), _parts(other), strict=True)):
        names = [game.label(card) for card in theirs]
        for spot, card in enumerate(ours):
            wanted = game.label(card)
            if names[spot] == wanted:
                continue
            astray = [at for at, name in enumerate(names) if name == wanted and name != game.label(ours[at])]
            cards = list(theirs)
            for at in astray[:1]:
                cards[spot], cards[at] = cards[at], cards[spot]
            if not astray:
                cards[spot] = card
            if len(set(cards)) == len(cards):
                yield _with_part(other, number, tuple(cards))


def _with_part(deal: Deal, number: int, cards: tuple[int, ...]) -> Deal:
    if number == 0:
        return replace(deal, deck=cards)
    packs = list(deal.packs)
    packs[number - 1] = (packs[number - 1][0], cards)
    return replace(deal, packs=tuple(packs))
