"""The typed program that a checked ruleset becomes: what the engine compiles.  Frozen values, no source text.

Names are resolved, terms are expanded, coercions are explicit.  A program is not yet bound to a player count, a line-up
or option values: `engine` binds it.  Text forms: JSON for the cache in `codec`, a dump for people in `dump`.
"""

from __future__ import annotations

from claimdsl.frozen import Frozen
from claimdsl.ir.types import Type

# --- expressions -----------------------------------------------------------------------------------------------------


class Spot(Frozen):
    """Where something stands in a file.  Unit: line and column from 1."""

    file: str
    line: int
    column: int


class Literal(Frozen):
    """An Int, or a Bool as 0 and 1."""

    type: Type
    value: int


class FactionName(Frozen):
    """A faction by name; one that is not in play equals nothing."""

    type: Type
    name: str


class WordLiteral(Frozen):
    """One value of an option, a setup row or the phases (the type's name says which)."""

    type: Type
    word: str


class Nothing(Frozen):
    """The absent value of a MAYBE type."""

    type: Type


class Known(Frozen):
    """A name that the engine supplies (`player`, `led`, `trick`, `base` ...): a row of `vocabulary.NAMES`."""

    type: Type
    name: str


class SetupValue(Frozen):
    """`setup.row` of the player count in play."""

    type: Type
    row: str


class OptionValue(Frozen):
    """The value that an option has in this game."""

    type: Type
    option: str


class Local(Frozen):
    """A variable bound by a fold, `for`, `choose` or `draw`; ids are unique within one hook."""

    type: Type
    id: int
    name: str


class Field(Frozen):
    """`of.name`, a row of `vocabulary.FIELDS`, or a name chosen in `on_play`.  `of` is ONE or MAYBE of its kind.

    Of a MAYBE the field is MAYBE too (nothing of nothing); a list field of nothing is empty.
    """

    type: Type
    of: Expr
    name: str


class PileOf(Frozen):
    """A pile: of the table (owner None), of a player, of a card, or of a side (its players' piles together)."""

    type: Type
    pile: str
    owner: Expr | None


class StateOf(Frozen):
    """A state value: of the table (owner None), of a player, or of a side (the sum over its players)."""

    type: Type
    state: str
    owner: Expr | None


class If(Frozen):
    """`if condition then yes else no`; both branches have the type of the whole."""

    type: Type
    condition: Expr
    yes: Expr
    no: Expr
    spot: Spot


class AnyOf(Frozen):
    """`or`."""

    type: Type
    operands: tuple[Expr, ...]


class AllOf(Frozen):
    """`and`."""

    type: Type
    operands: tuple[Expr, ...]


class Not(Frozen):
    """`not`."""

    type: Type
    operand: Expr


class Compare(Frozen):
    """Compare two single values (ONE or MAYBE) of one kind.  Nothing equals nothing; `!=` is the opposite."""

    type: Type
    operator: str
    left: Expr
    right: Expr


class Member(Frozen):
    """`item in items`; nothing is in no list."""

    type: Type
    item: Expr
    items: Expr


class Sum(Frozen):
    """`+` and `-` on ONE Ints: the first operand, then (sign, operand) pairs."""

    type: Type
    first: Expr
    rest: tuple[tuple[str, Expr], ...]


class Join(Frozen):
    """`+` on lists: the elements of each, in order; cards once each."""

    type: Type
    lists: tuple[Expr, ...]


class Otherwise(Frozen):
    """The first operand that is not nothing (all MAYBE but perhaps the last)."""

    type: Type
    operands: tuple[Expr, ...]


class Numbers(Frozen):
    """`low..high` as a list of Ints, empty where high < low; never longer than `type.most`."""

    type: Type
    low: Expr
    high: Expr


class Top(Frozen):
    """`top(items, count)`: the first `count` of a pile (from its top) or of a list; fewer where there are fewer."""

    type: Type
    items: Expr
    count: Expr


class Fold(Frozen):
    """`function(variable in domain, condition by key)`, a row of `vocabulary.FOLDS`.

    `domain` is LIST or PILE.  Without a condition every element counts; without a key an Int list is its own key.
    """

    type: Type
    function: str
    variable: Local
    domain: Expr
    condition: Expr | None
    key: Expr | None


class AsCard(Frozen):
    """The card of a play, where a card is meant (same shape as the operand)."""

    type: Type
    operand: Expr


class AsMany(Frozen):
    """One, or maybe one, where a list is meant."""

    type: Type
    operand: Expr


class AsMaybe(Frozen):
    """One where maybe one is meant."""

    type: Type
    operand: Expr


Expr = (
    Literal | FactionName | WordLiteral | Nothing | Known | SetupValue | OptionValue | Local | Field | PileOf | StateOf
    | If | AnyOf | AllOf | Not | Compare | Member | Sum | Join | Otherwise | Numbers | Top | Fold | AsCard | AsMany
    | AsMaybe
)

# --- effects ---------------------------------------------------------------------------------------------------------


class Move(Frozen):
    """Move cards (a LIST or PILE of Card) to a pile; where `pile` has a MAYBE owner that is nothing, nothing moves."""

    cards: Expr
    pile: PileOf
    unseen: bool


