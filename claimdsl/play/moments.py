"""Where an expression can be asked in a game: a hook, the frame at that moment, and what is asked about."""

from __future__ import annotations

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.engine import layout as at
from claimdsl.engine.action import Action
from claimdsl.engine.asking import Subject, in_scoring, subject_of_play
from claimdsl.engine.layout import Frame, number, row
from claimdsl.engine.outcome import held_cards, tally
from claimdsl.engine.runtime import NOTHING, bits, joined
from claimdsl.engine.state import State
from claimdsl.engine.tracer import Tracer
from claimdsl.engine.watching import Moment, Watcher
from claimdsl.frozen import Frozen
from claimdsl.ir.vocabulary import HOOKS, RANKS, Asked

_OTHERWISE = {"on_play": "counts_as", "face_down": "counts_as", "on_take": "takes_to"}
"""Hooks that nothing notes, and the one that is asked at the same moment."""


class NoMomentError(ClaimError):
    """A hook that is not asked at a moment, or nothing to ask it about."""


class Place(Frozen):
    """A hook with a frame and what it is asked about."""

    hook: str
    frame: Frame
    subject: Subject


class Wish(Frozen):
    """What a person says of the moment: a hook, whose answer, about which card."""

    hook: str | None = None
    seat: int | None = None
    card: str | None = None


def place_of(state: State, following: Action | None, wish: Wish) -> Place:
    """Find the place for an expression: at a state or, where the hook is asked later, in the move that follows.

    Without a hook it is the one whose names are known there: of the play to come, of the choice, or of the end.
    Raises: NoMomentError.
    """
    _check(state, wish)
    frame = state.follow(Tracer(state.game))
    usual = _usual(state)
    hook = wish.hook or usual
    if in_scoring(hook):
        return Place(hook, frame, _scored(state, frame, hook, wish))
    if hook == "may_play":
        return Place(hook, frame, _in_hand(state, frame, following, wish))
    if "trick" not in HOOKS[hook].names and HOOKS[hook].asked is Asked.TABLE:
        return Place(hook, frame, Subject())
    if hook == usual or ("ranking" in HOOKS[hook].names and row(frame, at.RANKING)):
        return Place(hook, frame, _of_table(state, frame, hook, wish))
    return _within(state, following, hook, wish)


def _check(state: State, wish: Wish) -> None:
    game = state.game
    if wish.seat is not None and wish.seat not in range(game.players):
        raise NoMomentError(f"there is no seat {wish.seat}; seats run from 0 to {game.players - 1}")
    if wish.card is not None and wish.card not in game.binding.labels:
        near = game.binding.did_you_mean(wish.card) or "; a card is written faction:value"
        raise NoMomentError(f"no card of this game is called '{wish.card}'{near}")


def _usual(state: State) -> str:
    if state.is_over:
        return RANKS
    if state.asking is not None:
        return state.game.binding.program.hooks[state.asking].hook
    return "may_play" if state.is_play else "offers"


def _card(state: State, label: str) -> int:
    return state.game.binding.labels.index(label)


def _in_hand(state: State, frame: Frame, following: Action | None, wish: Wish) -> Subject:
    """Ask about the card given, the one that is played next, or the first in hand."""
    seat = wish.seat if wish.seat is not None else max(state.seat, 0)
    held = bits(number(frame, state.game.layout.piles["hand"] + seat))
    label = wish.card
    if label is None and following is not None and state.is_play and seat == state.seat:
        label = following.option
    named = [card for card in held if state.game.label(card) == label]
    if named or (label is not None and label in state.game.binding.labels):
        return Subject(player=seat, card=named[0] if named else _card(state, label or ""))
    if not held:
        raise NoMomentError(f"seat {seat} has no card in hand: say which card with --card")
    return Subject(player=seat, card=held[0])


def _scored(state: State, frame: Frame, hook: str, wish: Wish) -> Subject:
    game = state.game
    side = game.binding.side_of[wish.seat if wish.seat is not None else max(state.seat, 0)]
    if hook == RANKS and not game.ruleset.scored_pile:
        return Subject(side=side)
    held = held_cards(game, frame)[side] if game.ruleset.scored_pile else ()
    if hook == RANKS:
        mine = [result for result in tally(game, frame) if result.side == side]
        won = joined(held[game.binding.faction_ids[result.faction]] for result in mine)
        return Subject(side=side, votes=len(mine), won=won)
    scored = bits(joined(held))
    card = _card(state, wish.card) if wish.card is not None else scored[0] if scored else NOTHING
    if card == NOTHING:
        raise NoMomentError("no card is scored yet: say which card with --card")
    return Subject(card=card, side=side, cards=held[game.binding.cards[card][0]] if held else 0)


def _of_table(state: State, frame: Frame, hook: str, wish: Wish) -> Subject:
    """Ask about a play of the trick that lies there: of the card or seat given, the taker's, or the winner's."""
    asked = HOOKS[hook].asked
    if asked is Asked.TABLE:
        return Subject()
    plays = state.game.plays(frame)
    found = [
        play for play, (seat, label) in enumerate(plays)
        if (wish.seat is None or seat == wish.seat) and (wish.card is None or label == wish.card)
    ]
    if not found:
        raise NoMomentError(f"{hook} is asked of a play of the trick, and there is none such")
    ranking = row(frame, at.RANKING)
    best = number(frame, at.TAKER) if asked is Asked.TAKER else ranking[0] if ranking else len(plays) - 1
    return subject_of_play(state.game, frame, best if best in found else found[0])


def _within(state: State, following: Action | None, hook: str, wish: Wish) -> Place:
    """Find the hook in the course of the move that follows."""
    noted: list[Moment] = []
    if following is not None:
        watcher = Watcher(state.game, len(state.history))
        state.apply(following).follow(watcher)
        noted = [moment for moment in watcher.noted if isinstance(moment, Moment)]
    known = [moment for moment in noted if moment.hook == _OTHERWISE.get(hook, hook)]
    label = wish.card
    fitting = [
        moment for moment in known
        if (wish.seat is None or moment.subject.player in (wish.seat, NOTHING))
        and (label is None or moment.subject.card < 0 or state.game.label(moment.subject.card) == label)
    ]
    if not fitting:
        raise NoMomentError(_nowhere(hook, noted, bool(known)))
    best = next((moment for moment in fitting if moment.subject.player == state.seat), fitting[0])
    return Place(hook, best.frame, best.subject)


def _nowhere(hook: str, noted: list[Moment], is_known: bool) -> str:
    if is_known:
        return f"this move asks {hook}, but not of that seat or card"
    asked = ["may_play", *dict.fromkeys(moment.hook for moment in noted if moment.hook != "may_play")]
    return f"this move asks no {hook}; it asks {', '.join(asked)}" if noted else f"no move follows that asks {hook}"


