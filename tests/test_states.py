"""States: what is nothing at the start can become nothing again; numbers, yes and no keep their value."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.engine import events as ev
from claimdsl.ui.names import Names
from claimdsl.ui.narrate import narrate
from tests.test_scenarios import failures_of

RULES = """
claimdsl: 1
name: marks
extends: base
state:
  trump: Faction
  host: Player
  mark: {{of: player, type: Faction}}
  guest: {{of: player, type: Player}}
  tide: {{of: table, range: 0..9}}
  wet: Bool
rules:
  marks:
    phase: collect
    after_trick: {}
"""
SCENARIO = """
claimdsl-test: 1
ruleset: marks.yaml
scenarios:
  one:
    phase: collect
    players: 2
    leader: 0
    hands: {{0: [knights 9, knights 2], 1: [knights 3, knights 4]}}
    state: {{trump: undead, host: 1, mark.0: goblins, guest.0: 1, tide: 7, wet: true}}
    play: [knights 9, knights 3]
    expect: {{state: {{{}}}}}
"""


@pytest.mark.parametrize(("effect", "expected"), [
    ("set trump to nothing", "trump: nothing"),
    ("set host to nothing", "host: nothing"),
    ("set winner.mark to nothing", "mark.0: nothing"),
    ("set winner.guest to nothing", "guest.0: nothing"),
    ("set trump to first(c in deck, false).faction", "trump: nothing"),
    ("set host to if wet then nothing else winner", "host: nothing"),
    ("set host to if not wet then nothing else winner", "host: 0"),
    ("set trump to first(c in prizes).faction otherwise trump", "trump: undead"),
    ("set winner.partner.mark to nothing", "mark.0: goblins, mark.1: nothing"),
    ("set tide to max(c in prizes, c.value > 90 by c.value)", "tide: 7"),
    ("set wet to wet", "guest.0: 1, host: 1, guest.1: nothing"),
])
def test_a_state_may_become_nothing_where_it_may_be_nothing(
    effect: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "marks.yaml").write_text(RULES.format(effect))
    assert failures_of(SCENARIO.format(expected)) == []


def test_that_a_state_is_nothing_is_told(tmp_path: Path) -> None:
    path = tmp_path / "marks.yaml"
    path.write_text(RULES.format("set host to if any(host) then nothing else winner"))
    game = load_ruleset(str(path)).game()
    state = game.deal(1)
    while sum(isinstance(event, ev.StateSet) for event in state.events) < 2:
        state = state.apply(state.legal_actions[0])
    told = [line for line, _ in narrate(state.events, Names(("Ann", "Bob"), None))]
    assert [line for line in told if "is now" in line][-1] == "Host is now nothing [marks]."
