"""The agents by name."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.ai.greedy import GreedyAgent
from claimdsl.ai.random_agent import RandomAgent
from claimdsl.play.match import Agent

AGENTS: dict[str, Callable[[], Agent]] = {
    "greedy": GreedyAgent,
    "random": RandomAgent,
}
