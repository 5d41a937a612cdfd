"""The way from text to a game, stage by stage.

| stage | takes | gives | lives in | mistakes found |
|---|---|---|---|---|
| load | Source | Node | frontend.load | not YAML, duplicate key, tag, encoding |
| validate | Node | bool | frontend.schema | unknown or missing key, wrong kind |
| resolve | Node | Mapping | semantics.merge | extends, use, remove, options |
| read | Mapping | Ruleset | frontend.document | expression syntax |
| check | Ruleset | Program | semantics.check | names, types, visibility, cost, deck arithmetic, lints |
| bind | Program | Game | engine.ruleset | players, line-up, options |
| run | Game | State | engine.state | IllegalActionError |

Files are merged as trees, before they are read: one rule for all sections instead of one for each.  A stage adds what
it finds to a report, and never raises for a mistake in a ruleset.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from claimdsl import cache
from claimdsl.diagnostics.report import Report, RulesetError
from claimdsl.resources import file_of, rulesets_place, shipped_names

if TYPE_CHECKING:
    from claimdsl.engine.chance import Rng
    from claimdsl.engine.ruleset import Ruleset
    from claimdsl.frontend import syntax
    from claimdsl.frontend.loader import FileLoader
    from claimdsl.frontend.tree import Mapping, Node
    from claimdsl.ir.nodes import Program
    from claimdsl.semantics.overlay import Replaced


def load_ruleset(reference: str | os.PathLike[str] = "base", use: tuple[str, ...] = ()) -> Ruleset:
    """Load and check a ruleset, by shipped name or path, with tweaks on top.

    A file that is there wins over a shipped name.  What was compiled before is taken from the cache.

    Raises: RulesetError with the findings; UnreadableError where a file cannot be read.
    """
    from claimdsl.engine.ruleset import Ruleset

    name = os.fspath(reference)
    key = _cache_key(name, use)
    program = cache.read(key)
    if program is None:
        program = _compiled(name, use, key)
    return Ruleset(program)


def load_with_sets(
    reference: str, use: tuple[str, ...], factions: Sequence[str] | None
) -> tuple[Ruleset, tuple[str, ...]]:
    """Load a ruleset, and beside it the shipped sets that hold factions which it lacks; give all that was used.

    Raises: as `load_ruleset`.
    """
    ruleset = load_ruleset(reference, use)
    names = ("_".join(name.casefold().split()) for name in factions or ())
    missing = [name for name in names if name not in ruleset.factions]
    if not missing:
        return ruleset, use
    sets = shipped_sets()
    wanted = tuple(dict.fromkeys(sets[name] for name in missing if name in sets))
    return (load_ruleset(reference, (*use, *wanted)), (*use, *wanted)) if wanted else (ruleset, use)


def load_with_all_sets(reference: str, use: tuple[str, ...]) -> tuple[Ruleset, tuple[str, ...]]:
    """Load a ruleset that has factions of the shipped sets, with all sets beside it; another one is loaded as it is.

    A set of which it has a faction already is left as it is: the ruleset may have made it its own.

    Raises: as `load_ruleset`.
    """
    ruleset, sets = load_ruleset(reference, use), shipped_sets()
    there = {sets[name] for name in ruleset.factions if name in sets}
    more = tuple(name for name in sets if sets[name] not in there)
    return load_with_sets(reference, use, more) if there else (ruleset, use)


def load_with_drawn_factions(
    reference: str, use: tuple[str, ...], players: int, rng: Rng
) -> tuple[Ruleset, tuple[str, ...], tuple[str, ...]]:
    """Draw a line-up from all shipped factions; give the ruleset with the sets that it needs, what was used, and it.

    Raises: as `load_ruleset`; SetupError where the ruleset is not for so many players.
    """
    everything = load_with_all_sets(reference, use)[0]
    factions = everything.line_ups(players).drawn(rng)
    return (*load_with_sets(reference, use, factions), factions)


def shipped_sets() -> dict[str, str]:
    """Name the shipped file of each faction.

    >>> shipped_sets()["werewolves"]
    'factions/fear'
    """
    from claimdsl.frontend.loader import FileLoader
    from claimdsl.frontend.tree import Mapping

    found: dict[str, str] = {}
    for name in shipped_names():
        if not name.startswith("factions/"):
            continue
        opened = FileLoader().open_top(os.path.join(rulesets_place(), f"{name}.yaml"), Report())
        factions = opened[1].find("factions") if opened is not None and isinstance(opened[1], Mapping) else None
        if factions is not None and isinstance(factions.value, Mapping):
            found.update({entry.key.value: name for entry in factions.value.entries})
    return found


def _compiled(name: str, use: tuple[str, ...], key: str) -> Program:
    from claimdsl.frontend.loader import FileLoader

    report = Report()
    loader = FileLoader()
    program = check_reference(name, use, loader, report)
    if program is None or report.has_errors:
        first = next(iter(report), None)
        raise RulesetError(first.message if first is not None else f"'{name}' is no ruleset", report)
    cache.write(key, loader.files(), loader.misses(), program)
    return program


def _cache_key(name: str, use: tuple[str, ...]) -> str:
    """Name what is asked for: each reference as it was given and the file that it means now."""
    return "\n".join([rulesets_place(), os.getcwd(), *(f"{part} {file_of(part)}" for part in (name, *use))])


def check_reference(name: str, use: tuple[str, ...], loader: FileLoader, report: Report) -> Program | None:
    """Run every stage on a ruleset that a person names.

    Raises: UnreadableError where its file cannot be read.
    """
    own = Report()
    opened = loader.open_top(name, own)
    program = None if opened is None else check_tree(*opened, use, loader, own)
    report.take(own)
    return program


def check_tree(name: str, node: Node, use: tuple[str, ...], loader: FileLoader, report: Report) -> Program | None:
    """Run the stages from resolving on; the report is that of this ruleset alone."""
    found = _checked(name, node, use, loader, report)
    return None if found is None else found[0]


def _checked(
    name: str, node: Node, use: tuple[str, ...], loader: FileLoader, report: Report
) -> tuple[Program, syntax.Ruleset] | None:
    """Run the stages from resolving on; give the program and the merged ruleset as it is written."""
    from claimdsl.semantics.blame import blamed
    from claimdsl.semantics.check import check

    replaced: list[Replaced] = []
    merged = resolved(name, node, use, loader, report, replaced)
    if merged is None or report.is_broken:
        return None
    from claimdsl.frontend.document import read

    ruleset = read(merged, report)
    if ruleset is None or report.is_broken:
        return None
    found = Report()
    program = check(ruleset, found, tuple(replaced))
    report.take(blamed(found.errors() if report.has_errors else found, loader.own_trees()))
    return None if program is None or report.has_errors else (program, ruleset)


def ruleset_as_written(
    name: str, use: tuple[str, ...] = (), raw: bytes | None = None
) -> tuple[Ruleset, syntax.Ruleset]:
    """Check a ruleset and give it with what its authors wrote, all files merged; `raw` where it is no file.

    Raises: RulesetError with the findings; UnreadableError where a file cannot be read.
    """
    from claimdsl.engine.ruleset import Ruleset
    from claimdsl.frontend.loader import FileLoader

    report = Report()
    loader = FileLoader()
    opened = loader.open_top(name, report) if raw is None else loader.open_text(name, raw, report)
    found = None if opened is None else _checked(*opened, use, loader, report)
    if found is None or report.has_errors:
        raise RulesetError(f"'{name}' is no ruleset", report)
    return Ruleset(found[0]), found[1]


def resolved(
    name: str, node: Node, use: tuple[str, ...], loader: FileLoader, report: Report,
    replaced: list[Replaced] | None = None,
) -> Mapping | None:
    """Run the stages up to resolving: one tree, with all that it extends and uses."""
    from claimdsl.semantics.merge import resolve

    return resolve(node, name, use, loader, report, replaced)


def resolved_tree(name: str, use: tuple[str, ...] = ()) -> Mapping:
    """Put a ruleset together with all that it extends and uses.

    Raises: RulesetError with the findings; UnreadableError where a file cannot be read.
    """
    from claimdsl.frontend.loader import FileLoader

    report = Report()
    loader = FileLoader()
    opened = loader.open_top(name, report)
    tree = None if opened is None else resolved(*opened, use, loader, report)
    if tree is None or report.has_errors:
        raise RulesetError(f"'{name}' is no ruleset", report)
    return tree


def ruleset_and_tree(name: str, raw: bytes, use: tuple[str, ...] = ()) -> tuple[Ruleset, Mapping]:
    """Check a ruleset that is no file, such as standard input; give it, and it with all that it takes from others.

    Raises: RulesetError with the findings.
    """
    from claimdsl.engine.ruleset import Ruleset
    from claimdsl.frontend.loader import FileLoader

    report = Report()
    loader = FileLoader()
    opened = loader.open_text(name, raw, report)
    program = None if opened is None else check_tree(*opened, use, loader, report)
    tree = None if opened is None or program is None else resolved(*opened, use, loader, report)
    if program is None or tree is None:
        raise RulesetError(f"{name} is no ruleset", report)
    return Ruleset(program), tree


def check_text(name: str, raw: bytes, report: Report) -> Program | None:
    """Run every stage on a ruleset that is no file, such as standard input."""
    from claimdsl.frontend.loader import FileLoader

    own = Report()
    loader = FileLoader()
    opened = loader.open_text(name, raw, own)
    program = None if opened is None else check_tree(*opened, (), loader, own)
    report.take(own)
    return program
