"""The differences between two rulesets, and what games showed of them, as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from claimdsl.play.json_text import Json
from claimdsl.play.record import Record
from claimdsl.semantics.difference import Difference, Facet
from claimdsl.semantics.speech import counted
from claimdsl.sim.compare import Comparison, Parting
from claimdsl.sim.shares import Share
from claimdsl.ui.text import capital

Line = tuple[str, str]


def lines(old: str, new: str, found: Sequence[Difference], compared: Comparison | None) -> Iterator[Line]:
    """Tell what changes: a text and its style for each line."""
    yield f"From {old} to {new}: {counted(len(found), 'difference') if found else 'nothing changes'}.", "strong"
    for section, group in groupby(found, key=lambda each: each.section):
        yield "", ""
        yield f"{capital(section)}:", "strong"
        for each in group:
            yield f"  {each.what}", ""
            yield from _side(each.old, "-", "bad")
            yield from _side(each.new, "+", "good")
    if compared is not None:
        yield "", ""
        yield from _games(compared)


def _side(facet: Facet | None, mark: str, style: str) -> Iterator[Line]:
    if facet is None:
        return
    for text in facet.text.split("\n") if facet.text else ():
        yield f"    {mark} {text}", style
    yield f"      {_place(facet)}", "faint"


def _place(facet: Facet) -> str:
    return f"{facet.span.source.name}:{facet.span.first.line}"


def _games(compared: Comparison) -> Iterator[Line]:
    yield f"{counted(compared.play.of, 'game')} with the same deals and choices:", "strong"
    yield f"  play differs in {_share(compared.play)}", ""
    yield f"  the result differs in {_share(compared.result)}", ""
    if compared.note:
        yield f"  {compared.note}", ""
    first = compared.first
    if first is not None:
        yield f"  first in game {first.number}, after {_after(first)}: {first.what}", ""
        yield f"    - {first.old}", "bad"
        yield f"    + {first.new}", "good"


def _after(first: Parting) -> str:
    if not first.move:
        return "the deal"
    return f"{counted(first.move, 'move')}, the last of them '{first.there.history[first.move - 1]}'"


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.count} ({_percent(share.count / share.of)}; 95% interval {_percent(low)} to {_percent(high)})"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


# --- JSON ------------------------------------------------------------------------------------------------------------


def as_json(
    old: str, new: str, found: Sequence[Difference], same: bool, compared: Comparison | None, record: Record | None,
) -> dict[str, Json]:
    """Give the differences as a JSON object.  `same`: both rulesets mean the same."""
    rows: list[Json] = [
        {
            "kind": each.kind, "section": each.section, "what": each.what, "faction": each.faction or None,
            "old": _facet(each.old), "new": _facet(each.new),
        }
        for each in found
    ]
    return {
        "old": old, "new": new, "same": same, "differences": rows,
        "games": None if compared is None else _compared(compared, record),
    }


def _facet(facet: Facet | None) -> Json:
    if facet is None:
        return None
    return {"text": facet.text, "file": facet.span.source.name, "line": facet.span.first.line}


def _compared(compared: Comparison, record: Record | None) -> dict[str, Json]:
    first = compared.first
    return {
        "games": compared.play.of, "play": _counted(compared.play), "result": _counted(compared.result),
        "line_ups": [list(names) for names in compared.line_ups], "note": compared.note or None,
        "first": None if first is None else {
            "game": first.number, "seed": first.seed, "move": first.move, "what": first.what, "old": first.old,
            "new": first.new, "record": None if record is None else record.to_object(),
        },
    }


def _counted(share: Share) -> dict[str, Json]:
    low, high = share.interval
    return {"differ": share.count, "share": share.count / share.of, "low": low, "high": high}
