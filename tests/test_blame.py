"""What a child breaks in its parents is told at the child's own line, once, with the places that it breaks."""

from __future__ import annotations

import pytest

from claimdsl.diagnostics.report import Report
from claimdsl.pipeline import check_text

BROKEN = {
    "a faction removed": ("factions: {remove: [knights]}", "CLM702", "knights"),
    "a pile removed": ("piles: {remove: [discard]}", "CLM401", "discard"),
    "a pile of others": ("piles:\n  middle: {of: player}", "CLM427", "middle"),
    "a term of another kind": ("terms:\n  loser: winning_play", "CLM406", "loser"),
    "an option removed": ("options: {remove: [dwarf_tie]}", "CLM401", "dwarf_tie"),
    "a player count removed": ("setup: {remove: [3]}", "CLM710", "3"),
    "a phase removed": ("phases: {remove: [collect]}", "CLM421", "collect"),
    "a term removed": ("terms: {remove: [void]}", "CLM401", "void"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_author_is_shown_his_own_line(name: str) -> None:
    text, code, word = BROKEN[name]
    report = Report()
    assert check_text("house.yaml", f"claimdsl: 1\nname: house\nextends: base\n{text}\n".encode(), report) is None
    (found,) = report
    assert (found.code, found.span.source.name, found.span.text) == (code, "house.yaml", word)
    assert found.notes and all(note.span.source.name.startswith("rulesets/") for note in found.notes)
    assert len(found.notes) <= 3


def test_a_mistake_of_the_author_stays_where_it_is() -> None:
    report = Report()
    text = "claimdsl: 1\nname: house\nextends: base\nrules:\n  follow: {may_play: card.faction == goblin}\n"
    check_text("house.yaml", text.encode(), report)
    assert [(found.code, found.span.text) for found in report] == [("CLM402", "goblin")]
