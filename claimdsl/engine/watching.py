"""Watching a move: what happens in it, and the frame at each moment in which a hook is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdsl.engine import layout as at
from claimdsl.engine.asking import Subject, subject_of_play
from claimdsl.engine.events import Event, Moved
from claimdsl.engine.layout import Frame, number, row
from claimdsl.engine.tracer import Tracer
from claimdsl.frozen import Frozen

if TYPE_CHECKING:
    from claimdsl.engine.game import Game



class Moment(Frozen):
    """A hook is asked: the frame as it stands, what is asked about, and the answer with the number of its rule.

    `answer` None: nothing noted it.
    """

    hook: str
    frame: Frame
    subject: Subject
    answer: int | None
    rule: int


class Happened(Frozen):
    """An event, and the hook of the rule that made it; "" where the game itself did."""

    hook: str
    event: Event


class Watcher(Tracer):
    """Follows a game, and notes moments and events from the move with the number `move` on.

    -1 is the deal: it notes everything.
    """

    def __init__(self, game: Game, move: int) -> None:
        super().__init__(game)
        self.noted: list[Moment | Happened] = []
        self._move = move
        self._made = 0
        self._taken = 0
        self._offered = False

    @property
    def _watches(self) -> bool:
        return self._made > self._move

    def finish(self) -> None:
        """Note what has happened last."""
        self._take("")

    def _take(self, hook: str) -> None:
        """Note the events since the last time, which came about by a hook."""
        if self._watches:
            self.noted += [Happened(hook, event) for event in self.events[self._taken:]]
        self._taken = len(self.events)

    def _note(self, hook: str, v: Frame, subject: Subject, answer: int | None = None, rule: int = -1) -> None:
        if self._watches:
            self.noted.append(Moment(hook, v.copy(), subject, answer, rule))

    def _hook(self, rule: int) -> str:
        return self.game.binding.program.hooks[rule].hook if rule >= 0 else ""

    # --- what the traced program tells -----------------------------------------------------------------------------

    def chose(self, v: Frame, seat: int, verb: str, option: str, known: int) -> None:
        """Note a decision, and whether a play was allowed."""
        self._take("")
        self._made += 1
        decision = self.game.decisions[number(v, at.DECISION)]
        if verb == "play" and decision.rule < 0:
            card = next(card for card in row(v, at.OPTIONS) if self.game.label(card) == option)
            self._note("may_play", v, Subject(player=seat, card=card))
        super().chose(v, seat, verb, option, known)
        self._take(self._hook(decision.rule))

    def counted(self, v: Frame, card: int, faction: int, rule: int) -> None:
        """Note which faction a play stands for, and which one the first calls for."""
        self._take("")
        play = number(v, at.PLAYED) - 1
        subject = subject_of_play(self.game, v, play)
        self._note("counts_as", v, subject, faction, rule)
        if play == 0:
            self._note("leads", v, subject)
        super().counted(v, card, faction, rule)
        self._taken = len(self.events)

    def ranked(self, v: Frame, rules: list[list[int]]) -> None:
        """Note how each play is worth, then the ranking."""
        self._take("")
        plays = self.game.layout.plays
        for play in range(number(v, at.PLAYED)):
            subject = subject_of_play(self.game, v, play)
            worth, *others = rules[play]
            self._note("worth", v, subject, self.worth(v, play) if worth >= 0 else None, worth)
            for hook, rule in zip(("tier", "strength"), others, strict=True):
                self._note(hook, v, subject, number(v, plays[hook] + play), rule)
        super().ranked(v, rules)
        self._take("")

    def offered(self, v: Frame, seat: int, cards: int, rule: int) -> None:
        """Note what a taker may take."""
        self._take("")
        self._note("offers", v, subject_of_play(self.game, v, number(v, at.TAKER)), cards, rule)
        self._offered = True
        super().offered(v, seat, cards, rule)
        self._take("offers")

    def moved(self, v: Frame, cards: int, target: int, unseen: bool, rule: int, named: bool = False) -> None:
        """Note that cards move, and the hook that sends them."""
        self._take("")
        hook = self._hook(rule)
        if hook == "takes_to":
            taker = subject_of_play(self.game, v, number(v, at.TAKER))
            if not self._offered:
                self._note("offers", v, taker)
            self._offered = False
            self._note(hook, v, taker, target, rule)
        elif hook == "goes_to":
            self._note(hook, v, subject_of_play(self.game, v, self._play_of(v, cards)), target, rule)
        super().moved(v, cards, target, unseen, rule, named)
        self._take(hook)

    def _play_of(self, v: Frame, cards: int) -> int:
        start = self.game.layout.plays["card"]
        return next(play for play in range(number(v, at.PLAYED)) if cards >> number(v, start + play) & 1)

    def swapped(self, v: Frame, left: int, right: int, rule: int, named: tuple[bool, bool]) -> None:
        """Note that two cards change places."""
        self._take("")
        super().swapped(v, left, right, rule, named)
        self._take(self._hook(rule))

    def showed(self, v: Frame, cards: int, seats: tuple[int, ...], rule: int) -> None:
        """Note that seats see cards."""
        self._take("")
        super().showed(v, cards, seats, rule)
        self._take(self._hook(rule))

    def drew(self, v: Frame, card: int, rule: int, named: bool = False) -> None:
        """Note that chance named a card."""
        self._take("")
        super().drew(v, card, rule, named)
        self._take(self._hook(rule))

    def state(self, v: Frame, slot: int, rule: int) -> None:
        """Note that a state got a value."""
        self._take("")
        super().state(v, slot, rule)
        self._take(self._hook(rule))

    def ended(self, v: Frame, rule: int) -> None:
        """Note who leads next, and whether the phase is over."""
        self._take("")
        self._note("after_trick", v, Subject())
        self._note("next_leader", v, Subject(), number(v, at.NEXT), rule)
        self._note("ends", v, Subject())
        super().ended(v, rule)
        self._take("")


def is_going(noted: Moment | Happened) -> bool:
    """Say whether something noted is a card's way, of which the moment of its hook tells already."""
    return isinstance(noted, Happened) and isinstance(noted.event, Moved) and noted.hook in ("goes_to", "takes_to")
