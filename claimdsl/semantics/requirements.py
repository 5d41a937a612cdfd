"""What every ruleset must have: piles, phases, setup, and the answers that the flow of the game cannot do without."""

from __future__ import annotations

from itertools import islice

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.ir import nodes
from claimdsl.ir.types import Shape
from claimdsl.semantics import faces
from claimdsl.semantics.checks import BLIND
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.names import Names, card_values, numbers_prevail
from claimdsl.semantics.speech import listing

SIDES = "sides"
_MOST_ROWS = 100
_REQUIRED_PILES = (("hand", "player", "what a player plays from"), ("stock", "table", "where the shuffled deck lies"))


def check(ruleset: syntax.Ruleset, names: Names, findings: Findings) -> None:
    """Check the sections of a ruleset.  Reports: what is missing in piles, setup, line-ups, phases and factions."""
    _piles(ruleset, names, findings)
    _setup(ruleset, findings)
    _factions(ruleset, names, findings)
    faces.check(ruleset, findings)
    _scoring(ruleset, names, findings)


def check_answers(ruleset: syntax.Ruleset, rules: tuple[nodes.HookRule, ...], findings: Findings) -> None:
    """Check the hooks that have no answer of their own.  Reports: phases where no rule of the table gives one."""
    for phase in ruleset.phases:
        if not _answered("goes_to", phase.name, rules):
            _unanswered("goes_to", "where the cards of a trick go", phase, findings)
        if _asked("offers", phase.name, rules) and not _answered("takes_to", phase.name, rules):
            _unanswered("takes_to", "where a taken card goes", phase, findings)
    scoring = ruleset.scoring
    if scoring is not None and scoring.pile is not None and not _answered("majority", None, rules):
        findings.error(
            "CLM706", "no rule of the table says for certain how the vote of a faction is decided (majority)",
            scoring.span, hint="add `majority` to a power under rules, without `when` and `player_counts`",
        )


def _unanswered(hook: str, what: str, phase: syntax.Phase, findings: Findings) -> None:
    findings.error(
        "CLM706", f"in phase '{phase.name}' no rule of the table says for certain {what} ({hook})", phase.span,
        hint=f"add `{hook}` to a power under rules, without `when` and `player_counts`",
    )


def _answered(hook: str, phase: str | None, rules: tuple[nodes.HookRule, ...]) -> bool:
    """Say whether a rule of the table answers a hook whatever happens."""
    return any(
        rule.hook == hook and rule.origin.faction == "" and rule.when is None and rule.player_counts is None
        and (phase is None or rule.phases is None or phase in rule.phases)
        and (rule.value is None or _is_certain(rule.value))
        for rule in rules
    )


def _is_certain(value: nodes.Expr) -> bool:
    """Say whether a pile is one whatever happens: a pile of a player who may be nothing is none then."""
    match value:
        case nodes.PileOf(owner=owner):
            return owner is None or owner.type.shape is Shape.ONE
        case nodes.If():
            return _is_certain(value.yes) and _is_certain(value.no)
        case nodes.Known(name="base"):
            return False
        case _:
            return True


def _asked(hook: str, phase: str, rules: tuple[nodes.HookRule, ...]) -> bool:
    return any(rule.hook == hook and (rule.phases is None or phase in rule.phases) for rule in rules)


def _piles(ruleset: syntax.Ruleset, names: Names, findings: Findings) -> None:
    place = ruleset.piles[0].span if ruleset.piles else ruleset.span
    for name, of, why in _REQUIRED_PILES:
        spec = names.piles.get(name)
        if spec is None or spec.factions:
            findings.unknown("CLM707", f"a ruleset needs a pile '{name}' of {of}: {why}", place, name)
        elif spec.of != of:
            span = next(pile.span for pile in ruleset.piles if pile.name == name)
            findings.error("CLM707", f"pile '{name}' must be of {of}: it is {why}", span)
    if not ruleset.phases:
        findings.error("CLM713", "a ruleset needs a phase", ruleset.span)
    for phase in (*ruleset.phases, *(phase for faction in ruleset.factions for phase in faction.phases)):
        if phase.tricks is None:
            findings.error("CLM713", f"phase '{phase.name}' must say its greatest number of tricks", phase.span)


def _setup(ruleset: syntax.Ruleset, findings: Findings) -> None:
    if not ruleset.setup:
        findings.error("CLM710", "a ruleset needs a setup for at least one player count", ruleset.span)
        return
    counts = {column.players for column in ruleset.setup}
    lined = {line_up.players for line_up in ruleset.line_up}
    for column in ruleset.setup:
        if not 2 <= column.players <= 4:
            findings.error("CLM710", f"games are for 2, 3 or 4 players, not {column.players}", column.span)
        elif column.players not in lined:
            findings.error("CLM710", f"{column.players} players have a setup, but no line-up", column.span)
        _sides(column, findings)
    for line_up in ruleset.line_up:
        if line_up.players not in counts:
            findings.error("CLM710", f"{line_up.players} players have a line-up, but no setup", line_up.span)
    _rows(ruleset.setup, findings)


