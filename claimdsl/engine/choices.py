"""What a seat knows of a decision that was made: which it was or may have been, and what it shows of a hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Protocol

from claimdsl.engine import events as ev
from claimdsl.engine import layout as at
from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, mask, number, row
from claimdsl.engine.rules import rules_of
from claimdsl.engine.runtime import bits, union
from claimdsl.engine.state import State
from claimdsl.engine.whereabouts import TRICK
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import within

_TRIED = 3
"""Unit: hands of a size."""


class Choice(Frozen):
    """A decision as a seat knows it: `seat` decided, `card` is which card it was ("" where it was none).

    `hidden`: the seat does not know which card it was; then `among` names what it may have been (None: anything), and
    `most` says how many there may at most be at once.  Where chance named a card that is known, `most` says how many
    equal ones there may have been in its pile (0: as many as the seat sees there).
    """

    seat: int
    action: Action
    card: str
    hidden: bool
    among: frozenset[str] | None
    most: int


class Sight(Protocol):
    """Says what a seat saw of events; the log's own word, unless someone wants to check that."""

    @property
    def seat(self) -> int:
        """Say whose it is."""
        ...

    def cards(self, event: ev.Moved | ev.Showed) -> Sequence[bool]:
        """Say of each card whether the seat knew which one it was when the event was over."""
        ...

    def choice(self, event: ev.Chose, v: Frame, code: int) -> bool:
        """Say whether the seat knew what was chosen when it was."""
        ...

    def alike(self, one: State, other: State, since: int) -> bool:
        """Say whether the seat saw the same in two games after so many events, in which one card stands for another."""
        ...


class Logged(Frozen):
    """What a seat saw as the log has it."""

    seat: int

    def cards(self, event: ev.Moved | ev.Showed) -> Sequence[bool]:
        """Go by the masks of the log."""
        return [who >> self.seat & 1 == 1 for who in event.known]

    def choice(self, event: ev.Chose, v: Frame, code: int) -> bool:
        """Go by the mask of the log."""
        return event.known >> self.seat & 1 == 1

    def alike(self, one: State, other: State, since: int) -> bool:
        """Go by all that the log shows."""
        return one.information_state(self.seat, since) == other.information_state(self.seat, since)


def read_choice(state: State, at_event: int, made: tuple[Frame, Action, int], index: int, sight: Sight) -> Choice:
    """Say what a seat knows by now of the decision that event `at_event` and ply `index` are.

    `made` is the frame before it, the action and its number.
    """
    v, action, code = made
    game, event = state.game, state.events[at_event]
    assert isinstance(event, ev.Chose)
    actor = number(v, at.ACTOR)
    card = game.label(code) if game.decisions[number(v, at.DECISION)].kind is Kind.CARD and code >= 0 else ""
    if sight.choice(event, v, code) or _came_out(state.events, at_event, card, v, game, sight):
        return Choice(actor, action, card, False, None, _equals(game, v, code, sight) if actor == at.CHANCE else 0)
    among = _look_alikes(state, index, sight) if is_play(game, v) else None
    room = mask(v, game.place(v, code)).bit_count()
    return Choice(actor, action, card, True, among, room if among is None else min(room, len(among)))


def is_play(game: Game, v: Frame) -> bool:
    """Say whether a seat is to play a card."""
    decision = game.decisions[number(v, at.DECISION)]
    return decision.verb == "play" and decision.rule < 0


def _came_out(events: Sequence[ev.Event], start: int, card: str, v: Frame, game: Game, sight: Sight) -> bool:
    """Say whether what was chosen unseen has been shown since: by the same rule at once and alone, or in the trick."""
    play = is_play(game, v)
    rule = game.binding.program.hooks[max(game.decisions[number(v, at.DECISION)].rule, 0)].origin
    for event in events[start + 1:]:
        match event:
            case ev.Ranked() if play:
                return True
            case ev.Chose() if not play:
                return False
            case ev.Moved(source=place) | ev.Showed(place=place):
                here = place.pile == TRICK if play else event.rule == rule and len(event.cards) == 1
                if here and card in _names(event, sight):
                    return True
            case _:
                pass
    return False


