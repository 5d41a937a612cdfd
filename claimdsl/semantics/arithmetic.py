"""Whether the cards add up: for every player count the default line-up is legal and its deck deals out exactly."""

from __future__ import annotations

from collections.abc import Mapping

from claimdsl.frontend import syntax
from claimdsl.ir import nodes, walk
from claimdsl.ir.facts import free_places
from claimdsl.semantics import checks, deals
from claimdsl.semantics.deals import Deck, Need, whole
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.names import all_cards_are_read, card_values
from claimdsl.semantics.speech import counted, listing

_DEALING = frozenset({"before_trick", "offers"})


def check(ruleset: syntax.Ruleset, rules: tuple[nodes.HookRule, ...], findings: Findings) -> None:
    """Check every line-up.  Reports: wrong factions, half a pair, a deck that does not deal out."""
    sizes = {faction.name: dealt_cards(faction) for faction in ruleset.factions}
    columns = {column.players: column for column in ruleset.setup}
    recruits = takes_from_stock(rules)
    counted_all = all_cards_are_read(ruleset)
    certain = counted_all and (recruits or not findings.failed)
    wrong = []
    for line_up in ruleset.line_up:
        column = columns.get(line_up.players)
        if _line_up_fits(line_up, ruleset, sizes, findings) and column is not None and certain:
            need = needed(column, recruits)
            if need is not None and sum(sizes[word.text] for word in line_up.default) != need.cards:
                wrong.append(Deck(line_up, column, need, tuple(word.text for word in line_up.default)))
    deals.report(wrong, ruleset, sizes, findings)
    if counted_all:
        checks.check(ruleset, findings)


def dealt_cards(faction: syntax.Faction) -> int:
    """Count the cards of a faction that are in the deck."""
    return faction.deal[0] if faction.deal is not None else len(card_values(faction.cards))


def takes_from_stock(rules: tuple[nodes.HookRule, ...]) -> bool:
    """Say whether cards leave the stock from trick to trick."""
    roots = (root for rule in rules if rule.hook in _DEALING for root in walk.roots(rule))
    return any(isinstance(node, nodes.PileOf) and node.pile == "stock" for node in walk.every(roots))


def needed(column: syntax.SetupColumn, recruits: bool) -> Need | None:
    """Say how many cards the setup of a player count needs; None where its rows do not tell.

    The rows `hand` and `tricks` are read as: a hand each, and in each trick one card more for every player.
    """
    rows = {word.text: value for word, value, _ in column.rows if isinstance(value, int)}
    hand = rows.get("hand")
    if hand is None:
        return None
    if not recruits:
        return Need(column.players * hand, f"{hand} in each hand")
    tricks = rows.get("tricks")
    if tricks is None:
        return None
    why = f"{hand} in each hand, {column.players} a trick for {counted(tricks, 'trick')}"
    return Need(column.players * (hand + tricks), why)


def _line_up_fits(
    line_up: syntax.LineUp, ruleset: syntax.Ruleset, sizes: Mapping[str, int], findings: Findings
) -> bool:
    fine = True
    for word in line_up.default:
        if word.text not in sizes:
            hint = "" if findings.near(word.text, sizes) else f"there are {listing(sorted(sizes))}"
            findings.unknown(
                "CLM702", f"unknown faction '{word.text}' in the line-up", word.span, word.text,
                suggestion=findings.near(word.text, sizes), hint=hint,
            )
            fine = False
    known = all(word.text in sizes for group in ruleset.pairs for word in group)
    return fine and known and _pairs_whole(line_up, ruleset, findings) and _numbers_right(line_up, ruleset, findings)


def _pairs_whole(line_up: syntax.LineUp, ruleset: syntax.Ruleset, findings: Findings) -> bool:
    names = {word.text for word in line_up.default}
    for group in ruleset.pairs:
        members = [word.text for word in group]
        there = [word for word in line_up.default if word.text in members]
        if there and len(there) < len(members):
            missing = listing([member for member in members if member not in names])
            findings.error(
                "CLM703", f"half a pair for {line_up.players} players: {there[0].text} comes with {missing}",
                there[0].span, hint=f"{listing(members)} come together or not at all",
            )
            return False
    return True


def _numbers_right(line_up: syntax.LineUp, ruleset: syntax.Ruleset, findings: Findings) -> bool:
    names = {word.text for word in line_up.default}
    groups = [group for group in ruleset.pairs if {word.text for word in group} <= names]
    free = len(names - {word.text for group in groups for word in group})
    places = free_places(line_up.free, groups)
    if (len(groups), free) == (line_up.pairs, places):
        return True
    stand = [group[0].text for group in groups if len(group) == 1]
    why = f", as {listing(stand)} {'stand in for a pair' if len(stand) == 1 else 'stand in for pairs'}" if stand else ""
    findings.error(
        "CLM704",
        f"the default for {line_up.players} players has {_counted_pairs(len(groups), len(stand))} and "
        f"{counted(free, 'free faction')}, where {counted(line_up.pairs, 'pair')} and "
        f"{counted(places, 'free faction')} are needed{why}", whole(line_up),
    )
    return False


def _counted_pairs(groups: int, stand: int) -> str:
    """Count pairs, and those that stand in for one, apart.

    >>> _counted_pairs(3, 2), _counted_pairs(2, 2), _counted_pairs(1, 0)
    ('1 pair, 2 stand-ins', '2 stand-ins', '1 pair')
    """
    pairs = [counted(groups - stand, "pair")] if groups > stand or not stand else []
    return ", ".join([*pairs, *([counted(stand, "stand-in")] if stand else [])])
