"""Two trees, one laid over the other, become one; what each file changed is written down, to find files that clash."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as Mapped

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Note, Report
from claimdsl.diagnostics.source import Span
from claimdsl.frontend.sections import REMOVE
from claimdsl.frontend.tree import Entry, Mapping, Node, Scalar, Sequence, Style
from claimdsl.frozen import Frozen

Path = tuple[str, ...]
_LONG = 4


class Change(Frozen):
    """One thing that a file made different: `print` is its new content, spans left aside; `by` is the file."""

    path: Path
    print: str
    span: Span
    by: str


class Replaced(Frozen):
    """A single value that a file put in the place of another one."""

    path: Path
    old: Scalar
    new: Scalar


class Overlay:
    """Lays one file over what lies beneath.

    `origin` is what lay there before any file of the same `use` list, or None where no clash can be; `family` holds the
    file and all that it uses itself; `writers` says who wrote a place last.
    """

    def __init__(
        self, by: str, family: frozenset[str], origin: Mapping | None, report: Report, writers: dict[Path, str]
    ) -> None:
        self.by = by
        self.family = family
        self.origin = origin
        self.report = report
        self.writers = writers
        self.changes: list[Change] = []
        self.replaced: list[Replaced] = []

    def lay(self, lower: Mapping, upper: Mapping) -> Mapping:
        """Give the mapping that results.

        Reports: CLM606 to CLM609.
        """
        return self._mapping(lower, upper, self.origin, ())

    def _mapping(self, lower: Mapping, upper: Mapping, origin: Mapping | None, path: Path) -> Mapping:
        entries = {entry.key.value: entry for entry in lower.entries}
        for item in removed(upper):
            self._remove(entries, item, origin, path)
        for entry in upper.entries:
            key = entry.key.value
            if key != REMOVE:
                before = None if origin is None else origin.find(key)
                laid = self._entry(entries.get(key), entry, before, (*path, key))
                if laid is None:
                    message = f"there is no option '{key}' to change"
                    self.report.error("CLM607", message, entry.key.span, suggestion=self._near(key, entries))
                else:
                    entries[key] = laid
        return Mapping(tuple(entries.values()), lower.span if lower.entries else upper.span)

    def _remove(self, entries: dict[str, Entry], item: Scalar, origin: Mapping | None, path: Path) -> None:
        name = item.value
        was_there = origin is not None and origin.find(name) is not None
        if name not in entries and not was_there:
            where = f" in '{'.'.join(path)}'" if path else ""
            message = f"there is no '{name}'{where} to remove"
            self.report.error("CLM606", message, item.span, suggestion=self._near(name, entries))
            return
        entries.pop(name, None)
        self._change((*path, name), "removed", item.span)

    def _entry(self, old: Entry | None, entry: Entry, before: Entry | None, path: Path) -> Entry | None:
        if len(path) == 2 and path[0] == "options":
            return self._option(old, entry, before, path)
        if path == ("line_up", "pairs") and isinstance(entry.value, Mapping):
            return self._more_pairs(old, entry, before, path)
        if isinstance(entry.value, Mapping):
            return self._submapping(old, entry, entry.value, before, path)
        if old is not None and self._restates(entry.value, before):
            return self._standing(old, entry, path)
        self._change(path, print_of(entry.value), entry.key.span)
        if old is not None and isinstance(old.value, Scalar) and isinstance(entry.value, Scalar):
            self.replaced.append(Replaced(path, old.value, entry.value))
        return entry

    def _restates(self, value: Node, before: Entry | None) -> bool:
        """Say whether a file only repeats what was there before all files of its `use` list."""
        return before is not None and print_of(before.value) == print_of(value)

    def _standing(self, old: Entry, entry: Entry, path: Path) -> Entry:
        """Keep what another file of the list changed; what the file's own family changed gives way."""
        return entry if self.writers.get(path, self.by) in self.family else old

    def _submapping(
        self, old: Entry | None, entry: Entry, upper: Mapping, before: Entry | None, path: Path,
    ) -> Entry:
        lower = old.value if old is not None and isinstance(old.value, Mapping) else None
        origin = before.value if before is not None and isinstance(before.value, Mapping) else None
        noted = len(self.changes)
        merged = self._mapping(lower or Mapping((), upper.span), upper, origin or Mapping((), upper.span), path)
        if self.origin is not None and origin is None and _is_thing(path):
            del self.changes[noted:]
            self._change(path, print_of(upper), entry.key.span)
        return Entry(entry.key if old is None or lower is None else old.key, merged)

    def _more_pairs(self, old: Entry | None, entry: Entry, before: Entry | None, path: Path) -> Entry:
        """Add pairs to those that are there; other files of the list may add the same."""
        pairs = {print_of(pair): pair for pair in _items(old)}
        known = {print_of(pair) for pair in _items(before if self.origin is not None else old)}
        for pair in _items(entry.value.find("also") if isinstance(entry.value, Mapping) else None):
            if print_of(pair) in known:
                self.report.error("CLM609", "this pair is there already", pair.span)
            pairs.setdefault(print_of(pair), pair)
            self._change((*path, f"also {print_of(pair)}"), "also", pair.span)
        span = entry.value.span if old is None else old.value.span
        return Entry(entry.key if old is None else old.key, Sequence(tuple(pairs.values()), span))

    # --- options: a list, or a mapping with also, fixed, remove; merged they are {values: [...], fixed: word} ---------

    def _option(self, old: Entry | None, entry: Entry, before: Entry | None, path: Path) -> Entry | None:
        """Give the changed option; None where there is none to change."""
        if isinstance(entry.value, Sequence):
            values = Mapping((Entry(_word("values", entry.key.span), entry.value),), entry.value.span)
            if old is not None and self._restates(values, before):
                return self._standing(old, Entry(entry.key, values), path)
            if old is not None and isinstance(old.value, Mapping):
                self._check_values(scalars(old.value, "values"), entry.value, path)
            self._change(path, print_of(values), entry.key.span)
            return Entry(entry.key, values)
        listed = entry.value.find("values") if isinstance(entry.value, Mapping) else None
        if listed is not None and isinstance(listed.value, Sequence):
            old = self._option(old, Entry(entry.key, listed.value), before, path)
        if old is None or not isinstance(old.value, Mapping) or not isinstance(entry.value, Mapping):
            return None
        return Entry(old.key, self._changed_option(old.value, entry.value, before, path))

    def _near(self, word: str, known: Iterable[str]) -> str | None:
        return None if self.report.is_crowded else nearest(word, known)

    def _check_values(self, old: tuple[Scalar, ...], new: Sequence, path: Path) -> None:
        """Report a value that is almost one which the list lacks."""
        words = [item for item in new.items if isinstance(item, Scalar)]
        before, after = {item.value for item in old}, {item.value for item in words}
        for item in words:
            near = None if item.value in before else self._near(item.value, sorted(before - after))
            if near is not None and len(item.value) >= _LONG:
                message = f"'{item.value}' is no value of '{path[-1]}'"
                hint = f"did you mean '{near}'? a new value is added with `also`"
                self.report.error("CLM607", message, item.span, suggestion=near, hint=hint)

    def _changed_option(self, old: Mapping, upper: Mapping, before: Entry | None, path: Path) -> Mapping:
        values = {item.value: item for item in scalars(old, "values")}
        fixed = old.find("fixed")
        gone: dict[str, Scalar] = {}
        for item in removed(upper):
            if values.pop(item.value, None) is not None:
                gone[item.value] = item
            elif item.value == "fixed" and fixed is not None:
                fixed = None
            else:
                message = f"'{path[-1]}' has no value '{item.value}' to remove"
                self.report.error("CLM606", message, item.span, suggestion=self._near(item.value, values))
                continue
            self._change((*path, item.value), "removed", item.span)
        for item in scalars(upper, "also"):
            self._also(values, item, before, path)
        nailed = upper.find("fixed")
        if nailed is not None and isinstance(nailed.value, Scalar):
            fixed = nailed
            self._change((*path, "fixed"), nailed.value.value, nailed.key.span)
        if fixed is not None and isinstance(fixed.value, Scalar) and fixed.value.value not in values:
            self._nailed_to_none(fixed.value, values, gone, path)
        first = old.find("values")
        span = old.span if first is None else first.value.span
        listed = Entry(_word("values", span), Sequence(tuple(values.values()), span))
        return Mapping((listed,) if fixed is None else (listed, fixed), old.span)

    def _nailed_to_none(self, word: Scalar, values: Iterable[str], gone: Mapped[str, Scalar], path: Path) -> None:
        """Report a switch that is nailed to a value which it does not have, or has no more."""
        value, name = word.value, path[-1]
        if value not in gone:
            message = f"'{value}' is no value of '{name}'"
            self.report.error("CLM607", message, word.span, suggestion=nearest(value, values))
            return
        hint = f"take the nail out as well, `remove: [{value}, fixed]`, or give `fixed` another value"
        notes = (Note(f"'{name}' is nailed to it here", word.span),)
        message = f"'{value}' is what '{name}' is nailed to"
        self.report.error("CLM607", message, gone[value].span, hint=hint, notes=notes)

    def _also(self, values: dict[str, Scalar], item: Scalar, before: Entry | None, path: Path) -> None:
        was = before.value if before is not None and isinstance(before.value, Mapping) else None
        others = was is not None and item.value not in {value.value for value in scalars(was, "values")}
        if item.value in values and not others:
            self.report.error("CLM609", f"'{item.value}' is a value of '{path[-1]}' already", item.span)
            return
        values.setdefault(item.value, item)
        self._change((*path, f"also {item.value}"), "also", item.span)

    def _change(self, path: Path, content: str, span: Span) -> None:
        self.writers[path] = self.by
        self.changes.append(Change(path, content, span, self.by))


