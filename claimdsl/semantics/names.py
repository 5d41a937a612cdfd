"""What a ruleset declares, by name: the tables that bare names and fields are looked up in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from claimdsl.frontend import syntax
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes
from claimdsl.ir.facts import free_places
from claimdsl.ir.types import MOST_CARDS, Type
from claimdsl.semantics import declarations
from claimdsl.semantics.findings import Findings


class Row(Frozen):
    """A row of `setup`: whole numbers from `low` to `high`, or one of `words` (empty: a number)."""

    low: int
    high: int
    words: tuple[str, ...]


class Names(Frozen):
    """Everything declared.

    `terms` by (faction or "", name); `packs` are factions that only side packs have; `chosen` the names that `choose`
    makes fields of a play, and `unread` words that may be some; `most` the greatest number of cards that can lie in one
    place; `values` least and greatest; `faces` are words for values, which expressions do not know.
    """

    factions: tuple[str, ...]
    packs: tuple[str, ...]
    piles: Mapping[str, nodes.PileSpec]
    states: Mapping[str, nodes.StateSpec]
    options: Mapping[str, tuple[str, ...]]
    terms: Mapping[tuple[str, str], syntax.Term]
    phases: tuple[str, ...]
    rows: Mapping[str, Row]
    chosen: Mapping[str, Type]
    unread: frozenset[str]
    most: int
    values: tuple[int, int]
    scored: bool
    faces: Mapping[str, int]

    def words_of(self, value_set: str) -> tuple[str, ...]:
        """Give the words of an option, of `phase` or of a row (`setup.sides`)."""
        if value_set == "phase":
            return self.phases
        if value_set.startswith("setup."):
            return self.rows[value_set.removeprefix("setup.")].words
        return self.options[value_set]


def gather(ruleset: syntax.Ruleset, findings: Findings) -> Names:
    """Collect the declared names of a ruleset.  Reports: what is declared twice or wrongly."""
    factions = tuple(faction.name for faction in ruleset.factions)
    packs = tuple(dict.fromkeys(
        side.faction.text for faction in ruleset.factions for side in faction.side
        if side.faction is not None and side.faction.text not in factions
    ))
    values = [value for faction in ruleset.factions for value in _all_values(faction)]
    findings.failed = findings.failed or not all_cards_are_read(ruleset)
    return Names(
        factions=factions,
        packs=packs,
        piles=declarations.piles(ruleset, factions, findings),
        states=declarations.states(ruleset, findings),
        options=declarations.options(ruleset, findings),
        terms=dict(_terms(ruleset)),
        phases=tuple(phase.name for phase in ruleset.phases),
        rows=_rows(ruleset),
        chosen={},
        unread=frozenset(),
        most=_most_cards(ruleset),
        values=(min(values, default=0), max(values, default=0)),
        scored=ruleset.scoring is not None and ruleset.scoring.pile is not None,
        faces={face.name: face.value for faction in ruleset.factions for face in faction.faces},
    )


def card_values(cards: syntax.Cards | None) -> tuple[int, ...]:
    """Give the values of a list of cards, ascending."""
    if cards is None:
        return ()
    return tuple(sorted(
        value for run in cards.runs for value in range(run.low, run.high + 1) for _ in range(run.times)
    ))


def all_cards_are_read(ruleset: syntax.Ruleset) -> bool:
    """Say whether all lists of cards could be read, so that they can be counted."""
    sides = (side.cards for faction in ruleset.factions for side in faction.side)
    return all(cards is None or cards.runs for cards in (*(faction.cards for faction in ruleset.factions), *sides))


def _all_values(faction: syntax.Faction) -> Iterator[int]:
    yield from card_values(faction.cards)
    for side in faction.side:
        yield from card_values(side.cards)


def _terms(ruleset: syntax.Ruleset) -> Iterator[tuple[tuple[str, str], syntax.Term]]:
    for term in ruleset.terms:
        yield ("", term.name), term
    for faction in ruleset.factions:
        for term in faction.terms:
            yield (faction.name, term.name), term


def numbers_prevail(are_numbers: list[bool]) -> bool:
    """Say whether a row of setup is a number: what most player counts have there, of equally many the first."""
    return sum(are_numbers) * 2 > len(are_numbers) or sum(are_numbers) * 2 == len(are_numbers) and are_numbers[0]


def _rows(ruleset: syntax.Ruleset) -> dict[str, Row]:
    found: dict[str, list[int | str]] = {}
    for column in ruleset.setup:
        for word, value, _ in column.rows:
            found.setdefault(word.text, []).append(value)
    found.setdefault("sides", []).append("each")
    rows = {}
    for name, values in found.items():
        numbers = [value for value in values if isinstance(value, int)]
        words = tuple(dict.fromkeys(value for value in values if isinstance(value, str)))
        if numbers_prevail([isinstance(value, int) for value in values]):
            words = ()
        if name == "sides":
            words = tuple(dict.fromkeys((*words, "each", "opposite")))
        rows[name] = Row(min(numbers, default=0), max(numbers, default=0), words)
    return rows


def _most_cards(ruleset: syntax.Ruleset) -> int:
    """Bound the cards of a game: the largest factions that a line-up may hold, and all side packs."""
    sizes = {faction.name: len(card_values(faction.cards)) for faction in ruleset.factions}
    sides = sum(len(card_values(side.cards)) for faction in ruleset.factions for side in faction.side)
    paired = {word.text for group in ruleset.pairs for word in group}
    free = sorted((size for name, size in sizes.items() if name not in paired), reverse=True)
    groups = sorted((sum(sizes.get(word.text, 0) for word in group) for group in ruleset.pairs), reverse=True)
    single = [group for group in ruleset.pairs if len(group) == 1]
    decks = [
        sum(groups[: line_up.pairs]) + sum(free[: free_places(line_up.free, single[: line_up.pairs])])
        for line_up in ruleset.line_up
    ]
    return max(1, min(MOST_CARDS, max(decks, default=MOST_CARDS) + sides))
