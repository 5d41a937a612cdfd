"""The levels: one player that thinks, and how much of that each level does.

A level without a limit of time has one of work: in a game with many choices it thinks less of each.

A weaker one errs as people do.  It looks at fewer worlds and goes through them less often; it forgets what others have
shown of their hands; it does not work out endings, or only the last tricks.
"""

from __future__ import annotations

from claimdsl.ai.budget import Budget
from claimdsl.ai.forgetful import forgetting
from claimdsl.ai.greedy import GreedyAgent
from claimdsl.ai.think import think
from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.frozen import Frozen, replace
from claimdsl.play.match import View


class Level(Frozen):
    """How an agent thinks: how long, whether it remembers what was shown, the cards in a hand that it can work out.

    `plain` is a search as it is described in papers, and nothing that makes it better.
    """

    budget: Budget
    remembers: bool
    works_out: int
    plain: bool = False


_QUICK = 7_000
"""The work of an answer within a fifth of a second, where decisions take longest: many powers at three players."""

LEVELS: dict[str, Level] = {
    "level1": Level(Budget(8, work=_QUICK), False, 0),
    "level2": Level(Budget(24, work=_QUICK), False, 0),
    "level3": Level(Budget(64, work=_QUICK), True, 3),
    "level4": Level(Budget(160, work=_QUICK), True, 4),
    "level5": Level(Budget(320, work=24_000), True, 10),
    "level6": Level(Budget(1 << 30, 0.05), True, 99),
    "plain-search": Level(Budget(1000), True, 0, plain=True),
}


class Thinker:
    """Choose what thinking finds best; where there was no time for that, what greedy would choose."""

    def __init__(self, name: str, budget: Budget | None = None) -> None:
        level = LEVELS[name]
        self._level = level if budget is None else replace(level, budget=budget)

    def choose(self, view: View, rng: Rng) -> Action:
        """Choose one of the view's actions."""
        if len(view.actions) == 1:
            return view.actions[0]
        level = self._level
        if not level.remembers:
            view = forgetting(view)
        exact = len(view.seen.hand) <= level.works_out
        thought = think(view, rng, level.budget, view.stop, exact=exact, plain=level.plain)
        if thought.exact or thought.best.visits:
            return thought.best.action
        return GreedyAgent().choose(view, rng)

