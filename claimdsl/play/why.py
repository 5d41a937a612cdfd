"""Why a move went as it did: every rule that answered or acted, with its place and its value, in order."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.action import Action
from claimdsl.engine.asking import Asker, Plain, Step
from claimdsl.engine.events import Event
from claimdsl.engine.outcome import FactionResult
from claimdsl.engine.outcome import Step as Ranking
from claimdsl.engine.state import State
from claimdsl.engine.watching import Happened, Moment, Watcher, is_going
from claimdsl.frozen import Frozen
from claimdsl.ir.nodes import Origin
from claimdsl.ir.vocabulary import HOOKS, Body


class Answer(Frozen):
    """A value hook was answered: about which card of which seat ("" and None: the table), and by which rules.

    `steps` in the order in which they were asked; the last one is the answer.
    """

    hook: str
    card: str
    seat: int | None
    value: Plain
    steps: tuple[Step, ...]


class Acted(Frozen):
    """Something happened, and the hook whose rule made it; "" where the game itself did."""

    hook: str
    event: Event


class Asked(Frozen):
    """A rule asks a seat to decide next."""

    hook: str
    rule: Origin
    seat: int
    options: tuple[str, ...]


class Compared(Frozen):
    """A key by which the sides were ranked at the end, and where it stands."""

    ranking: Ranking
    rule: Origin


Reason = Answer | Acted | Asked | FactionResult | Compared


class Explanation(Frozen):
    """A move and all its reasons.  `note` says what no rule does: that all cards may be played where none may."""

    move: int
    action: Action
    seat: int
    phase: str
    trick: int
    note: str
    reasons: tuple[Reason, ...]


def explain(state: State, action: Action) -> Explanation:
    """Make a legal move and say why everything in it went as it did.

    Raises: IllegalActionError.
    """
    after = state.apply(action)
    watcher = Watcher(state.game, len(state.history))
    after.follow(watcher)
    watcher.finish()
    asker = Asker(state.game)
    reasons = [reason for noted in watcher.noted for reason in _reasons(noted, asker, state)]
    barred = any(isinstance(each, Answer) and each.hook == "may_play" and each.value is False for each in reasons)
    return Explanation(
        len(state.history), action, state.seat, state.phase, state.trick_number,
        state.refusal(action).text if barred else "", (*reasons, *_asked(after), *_counted(after)),
    )


def _reasons(noted: Moment | Happened, asker: Asker, state: State) -> Iterator[Reason]:
    match noted:
        case Moment(hook=hook) if HOOKS[hook].body is Body.VALUE:
            answer = _answer(noted, asker, state)
            if answer is not None:
                yield answer
        case Happened(hook=hook, event=event) if not is_going(noted):
            yield Acted(hook, event)
        case _:
            pass


def _answer(moment: Moment, asker: Asker, state: State) -> Answer | None:
    """Give the answer with its steps; None where nothing but the game itself has one, or it came to nothing."""
    steps = asker.chain(moment.hook, moment.frame, moment.subject)
    rule = state.game.binding.program.hooks[moment.rule].origin if moment.rule >= 0 else None
    if moment.answer is not None:
        value = asker.answer(moment.hook, moment.answer, moment.frame)
        if not steps or (steps[-1].rule, steps[-1].value) != (rule, value):
            steps = (Step(rule, value),)
    elif not steps or steps[-1].rule is None:
        return None
    subject = moment.subject
    card = state.game.label(subject.card) if subject.card >= 0 else ""
    told = tuple(step for step in steps if step.rule is not None or step.value is not None)
    return Answer(moment.hook, card, subject.player if subject.player >= 0 else None, steps[-1].value, told)


def _asked(after: State) -> Iterator[Asked]:
    if after.asking is not None:
        rule = after.game.binding.program.hooks[after.asking]
        yield Asked(rule.hook, rule.origin, after.seat, tuple(map(str, after.legal_actions)))


def _counted(after: State) -> Iterator[FactionResult | Compared]:
    outcome = after.outcome
    if outcome is None:
        return
    yield from outcome.factions
    keys = {key.name: key.origin for key in after.game.binding.program.ranks}
    for ranking in outcome.steps:
        yield Compared(ranking, keys[ranking.key])
