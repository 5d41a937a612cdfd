"""What happened in a game, as values: the log that rulings, observations, traces and screens are read from.

Cards are written `faction:value`.  `known` has a bit mask of seats beside each card: who knows which card it is once
the event is over.  `as_seen(seat)` writes `HIDDEN` for the others.  `rule` is the origin of the power that decided,
None where it is the flow of the game itself.
"""

from __future__ import annotations

from claimdsl.frozen import Frozen, replace
from claimdsl.ir.nodes import Origin

HIDDEN = "?"


class Place(Frozen):
    """A pile and whose it is: a seat, a card ("vampires:7") or nobody's (None).  The trick is the place `trick`."""

    pile: str
    owner: int | str | None = None


class PhaseBegan(Frozen):
    """A phase begins."""

    phase: str


class TrickBegan(Frozen):
    """The leader is about to play; `prizes` is what lies in the pile `prizes` (empty where there is none)."""

    phase: str
    number: int
    leader: int
    prizes: tuple[str, ...]


class Chose(Frozen):
    """A seat decided: `verb` and `option` as in a record ("play", "goblins:7"; "keep", "")."""

    seat: int
    verb: str
    option: str
    known: int

    def as_seen(self, seat: int) -> Chose:
        """Give the event as a seat saw it."""
        return self if self.known >> seat & 1 else replace(self, option=HIDDEN)


class Moved(Frozen):
    """Cards changed place.  `depths`: how deep each lay in a source that has an order (0 is its top), else -1."""

    cards: tuple[str, ...]
    known: tuple[int, ...]
    depths: tuple[int, ...]
    source: Place
    target: Place
    rule: Origin | None

    def as_seen(self, seat: int) -> Moved:
        """Give the event as a seat saw it; hidden cards come last, and depths are those that cards not on top left."""
        depths = tuple(sorted(self.depths))
        from_top = depths == tuple(range(len(depths))) or -1 in depths
        return replace(self, cards=_mask(self.cards, self.known, seat), known=(), depths=() if from_top else depths)


class Showed(Frozen):
    """Seats were shown cards where they lie; `seats` is a bit mask; `depths` as in `Moved`."""

    cards: tuple[str, ...]
    known: tuple[int, ...]
    depths: tuple[int, ...]
    place: Place
    seats: int
    rule: Origin | None

    def as_seen(self, seat: int) -> Showed:
        """Give the event as a seat saw it; hidden cards come last, and how deep they lie is not told."""
        depths = tuple(depth for depth, who in zip(self.depths, self.known, strict=True) if who >> seat & 1)
        return replace(self, cards=_mask(self.cards, self.known, seat), known=(), depths=depths)


class Drew(Frozen):
    """Chance named a card."""

    card: str
    known: int
    rule: Origin | None

    def as_seen(self, seat: int) -> Drew:
        """Give the event as a seat saw it."""
        return self if self.known >> seat & 1 else replace(self, card=HIDDEN)


class StateSet(Frozen):
    """A state got a value: an Int, or the word for a Faction, Player or Bool."""

    state: str
    owner: int | None
    value: int | str
    rule: Origin | None


class Ruled(Frozen):
    """A value hook was answered for a card, worth a line in the log."""

    hook: str
    subject: str
    value: str
    known: int
    rule: Origin | None

    def as_seen(self, seat: int) -> Ruled:
        """Give the event as a seat saw it."""
        return self if self.known >> seat & 1 else replace(self, subject=HIDDEN, value=HIDDEN, rule=None)


class Ranked(Frozen):
    """The trick is complete.  Order: strongest first.

    `plays`: seat, card, the faction that it counts as, worth, tier, strength, and the rules that gave them.
    """

    plays: tuple[RankedPlay, ...]


class RankedPlay(Frozen):
    """One play in the ranking.  `worth_rule` None: no rule of worth, or its strength does not go by it."""

    seat: int
    card: str
    counts_as: str
    worth: int
    tier: int
    strength: int
    worth_rule: Origin | None
    tier_rule: Origin | None
    strength_rule: Origin | None

    @property
    def power(self) -> Origin | None:
        """Give the power of a faction that made the play what it is; None for the rules of the table alone."""
        rules = (self.tier_rule, self.strength_rule, self.worth_rule)
        return next((rule for rule in rules if rule is not None and rule.faction), None)


class TrickEnded(Frozen):
    """A trick was handled in full.

    `plays` and `legal` in playing order (each legal list: labels, equal cards once, in the order of the deck);
    `ranking` seats from the strongest; `piles` every pile but `prizes`: a list of cards of the table, a list of lists
    by seat for players, for card piles the cards of all together; a pile with an order top first, others in deck order.
    """

    phase: str
    number: int
    leader: int
    prizes: tuple[str, ...]
    plays: tuple[tuple[int, str], ...]
    legal: tuple[tuple[str, ...], ...]
    ranking: tuple[int, ...]
    winner: int
    next_leader: int
    leader_rule: Origin | None
    piles: tuple[tuple[str, tuple[str, ...] | tuple[tuple[str, ...], ...]], ...]
    ordered: frozenset[str]

    def as_seen(self, seat: int) -> TrickEnded:
        """Give the event as a seat saw it: without hands and piles, for which there are observations."""
        return replace(self, legal=(), piles=(), ordered=frozenset())


class PhaseEnded(Frozen):
    """A phase is over."""

    phase: str


Event = (
    PhaseBegan | TrickBegan | Chose | Moved | Showed | Drew | StateSet | Ruled | Ranked | TrickEnded | PhaseEnded
)


def _mask(cards: tuple[str, ...], known: tuple[int, ...], seat: int) -> tuple[str, ...]:
    seen = tuple(card for card, who in zip(cards, known, strict=True) if who >> seat & 1)
    return seen + (HIDDEN,) * (len(cards) - len(seen))