def _is_thing(path: Path) -> bool:
    """Say whether a path names a thing of the author's: a faction, a power, a pile; not a section or a key."""
    return len(path) in (2, 4) and path[0] != "scoring"


def removed(mapping: Mapping) -> tuple[Scalar, ...]:
    """Give the names under `remove`."""
    return scalars(mapping, REMOVE)


def scalars(mapping: Mapping, key: str) -> tuple[Scalar, ...]:
    """Give the scalars of the list under a key; none where it is absent."""
    entry = mapping.find(key)
    if entry is None or not isinstance(entry.value, Sequence):
        return ()
    return tuple(item for item in entry.value.items if isinstance(item, Scalar))


def print_of(node: Node) -> str:
    """Write a tree so that two trees of the same content, wherever they stand, are written alike."""
    match node:
        case Scalar():
            return repr(node.value.strip())
        case Sequence():
            return f"[{', '.join(print_of(item) for item in node.items)}]"
        case Mapping():
            return "{" + ", ".join(f"{entry.key.value!r}: {print_of(entry.value)}" for entry in node.entries) + "}"


def _items(entry: Entry | None) -> tuple[Node, ...]:
    return entry.value.items if entry is not None and isinstance(entry.value, Sequence) else ()


def _word(text: str, span: Span) -> Scalar:
    return Scalar(text, Style.PLAIN, span, span)
