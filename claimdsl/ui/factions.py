"""The list of factions: of which set, how many cards, when they act, with whom they come, and a line about each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from claimdsl.frozen import Frozen
from claimdsl.ir.facts import acts_in
from claimdsl.ir.nodes import FactionSpec, Program
from claimdsl.play.json_text import Json
from claimdsl.ui.speech import ENGLISH, Speech
from claimdsl.ui.text import Page, padded, width_of, wrapped
from claimdsl.ui.words import NAMES, Words, faces_told, folded, in_language

_BOTH = "both"


class Listed(Frozen):
    """One faction.  `beside`: those with which it comes; `stands_in`: it plays in the place of a pair."""

    name: str
    title: str
    set: str
    cards: int
    acts: tuple[str, ...]
    summary: str
    beside: tuple[str, ...]
    stands_in: bool


def factions_of(program: Program, sets: Mapping[str, str], language: str = ENGLISH) -> tuple[Listed, ...]:
    """List the factions that have cards, set by set; `sets` names the set of each.  Titles are in the language."""
    specs = [spec for spec in program.factions if spec.values]
    return tuple(
        _listed(program, spec, name, language) for name in dict.fromkeys(sets.values()) for spec in specs
        if sets.get(spec.name) == name
    )


def _listed(program: Program, spec: FactionSpec, name: str, language: str) -> Listed:
    pair = next((pair for pair in program.pairs if spec.name in pair), ())
    return Listed(
        spec.name, in_language(spec.titles, language), name, spec.deal or len(spec.values), acts_in(program, spec.name),
        _summary(spec, language), tuple(other for other in pair if other != spec.name), len(pair) == 1,
    )


def _summary(spec: FactionSpec, language: str) -> str:
    told = faces_told(spec, Speech.of(language))
    return in_language(spec.description, language) + (f" ({told})" if told else "")


def acting(each: Listed, phases: Sequence[str], words: Words = NAMES) -> str:
    """Say in a word or two when a faction acts.

    >>> one = Listed("ghosts", "", "promos", 10, ("recruit", "collect", "end"), "", (), False)
    >>> acting(one, ("recruit", "collect"))
    'both, end'
    """
    acts = list(each.acts)
    if len(phases) == 2 and set(phases) <= set(acts):
        place = acts.index(phases[0])
        acts[place : place + 2] = [_BOTH]
    return words.speech.row(map(words.moment, acts)) or "-"


def say(
    factions: Sequence[Listed], program: Program, titles: Mapping[str, str], page: Page, words: Words = NAMES
) -> None:
    """Print the list, each set under its title."""
    phases = [phase.name for phase in program.phases]
    rows = [_cells(each, phases, words) for each in factions]
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    last = ""
    for each, cells in zip(factions, rows, strict=True):
        if each.set != last:
            page.say(f"{titles.get(each.set) or each.set} ({each.set})", "strong")
            last = each.set
        head = "  ".join(padded(cell, width) for cell, width in zip(cells, widths, strict=True))
        for line in _beside(f"  {head}  ", about(each, words), page.width):
            page.say(line)


def _cells(each: Listed, phases: Sequence[str], words: Words) -> tuple[str, str, str]:
    return each.name, f"{each.cards:>2}", acting(each, phases, words)


def _beside(head: str, text: str, width: int) -> Iterator[str]:
    """Set a text beside a head, or below it where there is little room."""
    indent = width_of(head)
    if width - indent < indent // 2:
        yield head.rstrip()
        head, indent = " " * 4, 4
    for line in wrapped(text, width - indent, 0):
        yield f"{head}{line}".rstrip()
        head = " " * indent


def about(each: Listed, words: Words = NAMES) -> str:
    """Say what a faction does, and with whom it comes."""
    speech, company = words.speech, ""
    titled = folded(each.title) not in ("", each.name.replace("_", " "))
    told = speech.phrase("{title}: {summary}", title=each.title, summary=each.summary) if titled else each.summary
    if each.beside:
        company = speech.phrase("(Comes with {factions}.)", factions=speech.listed(map(words.faction, each.beside)))
    elif each.stands_in:
        company = speech.phrase("(Stands in for a pair.)")
    return " ".join(filter(None, (told, company)))


def as_json(factions: Sequence[Listed]) -> list[Json]:
    """Give the list for programs."""
    return [{
        "name": each.name, "title": each.title or each.name, "set": each.set, "cards": each.cards,
        "acts": list(each.acts), "summary": each.summary, "comes_with": list(each.beside), "stands_in": each.stands_in,
    } for each in factions]
