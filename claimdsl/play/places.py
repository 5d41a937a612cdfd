"""Where the rulesets of a record lie: its references to paths, never outside the record's root."""

from __future__ import annotations

import os

from claimdsl.diagnostics.errors import RecordError
from claimdsl.play.json_text import shown
from claimdsl.resources import file_of, rulesets_place, shipped_names


def locate(reference: str, folder: str, *, is_own: bool = False) -> str:
    """Give what to load for a record's reference: a shipped name, or the path beside the record.

    The root is the current folder if the record lies below it, else the record's own folder; a record that `claim` has
    kept for its user, an own one, has none.
    Raises: RecordError for a path that is absolute or leads out of the root, and for one that is not there.
    """
    if reference in shipped_names():
        return unshadowed(reference)
    if os.path.isabs(reference) or not _is_path(reference):
        raise RecordError(f"ruleset: {shown(reference)} is no shipped name and no path beside the record")
    here, beside = os.path.realpath(os.curdir), os.path.realpath(folder)
    root = here if is_below(beside, here) else beside
    path = os.path.realpath(os.path.join(beside, reference))
    if not is_own and not is_below(path, root):
        raise RecordError(f"ruleset: {shown(reference)} leads out of the record's folder; say --ruleset PATH")
    if os.path.isfile(path):
        return os.path.relpath(path) if is_below(path, here) else path
    name = reference.removesuffix(".yaml")
    if name in shipped_names():
        return unshadowed(name)
    raise RecordError(f"ruleset: there is no {shown(reference)} beside the record, and no shipped one of that name")


def _is_path(reference: str) -> bool:
    """Say whether a text can be a path between folders, on any machine."""
    try:
        return b"\0" not in os.fsencode(reference) and "\\" not in reference and "://" not in reference
    except UnicodeEncodeError:
        return False


def reference_from(reference: str, folder: str) -> str:
    """Write a ruleset, as named on a command line, the way that a record in `folder` names it."""
    path = file_of(reference)
    if not path:
        return reference.removesuffix(".yaml")
    found = os.path.relpath(path, os.path.realpath(folder)).replace(os.sep, "/")
    return f"./{found}" if found in shipped_names() else found


def unshadowed(name: str) -> str:
    """Name a shipped ruleset so that no file of that name in the current folder is taken for it."""
    return os.path.join(rulesets_place(), f"{name}.yaml") if file_of(name) else name


def is_below(path: str, folder: str) -> bool:
    """Say whether a real path is a folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