def _rows(columns: tuple[syntax.SetupColumn, ...], findings: Findings) -> None:
    """Check that all player counts have the same rows, of the same kind."""
    found: dict[str, list[tuple[int, bool, Span]]] = {}
    for column in columns:
        for word, value, _ in column.rows:
            found.setdefault(word.text, []).append((column.players, isinstance(value, int), word.span))
    lacking = {name: _lacking(name, found, columns) for name in found}
    searched = islice(found, _MOST_ROWS)
    blamed = {name: near for name in searched if (near := _meant_row(name, lacking)) is not None}
    for name, places in found.items():
        if name in blamed:
            message = f"row '{name}' is in the setup of {listing([str(place[0]) for place in places])} players alone"
            findings.error("CLM709", message, places[0][2], suggestion=blamed[name])
        elif lacking[name] and name not in (SIDES, BLIND) and name not in blamed.values():
            message = f"row '{name}' is missing in the setup of {listing(lacking[name])} players"
            findings.error("CLM709", message, places[0][2])
        counted = numbers_prevail([is_number for _, is_number, _ in places])
        others = listing([str(players) for players, is_number, _ in places if is_number is counted])
        for players, is_number, span in places:
            if is_number is not counted:
                meant = "a whole number" if counted else "a word"
                findings.error("CLM709", f"row '{name}' is {meant} for {others} players, not for {players}", span)


def _lacking(
    name: str, found: dict[str, list[tuple[int, bool, Span]]], columns: tuple[syntax.SetupColumn, ...]
) -> list[str]:
    """Give the player counts whose setup has no such row."""
    there = [players for players, _, _ in found[name]]
    return [str(column.players) for column in columns if column.players not in there]


def _meant_row(name: str, lacking: dict[str, list[str]]) -> str | None:
    """Give the row that one was meant to be: near to it, and missing where this one is, or there for all to change."""
    counts = set(lacking[name])
    if not counts or name == SIDES:
        return None
    before, missing, whole = True, [], []
    for other, others in islice(lacking.items(), _MOST_ROWS):
        before = before and other != name
        if not others:
            whole.append(other)
        elif not counts & set(others) and (len(others) < len(counts) or (before and len(others) == len(counts))):
            missing.append(other)
    return nearest(name, [*missing, *whole, SIDES])


def _sides(column: syntax.SetupColumn, findings: Findings) -> None:
    for word, value, span in column.rows:
        if word.text != SIDES:
            continue
        if value not in ("each", "opposite"):
            near = findings.near(str(value), ("each", "opposite"))
            findings.error("CLM712", f"sides are `each` or `opposite`, not '{value}'", span, suggestion=near)
        elif value == "opposite" and column.players != 4:
            findings.error("CLM712", f"only four players sit opposite one another, not {column.players}", span)


def _factions(ruleset: syntax.Ruleset, names: Names, findings: Findings) -> None:
    if not ruleset.factions:
        findings.error("CLM711", "a ruleset needs factions", ruleset.span)
    for faction in ruleset.factions:
        if faction.cards is None or faction.cards.runs:
            _dealt(faction, len(card_values(faction.cards)), findings)
        if faction.rest is not None:
            _table_pile(faction.rest.text, faction.rest.span, faction.name, names, findings)
        for side in faction.side:
            _table_pile(side.pile, side.span, faction.name, names, findings)
        for phase in faction.phases:
            if phase.name not in names.phases:
                _unknown_phase(phase.name, phase.span, names, findings)
    for group in ruleset.pairs:
        for word in group:
            if word.text not in names.factions:
                findings.unknown(
                    "CLM702", f"unknown faction '{word.text}' in a pair", word.span, word.text,
                    suggestion=findings.near(word.text, names.factions),
                )


def _dealt(faction: syntax.Faction, size: int, findings: Findings) -> None:
    if size == 0:
        findings.error("CLM711", f"faction '{faction.name}' has no cards", faction.span)
    if faction.deal is not None and not 0 < faction.deal[0] <= size:
        message = f"{faction.deal[0]} of {size} {faction.name} cannot be dealt"
        findings.error("CLM711", message, faction.deal[1])
    if faction.deal is not None and faction.rest is None and faction.deal[0] < size:
        message = f"the pile for the {faction.name} that are not dealt is missing (rest)"
        findings.error("CLM711", message, faction.deal[1])


def _table_pile(name: str, span: Span, faction: str, names: Names, findings: Findings) -> None:
    tables = (spec for spec in names.piles.values() if spec.of == "table")
    known = [spec.name for spec in tables if not spec.factions or faction in spec.factions]
    if name not in known:
        hint = "" if findings.near(name, known) else "it must be a pile of the table"
        message = f"unknown pile '{name}'"
        findings.unknown("CLM424", message, span, name, suggestion=findings.near(name, known), hint=hint)


def _unknown_phase(name: str, span: Span, names: Names, findings: Findings) -> None:
    near = findings.near(name, names.phases)
    hint = "" if near else f"there are {listing(names.phases)}"
    findings.unknown("CLM421", f"unknown phase '{name}'", span, name, suggestion=near, hint=hint)


def _scoring(ruleset: syntax.Ruleset, names: Names, findings: Findings) -> None:
    scoring = ruleset.scoring
    if scoring is None or not scoring.ranks:
        place = ruleset.span if scoring is None else scoring.span
        findings.error("CLM708", "a ruleset needs scoring.ranks: the keys that say which side wins", place)
    if scoring is not None and scoring.pile is not None:
        known = [spec.name for spec in names.piles.values() if spec.of == "player" and not spec.factions]
        if scoring.pile.text not in known:
            near = findings.near(scoring.pile.text, known)
            hint = "" if near else f"piles of a player are {listing(known)}"
            message = f"unknown pile of a player '{scoring.pile.text}'"
            findings.unknown("CLM424", message, scoring.pile.span, scoring.pile.text, suggestion=near, hint=hint)
