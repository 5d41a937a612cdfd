"""What the author wrote, as values: expressions, effects and the sections of a ruleset, with a span on each."""

from __future__ import annotations

from claimdsl.diagnostics.source import Span
from claimdsl.frozen import Frozen

# --- expressions -----------------------------------------------------------------------------------------------------


class Int(Frozen):
    """A whole number as written (never negative; `0 - 3` is arithmetic)."""

    value: int
    span: Span


class Truth(Frozen):
    """`true` or `false`."""

    value: bool
    span: Span


class Name(Frozen):
    """A bare name: a name in scope, a faction, a term, a pile, an option or one of its values."""

    name: str
    span: Span


class Field(Frozen):
    """`of.name`; `name_span` is the place of the name after the dot."""

    of: Expr
    name: str
    name_span: Span
    span: Span


class Call(Frozen):
    """`function(argument, ...)` without a binder."""

    function: str
    function_span: Span
    arguments: tuple[Expr, ...]
    span: Span


class Fold(Frozen):
    """`function(variable in domain, condition by key)`; condition and key may be absent."""

    function: str
    function_span: Span
    variable: str
    variable_span: Span
    domain: Expr
    condition: Expr | None
    key: Expr | None
    span: Span


class Range(Frozen):
    """`low..high`, both ends included."""

    low: Expr
    high: Expr
    span: Span


class Conditional(Frozen):
    """`if condition then yes else no`."""

    condition: Expr
    yes: Expr
    no: Expr
    span: Span


class Chain(Frozen):
    """A flat run of one operator: `or`, `and` or `otherwise` (two operands or more)."""

    operator: str
    operands: tuple[Expr, ...]
    span: Span


class Sum(Frozen):
    """A flat run of `+` and `-`: the first operand, then (sign, operand) pairs."""

    first: Expr
    rest: tuple[tuple[str, Expr], ...]
    span: Span


class Not(Frozen):
    """`not operand`."""

    operand: Expr
    span: Span


class Compare(Frozen):
    """`left operator right`; operator is one of == != < <= > >= in."""

    operator: str
    left: Expr
    right: Expr
    span: Span


class Unread(Frozen):
    """An expression, or effects, with a mistake of form; `words` are those that stand in it."""

    words: frozenset[str]
    span: Span


Expr = Int | Truth | Name | Field | Call | Fold | Range | Conditional | Chain | Sum | Not | Compare | Unread

# --- effects ---------------------------------------------------------------------------------------------------------


class Move(Frozen):
    """`move cards to pile [unseen]`."""

    cards: Expr
    pile: Expr
    unseen: bool
    span: Span


class Swap(Frozen):
    """`swap left with right`."""

    left: Expr
    right: Expr
    span: Span


class Draw(Frozen):
    """`draw name from cards` (chance)."""

    name: str
    name_span: Span
    cards: Expr
    span: Span


class Show(Frozen):
    """`show cards to players`."""

    cards: Expr
    players: Expr
    span: Span


class Set(Frozen):
    """`set state to value`."""

    state: Expr
    value: Expr
    span: Span


class Choose(Frozen):
    """`[may] choose name from options by player`."""

    name: str
    name_span: Span
    options: Expr
    player: Expr
    may: bool
    span: Span


class Decide(Frozen):
    """`choose word or word by player`; each word then is a Bool name: the one that was chosen is true."""

    words: tuple[str, str]
    word_spans: tuple[Span, Span]
    player: Expr
    span: Span


class Stop(Frozen):
    """`stop`: ends the innermost `for`."""

    span: Span


class If(Frozen):
    """`if condition:` with its effects, and those of `else`."""

    condition: Expr
    yes: tuple[Effect, ...]
    no: tuple[Effect, ...]
    span: Span


class For(Frozen):
    """`for variable in items:` with its effects."""

    variable: str
    variable_span: Span
    items: Expr
    body: tuple[Effect, ...]
    span: Span


Effect = Move | Swap | Draw | Show | Set | Choose | Decide | Stop | If | For | Unread


class Block(Frozen):
    """The effects of an event hook, in order."""

    effects: tuple[Effect, ...]
    span: Span


class Run(Frozen):
    """`low..high x times` in a list of cards; a single value has low == high."""

    low: int
    high: int
    times: int
    span: Span


class Cards(Frozen):
    """The cards of a faction, as runs of values; without any they could not be read."""

    runs: tuple[Run, ...]
    span: Span


