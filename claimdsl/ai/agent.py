"""The agents by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from claimdsl.ai.greedy import GreedyAgent
from claimdsl.ai.random_agent import RandomAgent
from claimdsl.play.match import Agent

if TYPE_CHECKING:
    from claimdsl.ai.budget import Budget


def _level(name: str, budget: Budget | None = None) -> Agent:
    from claimdsl.ai.levels import Thinker

    return Thinker(name, budget)


AGENTS: dict[str, Callable[[], Agent]] = {
    "greedy": GreedyAgent,
    "random": RandomAgent,
    "level1": lambda: _level("level1"),
    "level2": lambda: _level("level2"),
    "level3": lambda: _level("level3"),
    "level4": lambda: _level("level4"),
    "level5": lambda: _level("level5"),
    "level6": lambda: _level("level6"),
    "plain-search": lambda: _level("plain-search"),
}
"""From the weakest level to the strongest; `plain-search` is the bare search of papers."""

_SIMPLE = frozenset({"greedy", "random"})
"""Those that take no time to think."""


def seated(name: str, budget: Budget | None = None) -> Agent:
    """Make an agent that thinks for as long as a budget says; one that does not think is made as it is."""
    return AGENTS[name]() if budget is None or name in _SIMPLE else _level(name, budget)
