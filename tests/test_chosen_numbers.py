"""A number that is chosen when a card is played: where nobody was asked it is nothing, not a number."""

from __future__ import annotations

from pathlib import Path

from claimdsl import load_ruleset
from claimdsl.engine import events as ev
from claimdsl.engine.chance import Rng
from tests.laws import play_through

RULES = """\
claimdsl: 1
name: bids
title: {en: Bids}
extends: base
state: {total: {of: table, range: 0..99}}
factions:
  goblins:
    powers:
      bid:
        on_play: |
          if card.value > 3:
            choose n from filter(x in 1..3, x < 3 or any(trick)) by player
        worth: base + (play.n otherwise 0)
        after_trick: set total to sum(p in trick by (p.n otherwise 0))
"""


def test_a_number_that_nobody_chose_is_nothing(tmp_path: Path) -> None:
    path = tmp_path / "bids.yaml"
    path.write_text(RULES, encoding="utf-8")
    last = play_through(load_ruleset(str(path)).game(2).deal(3, follow=True), Rng(1))[-1]
    ranked = [play for event in last.events if isinstance(event, ev.Ranked) for play in event.plays]
    low = [play for play in ranked if play.card in ("goblins:0", "goblins:1", "goblins:2", "goblins:3")]
    assert low and all(f"goblins:{play.worth}" == play.card for play in low)
    assert any(play.worth > 3 for play in ranked if play.card.startswith("goblins"))