# --- sections --------------------------------------------------------------------------------------------------------
# Everything named carries `span`, the place of its key.  A section that a file does not have is an empty tuple or None.
# The tree is merged (extends, use, remove, also) before it is read, so none of those words are left here.


class Word(Frozen):
    """A word with its place."""

    text: str
    span: Span


class Text(Frozen):
    """A title, description or display word: one text, or one a language (`{en: ..., ja: ...}`; plain text is 'en')."""

    by_language: tuple[tuple[str, str], ...]
    span: Span


class Power(Frozen):
    """One power: its guards and its hooks, by key.

    `phases` None means every phase; `player_counts` None every count; `cards` None the default (own).
    `hooks` maps a hook's name to its parsed body; `majority` holds its ordered keys.
    """

    name: str
    span: Span
    description: Text | None
    phases: tuple[Word, ...] | None
    player_counts: tuple[int, ...] | None
    when: Expr | None
    cards: Word | None
    priority: int | None
    hooks: tuple[Hook, ...]


class Hook(Frozen):
    """One hook of a power.  Exactly one of `expr`, `block`, `keys` is set, as the vocabulary says."""

    name: str
    span: Span
    expr: Expr | None = None
    block: Block | None = None
    keys: tuple[Key, ...] | None = None


class Key(Frozen):
    """One key of a `majority` or of `scoring.ranks`."""

    name: str
    span: Span
    expr: Expr


class Pile(Frozen):
    """A pile: `of` is player, table or a faction; `seen_by` owner, all or nobody; `written` a word or None.

    `holds` says how many cards lie there when the game begins, as a check.
    """

    name: str
    span: Span
    of: Word | None
    seen_by: Word | None
    written: Word | None
    holds: tuple[int, Span] | None = None


class State(Frozen):
    """A named value: `of` table or player; `low`..`high` for an Int, `kind` for 'Faction', 'Player' or 'Bool'.

    `shown` is always or never.
    """

    name: str
    span: Span
    of: Word | None
    low: int | None
    high: int | None
    kind: Word | None
    shown: Word | None = None


class Term(Frozen):
    """A name for an expression."""

    name: str
    span: Span
    expr: Expr


class Phase(Frozen):
    """A phase and its greatest number of tricks."""

    name: str
    span: Span
    title: Text | None
    tricks: Expr | None


class SidePack(Frozen):
    """Cards beside the deck, shuffled by themselves into a pile; `faction` names them (default: the owner)."""

    pile: str
    span: Span
    faction: Word | None
    cards: Cards


class Face(Frozen):
    """A word for a value: how cards of it are written."""

    name: str
    span: Span
    value: int


class Faction(Frozen):
    """A faction: cards, powers and what only it needs."""

    name: str
    span: Span
    title: Text | None
    description: Text | None
    cards: Cards | None
    faces: tuple[Face, ...]
    deal: tuple[int, Span] | None
    rest: Word | None
    side: tuple[SidePack, ...]
    piles: tuple[Pile, ...]
    state: tuple[State, ...]
    terms: tuple[Term, ...]
    phases: tuple[Phase, ...]
    powers: tuple[Power, ...]


class SetupColumn(Frozen):
    """The setup of one player count: rows are whole numbers or words."""

    players: int
    span: Span
    rows: tuple[tuple[Word, int | str, Span], ...]


class LineUp(Frozen):
    """The line-up of one player count: how many pairs and free factions, and the default."""

    players: int
    span: Span
    pairs: int
    free: int
    default: tuple[Word, ...]


class Option(Frozen):
    """A switch: its values, the first one the default; `fixed` is the one that it is nailed to."""

    name: str
    span: Span
    values: tuple[Word, ...]
    fixed: Word | None


class Scoring(Frozen):
    """The pile that counts and the ordered keys that rank the sides."""

    span: Span
    pile: Word | None
    ranks: tuple[Key, ...]


class Ruleset(Frozen):
    """A whole ruleset, after merging."""

    name: str
    span: Span
    title: Text | None = None
    description: Text | None = None
    words: tuple[tuple[Word, Text], ...] = ()
    setup: tuple[SetupColumn, ...] = ()
    pairs: tuple[tuple[Word, ...], ...] = ()
    line_up: tuple[LineUp, ...] = ()
    options: tuple[Option, ...] = ()
    piles: tuple[Pile, ...] = ()
    state: tuple[State, ...] = ()
    terms: tuple[Term, ...] = ()
    phases: tuple[Phase, ...] = ()
    rules: tuple[Power, ...] = ()
    factions: tuple[Faction, ...] = ()
    scoring: Scoring | None = None
