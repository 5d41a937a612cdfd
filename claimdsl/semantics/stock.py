"""Count the cards of the table through the default game: does the stock last, and is it empty when it should be?

Only the rules of the table are followed, with the default options and without a card's name: sizes are enough for
them.  Where a rule asks for more than sizes, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.ir import nodes, walk
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.powers import CheckedRule
from claimdsl.semantics.speech import counted

STOCK = "stock"
_MOST_TRICKS = 200
_WATCHED = ("at_start", "before_phase", "before_trick", "offers")


class _UnknownError(Exception):
    """Something that sizes do not tell."""


class _DryError(Exception):
    """A card is due and there is none: in which trick of which phase, and how many are missing."""

    def __init__(self, missing: int) -> None:
        super().__init__(missing)
        self.missing = missing


def check(
    program: nodes.Program, ruleset: syntax.Ruleset, checked: list[CheckedRule], findings: Findings
) -> None:
    """Count for every player count.  Reports: a warning where the stock runs dry or is left over."""
    drawing = [each for each in checked if each.rule.hook in _WATCHED and not each.rule.origin.faction
               and _names_stock(each.rule)]
    told: set[str] = set()
    for setup in program.setups:
        place = _place(setup.players, ruleset, drawing)
        what = _Table(program, setup).trouble()
        if place is not None and what and what not in told:
            told.add(what)
            findings.warning("CLM822", f"with {setup.players} players {what}", place)


def _place(players: int, ruleset: syntax.Ruleset, drawing: list[CheckedRule]) -> Span | None:
    """Find what the ruleset's own file says of it: a rule that takes from the stock, or the setup."""
    own = ruleset.span.source
    rules = [each.span for each in drawing if each.span.source == own]
    column = next(column for column in ruleset.setup if column.players == players)
    rows = [span for _, _, span in column.rows if span.source == own]
    phases = [phase.tricks.span for phase in ruleset.phases if phase.tricks and phase.tricks.span.source == own]
    return next(iter((*rules[-1:], *rows, *phases)), None)


def _names_stock(rule: nodes.HookRule) -> bool:
    return any(isinstance(node, nodes.PileOf) and node.pile == STOCK for node in walk.within(rule))


