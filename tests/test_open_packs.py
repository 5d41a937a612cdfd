"""A pile that a seat sees is known to it from the start, whatever lies there before any rule has run."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.engine import events as ev
from claimdsl.engine.chance import Rng
from claimdsl.engine.determinize import Determinizer
from claimdsl.sim.leaks import Wanted, search

RULES = """\
claimdsl: 1
name: open-pack
title: {en: A pack that lies open}
extends: base
factions:
  goblins:
    piles: {larder: {of: table, seen_by: %s, holds: 3}}
    side: {larder: {faction: pies, cards: 1..3}}
"""


@pytest.mark.parametrize(("seen_by", "known"), [("all", True), ("nobody", False)])
def test_what_lies_open_at_the_start_is_known(tmp_path: Path, seen_by: str, known: bool) -> None:
    path = tmp_path / "open.yaml"
    path.write_text(RULES % seen_by, encoding="utf-8")
    rules = load_ruleset(str(path))
    state = rules.game(2).deal(1)
    pies = [card for card, label in enumerate(state.game.binding.labels) if label.startswith("pies")]
    assert [state.knows(seat, card) for seat in (0, 1) for card in pies] == [known] * 6
    shown = next(pile for pile in state.observation(1).piles if pile.pile == "larder")
    assert ev.HIDDEN not in shown.cards and len(shown.cards) == (3 if known else 0)
    drawn = Determinizer(state, 0).draw(Rng(1))
    assert drawn.observation(0) == state.observation(0)
    assert not search(rules, Wanted(2, None, {}), 3, 1).leaks
