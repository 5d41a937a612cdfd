"""A moment of a game as native states keep it: a row of bytes, and the decisions that it may name.

In front stand who decides what, and the options; then the answers since the trick began; then the world in which that
began, as `tree_worlds` has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.binding import Binding
from claimdsl.engine.effects import Decision
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import spoken_of
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import all_effects
from claimdsl.native.refusal import NotNative
from claimdsl.native.tree_worlds import Shape

DECISION, ACTOR, END, PHASE, TRICK, STATUS, HIDDEN, PILE = range(8)
"""Unit: bytes.  The actor is a seat and two more; END is where the options end, HIDDEN the card on offer
that is not seen, PILE where that lies."""
OPTIONS = 8

OVER, PLAY, TAKE, TAKE_HIDDEN, FIRST = range(5)
"""Decisions: none, the game's own (a taking with an unseen card on offer by itself), the first of those of rules."""

WELL, ILLEGAL, FAULTY = range(3)
"""What STATUS says: all is well; the answer was none of the options; from here on the game is none for native code."""

UNSEEN = 255
"""The option that is no card seen, or to pass."""
NO_OPTION = 254
"""An answer that is never one of the options."""
SHIFT = 8
"""An answer is an option's number, and above so many bits the number of the decision."""
LONGEST = 64
"""Unit: answers since a trick began."""
_MOST, _NAMES = 250, 8


class Place(Frozen):
    """Where in a row the parts of it stand, and how long it is.  Unit: bytes."""

    names: int
    script: int
    world: int
    size: int


def place_of(shape: Shape) -> Place:
    """Lay out a row; `names` has the cards of the plays that may be chosen."""
    names = OPTIONS + 64 * shape.words + 8
    script = names + _NAMES
    world = script + LONGEST
    return Place(names, script, world, world + shape.size)


def choices_of(binding: Binding) -> Iterator[tuple[ir.Effect, Decision]]:
    """Run through what rules let someone decide: numbered from FIRST on, in this order."""
    for number, rule in enumerate(binding.program.hooks):
        if not binding.in_play(rule.origin.faction):
            continue
        effects = rule.effects or ()
        named = spoken_of(binding.program, effects)
        for effect in all_effects(effects):
            match effect:
                case ir.Draw(cards=cards):
                    yield effect, Decision("draw", Kind.CARD, (), False, number, named(cards))
                case ir.Choose(variable=variable, options=options, may=may):
                    kind = options.type.kind
                    yield effect, Decision(variable.name, kind, (), may, number, kind is Kind.CARD and named(options))
                case ir.Decide(first=first, second=second):
                    words = tuple(sorted((first.name, second.name)))
                    yield effect, Decision("", Kind.WORD, words, False, number)
                case _:
                    pass


def decisions_of(binding: Binding) -> tuple[Decision, ...]:
    """Give the decisions by number.

    Raises: NotNative where they, or the cards, are more than a byte has room for.
    """
    play, take = (Decision(verb, Kind.CARD, (), False, -1) for verb in ("play", "take"))
    found = (play, play, take, take, *(decision for _, decision in choices_of(binding)))
    if max(len(found), len(binding.cards)) > _MOST:
        raise NotNative("more decisions, or cards, than native states have room for")
    return found
