"""A file, its parent and the files that it uses become one tree: parents first, then `use` in order, then its own."""

from __future__ import annotations

import re
from typing import Protocol

from claimdsl.diagnostics.report import Note, Report
from claimdsl.diagnostics.source import Span
from claimdsl.frontend.tree import Entry, Mapping, Node, Scalar, Style
from claimdsl.frozen import Frozen
from claimdsl.resources import shipped_names
from claimdsl.semantics.overlay import Change, Overlay, Path, Replaced, scalars

_HEAD = ("claimdsl", "name", "title", "description", "extends", "use")
_LABELS = ("name", "title", "description")


class Loader(Protocol):
    """Finds, reads and validates the files that others name."""

    def open(self, reference: str, beside: str, span: Span | None, report: Report) -> tuple[str, Node] | None:
        """Give the file's own name and its tree; `beside` is the own name of the file that refers, "" for a person."""
        ...


def resolve(
    top: Node, name: str, extra_use: tuple[str, ...], loader: Loader, report: Report,
    replaced: list[Replaced] | None = None,
) -> Mapping | None:
    """Put a file together with all that it builds on.

    `name` is the own name that the loader gave.  A file without a base of its own is laid over `base`.  Spans point
    into the file that each part comes from; an option becomes {values: [...], fixed: word}.  `replaced` is filled with
    the values that files put in the place of others.
    Reports: CLM601 to CLM609.
    """
    if not isinstance(top, Mapping):
        return None
    resolution = _Resolution(loader, Report())
    merged = resolution.ruleset(top, name, extra_use)
    for diagnostic in resolution.report:
        report.add(diagnostic)
    if replaced is not None:
        replaced.extend(resolution.replaced)
    return None if merged is None or resolution.report.is_broken else _labelled(top, name, merged)


def stands_alone(node: Mapping) -> bool:
    """Say whether a file is a whole ruleset, and not factions or house rules for others to use."""
    return node.find("extends") is not None or all(node.find(key) is not None for key in ("setup", "phases"))


class _File(Frozen):
    name: str
    node: Mapping

    @property
    def shown(self) -> str:
        return self.node.span.source.name


class _Reference(Frozen):
    text: str
    span: Span | None


class _Used(Frozen):
    """One used file that has been laid down: all that it changed, and the files that it consists of."""

    changes: tuple[Change, ...]
    family: frozenset[str]


