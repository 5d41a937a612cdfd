"""A conversation about expressions: each line that a person types, and the lines that answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

import click

from claimdsl.cli.trial import Trial, hook_named
from claimdsl.diagnostics.errors import ClaimError, InvariantError
from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.render import text as rendered
from claimdsl.diagnostics.report import RulesetError
from claimdsl.engine.action import Action
from claimdsl.engine.state import State
from claimdsl.frontend import syntax
from claimdsl.frozen import replace
from claimdsl.ir.labels import spoken
from claimdsl.ir.vocabulary import FIELDS, FOLDS, HOOKS, KEYWORDS, RANKS, TOP
from claimdsl.play.moments import Wish
from claimdsl.play.replay import replay
from claimdsl.semantics.speech import counted
from claimdsl.ui.names import Names
from claimdsl.ui.text import padded

_HELP = {
    ":type EXPR": "the type of an expression",
    ":cost EXPR": "the most steps that it may take",
    ":show [PILE]": "the cards of a pile, of the trick, or of all piles",
    ":names": "the names that an expression may begin with here",
    ":hook [HOOK]": "ask in another hook; alone: in the one that comes next",
    ":seat [SEAT]": "ask another seat; alone: the one that is to move",
    ":card [CARD]": "ask about another card, as faction:value",
    ":move N": "go to the moment after so many moves",
    ":play [MOVE]": "make a move, as in a record; alone: list what may be done",
    ":help": "this help",
    ":quit": "stop",
}
_FACTION = ""


class Talk:
    """Answers lines about one game, at the moment after so many of its moves."""

    def __init__(self, first: State, moves: tuple[str, ...], made: int, ruleset: syntax.Ruleset) -> None:
        self.is_over = False
        self._first = first
        self._moves = moves
        self._ruleset = ruleset
        self._wish = Wish()
        self._commands: Mapping[str, Callable[[str], Iterator[str]]] = {
            ":type": self._type, ":cost": self._cost, ":show": self._show, ":names": self._names, ":hook": self._hook,
            ":seat": self._seat, ":card": self._card, ":move": self._move, ":play": self._play, ":help": self._help,
            ":quit": self._quit,
        }
        self._go_to(made)

    @property
    def greeting(self) -> str:
        """Say what the conversation is about."""
        return f"{self._where()} Type an expression, or :help."

    def answer(self, line: str) -> Iterator[str]:
        """Answer a line; a mistake is said, never raised."""
        words = line.strip()
        try:
            if words.startswith(":"):
                name, _, rest = words.partition(" ")
                yield from self._commands.get(name, self._unknown(name))(rest.strip())
            elif words:
                yield from self._value(words)
        except RulesetError as error:
            yield from rendered(error.report, colour=False).rstrip("\n").split("\n")
        except InvariantError:
            raise
        except ClaimError as error:
            yield str(error)
        except click.UsageError as error:
            yield error.message

    def completions(self, text: str) -> list[str]:
        """Give what a begun word may become."""
        if text.startswith(":"):
            return [name for name in self._commands if name.startswith(text)]
        head, dot, begun = text.rpartition(".")
        known = self._fields() if dot else (*self._trial.known(self._in()), *FOLDS, TOP, *KEYWORDS)
        return [f"{head}{dot}{name}" for name in sorted(set(known)) if name.startswith(begun)]

    def _fields(self) -> list[str]:
        binding = self._first.game.binding
        owned = [pile.name for pile in binding.piles if pile.of != "table"]
        kept = [state.name for state in binding.states if state.of != "table"]
        return [*(name for _, name in FIELDS), *owned, *kept, *binding.numbers, *binding.words]

    # --- expressions -----------------------------------------------------------------------------------------------

    def _in(self) -> str:
        return self._trial.place(self._wish).hook

    def _value(self, text: str) -> Iterator[str]:
        result = self._trial.evaluate(text, self._wish)
        yield result.said
        if result.secret:
            yield f"(no rule may ask so: {result.secret})"

    def _type(self, text: str) -> Iterator[str]:
        yield self._trial.evaluate(text, self._wish).type

    def _cost(self, text: str) -> Iterator[str]:
        yield f"at most {counted(self._trial.check(text, self._in()).cost, 'step')}"

    def _names(self, _: str) -> Iterator[str]:
        place = self._trial.place(self._wish)
        yield f"in {self._trial.where(place)}: {', '.join(self._trial.known(place.hook))}"

    # --- the moment ------------------------------------------------------------------------------------------------

    def _where(self) -> str:
        state = self._state
        after = counted(self._made, "move")
        if state.is_over:
            return f"After {after} the game is over."
        who = f"seat {state.seat}" if state.seat >= 0 else "chance"
        return f"After {after}: trick {state.trick_number} of {state.phase}, {who} to {state.verb or 'decide'}."

    def _go_to(self, made: int) -> None:
        state = self._first
        for after in replay(self._first, islice(self._moves, made)):
            state = after
        following = Action.parse(self._moves[made]) if made < len(self._moves) else None
        self._state, self._made = state, made
        self._trial = Trial(state, following, self._ruleset, _FACTION)

    def _move(self, text: str) -> Iterator[str]:
        last = len(self._moves)
        if not text.isdecimal() or int(text[:9]) > last:
            yield f":move takes a number from 0 to {last}"
            return
        self._go_to(int(text))
        yield self._where()

    def _play(self, text: str) -> Iterator[str]:
        if not text:
            yield ", ".join(map(str, self._state.legal_actions)) or "the game is over"
            return
        self._state.apply(text)
        self._moves = (*self._moves[: self._made], text)
        self._go_to(self._made + 1)
        yield self._where()

    def _hook(self, text: str) -> Iterator[str]:
        yield from self._asks(replace(self._wish, hook=hook_named(text or None)))

    def _seat(self, text: str) -> Iterator[str]:
        if text and not (text.isdecimal() and len(text) == 1):
            yield f"a seat is a number from 0 to {self._first.game.players - 1}"
            return
        yield from self._asks(replace(self._wish, seat=int(text) if text else None))

    def _card(self, text: str) -> Iterator[str]:
        yield from self._asks(replace(self._wish, card=text.replace(" ", ":") or None))

    def _asks(self, wish: Wish) -> Iterator[str]:
        """Ask elsewhere from now on, if that is possible here."""
        place = self._trial.place(wish)
        self._wish = wish
        yield f"in {self._trial.where(place)}"

    # --- the rest --------------------------------------------------------------------------------------------------

    def _show(self, text: str) -> Iterator[str]:
        names = Names(tuple(f"seat {seat}" for seat in range(self._first.game.players)), None)
        piles = [("trick", None, tuple(label for _, label in self._state.plays)), *self._trial.piles()]
        known = list(dict.fromkeys(pile for pile, _, _ in piles))
        if text and text not in known:
            near = nearest(text, known)
            hint = f"did you mean '{near}'?" if near else f"there are {', '.join(known)}"
            yield f"no pile is called '{text}'; {hint}"
            return
        for pile, owner, cards in piles:
            if pile == text or (not text and cards):
                whose = "" if owner is None else f" of {names.who(owner) if isinstance(owner, int) else owner}"
                yield f"{pile}{whose}: {', '.join(spoken(label) for label in cards) or 'none'}"

    def _help(self, _: str) -> Iterator[str]:
        yield "A line is an expression, such as count(stock), or one of these:"
        for name, what in _HELP.items():
            yield f"{padded(name, 14)}{what}"
        yield f"Hooks: {', '.join((*HOOKS, RANKS))}."

    def _quit(self, _: str) -> Iterator[str]:
        self.is_over = True
        yield from ()

    def _unknown(self, name: str) -> Callable[[str], Iterator[str]]:
        def answer(_: str) -> Iterator[str]:
            near = nearest(name, self._commands)
            yield f"there is no {name}; " + (f"did you mean {near}?" if near else "try :help")

        return answer
