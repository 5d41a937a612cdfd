"""Why the plays of a trick that is not over stand as they do: their grades so far, by rules that all can follow.

Grades are asked by what all players know, so nothing is told of what else a hand could have played.
"""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.asking import Asker, Plain, subject_of_play
from claimdsl.engine.events import HIDDEN, RankedPlay
from claimdsl.engine.layout import Frame
from claimdsl.engine.state import State
from claimdsl.ir.nodes import Origin
from claimdsl.ui.names import Names
from claimdsl.ui.rules import placed


def why_so_far(state: State, seat: int, names: Names) -> Iterator[str]:
    """Tell the plays so far, strongest first, with the rules behind each; nothing while one lies face down."""
    if state.is_over:
        return
    seen, order = state.observation(seat).plays, state.standing
    if not order or any(label == HIDDEN for _, label in seen):
        return
    speech = names.words.speech
    yield speech.phrase("So far in this {trick}:", trick=names.words.say("trick"))
    asker, v = Asker(state.game), state.frame()
    graded = [_graded(state, asker, v, number) for number in range(len(seen))]
    for place, play in enumerate(sorted(graded, key=lambda play: order.index(play.seat)), start=1):
        yield from placed(place, play, names)


def _graded(state: State, asker: Asker, v: Frame, play: int) -> RankedPlay:
    """Grade a play as it stands now."""
    seat, label = state.plays[play]

    def asked(hook: str) -> tuple[Plain, Origin | None]:
        step = asker.chain(hook, v, subject_of_play(state.game, v, play))[-1]
        return step.value, step.rule

    (worth, of_worth), (tier, of_tier), (strength, of_strength) = map(asked, ("worth", "tier", "strength"))
    assert isinstance(worth, int) and isinstance(tier, int) and isinstance(strength, int)
    return RankedPlay(seat, label, "", worth, tier, strength, of_worth, of_tier, of_strength)