class _Resolution:
    """One resolution: the files laid down so far, for each is laid down once."""

    def __init__(self, loader: Loader, report: Report) -> None:
        self.loader = loader
        self.report = report
        self.used: dict[str, _Used] = {}
        self.writers: dict[Path, str] = {}
        self.replaced: list[Replaced] = []

    def ruleset(self, top: Mapping, name: str, extra_use: tuple[str, ...]) -> Mapping | None:
        """Resolve a file and what a person adds to it; one that does not stand alone is laid over `base`."""
        file = _File(name, top)
        if stands_alone(top):
            merged = self._whole(file, ())
        else:
            merged = self._parent(_Reference("base", None), file, ())
            merged = None if merged is None else self._lay_all((file,), merged, None, ())
        if merged is None or not extra_use:
            return merged
        return self._use(tuple(_Reference(text, None) for text in extra_use), _File("", top), merged, None, (file,))

    def _whole(self, file: _File, chain: tuple[_File, ...]) -> Mapping | None:
        """Resolve a file that stands alone: what it extends, what it uses, its own."""
        chain = (*chain, file)
        merged: Mapping | None = Mapping((), file.node.span)
        extends = file.node.find("extends")
        if extends is not None and isinstance(extends.value, Scalar):
            merged = self._parent(_Reference(extends.value.value, extends.value.span), file, chain)
        if merged is not None:
            merged = self._use(_references(file.node), file, merged, None, chain)
        if merged is None:
            return None
        return self._lay(file, merged, None, frozenset({file.name}))[0]

    def _parent(self, reference: _Reference, file: _File, chain: tuple[_File, ...]) -> Mapping | None:
        parent = self._open(reference, file, chain)
        if parent is None or stands_alone(parent.node):
            return None if parent is None else self._whole(parent, chain)
        message = f"{parent.shown} is no whole ruleset that could be extended: name it under `use`"
        self.report.error("CLM605", message, reference.span or file.node.span)
        return None

    def _use(
        self, references: tuple[_Reference, ...], beside: _File, lower: Mapping, origin: Mapping | None,
        chain: tuple[_File, ...],
    ) -> Mapping | None:
        """Lay the files of a `use` list down; all of them are opened first, so that all that is wrong is found."""
        files = []
        for reference in references:
            file = self._open(reference, beside, chain)
            if file is not None and stands_alone(file.node):
                message = f"{file.shown} is a whole ruleset: name it under `extends`"
                if reference.span is None:
                    message = f"{file.shown} stands on a base of its own: take `extends` away, or play it by itself"
                self.report.error("CLM605", message, reference.span or file.node.span)
            elif file is not None:
                files.append(file)
        return None if len(files) < len(references) else self._lay_all(tuple(files), lower, origin, chain)

    def _lay_all(
        self, files: tuple[_File, ...], lower: Mapping, origin: Mapping | None, chain: tuple[_File, ...],
    ) -> Mapping | None:
        merged: Mapping | None = lower
        fresh = []
        for file in files:
            if file.name not in self.used and merged is not None:
                merged = self._tweak(file, merged, lower if origin is None else origin, chain)
                fresh.append(file.name)
        if merged is not None:
            self._clashes([self.used[name] for name in fresh])
        return merged

    def _tweak(
        self, file: _File, lower: Mapping, origin: Mapping, chain: tuple[_File, ...],
    ) -> Mapping | None:
        """Lay a used file down: what it uses itself, then its own."""
        references = _references(file.node)
        merged = self._use(references, file, lower, origin, (*chain, file))
        if merged is None:
            return None
        inner = [self.used[name] for name in self._names(references, file)]
        family = frozenset({file.name}).union(*(one.family for one in inner))
        merged, changes = self._lay(file, merged, origin, family)
        nested = tuple(change for one in inner for change in one.changes)
        self.used[file.name] = _Used((*nested, *changes), family)
        return merged

    def _lay(
        self, file: _File, lower: Mapping, origin: Mapping | None, family: frozenset[str],
    ) -> tuple[Mapping, tuple[Change, ...]]:
        overlay = Overlay(file.name, family, origin, self.report, self.writers)
        merged = overlay.lay(lower, _own(file.node))
        self.replaced += overlay.replaced
        self.used.setdefault(file.name, _Used((), family))
        return merged, tuple(overlay.changes)

    def _names(self, references: tuple[_Reference, ...], beside: _File) -> list[str]:
        opened = [self.loader.open(reference.text, beside.name, reference.span, Report()) for reference in references]
        return [found[0] for found in opened if found is not None and found[0] in self.used]

    def _open(self, reference: _Reference, beside: _File, chain: tuple[_File, ...]) -> _File | None:
        span = reference.span or beside.node.span
        found = self.loader.open(reference.text, beside.name, reference.span, self.report)
        if found is None or not isinstance(found[1], Mapping):
            return None
        file = _File(found[0], found[1])
        place = next((at for at, link in enumerate(chain) if link.name == file.name), None)
        if place is None:
            return file
        ring = " -> ".join(link.shown for link in (*chain[place:], file))
        message = f"these files go round in a ring: {ring}"
        if place == len(chain) - 1:
            message = f"{file.shown} builds on itself"
        own = reference.text.removesuffix(".yaml") in shipped_names()
        hint = "a file here wins over the shipped one: give this file another name" if own else ""
        self.report.error("CLM604", message, span, hint=hint)
        return None

    def _clashes(self, used: list[_Used]) -> None:
        """Report what two files of one `use` list both change, each in its own way."""
        exact: dict[Path, tuple[Change, _Used]] = {}
        within: dict[Path, tuple[Change, _Used]] = {}
        for one in used:
            for change in one.changes:
                path = change.path
                rivals = [exact.get(path[:length]) for length in range(1, len(path) + 1)] + [within.get(path)]
                rival = next((other for other in rivals if other is not None and _collide(change, one, *other)), None)
                if rival is not None:
                    self._clash(change, rival[0])
            for change in one.changes:
                exact.setdefault(change.path, (change, one))
                for length in range(1, len(change.path)):
                    within.setdefault(change.path[:length], (change, one))

    def _clash(self, change: Change, rival: Change) -> None:
        path = change.path if len(change.path) <= len(rival.path) else rival.path
        what = ".".join(path)
        message = f"{rival.span.source.name} and {change.span.source.name} both change '{what}': use one of them"
        notes = (Note("the other change", rival.span),)
        self.report.error("CLM608", message, change.span, notes=notes)


def _collide(change: Change, used: _Used, rival: Change, rival_used: _Used) -> bool:
    same = change.path == rival.path and change.print == rival.print
    return not same and change.by not in rival_used.family and rival.by not in used.family


def _references(node: Mapping) -> tuple[_Reference, ...]:
    return tuple(_Reference(item.value, item.span) for item in scalars(node, "use"))


def _own(node: Mapping) -> Mapping:
    """Give what a file says itself, without its head."""
    return Mapping(tuple(entry for entry in node.entries if entry.key.value not in _HEAD), node.span)


def _labelled(top: Mapping, name: str, merged: Mapping) -> Mapping:
    """Put the name, title and description of the top file in front; without a name it is called as its file."""
    labels = [entry for key in _LABELS if (entry := top.find(key)) is not None]
    if top.find("name") is None:
        stem = re.split(r"[/\\]", name)[-1].removesuffix(".yaml").removesuffix(".yml")
        start = Span(top.span.source, top.span.start, top.span.start)
        labels.insert(0, Entry(Scalar("name", Style.PLAIN, start, start), Scalar(stem, Style.PLAIN, start, start)))
    return Mapping((*labels, *merged.entries), top.span)