def _names(event: ev.Moved | ev.Showed, sight: Sight) -> Iterator[str]:
    return (label for label, seen in zip(event.cards, sight.cards(event), strict=True) if seen)


def _equals(game: Game, v: Frame, code: int, sight: Sight) -> int:
    """Bound the number of cards equal to one that was drawn, where the seat does not see all; 0 where it does."""
    pool = number(v, at.POOL)
    if game.decisions[number(v, at.DECISION)].named or all(game.seen(v, card) >> sight.seat & 1 for card in bits(pool)):
        return 0
    return min(game.binding.copies[code].bit_count(), pool.bit_count())


def _look_alikes(state: State, index: int, sight: Sight) -> frozenset[str]:
    """Name the cards that would have looked the same to a seat, had they been played in place of a hidden one."""
    game = state.game
    before = State.begin(game, state.deal, True)
    plies = [(action, code) for _, action, code in state.plies()]
    for action, code in plies[:index]:
        before = before.assume(action, code)
    action, code = plies[index]
    told = len(before.events)
    truth = before.assume(action, code)
    hand = before.pile("hand", before.seat)
    found = set()
    for card, label in enumerate(game.binding.labels):
        if label not in found and (label in hand or not before.knows(sight.seat, card)):
            other = before.exchanged({code: card, card: code}).assume(Action("play", label), card)
            if sight.alike(truth, other, told):
                found.add(label)
    return frozenset(found)


def impossible(game: Game, v: Frame, card: int, among: Iterable[int]) -> frozenset[str]:
    """Name cards that the seat to play cannot hold if it may play a card: beside them it might not.

    What follows from one other card is all that is looked for ("a hand with this card would have had to follow").
    Where a rule goes by more than that, and the hand disproves what was found, nothing is taken to follow.
    """
    slot = game.layout.piles["hand"] + number(v, at.ACTOR)
    may = _player(game, v, card)
    if may(game.binding.all_cards):
        return frozenset()
    out = [other for other in among if other != card and not may(1 << card | 1 << other)]
    names = frozenset(game.label(other) for other in out)
    held = {game.label(other) for other in bits(mask(v, slot))}
    return frozenset() if held & names else names


def tells_no_more(game: Game, v: Frame, card: int, barred: Collection[str]) -> bool:
    """Say whether a seat may play a card from every hand that has none of some cards: as far as trials show.

    Tried are the least of these hands, the greatest, and some of the seat's size and of two cards.
    """
    may = _player(game, v, card)
    free = [other for other in bits(game.binding.all_cards) if other != card and game.label(other) not in barred]
    others = mask(v, game.layout.piles["hand"] + number(v, at.ACTOR)).bit_count() - 1
    hands = [free, []]
    rng = Rng(card)
    for size in (1, others) * (_TRIED if others < len(free) else 0):
        hands.append([free[rng.below(len(free))] for _ in range(size)])
    return all(may(union((card, *hand))) for hand in hands)


def _player(game: Game, v: Frame, card: int) -> Callable[[int], bool]:
    """Say of hands whether the seat to play may play a card from them."""
    seat, trial, legal = number(v, at.ACTOR), v.copy(), game.scoring.legal
    slot = game.layout.piles["hand"] + seat

    def may(hand: int) -> bool:
        trial[slot] = hand
        return legal(trial, seat, hand) >> card & 1 == 1

    return may


def looks_elsewhere(game: Game) -> bool:
    """Say whether what may be played goes by cards that not all see and that lie in no hand."""
    binding = game.binding
    hidden = {pile.name for pile in binding.program.piles if pile.seen_by != "all"} - {"hand"}
    return any(
        isinstance(node, ir.PileOf) and node.pile in hidden
        for phase in binding.program.phases for _, rule in rules_of(binding, "may_play", phase.name)
        for node in within(rule)
    )


def find_code(game: Game, v: Frame, action: Action) -> int | None:
    """Find the number of an action in a frame, if it is legal there."""
    decision = game.decisions[number(v, at.DECISION)]
    if decision.verb == "play" and decision.rule < 0:
        labels = game.binding.labels
        found = (code for code in row(v, at.OPTIONS) if labels[code] == action.option)
        return next(found, None) if action.verb == "play" else None
    return next((code for code in row(v, at.OPTIONS) if game.action(v, decision, code) == action), None)
