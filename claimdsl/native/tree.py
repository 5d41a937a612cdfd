"""A search by many played games in native code: worlds that a seat thinks possible in, what its options are worth out.

Source: Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search, 2012.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Sequence

from claimdsl.diagnostics.errors import InvariantError
from claimdsl.engine.game import Game
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.native import store
from claimdsl.native.engine import compile_text, features, linked, machine
from claimdsl.native.refusal import NotNative
from claimdsl.native.tree_module import ENTRY, TreeModule
from claimdsl.native.tree_text import AT, LONGEST, SCALE
from claimdsl.native.tree_text import ENTRY as EDGE
from claimdsl.native.tree_worlds import Worlds

EDGES = 1 << 16
"""Unit: edges that the table of a tree has room for; three quarters of them are used."""
CHUNK = 500
"""Unit: games that are played between two looks at the clock."""

_WORD = (1 << 64) - 1


class Searched(Frozen):
    """What a search has found, for each option of the seat in the order of its legal actions.

    `visits`: how often each was tried; `totals`: the payoffs of the seat's side in these games together, each from 0
    to 1.  `iterations` were played; of them `faults` were none for native code, and count for nothing.
    """

    visits: tuple[int, ...]
    totals: tuple[float, ...]
    iterations: int
    faults: int


class TreeSearch:
    """Searches games of one kind; one search at a time."""

    def __init__(self, game: Game, *, greedy: bool = True, keep: bool = True, level: int = 2) -> None:
        """Compile a game, or with `keep` take it from the disk, where it is then kept.

        Without `greedy` what follows beyond the tree is drawn, and nothing else.

        Raises: NotNative.
        """
        self.game = game
        self._worlds = Worlds(game)
        self._load(_code(game, greedy, keep, level))
        self._fields = array("Q", bytes(8 * len(AT)))
        width = max(64, len(game.binding.cards)) + 2
        self._rows = {
            "table": array("Q", bytes(8 * EDGE * EDGES)), "log": array("q", bytes(8 * LONGEST)),
            "path": array("Q", bytes(16 * LONGEST)), "payoffs": array("q", bytes(64)),
            "roots": array("Q", bytes(16 * width)),
        }

    def _load(self, code: bytes) -> None:
        engine = linked(code)
        address = 0 if engine is None else engine.get_function_address(ENTRY)
        if not address:
            raise InvariantError(f"native code for {self.game!r} does not load")
        self._engine = engine
        self._search = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(address)

    def search(
        self, worlds: Sequence[State], *, iterations: int, seed: int, stop: Callable[[], bool] | None = None,
        explore: float = 0.7, greed: float = 0.9, looking: bool = True,
    ) -> Searched:
        """Play so many games on from worlds that look alike to the seat whose turn it is, or until `stop` says so.

        `explore` weighs what was seldom tried; `greed` is how often greedy decides beyond the tree; with `looking`
        what comes to lie on the table in later tricks tells paths apart.

        Raises: NotNative where these moments are not for native code.
        """
        names = self._worlds.names(worlds[0])
        rows, scripts = self._worlds.rows(worlds)
        self._clear(iterations, seed)
        self._set(
            rows=rows.buffer_info()[0], worlds=len(worlds), greed=int(greed * (1 << 32)), looking=_WORD * looking,
            explore=int.from_bytes(array("d", [explore]).tobytes(), "little"),
        )
        done = 0
        while done < iterations and not (done and stop is not None and stop()):
            count = min(CHUNK, iterations - done)
            self._search(self._fields.buffer_info()[0], count)
            done += count
            if 2 * self._fields[AT["faults"]] > done:
                raise NotNative("most games from here on are none for native code")
        del scripts
        return self._found(names, done)

    @property
    def log(self) -> tuple[int, ...]:
        """Give the decisions of the last game, from the trick on in which the worlds stand: for tests."""
        return tuple(self._rows["log"][: min(self._fields[AT["logged"]], LONGEST)])

    @property
    def payoffs(self) -> tuple[float, ...]:
        """Give what the last game came to for each side: for tests."""
        return tuple(payoff / SCALE for payoff in self._rows["payoffs"][: len(self.game.sides)])

    def _set(self, **values: int) -> None:
        for name, value in values.items():
            self._fields[AT[name]] = value

    def _clear(self, iterations: int, seed: int) -> None:
        """Forget everything; the table is as large as so many games need it."""
        edges = 64
        while edges * 3 // 4 < iterations and edges < EDGES:
            edges *= 2
        for name, size in (("table", 8 * EDGE * edges), ("roots", 8 * len(self._rows["roots"]))):
            ctypes.memset(self._rows[name].buffer_info()[0], 0, size)
        self._set(**dict.fromkeys(AT, 0))
        self._set(**{name: row.buffer_info()[0] for name, row in self._rows.items()})
        self._set(mask=edges - 1, room=edges * 3 // 4, rng=seed & _WORD)

    def _found(self, names: tuple[int, ...], done: int) -> Searched:
        table, roots = self._rows["table"], self._rows["roots"]
        start, visits, totals = table.buffer_info()[0], [], []
        for name in names:
            place = (roots[name + 1] - start) // 8 if roots[name + 1] else -1
            visits.append(0 if place < 0 else table[place + 1])
            totals.append(0.0 if place < 0 else table[place + 3] / SCALE)
        return Searched(tuple(visits), tuple(totals), done, self._fields[AT["faults"]])


def _code(game: Game, greedy: bool, keep: bool, level: int) -> bytes:
    """Give the object code of a game."""
    try:
        bmi = "+bmi2" in features()[1]
    except (ImportError, OSError):
        raise NotNative("llvmlite is not there") from None
    key = store.Key(store.kind_of(game, ("tree", str(greedy), str(level)), 1), machine(bmi)) if keep else None
    kept = None if key is None else store.read(key)
    if kept is not None and linked(kept) is not None:
        return kept
    code = compile_text(TreeModule(game.binding, bmi, greedy).text(), level)
    if key is not None:
        store.write(key, code)
    return code
