"""From a template and the ruleset that it builds on to the text of a first file and of its scenarios."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import pairwise
from typing import NoReturn

import click

from claimdsl.diagnostics.report import Report, RulesetError
from claimdsl.engine.ruleset import Ruleset
from claimdsl.frozen import Frozen
from claimdsl.ir.nodes import FactionSpec, Program, SetupSpec
from claimdsl.pipeline import check_text
from claimdsl.resources import template_text

_BLANK = re.compile(r"@([a-z_]+)@")
_BEHIND = re.compile(r"^( *[^ #\n][^\n]*?) {2,}(# )", re.MULTILINE)
_COLUMN = 40
_PLAIN = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_./-]*")
_LEAST_VALUES = 8
_SHRUNK = 2
_SEED = 7
_WIDEST = 118


class Beginning(Frozen):
    """The text of a new ruleset, and of its scenarios."""

    ruleset: str
    scenarios: str


def beginning(template: str, name: str, source: str, parent: Ruleset | None) -> Beginning:
    """Fill a template in; `source` is the reference of `parent`, the ruleset that it builds on.

    Raises: UsageError where the template needs what the ruleset has not; RulesetError with what is found in the result.
    """
    words = {"name": name, "title": name.replace("-", " ").replace("_", " ").capitalize(), "from": _quoted(source)}
    if parent is not None:
        words |= _WORDS[template](name, _Parent(parent))
    text = _filled(f"{template}.yaml", words)
    report = Report()
    program = check_text(f"{name}.yaml", text.encode(), report)
    if program is None or len(report):
        raise RulesetError(f"the template '{template}' does not fit {source}", report)
    words |= _after_the_deal(program)
    return Beginning(text, _filled(f"{template}.test.yaml", words))


def _filled(file: str, words: Mapping[str, str]) -> str:
    """Fill words in, and put the comments behind them in their column again."""
    text = _BLANK.sub(lambda blank: words[blank[1]], template_text(file))
    return _BEHIND.sub(lambda line: f"{line[1].ljust(_COLUMN - 2)}  {line[2]}", text)


def _quoted(reference: str) -> str:
    return reference if _PLAIN.fullmatch(reference) else json.dumps(reference, ensure_ascii=False)


# --- what a ruleset has ----------------------------------------------------------------------------------------------


class _Parent:
    """What the templates ask of the ruleset that they build on."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.program = ruleset.program
        self.setup = self.program.setups[0]
        self._paired = {name for pair in self.program.pairs for name in pair}

    def plain(self) -> list[FactionSpec]:
        """Give free factions of the usual line-up that have one card of each value in a row, enough without faces."""
        factions = {faction.name: faction for faction in self.program.factions}
        found = [factions[name] for name in self.setup.default if name not in self._paired]
        found = [faction for faction in found if _is_row(faction)]
        if not found:
            self.refuse("a faction with one card of each value")
        return found

    def refuse(self, lacks: str) -> NoReturn:
        """Say what the ruleset would have to have."""
        raise click.UsageError(f"this template needs {lacks}, and {self.program.name} has none")


def _is_row(faction: FactionSpec) -> bool:
    steps = {after - before for before, after in pairwise(faction.values)}
    return len(_numbers(faction)) >= _LEAST_VALUES and steps == {1} and not faction.deal


def _numbers(faction: FactionSpec) -> tuple[int, ...]:
    """Give the values below the first that has a face: their cards are written as numbers."""
    return faction.values[: min((faction.values.index(value) for _, value in faction.faces), default=None)]


def _ladder(faction: FactionSpec) -> dict[str, str]:
    """Give values to play with, from the least to a high one."""
    values = _numbers(faction)
    middle = values[len(values) // 2 - 1]
    steps = {"middle": 0, "above": 1, "stronger": 2, "high": 3}
    return {"low": str(values[0]), **{word: str(middle + step) for word, step in steps.items()}}


def _table(setup: SetupSpec) -> dict[str, str]:
    return {"players": str(setup.players), "others": ", any" * (setup.players - 2)}


# --- the words of each template --------------------------------------------------------------------------------------


def _tweak(_: str, parent: _Parent) -> dict[str, str]:
    faction = parent.plain()[0]
    return {"faction": faction.name, **_ladder(faction), **_table(parent.setup)}


def _faction(name: str, parent: _Parent) -> dict[str, str]:
    new, old = re.sub(r"[.-]", "_", name), parent.plain()[-1]
    lines = [_in_place(setup, new, old.name) for setup in parent.program.setups if old.name in setup.default]
    return {
        "faction": new, "old": old.name, "cards": f"{old.values[0]}..{old.values[-1]}",
        "line_up": "\n".join(lines), **_ladder(old), **_table(parent.setup),
    }


def _in_place(setup: SetupSpec, new: str, old: str) -> str:
    """Write a line-up with one faction in place of another, on two lines where one is too long."""
    names = [new if name == old else name for name in setup.default]
    line = f"  {setup.players}: {{default: [{', '.join(names)}]}}"
    if len(line) <= _WIDEST:
        return line
    half = len(names) // 2
    return f"  {setup.players}:\n    default: [{', '.join(names[:half])},\n      {', '.join(names[half:])}]"


def _setup(_: str, parent: _Parent) -> dict[str, str]:
    setup, numbers = parent.setup, dict(parent.setup.numbers)
    if not {"hand", "tricks"} <= numbers.keys() or setup.players != 2:
        parent.refuse("a game for two, with `hand` and `tricks` in its setup")
    others = ", ".join(str(other.players) for other in parent.program.setups[1:])
    remove = f"  remove: [{others}]\n" if others else ""
    fewer = 2 * setup.players
    shrunk = parent.plain()[: fewer // _SHRUNK]
    if len(shrunk) * _SHRUNK < fewer:
        parent.refuse("two factions with one card of each value")
    return {
        "setup": f"{remove}  2: {{hand: {numbers['hand'] - 1}, tricks: {numbers['tricks'] - 1}}}",
        "line_up": f"line_up: {{remove: [{others}]}}\n" if others else "", "fewer": str(fewer), "each": str(_SHRUNK),
        "factions": "\n".join(_shrunk(faction) for faction in shrunk), "hand": str(numbers["hand"] - 1),
        **_table(setup),
    }


def _shrunk(faction: FactionSpec) -> str:
    return f"  {faction.name}: {{cards: {faction.values[_SHRUNK]}..{faction.values[-1]}}}"


_WORDS = {"tweak": _tweak, "faction": _faction, "setup": _setup}


def _after_the_deal(program: Program) -> dict[str, str]:
    """Count what lies in the stock when the first player is asked."""
    ruleset = Ruleset(program)
    return {"stock": str(len(ruleset.game(ruleset.player_counts[0]).deal(_SEED).pile("stock")))}
