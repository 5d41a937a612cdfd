"""From the name that a person or a file gives for a ruleset to its tree, read once and only within its folder."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path

from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Span
from claimdsl.frontend.load import decode, load
from claimdsl.frontend.renaming import renamed
from claimdsl.frontend.schema import validate
from claimdsl.frontend.tree import Node
from claimdsl.frozen import Frozen
from claimdsl.resources import ENDINGS, rulesets_place, shipped_names

_MOST_BYTES = 4 << 20
_MOST_NAMES = 500


class _RefusedError(Exception):
    """A reference that is not followed: a code, the reason, and the name that was meant."""

    def __init__(self, code: str, reason: str, suggestion: str | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.suggestion = suggestion


class _Loaded(Frozen):
    """One file that has been read: its tree if it is a ruleset by form, and what was found in it."""

    node: Node | None
    findings: Report
    sha256: str
    folder: Path
    shipped: bool


class FileLoader:
    """Reads ruleset files; one loader may serve many rulesets, and reads each file once.

    A reference is a path beside the file that names it or, where nothing is there, a shipped name; both may leave out
    `.yaml`.  The own name of a file is its real path; messages show the name in its `Source`.
    """

    def __init__(self, instead: Mapping[str, bytes] | None = None) -> None:
        """Begin with nothing read; `instead` gives what to read for some real paths, as if it stood there."""
        self._instead = instead or {}
        self._loaded: dict[str, _Loaded] = {}
        self._roots: set[Path] = set()
        self._touched: dict[str, None] = {}
        self._missed: dict[str, None] = {}
        self._shipped = Path(os.path.realpath(rulesets_place()))
        self._names = shipped_names()

    def open_top(self, reference: str, report: Report) -> tuple[str, Node] | None:
        """Read the file that a person names: a path, or a shipped name.

        Raises: UnreadableError where it is missing or cannot be read.
        """
        self._begin()
        try:
            own = self._personal(reference)
        except _RefusedError as refused:
            hint = f"; did you mean '{refused.suggestion}'?" if refused.suggestion else ""
            raise UnreadableError(f"{refused}{hint}") from refused
        return self._opened(own, report)

    def open_text(self, name: str, raw: bytes, report: Report) -> tuple[str, Node] | None:
        """Read a top ruleset that is no file, such as standard input; what it names lies in the current folder."""
        self._begin()
        folder = Path(os.path.realpath(os.curdir))
        self._roots.add(folder)
        self._loaded[name] = _read(raw, name, folder, False)
        return self._opened(name, report)

    def open(self, reference: str, beside: str, span: Span | None, report: Report) -> tuple[str, Node] | None:
        """Read the file that another one names at `span`; `beside` "" means that a person names it.

        Reports: CLM601 to CLM603 at the span, and all that is found in the file.
        Raises: UnreadableError where a person names a file that is missing or cannot be read.
        """
        try:
            own = self._personal(reference) if beside == "" else self._find(reference, self._loaded[beside])
        except _RefusedError as refused:
            if span is None:
                raise UnreadableError(str(refused)) from refused
            report.error(refused.code, str(refused), span, suggestion=refused.suggestion)
            return None
        return self._opened(own, report)

    def files(self) -> tuple[tuple[str, str], ...]:
        """Name every file that the present top ruleset was made of, with the SHA-256 of its bytes, sorted."""
        return tuple(sorted((own, self._loaded[own].sha256) for own in self._touched))

    def own_trees(self) -> tuple[Node, ...]:
        """Give the trees of the present top ruleset's files that are not shipped."""
        loaded = (self._loaded[own] for own in self._touched)
        return tuple(each.node for each in loaded if each.node is not None and not each.shipped)

    def misses(self) -> tuple[str, ...]:
        """Name the paths that were looked for and held no file: one that is put there would be read instead."""
        return tuple(sorted(self._missed))

    def _begin(self) -> None:
        self._roots.clear()
        self._touched.clear()
        self._missed.clear()

    def _opened(self, own: str, report: Report) -> tuple[str, Node] | None:
        loaded = self._loaded[own]
        self._touched[own] = None
        for diagnostic in loaded.findings:
            report.add(diagnostic)
        return None if loaded.node is None else (own, loaded.node)

    def _personal(self, reference: str) -> str:
        """Read a file that a person names; it may lie anywhere, and its folder becomes one to read from."""
        for ending in ENDINGS:
            path = Path(reference + ending)
            if path.is_file() or (path.exists() and not path.is_dir()):
                folder = Path(os.path.realpath(path.parent))
                here = Path(os.path.realpath(os.curdir))
                self._roots.add(here if folder.is_relative_to(here) else folder)
                return self._admit(path, folder, reference + ending)
        shipped = self._shipped_path(reference)
        if shipped is not None:
            return self._admit(shipped, shipped.parent, _shown(self._shipped, shipped))
        if os.path.isdir(reference):
            raise _RefusedError("CLM603", f"{reference} is a folder")
        near = [*_yaml_names(Path(os.path.dirname(reference) or os.curdir), ""), *self._names]
        raise _RefusedError("CLM601", f"there is no file {reference}", nearest(reference, near))

    def _find(self, reference: str, beside: _Loaded) -> str:
        """Read a file that another file names: beside it within its root, or shipped."""
        _check_form(reference)
        folder = self._shipped if beside.shipped else beside.folder
        roots = {self._shipped} if beside.shipped else self._roots
        found = None
        for ending in ENDINGS:
            path = Path(os.path.normpath(folder / (reference + ending)))
            if not any(path.is_relative_to(root) for root in roots):
                raise _RefusedError("CLM602", f"'{reference}' leads out of the folder of this ruleset")
            real = Path(os.path.realpath(path))
            if not any(real.is_relative_to(root) for root in (*roots, self._shipped)):
                raise _RefusedError("CLM602", f"'{reference}' is a link that leads out of the folder of this ruleset")
            if found is None and path.exists() and not path.is_dir():
                found = path
            elif found is None:
                self._missed[str(path)] = None
        if found is not None:
            return self._admit(found, found.parent, _shown(self._shipped, found))
        shipped = self._shipped_path(reference)
        if shipped is not None:
            return self._admit(shipped, shipped.parent, _shown(self._shipped, shipped))
        if (folder / reference).is_dir():
            raise _RefusedError("CLM603", f"'{reference}' is a folder, not a ruleset")
        near = [*_yaml_names(folder, os.path.dirname(reference)), *self._names]
        raise _RefusedError("CLM601", f"there is no ruleset '{reference}'", nearest(reference, near))

    def _shipped_path(self, reference: str) -> Path | None:
        name = reference.removesuffix(".yaml")
        return self._shipped / f"{name}.yaml" if name in self._names else None

    def _admit(self, path: Path, folder: Path, shown: str) -> str:
        """Read a file unless that was done before, and give its own name."""
        own = os.path.realpath(path)
        if own not in self._loaded:
            shipped = Path(own).is_relative_to(self._shipped)
            raw = self._instead.get(own)
            self._loaded[own] = _read(_bytes_of(path, shown) if raw is None else raw, shown, folder, shipped)
        return own


