"""The player that takes any legal action, each as likely as the next."""

from __future__ import annotations

from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.play.match import View


class RandomAgent:
    """Choose evenly among the legal actions."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Choose one of the view's actions."""
        return view.actions[rng.below(len(view.actions))]