class _Table:
    """The piles of the table of one game, by size."""

    def __init__(self, program: nodes.Program, setup: nodes.SetupSpec) -> None:
        self.program = program
        self.setup = setup
        self.sizes: dict[str, int] = {}
        self.phase = ""

    def trouble(self) -> str:
        """Play through and say what is wrong with the stock; empty where nothing is, or where sizes do not tell."""
        deck = {faction.name: faction.deal or len(faction.values) for faction in self.program.factions}
        self.sizes = {pile.name: 0 for pile in self.program.piles if pile.of == "table"}
        self.sizes[STOCK] = sum(deck[name] for name in self.setup.default)
        try:
            return self._played()
        except (_UnknownError, _DryError):
            return ""

    def _played(self) -> str:
        self._run("at_start")
        recruits = [phase for phase in self.program.phases if self._draws(phase.name)]
        for phase in recruits:
            self.phase = phase.name
            self._run("before_phase")
            tricks = min(self._number(phase.tricks), _MOST_TRICKS)
            for number in range(1, tricks + 1):
                try:
                    self._trick()
                except _DryError as dry:
                    return f"the stock runs dry in trick {number} of {phase.name}: {counted(dry.missing, 'card')} short"
        left = self.sizes[STOCK]
        if recruits and left:
            return f"{counted(left, 'card')} of the stock are left over when {recruits[-1].name} is over"
        return ""

    def _draws(self, phase: str) -> bool:
        rules = [rule for hook in ("before_trick", "offers") for rule in self._rules(hook, phase)]
        return any(_names_stock(rule) for rule in rules)

    def _rules(self, hook: str, phase: str) -> Iterator[nodes.HookRule]:
        for rule in self.program.hooks:
            in_phase = rule.phases is None or phase in rule.phases or not phase
            counts = rule.player_counts is None or self.setup.players in rule.player_counts
            if rule.hook == hook and not rule.origin.faction and in_phase and counts:
                yield rule

    def _run(self, hook: str) -> None:
        for rule in sorted(self._rules(hook, self.phase), key=lambda rule: rule.priority):
            if rule.when is None or self._truth(rule.when):
                self._effects(rule.effects or ())

    def _trick(self) -> None:
        self._run("before_trick")
        offers = sorted(self._rules("offers", self.phase), key=lambda rule: rule.priority)
        if not offers:
            return
        last = offers[-1]
        if last.value is None or last.when is not None:
            raise _UnknownError
        for _ in range(self.setup.players):
            pile, size = self._list(last.value)
            if size == 0:
                raise _DryError(1)
            self.sizes[pile] -= 1

    # --- effects -----------------------------------------------------------------------------------------------------

    def _effects(self, effects: tuple[nodes.Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case nodes.Move():
                    self._move(effect)
                case nodes.When():
                    self._effects(effect.yes if self._truth(effect.condition) else effect.no)
                case nodes.Each(items=nodes.Known(name=("players" | "seats"))):
                    for _ in range(self.setup.players):
                        self._effects(effect.body)
                case nodes.SetState() | nodes.Show():
                    pass
                case _:
                    raise _UnknownError

    def _move(self, move: nodes.Move) -> None:
        pile, size = self._list(move.cards)
        match move.cards:
            case nodes.Top(count=count) if pile == STOCK and self._number(count) > size:
                raise _DryError(self._number(count) - size)
            case _:
                pass
        if pile in self.sizes:
            self.sizes[pile] -= size
        if move.pile.owner is None:
            self.sizes[move.pile.pile] += size

    # --- expressions -------------------------------------------------------------------------------------------------

    def _list(self, node: nodes.Expr) -> tuple[str, int]:
        """Give the pile that cards are taken from, and how many; of piles of players only that they are."""
        match node:
            case nodes.PileOf(owner=None):
                return node.pile, self.sizes[node.pile]
            case nodes.PileOf():
                return "", 0
            case nodes.Top():
                pile, size = self._list(node.items)
                return pile, min(size, self._number(node.count))
            case nodes.AsMany() | nodes.AsMaybe() | nodes.AsCard():
                return self._list(node.operand)
            case nodes.Fold(function=("first" | "last" | "most" | "least"), condition=None):
                pile, size = self._list(node.domain)
                return pile, min(size, 1)
            case nodes.If():
                return self._list(node.yes if self._truth(node.condition) else node.no)
            case _:
                raise _UnknownError

    def _number(self, node: nodes.Expr) -> int:
        match node:
            case nodes.Literal():
                return node.value
            case nodes.SetupValue():
                return dict(self.setup.numbers)[node.row]
            case nodes.Sum():
                first = self._number(node.first)
                return first + sum(self._number(part) * (1 if sign == "+" else -1) for sign, part in node.rest)
            case nodes.Fold(function="count", domain=nodes.Known(name=("players" | "seats")), condition=None):
                return self.setup.players
            case nodes.Fold(function="count", condition=None):
                return self._list(node.domain)[1]
            case nodes.If():
                return self._number(node.yes if self._truth(node.condition) else node.no)
            case _:
                raise _UnknownError

    def _truth(self, node: nodes.Expr) -> bool:
        match node:
            case nodes.Literal():
                return node.value != 0
            case nodes.Not():
                return not self._truth(node.operand)
            case nodes.AnyOf():
                return any(self._truth(part) for part in node.operands)
            case nodes.AllOf():
                return all(self._truth(part) for part in node.operands)
            case nodes.Fold(function="any", condition=None, domain=nodes.PileOf(owner=None)):
                return self._list(node.domain)[1] > 0
            case nodes.Compare(left=nodes.Known(name="phase"), right=nodes.WordLiteral(word=word)):
                return (word == self.phase) == (node.operator == "==")
            case nodes.Compare(operator=("==" | "!="), left=nodes.OptionValue(option=option),
                               right=nodes.WordLiteral(word=word)):
                return (word == self._default(option)) == (node.operator == "==")
            case _:
                raise _UnknownError

    def _default(self, option: str) -> str:
        spec = next(spec for spec in self.program.options if spec.name == option)
        return spec.fixed or spec.values[0]
