"""What holds in every game of every ruleset: laws of one state, and laws of a game that was played to its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from claimdsl.diagnostics.errors import IllegalActionError
from claimdsl.engine.chance import Rng
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen

_TRIES = 6


class Law(Frozen):
    """A law: its name, and what says how it is broken ("" where it holds), of a state or of all states of a game."""

    name: str
    of_state: Callable[[State], str] | None
    of_game: Callable[[Sequence[State]], str] | None


def conserved(state: State) -> str:
    """Say which card lies in no place or in several."""
    game, v = state.game, state.frame()
    found: Counter[int] = Counter()
    for slot in game.layout.all_slots():
        found.update(game.card_numbers(v, slot))
    odd = next((card for card in range(len(game.binding.labels)) if found[card] != 1), None)
    return "" if odd is None else f"{game.label(odd)} lies in {found[odd]} places"


def never_stuck(state: State) -> str:
    """Say that nobody may do anything though the game is not over."""
    return "" if state.legal_actions or state.is_over else "the game is not over, and nothing may be done"


def replays(states: Sequence[State]) -> str:
    """Say where the same cards and the same moves give another game."""
    last = states[-1]
    again = last.game.deal(
        deck=last.deck, first_leader=last.first_leader, side_decks=last.side_decks or None, follow=True
    )
    for number, (state, action) in enumerate(zip(states, last.history, strict=False)):
        if again.legal_actions != state.legal_actions:
            return f"played again, other moves are legal after {number} moves"
        again = again.apply(str(action))
    return "" if again.outcome == last.outcome else "played again, the result is another"


def no_seat_learns(states: Sequence[State]) -> str:
    """Say which seat can tell two cards apart that it has never seen: they are exchanged, and the game played again."""
    last = states[-1]
    rng = Rng(len(last.history) * 1_000_003 + sum(map(len, map(str, last.history))))
    for _ in range(_TRIES):
        seat, moment = rng.below(last.game.players), rng.below(len(states))
        told = _tells_apart(states, seat, moment, rng)
        if told:
            return told
    return ""


def _tells_apart(states: Sequence[State], seat: int, moment: int, rng: Rng) -> str:
    start, game = states[0], states[0].game
    seen = {
        game.label(card) for state in states[: moment + 1] for card in range(len(game.binding.labels))
        if state.knows(seat, card)
    }
    unseen = [card for card in start.deck if card not in seen]
    if len(unseen) < 2 or game.hides_plays:
        return ""
    held = [card for card in unseen if any(card in states[moment].pile("hand", other) for other in range(game.players))]
    left, right = (held or unseen)[rng.below(len(held or unseen))], unseen[rng.below(len(unseen))]
    names = {left: right, right: left}
    if left == right or any(game.binding.labels.count(name) > 1 for name in names):
        return ""
    deck = [names.get(card, card) for card in start.deck]
    other = game.deal(deck=deck, first_leader=start.first_leader, side_decks=start.side_decks or None, follow=True)
    for number, state in enumerate(states[: moment + 1]):
        if number == moment:
            return "" if _looks_alike(state, other, seat) else (
                f"after {number} moves seat {seat} tells {left} and {right} apart, which it has not seen"
            )
        action = states[number + 1].history[-1]
        option = action.option if state.seat == seat else names.get(action.option, action.option)
        try:
            other = other.apply(f"{action.verb} {option}".strip())
        except IllegalActionError:
            return "" if state.seat != seat else f"seat {seat} may not {action} where {left} is {right}"
    return ""


def _looks_alike(state: State, other: State, seat: int) -> bool:
    return (
        other.observation(seat) == state.observation(seat)
        and other.information_state(seat) == state.information_state(seat)
    )


LAWS: tuple[Law, ...] = (
    Law("cards are conserved", conserved, None),
    Law("there is always a move", never_stuck, None),
    Law("the same moves give the same game", None, replays),
    Law("no seat learns what it may not", None, no_seat_learns),
)
"""That a game ends is seen by playing it."""


def broken_law(states: Sequence[State], laws: Sequence[Law], *, whole: bool) -> str:
    """Say which law some states break, and how, or "".  `whole`: they are a game from the deal to the end."""
    for law in laws:
        texts = (law.of_state(state) for state in states) if law.of_state is not None else iter(())
        found = next((text for text in texts if text), "")
        if not found and whole and law.of_game is not None:
            found = law.of_game(states)
        if found:
            return f"{law.name}: {found}"
    return ""
