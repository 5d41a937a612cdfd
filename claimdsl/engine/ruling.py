"""Why something may not be done, or may: a sentence and the rule behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdsl.engine import layout as at
from claimdsl.engine.action import Action
from claimdsl.engine.layout import Frame, mask, number
from claimdsl.frozen import Frozen
from claimdsl.ir.nodes import Origin

if TYPE_CHECKING:
    from claimdsl.engine.game import Game


class Ruling(Frozen):
    """A sentence, whether the action is legal, and the origin of the rule that says so (None: the flow of the game).

    `led` is the faction that must be followed, where that is the reason.
    """

    text: str
    legal: bool
    rule: Origin | None
    led: str = ""


def refusal(game: Game, v: Frame, action: Action, legal: tuple[Action, ...]) -> Ruling:
    """Rule on an action in a frame."""
    if not legal:
        return Ruling("the game is over", False, None)
    if action.verb != "play" or legal[0].verb != "play":
        if action in legal:
            return Ruling("it is one of the options", True, None)
        return Ruling("the options are " + ", ".join(map(str, legal)), False, None)
    card = _in_hand(game, v, action.option)
    if card is None:
        known = action.option in game.binding.value_of
        near = game.binding.did_you_mean(action.option)
        text = "that card is not in hand" if known else f"no card is called '{action.option}'{near}"
        return Ruling(text, False, None)
    allowed, rule = game.traced.refusal(v, card)
    origin = game.binding.program.hooks[rule].origin if rule >= 0 else None
    if action in legal:
        return Ruling("it may be played" if allowed else "no card may be played, so all may", True, origin)
    led = game.led(v)
    if led < 0:
        return Ruling("the rules allow other cards of your hand", False, origin)
    name = game.faction_names[led]
    return Ruling(f"{name} are led and you hold a card that follows", False, origin, name)


def _in_hand(game: Game, v: Frame, label: str) -> int | None:
    hand = mask(v, game.layout.piles["hand"] + number(v, at.ACTOR))
    for card, name in enumerate(game.binding.labels):
        if name == label and hand >> card & 1:
            return card
    return None
