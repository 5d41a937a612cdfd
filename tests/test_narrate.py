"""What is told of a game: each thing once, and nothing that did not happen."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.engine import events as ev
from claimdsl.engine.chance import Rng
from claimdsl.engine.state import State
from claimdsl.ui.names import Names
from claimdsl.ui.narrate import narrate
from tests import laws

SMALL = Path(__file__).parent / "small"


def games(name: str, viewer: int | None) -> list[tuple[State, list[str]]]:
    """Play some games at random; give each with what is told of it decision by decision, as at the table."""
    found = []
    for seed in range(8):
        game = load_ruleset(str(SMALL / f"{name}.yaml")).game()
        names = Names(("Ann", "Bob"), viewer)
        states = laws.play_through(laws.traced(game.deal(seed)), Rng(seed))
        told, since = [], 0
        for state in states:
            told += [line for line, _ in narrate(state.events_since(since), names) if line]
            since = len(state.events)
        found.append((states[-1], told))
    return found


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_only_what_lay_face_down_is_told_to_be_shown(viewer: int | None) -> None:
    hidden = 0
    for last, told in games("face_down", viewer):
        tricks = [event for event in last.events if isinstance(event, ev.TrickEnded)]
        down = sum(event.plays[0][1].startswith("moons") for event in tricks)
        assert sum(" shown " in line for line in told) == down
        assert sum(" plays " in line or " play " in line for line in told) == sum(len(each.plays) for each in tricks)
        hidden += down
    assert hidden > 0


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_an_open_play_is_told_with_its_card(viewer: int | None) -> None:
    for last, told in games("face_down", viewer):
        for trick in (event for event in last.events if isinstance(event, ev.TrickEnded)):
            for _, card in trick.plays[1:]:
                assert any(line.endswith(f"{card.replace(':', ' ')}.") for line in told if " play" in line)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_what_chance_draws_is_told_once_and_of_nobody(viewer: int | None) -> None:
    drawn = 0
    for last, told in games("drawn", viewer):
        draws = sum(isinstance(event, ev.Drew) for event in last.events)
        assert sum("draw" in line for line in told) == draws
        drawn += draws
    assert drawn > 0
