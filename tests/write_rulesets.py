"""Write rulesets/README.md: every shipped ruleset and faction, with what its file says and what its program does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from claimdsl import load_ruleset
from claimdsl.diagnostics.report import Report
from claimdsl.engine.ruleset import Ruleset
from claimdsl.frontend.loader import FileLoader
from claimdsl.frontend.tree import Entry, Mapping, Scalar
from claimdsl.ir import nodes, walk
from claimdsl.pipeline import load_with_all_sets, shipped_sets
from claimdsl.resources import TEST_ENDING, rulesets_folder, scenarios_folder, shipped_names
from claimdsl.ui.factions import Listed, acting, factions_of

PAGE = Path(__file__).resolve().parent.parent / "rulesets" / "README.md"
MARK = "[ruling]"
COMMENT = re.compile(r"^\s*#\s*(.*)$")
RULING = re.compile(r"#\s*\[ruling\]\s*(.*)$")
PLAYERS = 2


# --- what a file says ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class File:
    """A set of factions as it is written."""

    lines: tuple[str, ...]
    top: Mapping

    @staticmethod
    def of(name: str) -> File:
        """Read the file of a set."""
        path = rulesets_folder() / f"{name}.yaml"
        opened = FileLoader().open_top(str(path), Report())
        assert opened is not None and isinstance(opened[1], Mapping)
        return File(tuple(path.read_text(encoding="utf-8").splitlines()), opened[1])

    def notes(self) -> str:
        """Give the comment at the top."""
        found = []
        for line in self.lines:
            comment = COMMENT.match(line)
            if comment is None:
                break
            if "yaml-language-server" not in line:
                found.append(comment[1])
        return " ".join(found)

    def rulings(self, section: str) -> dict[str, tuple[str, ...]]:
        """Give the rulings that stand in each entry of a section."""
        entry = self.top.find(section)
        if entry is None or not isinstance(entry.value, Mapping):
            return {}
        starts = [self._start(each) for each in entry.value.entries]
        ends = [*starts[1:], self._end(entry)]
        return {
            each.key.value: tuple(self._told(start, end))
            for each, start, end in zip(entry.value.entries, starts, ends, strict=True)
        }

    def _start(self, entry: Entry) -> int:
        """Give the index of the line where an entry begins: with the comment above it, if there is one."""
        line = entry.key.span.source.position(entry.key.span.start).line - 1
        while COMMENT.match(self.lines[line - 1]):
            line -= 1
        return line

    def _end(self, section: Entry) -> int:
        after = [self._start(each) for each in self.top.entries if each.key.span.start > section.key.span.start]
        return min(after, default=len(self.lines))

    def _told(self, start: int, end: int) -> Iterator[str]:
        told = ""
        for line in self.lines[start:end]:
            ruling, comment = RULING.search(line), COMMENT.match(line)
            if ruling is not None:
                yield from filter(None, (told,))
                told = ruling[1]
            elif told and comment is not None:
                told += f" {comment[1]}"
            else:
                yield from filter(None, (told,))
                told = ""
        yield from filter(None, (told,))


# --- what the program does -------------------------------------------------------------------------------------------


def options_read(program: nodes.Program, faction: str) -> list[nodes.OptionSpec]:
    """Give the options that the rules of a faction read."""
    rules = [rule for rule in program.hooks if rule.origin.faction == faction]
    read = {expr.option for rule in rules for expr in walk.within(rule) if isinstance(expr, nodes.OptionValue)}
    return [option for option in program.options if option.name in read]


def runs(values: Sequence[int], faces: Sequence[tuple[str, int]] = ()) -> str:
    """Write the values of cards: `0..9`, `0 x5, 1..9`, and those that have faces by these: `low x5, high x5`."""
    named = {value: face for face, value in faces}
    found: list[tuple[int, int, int]] = []
    for value in sorted(set(values)):
        times = values.count(value)
        if found and found[-1][1:] == (value - 1, times) and not {value - 1, value} & named.keys():
            found[-1] = (found[-1][0], value, times)
        else:
            found.append((value, value, times))
    return ", ".join(
        f"{named.get(low, str(low))}{f'..{high}' if high > low else ''}{f' x{times}' if times > 1 else ''}"
        for low, high, times in found
    )


def value_list(option: nodes.OptionSpec) -> str:
    """Write the values of an option, the default first."""
    return " or ".join(f"`{value}`" for value in ((option.fixed,) if option.fixed else option.values))


# --- the page --------------------------------------------------------------------------------------------------------


def page() -> str:
    """Give the whole page."""
    sets, everything = shipped_sets(), load_with_all_sets("base", ())[0]
    listed = factions_of(everything.program, sets)
    names = tuple(dict.fromkeys(sets.values()))
    parts = [
        "# The shipped rulesets",
        _flowing(
            "This page is generated by `make docs`. What the sources leave open is decided in the files, at a comment "
            f"`{MARK}`; the decisions are listed here as rulings. `claim rulesets --factions` lists the factions too."
        ),
        *_rulesets(),
        "## Factions",
        _flowing(
            f"{len(listed)} factions in {len(names)} files. Any legal line-up of them may be played, whichever files "
            "they are from; `claim play --random-factions` draws one."
        ),
    ]
    for name in names:
        own = tuple(each for each in listed if each.set == name)
        parts += _set(name, own, everything)
    return "\n\n".join(parts) + "\n"


def _rulesets() -> Iterator[str]:
    names = [name for name in shipped_names() if name not in set(shipped_sets().values())]
    rows = [_ruleset(name, load_ruleset(name)) for name in names]
    yield "## Rulesets"
    yield _table(("ruleset", "title", "extends", "players", "factions, for the fewest players", "switches"), rows)
    base = load_ruleset("base")
    yield "The switches of `base`, the default first; `--set NAME=VALUE` turns one:"
    yield _table(("switch", "values"), [(f"`{each.name}`", value_list(each)) for each in base.program.options])


def _ruleset(name: str, ruleset: Ruleset) -> tuple[str, ...]:
    top = File.of(name).top
    extends = top.find("extends")
    parent = extends.value.value if extends is not None and isinstance(extends.value, Scalar) else ""
    usual = load_ruleset(parent).options if parent else ruleset.options
    turned = [f"{option} {values[0]}" for option, values in ruleset.options.items() if usual.get(option) != values]
    counts = ruleset.player_counts
    return (
        f"[{name}]({name}.yaml)", ruleset.title(), parent or "-", ", ".join(map(str, counts)),
        ", ".join(ruleset.default_factions(counts[0])), ", ".join(turned) or "-",
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _set(name: str, factions: Sequence[Listed], everything: Ruleset) -> Iterator[str]:
    file, stem = File.of(name), name.rpartition("/")[2]
    scenarios = scenarios_folder() / f"{stem}{TEST_ENDING}"
    tested = f" Its scenarios: [tests/{scenarios.name}](tests/{scenarios.name})." if scenarios.exists() else ""
    yield f"### {load_ruleset(name).title()}"
    yield _flowing(f"[{name}.yaml]({name}.yaml).{tested} {file.notes()}".rstrip())
    yield f"```\nclaim play --factions {','.join(_example(factions, everything))}\n```"
    rulings, decided = file.rulings("factions"), file.rulings("options")
    read = {option.name for each in factions for option in options_read(everything.program, each.name)}
    others = [option for option in everything.program.options if option.name in decided.keys() - read]
    if others:
        yield "\n".join(_flowing(f"- {_switch(option, decided[option.name])}", "  ") for option in others)
    for each in factions:
        yield f"#### {each.title or each.name}"
        yield _faction(each, everything.program, rulings.get(each.name, ()), decided)


def _example(factions: Sequence[Listed], everything: Ruleset) -> tuple[str, ...]:
    """Give a line-up for two with as many of some factions as can be together."""
    wanted: list[str] = []
    for each in factions:
        if everything.line_ups(PLAYERS, (*wanted, each.name)):
            wanted.append(each.name)
    return everything.line_ups(PLAYERS, wanted)[0]


def _faction(
    each: Listed, program: nodes.Program, rulings: Sequence[str], decided: dict[str, tuple[str, ...]]
) -> str:
    spec = next(spec for spec in program.factions if spec.name == each.name)
    dealt = f"{spec.deal} of {len(spec.values)}" if spec.deal else f"{len(spec.values)}"
    named = f"`{each.name}`: " if each.title else ""
    acts = acting(each, [phase.name for phase in program.phases])
    acts = "Acts: never." if acts == "-" else f"Acts: {acts}."
    items = [
        *_company(each), *map(_ruling, rulings), *_beside(spec, program),
        *(_switch(option, decided.get(option.name, ())) for option in options_read(program, each.name)),
    ]
    head = _flowing(f"{named}{dealt} cards, {runs(spec.values, spec.faces)}. {acts} {each.summary}")
    return "\n".join([head, *([""] if items else []), *(_flowing(f"- {item}", "  ") for item in items)])


def _ruling(text: str) -> str:
    return f"Ruling: {text.rstrip('.')}."


def _switch(option: nodes.OptionSpec, rulings: Sequence[str]) -> str:
    return " ".join((f"Switch `{option.name}`: {value_list(option)}.", *map(_ruling, rulings)))


def _flowing(text: str, indent: str = "") -> str:
    return fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _company(each: Listed) -> Iterator[str]:
    if each.beside:
        yield f"Comes with {' and '.join(each.beside)}."
    if each.stands_in:
        yield "Stands in for a pair, with one more free faction."


def _beside(spec: nodes.FactionSpec, program: nodes.Program) -> Iterator[str]:
    for pack in spec.side:
        yield f"Beside the deck lies the pile `{pack.pile}`: {len(pack.values)} {pack.faction}, {runs(pack.values)}."
    if spec.rest:
        yield f"What is not dealt lies in the pile `{spec.rest}`."
    for pile in program.piles:
        if spec.name in pile.factions:
            whose = {"player": "each player", "table": "the table"}.get(pile.of, f"each card of the {pile.of}")
            yield f"Pile `{pile.name}` of {whose}, seen by {'its ' if pile.seen_by == 'owner' else ''}{pile.seen_by}."


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