class Swap(Frozen):
    """Two cards change places; a MAYBE that is nothing changes nothing.  A play keeps its seat, gets the other card."""

    left: Expr
    right: Expr


class Draw(Frozen):
    """Chance names one of some cards, a LIST or PILE (recorded); nothing of none.  The card stays where it is."""

    variable: Local
    cards: Expr


class Show(Frozen):
    """Let players (a LIST) see cards (a LIST or PILE)."""

    cards: Expr
    players: Expr


class SetState(Frozen):
    """Give a state a value, drawn into its range; nothing changes nothing."""

    state: StateOf
    value: Expr


class Choose(Frozen):
    """A player (ONE) chooses one of the options (a LIST or PILE), or passes where `may`.

    `variable` is MAYBE (nothing: no options, or passed).  `field` is set in `on_play`: the choice is kept in the play.
    """

    variable: Local
    options: Expr
    player: Expr
    may: bool
    field: bool


class Decide(Frozen):
    """A player chooses one of two words; each is a Bool variable."""

    first: Local
    second: Local
    player: Expr


class Stop(Frozen):
    """End the innermost loop."""


class When(Frozen):
    """`if` and `else`."""

    condition: Expr
    yes: tuple[Effect, ...]
    no: tuple[Effect, ...]
    spot: Spot


class Each(Frozen):
    """`for`: the list is read once, before the first round."""

    variable: Local
    items: Expr
    body: tuple[Effect, ...]


Effect = Move | Swap | Draw | Show | SetState | Choose | Decide | Stop | When | Each

# --- the program -----------------------------------------------------------------------------------------------------


class Origin(Frozen):
    """Where a rule stands.  `faction` is "" for the table."""

    file: str
    line: int
    power: str
    faction: str


class Key(Frozen):
    """One key of an ordered comparison: an Int (ONE or MAYBE; nothing is lowest), a Bool or an Int list."""

    name: str
    value: Expr
    origin: Origin


class HookRule(Frozen):
    """One power's answer to one hook.  Exactly one of `value`, `effects`, `keys` is set.

    The chain of a hook: by priority, then table, own, others/all, then faction order, then file order; the last that
    applies has the last word.  `phases` and `player_counts` None: always.
    """

    hook: str
    origin: Origin
    phases: tuple[str, ...] | None
    player_counts: tuple[int, ...] | None
    when: Expr | None
    cards: str
    priority: int
    value: Expr | None
    effects: tuple[Effect, ...] | None
    keys: tuple[Key, ...] | None


class PileSpec(Frozen):
    """A pile: `of` is "player", "table" or a faction's name; `factions` those that declare it, none for the table."""

    name: str
    of: str
    seen_by: str
    written: str
    factions: tuple[str, ...]


class StateSpec(Frozen):
    """A state: `of` "player" or "table"; Ints within low..high; starts at the number nearest to 0, or as nothing.

    All may know it, whether it is `shown` or not.
    """

    name: str
    of: str
    type: Type
    low: int
    high: int
    faction: str
    shown: bool


class PhaseSpec(Frozen):
    """A phase: its greatest number of tricks, and the greater one of factions that ask for more."""

    name: str
    tricks: Expr
    extra: tuple[tuple[str, Expr], ...]
    titles: tuple[tuple[str, str], ...]


class PowerSpec(Frozen):
    """What an author says of a power, by language.  `faction` is "" for the table."""

    name: str
    faction: str
    description: tuple[tuple[str, str], ...]


class SideSpec(Frozen):
    """A side pack: its pile, the faction its cards are of, their values."""

    pile: str
    faction: str
    values: tuple[int, ...]


class FactionSpec(Frozen):
    """A faction: values ascending; `deal` 0 means all; of fewer, the rest lies in pile `rest`.

    `faces` are words with the values that they stand for.
    """

    name: str
    values: tuple[int, ...]
    faces: tuple[tuple[str, int], ...]
    deal: int
    rest: str
    side: tuple[SideSpec, ...]
    titles: tuple[tuple[str, str], ...]
    description: tuple[tuple[str, str], ...]
    origin: Origin


class SetupSpec(Frozen):
    """The setup and line-up of one player count."""

    players: int
    numbers: tuple[tuple[str, int], ...]
    words: tuple[tuple[str, str], ...]
    pairs: int
    free: int
    default: tuple[str, ...]


class OptionSpec(Frozen):
    """A switch: the first value is the default; `fixed` is "" or the one value it is nailed to."""

    name: str
    values: tuple[str, ...]
    fixed: str


class Program(Frozen):
    """A whole checked ruleset.  `digest`: SHA-256 of its canonical form (no comments, titles, positions)."""

    name: str
    digest: str
    titles: tuple[tuple[str, str], ...]
    description: tuple[tuple[str, str], ...]
    words: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    setups: tuple[SetupSpec, ...]
    pairs: tuple[tuple[str, ...], ...]
    options: tuple[OptionSpec, ...]
    piles: tuple[PileSpec, ...]
    states: tuple[StateSpec, ...]
    phases: tuple[PhaseSpec, ...]
    hooks: tuple[HookRule, ...]
    powers: tuple[PowerSpec, ...]
    factions: tuple[FactionSpec, ...]
    scored_pile: str
    ranks: tuple[Key, ...]
