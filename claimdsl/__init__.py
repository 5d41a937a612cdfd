"""claimdsl: a rules laboratory for the card game Claim.

>>> import claimdsl
>>> game = claimdsl.load_ruleset("base").game(players=2)
>>> state = game.deal(seed=1)
>>> state = state.apply(state.legal_actions[0])
>>> state.seat in (0, 1)
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from claimdsl.pipeline import load_ruleset as load_ruleset

__all__ = ["__version__", "load_ruleset"]


def __getattr__(name: str) -> object:
    if name == "load_ruleset":
        from claimdsl.pipeline import load_ruleset

        return load_ruleset
    raise AttributeError(f"module 'claimdsl' has no attribute '{name}'")
