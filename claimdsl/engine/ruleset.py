"""A checked ruleset as people use it: what it has, and games of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from claimdsl.engine.binding import Binding
from claimdsl.engine.game import Game
from claimdsl.engine.line_up import SetupError, line_up_fault, ordered, setup_of
from claimdsl.ir.nodes import Program

if TYPE_CHECKING:
    from claimdsl.engine.line_ups import LineUps


class Ruleset:
    """A ruleset that passed every check.

    >>> from claimdsl import load_ruleset
    >>> base = load_ruleset("base")
    >>> base.player_counts, base.options["dwarf_tie"], len(base.line_ups(2))
    ((2, 3, 4), ('later', 'earlier'), 70)
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.name = program.name
        self.digest = program.digest
        self.player_counts = tuple(setup.players for setup in program.setups)
        self.factions = tuple(faction.name for faction in program.factions)
        self.scored_pile = program.scored_pile

    @cached_property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """Give each option's values, the default first; one that is fixed has only that value."""
        return {
            option.name: (option.fixed,) if option.fixed else option.values for option in self.program.options
        }

    def default_factions(self, players: int) -> tuple[str, ...]:
        """Give the default line-up.

        Raises: SetupError where the ruleset is not for so many players.
        """
        return setup_of(self.program, players).default

    def line_ups(self, players: int, wanted: Iterable[str] = ()) -> LineUps:
        """Give every legal line-up, or every one with some factions; there may be millions, so none is written out.

        Raises: SetupError where the ruleset is not for so many players.
        """
        from claimdsl.engine.line_ups import LineUps

        return LineUps(self.program, setup_of(self.program, players), frozenset(wanted))

    def title(self, language: str = "en") -> str:
        """Give the title in a language, else in English, else the name."""
        return _in(self.program.titles, language) or self.name

    def display_word(self, word: str, language: str = "en") -> str:
        """Give the word that the ruleset shows for one of the language's."""
        return _in(dict(self.program.words).get(word, ()), language) or word

    def game(
        self, players: int | None = None, factions: Sequence[str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Game:
        """Give the game for a number of players, the fewest there can be where none is given, a line-up and options.

        Raises: SetupError with the rule that is broken.
        """
        if isinstance(factions, str):
            raise SetupError(f"a line-up is a list of factions, not the text {factions!r}")
        setup = setup_of(self.program, min(self.player_counts) if players is None else players)
        chosen = tuple(factions) if factions is not None else setup.default
        fault = line_up_fault(self.program, setup, chosen)
        if fault:
            raise SetupError(fault)
        return Game(self, Binding(self.program, setup, ordered(self.program, chosen), self._options(options or {})))

    def _options(self, given: Mapping[str, str]) -> Mapping[str, str]:
        for name, value in given.items():
            if name not in self.options:
                raise SetupError(f"no option is called '{name}'; there are {', '.join(self.options) or 'none'}")
            if value not in self.options[name]:
                allowed = ", ".join(self.options[name])
                raise SetupError(f"option '{name}' cannot be '{value}'; it can be {allowed}")
        return {name: given.get(name, values[0]) for name, values in self.options.items()}


def _in(texts: Sequence[tuple[str, str]], language: str) -> str:
    by_language = dict(texts)
    return by_language.get(language) or by_language.get("en") or ""
