"""One hook being checked: what is in scope, its variables, and where each typed node stands in the text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from claimdsl.diagnostics.report import Note
from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes, vocabulary
from claimdsl.ir.types import UNKNOWN, Kind, Shape, Type
from claimdsl.semantics.findings import Definition, Findings
from claimdsl.semantics.names import Names

NOTHING = Type(Kind.UNKNOWN, Shape.MAYBE)

E = TypeVar("E", bound=nodes.Expr)


class Setting(Frozen):
    """Where an expression stands: the hook, the engine's names there, the type of `base`, whose power it is."""

    hook: str
    names: frozenset[str]
    base: Type | None
    faction: str
    anything: bool = False

    @property
    def where(self) -> str:
        """Name the place for a message."""
        return f"scoring.{self.hook}" if self.hook == vocabulary.RANKS else self.hook


class Places:
    """Remembers where nodes stand, by identity; it keeps them alive."""

    def __init__(self) -> None:
        self._spans: dict[int, tuple[nodes.Expr | nodes.Effect, Span]] = {}

    def put(self, node: nodes.Expr | nodes.Effect, span: Span) -> None:
        """Note the place of a node; the first, innermost place stays."""
        self._spans.setdefault(id(node), (node, span))

    def find(self, node: nodes.Expr | nodes.Effect, otherwise: Span) -> Span:
        """Give the place of a node."""
        kept = self._spans.get(id(node))
        return otherwise if kept is None else kept[1]


class Scope:
    """The names of one hook while it is elaborated."""

    def __init__(
        self, names: Names, findings: Findings, setting: Setting, used: set[tuple[str, str]], hook: str = ""
    ) -> None:
        self.names = names
        self.findings = findings
        self.setting = setting
        self.used = used
        self.hook = hook
        self.places = Places()
        self.locals: dict[str, nodes.Local] = {}
        self.ranges: dict[int, tuple[int, int] | None] = {}
        self.terms: dict[tuple[str, str], nodes.Expr] = {}
        self.open_terms: list[tuple[str, str]] = []
        self.keys: dict[int, tuple[str, str]] = {}
        self.use: Span | None = None
        self.depth = 0
        self.loops = 0
        self._last_id = 0

    def fresh(self, name: str, given: Type) -> nodes.Local:
        """Make a variable that no name reaches."""
        self._last_id += 1
        return nodes.Local(given, self._last_id, name)

    def bind(self, name: str, span: Span, given: Type) -> nodes.Local:
        """Make a variable and let its name mean it.  Reports: a name that means something already."""
        taken = self.meaning(name)
        if taken:
            self.error("CLM416", f"'{name}' already means {taken}; give the variable another name", span)
        local = self.fresh(name, given)
        self.locals[name] = local
        key = ("variable", f"{name} {span.start} {span.source.name}")
        self.findings.variables.append(Definition("variable", name, span, key, self.hook))
        self.keys[local.id] = key
        return local

    def meaning(self, name: str) -> str:
        """Say what a bare name means without being looked up in terms or hooks; empty for nothing."""
        if name in self.locals:
            return "a variable around it"
        if name in vocabulary.NAMES:
            return vocabulary.NAMES[name].text
        if name in ("base", "nothing", "setup"):
            return "something of the language itself"
        if name in self.names.factions or name in self.names.packs:
            return "a faction"
        if name in self.names.options:
            return "an option"
        if (self.setting.faction, name) in self.names.terms or ("", name) in self.names.terms:
            return "a term"
        pile = self.names.piles.get(name)
        if pile is not None and pile.of == "table" and self.sees(*pile.factions):
            return "a pile"
        state = self.names.states.get(name)
        return "a state" if state is not None and state.of == "table" and self.sees(state.faction) else ""

    def sees(self, *factions: str) -> bool:
        """Say whether what factions, or "" or none for the table, declare is known here."""
        return not factions or "" in factions or self.setting.faction in factions

    @contextmanager
    def inner(self) -> Iterator[None]:
        """Forget, at the end, the variables bound within."""
        kept = dict(self.locals)
        try:
            yield
        finally:
            self.locals = kept

    @contextmanager
    def inside_term(self, key: tuple[str, str], use: Span) -> Iterator[None]:
        """Elaborate a term: outer variables are out of reach, and mistakes of scope point at the use."""
        kept, outer, hook = self.locals, self.use, self.hook
        self.locals, self.use = {}, outer if outer is not None else use
        self.hook = f"term {key[0]}.{key[1]}"
        self.open_terms.append(key)
        try:
            yield
        finally:
            self.open_terms.pop()
            self.locals, self.use, self.hook = kept, outer, hook

    def error(
        self, code: str, message: str, span: Span, *, suggestion: str | None = None, hint: str = "",
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Report a mistake at its own place."""
        self.findings.error(code, message, span, suggestion=suggestion, hint=hint, notes=notes)

    def fail(
        self, code: str, message: str, span: Span, *, suggestion: str | None = None, hint: str = ""
    ) -> nodes.Expr:
        """Report a mistake and give the node that stands for what is not known."""
        self.error(code, message, span, suggestion=suggestion, hint=hint)
        return nodes.Nothing(UNKNOWN)

    def unknown(
        self, code: str, message: str, span: Span, word: str, *, suggestion: str | None = None, hint: str = "",
        option: str = "",
    ) -> nodes.Expr:
        """Report a word that names nothing here, and give the node that stands for what is not known."""
        findings, hook = self.findings, self.hook
        findings.unknown(code, message, span, word, suggestion=suggestion, hint=hint, hook=hook, option=option)
        return nodes.Nothing(UNKNOWN)

    def unread(self, node: syntax.Unread) -> nodes.Expr:
        """Give the node that stands for what could not be read; the names in it count as used."""
        self.findings.failed = True
        self.used.update(("unread", word) for word in node.words)
        return nodes.Nothing(UNKNOWN)

    def put(self, node: E, span: Span) -> E:
        """Note the place of a node and give it back."""
        self.places.put(node, span)
        return node


def broken(node: nodes.Expr) -> bool:
    """Say whether a node stands for a mistake that has been reported."""
    return node.type == UNKNOWN
