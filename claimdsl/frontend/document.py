"""From a merged tree to the ruleset as its author wrote it, with every expression parsed."""

from __future__ import annotations

from collections.abc import Mapping as Map

from claimdsl.diagnostics.report import Diagnostic, Report
from claimdsl.frontend import parts, syntax
from claimdsl.frontend.definitions import check_definitions, check_words
from claimdsl.frontend.sections import COUNTS, Needed, rows_of
from claimdsl.frontend.tree import Entry, Mapping, Scalar, Sequence
from claimdsl.frozen import replace
from claimdsl.ir.vocabulary import HOOKS, Body


def read(node: Mapping, report: Report) -> syntax.Ruleset | None:
    """Read a ruleset that has been validated and merged; None if more in it is wrong than expressions and cards.

    Reports: CLM212 to CLM218, and CLM3xx for its expressions.
    """
    found = Report()
    ruleset = _Reader(found).ruleset(node)
    check_definitions(ruleset, found)
    check_words(ruleset, node.span.source, found)
    faces = {face.name: face.value for faction in ruleset.factions for face in faction.faces}
    for diagnostic in found:
        report.add(_faced(diagnostic, faces))
    return None if found.is_broken else ruleset


def face_words(name: str, value: int) -> tuple[str, str]:
    """Say that a word in an expression is a face, and what stands there instead."""
    return f"'{name}' is a face: how cards are written", f"their value is a number: {value}"


def _faced(found: Diagnostic, faces: Map[str, int]) -> Diagnostic:
    """Say of a word with capitals that it is a face, if it is one."""
    name = found.span.text
    if found.code != "CLM309" or name not in faces:
        return found
    message, hint = face_words(name, faces[name])
    return replace(found, code="CLM427", message=message, suggestion=str(faces[name]), hint=hint, notes=())


