"""What is known where reading a scalar failed: the leaf that fits nowhere, those before it, and what might stand."""

from __future__ import annotations

from claimdsl.diagnostics.report import Diagnostic, Note
from claimdsl.diagnostics.source import Span
from claimdsl.frontend.lexer import DEDENT, END, NEWLINE, Leaf
from claimdsl.frozen import Frozen
from claimdsl.ir import vocabulary

VERBS = tuple(vocabulary.VERBS)
WORDS = tuple(word for word in vocabulary.KEYWORDS if word not in ("base", "nothing"))
OPERAND_STARTS = frozenset({"NAME", "INT", "TRUE", "FALSE", "LPAR"})
OPERATORS = frozenset({"COMPARE", "IN", "SIGN", "OTHERWISE", "AND", "OR", "DOT"})


class Trouble(Frozen):
    """A failure to read.  `at` is the place of the unexpected leaf in `leaves`, or their number at the end."""

    window: Span
    start: str
    leaves: tuple[Leaf, ...]
    at: int
    accepts: frozenset[str]

    @property
    def type(self) -> str:
        """Give the type of the unexpected leaf."""
        return self.leaves[self.at].type if self.at < len(self.leaves) else END

    @property
    def value(self) -> str:
        """Give the text of the unexpected leaf."""
        return self.leaves[self.at].value if self.at < len(self.leaves) else ""

    @property
    def is_end(self) -> bool:
        """Say whether the text or its line ends here."""
        return self.type in (END, NEWLINE, DEDENT)

    @property
    def begins_operand(self) -> bool:
        """Say whether the unexpected leaf could begin a value."""
        return self.type in OPERAND_STARTS

    @property
    def wants_operand(self) -> bool:
        """Say whether any value might stand here."""
        return self.accepts >= OPERAND_STARTS

    @property
    def wants_effect(self) -> bool:
        """Say whether a simple effect might begin here."""
        return "MOVE" in self.accepts

    @property
    def span(self) -> Span:
        """Give the place of the unexpected leaf; where a text or line ends, the point after the last token."""
        if not self.is_end:
            return self.of(self.leaves[self.at])
        seen = [leaf for leaf in self.leaves[: self.at] if leaf.value]
        return self.point(seen[-1].end_pos) if seen else self.window

    def before(self, count: int) -> Leaf | None:
        """Give the leaf that stands `count` before the unexpected one."""
        return self.leaves[self.at - count] if self.at >= count else None

    def after(self, count: int) -> Leaf | None:
        """Give the leaf that stands `count` after the unexpected one."""
        return self.leaves[self.at + count] if self.at + count < len(self.leaves) else None

    def of(self, leaf: Leaf) -> Span:
        """Give the place of a leaf."""
        return Span(leaf.source, leaf.start_pos, leaf.end_pos)

    def between(self, start: int, end: int) -> Span:
        """Give the place between two offsets."""
        return Span(self.window.source, start, end)

    def point(self, offset: int) -> Span:
        """Give an empty span."""
        return self.between(offset, offset)

    def opened(self) -> tuple[int, ...]:
        """Give the places in `leaves` of the parentheses that are open, the outermost first."""
        stack: list[int] = []
        for i, leaf in enumerate(self.leaves[: self.at]):
            if leaf.type == "LPAR":
                stack.append(i)
            elif leaf.type == "RPAR" and stack:
                stack.pop()
        return tuple(stack)

    def error(self, code: str, message: str, span: Span | None = None, suggestion: str | None = None,
              hint: str = "") -> Diagnostic:
        """Make the diagnostic; a parenthesis that might be closed here is noted."""
        notes: tuple[Note, ...] = ()
        opened = self.opened()
        if opened and "RPAR" in self.accepts and self.type != "UNKNOWN" and suggestion is None:
            notes = (Note("this '(' is open", self.of(self.leaves[opened[-1]])),)
        return Diagnostic(code, message, span or self.span, suggestion=suggestion, hint=hint, notes=notes)
