"""A move to consider, and why: what thinking says of it, and facts of the position that anyone at the table can check.

The facts are values, so that they can be told in any language.  None is an opinion: each holds by what lies open or by
what was worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from claimdsl.ai.budget import Budget
from claimdsl.ai.think import think
from claimdsl.ai.thought import Estimate, Thought
from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.weighing import PRIZES
from claimdsl.frozen import Frozen
from claimdsl.ir.labels import faction_of, is_card
from claimdsl.play.match import Outlook, View


class OnlyMove(Frozen):
    """There is no other move."""


class WorkedOut(Frozen):
    """Under best play the game ends so for the seat.  Unit: `value` 1 won, 0.5 shared, 0 lost."""

    value: float


class Ends(Frozen):
    """The play is the last of the trick: whether the seat's side has then won it, and the cards that each scores."""

    wins: bool
    mine: tuple[str, ...]
    theirs: tuple[str, ...]


class Ahead(Frozen):
    """The play is the strongest so far, and so many are still to come."""

    left: int


class Behind(Frozen):
    """The play is not the strongest so far; whether another could be, and whether none that may be played is lower."""

    could_lead: bool
    is_lowest: bool


class Opens(Frozen):
    """The play leads: whether it is the highest or the lowest card of its faction in the hand, where there are more."""

    faction: str
    is_highest: bool
    is_lowest: bool


class Prizes(Frozen):
    """What lies there to be won."""

    cards: tuple[str, ...]


class Vote(Frozen):
    """The vote of a card's faction is open: cards scored by the seat's side, by the next best, by nobody yet."""

    faction: str
    mine: int
    theirs: int
    left: int


class Tried(Frozen):
    """Nothing can be read off the table; so many games were thought through."""

    games: int


Fact = OnlyMove | WorkedOut | Ends | Ahead | Behind | Opens | Prizes | Vote | Tried


class Hint(Frozen):
    """The best action with its worth, the next best one, and facts about the best."""

    best: Estimate
    runner_up: Estimate | None
    is_exact: bool
    facts: tuple[Fact, ...]


def hint(view: View, rng: Rng, budget: Budget, stop: Callable[[], bool] | None = None) -> Hint:
    """Think about a view, and say what speaks for the best action."""
    if len(view.actions) == 1:
        only = Estimate(view.actions[0], 0.5, 0.0, 1.0, 0)
        return Hint(only, None, False, (OnlyMove(),))
    thought = think(view, rng, budget, stop)
    runner_up = thought.estimates[1]
    return Hint(thought.best, runner_up, thought.exact, tuple(_facts(view, thought)))


def facts(view: View, action: Action) -> tuple[Fact, ...]:
    """Give what can be read off the table about an action: at most one fact on the trick, and one on what it is for."""
    return tuple(_of_table(view, action))


def _facts(view: View, thought: Thought) -> Iterator[Fact]:
    best = thought.best
    seen = facts(view, best.action)
    if thought.exact:
        yield WorkedOut(best.value)
        yield from seen[:1]
    elif seen:
        yield from seen
    else:
        yield Tried(sum(one.visits for one in thought.estimates))


def _of_table(view: View, action: Action) -> Iterator[Fact]:
    if action.verb == "play" and is_card(action.option):
        yield from _of_play(view, action)
    elif is_card(action.option):
        yield from _of_vote(view, action.option)


def _of_play(view: View, action: Action) -> Iterator[Fact]:
    outlook = view.foresee(action)
    side_of = view.game.binding.side_of
    if outlook.complete and outlook.ranking:
        yield _ended(view, outlook)
    elif not view.seen.plays:
        yield _opened(view, action.option)
    elif outlook.ranking:
        if side_of[outlook.ranking[0]] == side_of[view.seen.seat]:
            yield Ahead(view.game.players - len(view.seen.plays) - 1)
        else:
            yield Behind(_could_lead(view), _is_lowest(view, action))
    prizes = tuple(card for pile in view.seen.piles if pile.pile == PRIZES for card in pile.cards if is_card(card))
    if prizes:
        yield Prizes(prizes)
    else:
        yield from _of_vote(view, action.option)


def _ended(view: View, outlook: Outlook) -> Ends:
    side_of = view.game.binding.side_of
    own = side_of[view.seen.seat]
    mine = tuple(card for card, seat in outlook.goes if side_of[seat] == own)
    theirs = tuple(card for card, seat in outlook.goes if side_of[seat] != own)
    return Ends(side_of[outlook.ranking[0]] == own, mine, theirs)


def _could_lead(view: View) -> bool:
    """Say whether some play would be the strongest so far for the seat's side."""
    side_of = view.game.binding.side_of
    rankings = (view.foresee(action).ranking for action in view.actions if action.verb == "play")
    return any(ranking and side_of[ranking[0]] == side_of[view.seen.seat] for ranking in rankings)


def _is_lowest(view: View, action: Action) -> bool:
    values = view.game.binding.value_of
    return all(values[action.option] <= values[other.option] for other in view.actions if other.option in values)


def _opened(view: View, card: str) -> Opens:
    values, faction = view.game.binding.value_of, faction_of(card)
    own = {values[one] for one in view.seen.hand if is_card(one) and faction_of(one) == faction}
    more = len(own) > 1
    return Opens(faction, more and values[card] == max(own), more and values[card] == min(own))


def _of_vote(view: View, card: str) -> Iterator[Vote]:
    """Give how a faction's vote stands, where all see what is scored and no side has more than half of it."""
    binding, faction = view.game.binding, faction_of(card)
    scored = [pile for pile in view.seen.piles if pile.pile == binding.program.scored_pile]
    if faction not in view.game.factions or not scored or any(pile.hidden for pile in scored):
        return
    counts = [0] * len(binding.sides)
    for pile in scored:
        if isinstance(pile.owner, int):
            counts[binding.side_of[pile.owner]] += sum(faction_of(one) == faction for one in pile.cards)
    whole = sum(faction_of(label) == faction for label in binding.labels)
    own = counts.pop(binding.side_of[view.seen.seat])
    if 2 * max(own, *counts) <= whole:
        yield Vote(faction, own, max(counts), whole - own - sum(counts))