class _Reader:
    """Reads the sections one by one and goes on after a mistake."""

    def __init__(self, report: Report) -> None:
        self._report = report

    def ruleset(self, node: Mapping) -> syntax.Ruleset:
        """Read all sections."""
        self._complete(node)
        name = parts.scalar_of(node, "name")
        line_up = parts.value_of(node, "line_up")
        scoring = node.find("scoring")
        return syntax.Ruleset(
            name=name.value if name is not None else "",
            span=name.span if name is not None else node.span,
            title=parts.text_of(node, "title"),
            description=parts.text_of(node, "description"),
            words=tuple((parts.word(entry.key), parts.text(entry.value)) for entry in parts.entries(node, "words")),
            setup=tuple(self._column(entry) for entry in _columns(parts.entries(node, "setup"))),
            pairs=_pairs(line_up) if isinstance(line_up, Mapping) else (),
            line_up=self._line_ups(_columns(parts.entries(node, "line_up"))),
            options=tuple(_option(entry) for entry in parts.entries(node, "options")),
            piles=self._piles(node),
            state=self._states(node),
            terms=self._terms(node),
            phases=self._phases(node),
            rules=self._powers(node, "rules"),
            factions=self._factions(node),
            scoring=None if scoring is None else self._scoring(scoring),
        )

    def _complete(self, node: Mapping) -> None:
        needed = [row.key for row in rows_of("ruleset") if row.needed is Needed.RESOLVED]
        missing = [key for key in needed if not parts.entries(node, key)]
        if missing:
            listed = ", ".join(f"'{key}'" for key in missing)
            first = node.find("name") or node.entries[0]
            span = first.key.span
            hint = "a ruleset that changes another one names it under `extends`"
            self._report.error("CLM214", f"the ruleset has no {listed}", span, hint=hint)

    # --- setup and line-up -------------------------------------------------------------------------------------------

    def _column(self, entry: Entry) -> syntax.SetupColumn:
        rows = []
        for row in entry.value.entries if isinstance(entry.value, Mapping) else ():
            if isinstance(row.value, Scalar):
                content = self._row(row.value)
                rows.append((parts.word(row.key), content, row.value.span))
        return syntax.SetupColumn(int(entry.key.value), entry.key.span, tuple(rows))

    def _row(self, scalar: Scalar) -> int | str:
        return int(scalar.value) if scalar.value.isdigit() else scalar.value

    def _line_ups(self, columns: tuple[Entry, ...]) -> tuple[syntax.LineUp, ...]:
        return tuple(self._line_up(entry, entry.value) for entry in columns if isinstance(entry.value, Mapping))

    def _line_up(self, entry: Entry, column: Mapping) -> syntax.LineUp:
        parts.require("seats", entry, (), self._report)
        pairs = parts.number_of(column, "pairs", self._report)
        free = parts.number_of(column, "free", self._report)
        default = parts.words_of(column, "default")
        return syntax.LineUp(int(entry.key.value), entry.key.span, pairs or 0, free or 0, default or ())

    # --- named things ------------------------------------------------------------------------------------------------

    def _piles(self, node: Mapping) -> tuple[syntax.Pile, ...]:
        found = parts.entries(node, "piles")
        return tuple(self._pile(entry, entry.value, found) for entry in found if isinstance(entry.value, Mapping))

    def _pile(self, entry: Entry, pile: Mapping, beside: tuple[Entry, ...]) -> syntax.Pile:
        parts.require("pile", entry, beside, self._report)
        return syntax.Pile(
            entry.key.value, entry.key.span, parts.word_of(pile, "of"), parts.word_of(pile, "seen_by"),
            parts.word_of(pile, "written"), parts.placed_number_of(pile, "holds", self._report),
        )

    def _states(self, node: Mapping) -> tuple[syntax.State, ...]:
        return tuple(self._state(entry) for entry in parts.entries(node, "state"))

    def _state(self, entry: Entry) -> syntax.State:
        name, span = entry.key.value, entry.key.span
        if not isinstance(entry.value, Mapping):
            kind = parts.word(entry.value) if isinstance(entry.value, Scalar) else None
            return syntax.State(name, span, None, None, None, kind)
        ends = parts.range_of(entry.value, "range", self._report)
        kind = parts.word_of(entry.value, "type")
        if (entry.value.find("range") is None) == (kind is None):
            self._report.error("CLM216", f"'{name}' has a 'range' if it is a number, else a 'type'", span)
        low, high = ends if ends is not None else (None, None)
        of, shown = (parts.word_of(entry.value, key) for key in ("of", "shown"))
        return syntax.State(name, span, of, low, high, kind, shown)

    def _terms(self, node: Mapping) -> tuple[syntax.Term, ...]:
        found = parts.keys(parts.entries(node, "terms"), self._report)
        return tuple(syntax.Term(key.name, key.span, key.expr) for key in found)

    def _phases(self, node: Mapping) -> tuple[syntax.Phase, ...]:
        found = parts.entries(node, "phases")
        return tuple(self._phase(entry, entry.value, found) for entry in found if isinstance(entry.value, Mapping))

    def _phase(self, entry: Entry, phase: Mapping, beside: tuple[Entry, ...]) -> syntax.Phase:
        parts.require("phase", entry, beside, self._report)
        tricks = parts.expr_of(phase, "tricks", self._report)
        return syntax.Phase(entry.key.value, entry.key.span, parts.text_of(phase, "title"), tricks)

    # --- powers ------------------------------------------------------------------------------------------------------

    def _powers(self, node: Mapping, key: str) -> tuple[syntax.Power, ...]:
        found = parts.entries(node, key)
        return tuple(self._power(entry, entry.value) for entry in found if isinstance(entry.value, Mapping))

    def _power(self, entry: Entry, power: Mapping) -> syntax.Power:
        counts = parts.words_of(power, "player_counts")
        hooks = (self._hook(hook) for hook in power.entries if hook.key.value in HOOKS)
        return syntax.Power(
            name=entry.key.value,
            span=entry.key.span,
            description=parts.text_of(power, "description"),
            phases=parts.words_of(power, "phase"),
            player_counts=None if counts is None else tuple(int(count.text) for count in counts),
            when=parts.expr_of(power, "when", self._report),
            cards=parts.word_of(power, "cards"),
            priority=parts.signed_of(power, "priority", self._report),
            hooks=tuple(hook for hook in hooks if hook is not None),
        )

    def _hook(self, entry: Entry) -> syntax.Hook | None:
        name, span, value = entry.key.value, entry.key.span, entry.value
        match HOOKS[name].body, value:
            case Body.KEYS, Mapping():
                return syntax.Hook(name, span, keys=parts.keys(value.entries, self._report))
            case Body.EVENT, Scalar():
                return syntax.Hook(name, span, block=parts.effects(value, self._report))
            case Body.VALUE, Scalar():
                return syntax.Hook(name, span, expr=parts.expr(value, self._report))
            case _:
                return None

    # --- factions and scoring ----------------------------------------------------------------------------------------

    def _factions(self, node: Mapping) -> tuple[syntax.Faction, ...]:
        found = parts.entries(node, "factions")
        return tuple(self._faction(entry, entry.value, found) for entry in found if isinstance(entry.value, Mapping))

    def _faction(self, entry: Entry, faction: Mapping, beside: tuple[Entry, ...]) -> syntax.Faction:
        parts.require("faction", entry, beside, self._report)
        return syntax.Faction(
            name=entry.key.value,
            span=entry.key.span,
            title=parts.text_of(faction, "title"),
            description=parts.text_of(faction, "description"),
            cards=parts.cards_of(faction, "cards", self._report),
            faces=parts.faces_of(faction, "faces", self._report),
            deal=parts.placed_number_of(faction, "deal", self._report),
            rest=parts.word_of(faction, "rest"),
            side=self._packs(faction),
            piles=self._piles(faction),
            state=self._states(faction),
            terms=self._terms(faction),
            phases=self._phases(faction),
            powers=self._powers(faction, "powers"),
        )

    def _packs(self, faction: Mapping) -> tuple[syntax.SidePack, ...]:
        packs = []
        for entry in parts.entries(faction, "side"):
            named, cards = None, None
            if isinstance(entry.value, Mapping):
                parts.require("pack", entry, (), self._report)
                named = parts.word_of(entry.value, "faction")
                cards = parts.cards_of(entry.value, "cards", self._report)
            elif isinstance(entry.value, Scalar):
                cards = parts.cards(entry.value, self._report)
            if cards is not None:
                packs.append(syntax.SidePack(entry.key.value, entry.key.span, named, cards))
        return tuple(packs)

    def _scoring(self, entry: Entry) -> syntax.Scoring | None:
        if not isinstance(entry.value, Mapping):
            return None
        parts.require("scoring", entry, (), self._report)
        ranks = parts.keys(parts.entries(entry.value, "ranks"), self._report)
        return syntax.Scoring(entry.key.span, parts.word_of(entry.value, "from"), ranks)


def _columns(found: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Give the entries of player counts, the fewest first."""
    return tuple(sorted((entry for entry in found if entry.key.value in COUNTS), key=lambda entry: entry.key.value))


def _pairs(line_up: Mapping) -> tuple[tuple[syntax.Word, ...], ...]:
    pairs = parts.value_of(line_up, "pairs")
    return tuple(parts.words(pair) for pair in pairs.items) if isinstance(pairs, Sequence) else ()


def _option(entry: Entry) -> syntax.Option:
    if not isinstance(entry.value, Mapping):
        return syntax.Option(entry.key.value, entry.key.span, parts.words(entry.value), None)
    values = parts.words_of(entry.value, "values")
    return syntax.Option(entry.key.value, entry.key.span, values or (), parts.word_of(entry.value, "fixed"))
