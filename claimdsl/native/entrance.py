"""A function of a printed module, as it is called from outside: in code that was kept on disk, else in new code."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.diagnostics.errors import InvariantError
from claimdsl.engine.game import Game
from claimdsl.native import store
from claimdsl.native.engine import compile_text, features, linked, machine
from claimdsl.native.refusal import NotNative


class Entrance:
    """Holds the code of a function, and where it begins."""

    def __init__(
        self, game: Game, made: tuple[str, ...], name: str, printed: Callable[[bool], str], keep: bool, level: int
    ) -> None:
        """Find a function by its name; `made` says what code of a game it is, `printed` prints its module.

        Raises: NotNative, where llvmlite is missing too.
        """
        self._name = name
        try:
            bmi = "+bmi2" in features()[1]
        except (ImportError, OSError):
            raise NotNative("llvmlite is not there") from None
        key = store.Key(store.kind_of(game, made, 1), machine(bmi)) if keep else None
        kept = None if key is None else store.read(key)
        self.address = 0 if kept is None else self._found(kept)
        if not self.address:
            code = compile_text(printed(bmi), level)
            self.address = self._found(code)
            if key is not None and self.address:
                store.write(key, code)
        if not self.address:
            raise InvariantError(f"the native code of {made[0]} for {game!r} does not load")

    def _found(self, code: bytes) -> int:
        """Load code; give the address of the function, or 0."""
        self._engine = linked(code)
        return 0 if self._engine is None else int(self._engine.get_function_address(self._name))
