"""A search by many played games in native code: worlds that a seat thinks possible in, what its options are worth out.

Source: Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search, 2012.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Sequence

from claimdsl.engine.game import Game
from claimdsl.engine.loose import Loose
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.native.entrance import Entrance
from claimdsl.native.refusal import NotNative
from claimdsl.native.tree_module import ENTRY, TreeModule
from claimdsl.native.tree_stir import CELL
from claimdsl.native.tree_text import AT, LONGEST, SCALE
from claimdsl.native.tree_text import ENTRY as EDGE
from claimdsl.native.tree_worlds import Worlds

EDGES = 1 << 16
"""Unit: edges that the table of a tree has room for; three quarters of them are used."""
STIRS = 12
"""Unit: exchanges that are tried before each game."""
CHUNK = 500
"""Unit: games that are played between two looks at the clock."""

_WORD = (1 << 64) - 1


class Searched(Frozen):
    """What a search has found, for each option of the seat in the order of its legal actions.

    `visits`: how often each was tried; `totals`: the payoffs of the seat's side in these games together, each from 0
    to 1; `tried` and `brought` are the same for each world by itself.  `iterations` were played; of them `faults` were
    none for native code, and count for nothing.
    """

    visits: tuple[int, ...]
    totals: tuple[float, ...]
    tried: tuple[tuple[int, ...], ...]
    brought: tuple[tuple[float, ...], ...]
    iterations: int
    faults: int


class TreeSearch:
    """Searches games of one kind; one search at a time."""

    def __init__(self, game: Game, *, greedy: bool = True, keep: bool = True, level: int = 1) -> None:
        """Compile a game, or with `keep` take it from the disk, where it is then kept.

        Without `greedy` what follows beyond the tree is drawn, and nothing else.

        Raises: NotNative.
        """
        self.game = game
        self._worlds = Worlds(game)
        self._search = self._door(greedy, keep, level)
        self._fields = array("Q", bytes(8 * len(AT)))
        self._cells = array("Q")
        self._rows = {
            "table": array("Q", bytes(8 * EDGE * EDGES)), "log": array("q", bytes(8 * LONGEST)),
            "path": array("Q", bytes(16 * LONGEST)), "payoffs": array("q", bytes(64)),
        }

    def _door(self, greedy: bool, keep: bool, level: int) -> Callable[[int, int], None]:
        """Find the function that plays: in code that was kept, else in new code."""
        made = ("tree", f"greedy={greedy}", f"level={level}")
        self._entrance = Entrance(
            self.game, made, ENTRY, lambda bmi: TreeModule(self.game.binding, bmi, greedy).text(), keep, level
        )
        return ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(self._entrance.address)

    def search(
        self, worlds: Sequence[State], *, iterations: int, seed: int, stop: Callable[[], bool] | None = None,
        loose: Sequence[Loose] = (), explore: float = 0.4, greed: float = 0.5, looking: bool = True, stirs: int = STIRS,
        erring: float = 0.0,
    ) -> Searched:
        """Play so many games on from worlds that look alike to the seat whose turn it is, or until `stop` says so.

        `explore` weighs what was seldom tried; `greed` is how often greedy decides beyond the tree; with `looking`
        what comes to lie on the table in later tricks tells paths apart.  `loose` says of each world which cards may
        change places there: so many exchanges are tried before each game, and worlds are walked through.  With
        `erring` another side decides so often as beyond the tree, wherever it is: what is found is good against those
        who err.

        Raises: NotNative where these moments are not for native code.
        """
        names = self._worlds.names(worlds[0])
        snapshots = [self._worlds.snapshot(world) for world in worlds]
        rows, scripts = self._worlds.rows(snapshots)
        self._cells = cells = self._worlds.cells(snapshots, loose) if loose else array("Q")
        tallies = array("Q", bytes(16 * len(worlds) * (max(64, len(self.game.binding.cards)) + 1)))
        self._clear(iterations, seed)
        self._set(
            rows=rows.buffer_info()[0], worlds=len(worlds), greed=int(greed * (1 << 32)), looking=_WORD * looking,
            explore=int.from_bytes(array("d", [explore]).tobytes(), "little"), tallies=tallies.buffer_info()[0],
        )
        self._set(side=self.game.binding.side_of[worlds[0].seat], erring=int(erring * (1 << 32)))
        self._set(cells=cells.buffer_info()[0], loose=len(cells) // CELL // len(worlds), stirs=stirs)
        done = 0
        while done < iterations and not (done and stop is not None and stop()):
            count = min(CHUNK, iterations - done)
            self._search(self._fields.buffer_info()[0], count)
            done += count
            if 2 * self._fields[AT["faults"]] > done:
                raise NotNative("most games from here on are none for native code")
        del scripts
        return self._found(names, len(worlds), tallies, done)

    @property
    def log(self) -> tuple[int, ...]:
        """Give the decisions of the last game, from the trick on in which the worlds stand: for tests."""
        return tuple(self._rows["log"][: min(self._fields[AT["logged"]], LONGEST)])

    @property
    def payoffs(self) -> tuple[float, ...]:
        """Give what the last game came to for each side: for tests."""
        return tuple(payoff / SCALE for payoff in self._rows["payoffs"][: len(self.game.sides)])

    @property
    def lying(self) -> tuple[int, ...]:
        """Give the cards that lie in the cells of all worlds after the last game: for tests."""
        return tuple(self._cells[::CELL])

    def _set(self, **values: int) -> None:
        for name, value in values.items():
            self._fields[AT[name]] = value

    def _clear(self, iterations: int, seed: int) -> None:
        """Forget everything; the table is as large as so many games need it."""
        edges = 64
        while edges * 3 // 4 < iterations and edges < EDGES:
            edges *= 2
        ctypes.memset(self._rows["table"].buffer_info()[0], 0, 8 * EDGE * edges)
        self._set(**dict.fromkeys(AT, 0))
        self._set(**{name: row.buffer_info()[0] for name, row in self._rows.items()})
        self._set(mask=edges - 1, room=edges * 3 // 4, rng=seed & _WORD)

    def _found(self, names: tuple[int, ...], worlds: int, tallies: array[int], done: int) -> Searched:
        starts = [2 * worlds * (name + 1) for name in names]
        tried = tuple(tuple(tallies[start : start + 2 * worlds : 2]) for start in starts)
        brought = tuple(
            tuple(total / SCALE for total in tallies[start + 1 : start + 2 * worlds : 2]) for start in starts
        )
        visits, totals = tuple(map(sum, tried)), tuple(map(sum, brought))
        return Searched(visits, totals, tried, brought, done, self._fields[AT["faults"]])