def _read(raw: bytes, shown: str, folder: Path, shipped: bool) -> _Loaded:
    found = Report()
    source = decode(shown, raw, found)
    node = None if source is None else load(source, found)
    if node is not None:
        form = Report()
        if not validate(node, form):
            node, form = renamed(node, form)
        found.take(form)
    return _Loaded(node, found, hashlib.sha256(raw).hexdigest(), folder, shipped)


def _bytes_of(path: Path, shown: str) -> bytes:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode) and not _is_standard_input(path):
            raise _RefusedError("CLM603", f"{shown} is no regular file")
        with open(path, "rb") as file:
            return file.read(_MOST_BYTES)
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise _RefusedError("CLM603", f"{shown} cannot be read: {reason}") from error


def _is_standard_input(path: Path) -> bool:
    """Say whether a person named a pipe, as in `claim validate <(command)`."""
    return str(path).startswith("/dev/fd/")


def _check_form(reference: str) -> None:
    """Refuse what is no relative path."""
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", reference):
        raise _RefusedError("CLM602", f"'{reference}' is an address; a ruleset is a file beside this one, or shipped")
    if reference.startswith(("/", "~", "\\")) or re.match(r"[A-Za-z]:", reference):
        raise _RefusedError("CLM602", f"'{reference}' is an absolute path; a path is relative to this file")
    if "\\" in reference or "\0" in reference:
        message = f"'{reference}' is no path: folders are parted by /"
        raise _RefusedError("CLM602", message, reference.replace("\\", "/"))


def _shown(shipped: Path, path: Path) -> str:
    """Write the path of a file as messages show it: shipped files by their place, others from the current folder."""
    if path.is_relative_to(shipped):
        return f"rulesets/{path.relative_to(shipped).as_posix()}"
    here = Path(os.path.realpath(os.curdir))
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else str(path)


def _yaml_names(folder: Path, prefix: str) -> list[str]:
    """Name the rulesets of a folder as a reference would, for did-you-mean."""
    try:
        names = sorted(name for name in os.listdir(folder / prefix) if name.endswith((".yaml", ".yml")))
    except OSError:
        return []
    return [f"{prefix}/{Path(name).stem}" if prefix else Path(name).stem for name in names[:_MOST_NAMES]]


