"""Expressions tried at a moment of a game: what `claim eval` and `claim repl` share."""

from __future__ import annotations

from collections.abc import Iterator

import click

from claimdsl.cli.common import chosen
from claimdsl.diagnostics.report import Report, RulesetError
from claimdsl.engine.action import Action
from claimdsl.engine.asking import Asker, Plain
from claimdsl.engine.state import State
from claimdsl.frontend import syntax
from claimdsl.frozen import Frozen
from claimdsl.ir.types import Type
from claimdsl.ir.vocabulary import HOOKS, RANKS
from claimdsl.play.json_text import Json
from claimdsl.play.moments import Place, Wish, place_of
from claimdsl.semantics.question import Question, Questions
from claimdsl.semantics.speech import counted, say
from claimdsl.ui.values import told
from claimdsl.ui.words import NAMES


class Result(Frozen):
    """The value of an expression, its type, how many steps it may take, where it was asked, and what it should not."""

    value: Plain
    of: Type
    cost: int
    where: str
    place: Place
    secret: str

    @property
    def said(self) -> str:
        """Give the value as a person reads it."""
        return told(self.of, self.value)

    @property
    def type(self) -> str:
        """Give the type, as the language names it and in plain words."""
        return f"{self.of} ({say(self.of)})"


class Trial:
    """A state of a game, the move that follows, and the ruleset as written: what expressions are tried against."""

    def __init__(self, state: State, following: Action | None, ruleset: syntax.Ruleset, faction: str) -> None:
        self.state = state
        self.following = following
        self.faction = faction
        self._questions = Questions(ruleset, state.game.binding.program)
        self._asker = Asker(state.game)

    def place(self, wish: Wish) -> Place:
        """Find where an expression would be asked.

        Raises: NoMomentError.
        """
        return place_of(self.state, self.following, wish)

    def check(self, text: str, hook: str) -> Question:
        """Check an expression in a hook.

        Raises: RulesetError with the findings.
        """
        report = Report()
        question = self._questions.ask(text, hook, self.faction, report)
        if question is None:
            raise RulesetError(f"'{text}' is no expression", report)
        return question

    def evaluate(self, text: str, wish: Wish) -> Result:
        """Evaluate an expression.

        Raises: NoMomentError; RulesetError with the findings.
        """
        place = self.place(wish)
        question = self.check(text, place.hook)
        value = self._asker.value(question.node, place.hook, place.frame, place.subject)
        secret = next((finding.message for finding in question.secrets), "")
        return Result(value, question.node.type, question.cost, self.where(place), place, secret)

    def where(self, place: Place) -> str:
        """Say in words where an expression is asked."""
        game, subject = self.state.game, place.subject
        parts = [place.hook if place.hook != RANKS else f"scoring.{RANKS}"]
        if subject.card >= 0:
            parts.append(NAMES.card(game.label(subject.card)))
        if subject.player >= 0:
            parts.append(f"seat {subject.player}")
        if subject.side >= 0:
            parts.append(f"side {subject.side}")
        return ", ".join(parts)

    def known(self, hook: str) -> tuple[str, ...]:
        """Name what an expression may begin with in a hook."""
        return self._questions.known(hook, self.faction)

    def piles(self) -> Iterator[tuple[str, int | str | None, tuple[str, ...]]]:
        """Run through the piles: name, whose, and the cards."""
        for slot in self.state.game.layout.slots:
            yield slot.pile, self.state.game.owner(slot), self.state.pile(slot.pile, slot.owner)


def hook_named(name: str | None) -> str | None:
    """Give a hook that there is, or say which one may be meant."""
    return None if name is None else chosen(name, (*HOOKS, RANKS), "hook")


def faction_named(name: str, known: tuple[str, ...]) -> str:
    """Give a faction that there is ("" for the table), or say which one may be meant."""
    return chosen(name, known, "faction") if name else ""


def as_json(result: Result, state: State) -> dict[str, Json]:
    """Give a result as a JSON object."""
    subject = result.place.subject
    return {
        "value": result.value, "type": str(result.of), "cost": result.cost, "hook": result.place.hook,
        "seat": subject.player if subject.player >= 0 else None,
        "card": state.game.label(subject.card) if subject.card >= 0 else None,
        "side": subject.side if subject.side >= 0 else None, "secret": result.secret or None,
    }


def tell(result: Result) -> None:
    """Print a result on lines of their own."""
    from claimdsl.ui.text import plain

    click.echo(f"value  {plain(result.said)}")
    click.echo(f"type   {result.type}")
    click.echo(f"cost   at most {counted(result.cost, 'step')}")
    click.echo(f"asked  in {plain(result.where)}")
    if result.secret:
        click.echo(f"note   no rule may ask so: {plain(result.secret)}")
