"""What a game is, as parameters of OpenSpiel: numbers and texts that come back from a game written as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimdsl.engine.game import Game
from claimdsl.engine.line_up import SetupError
from claimdsl.pipeline import load_ruleset

SHORT_NAME = "claim"

Parameters = Mapping[str, str | int]

DEFAULTS: dict[str, str | int] = {"ruleset": "base", "use": "", "players": 0, "factions": "", "options": ""}
"""What is not given; 0 players are the fewest that there can be, no factions the default line-up."""

_BETWEEN = "+"
_IS = ":"
_RESERVED = frozenset("(),=+")


def written(
    reference: str, players: int | None, factions: Sequence[str] | None, options: Mapping[str, str] | None,
    use: Sequence[str],
) -> dict[str, str | int]:
    """Write what is asked for as parameters.

    Raises: SetupError for a path that OpenSpiel could not read.
    """
    strange = next((name for name in (reference, *use) if _RESERVED & set(name)), None)
    if strange is not None:
        raise SetupError(f"'{strange}' has a character that has a meaning in the name of a game of OpenSpiel: (),=+")
    return {
        "ruleset": reference, "use": _BETWEEN.join(use), "players": players or 0,
        "factions": _BETWEEN.join(factions or ()),
        "options": _BETWEEN.join(f"{name}{_IS}{value}" for name, value in (options or {}).items()),
    }


def meant(parameters: Parameters) -> Game:
    """Give the game that parameters stand for.

    Raises: as `load_ruleset` and `Ruleset.game` do; SetupError for an option without a value.
    """
    use, factions, options = (_parts(str(parameters[name])) for name in ("use", "factions", "options"))
    bare = next((option for option in options if _IS not in option), None)
    if bare is not None:
        raise SetupError(f"option '{bare}' has no value; write {bare}{_IS}VALUE")
    chosen = dict(option.split(_IS, 1) for option in options)
    ruleset = load_ruleset(str(parameters["ruleset"]), use)
    return ruleset.game(int(parameters["players"]) or None, factions or None, chosen)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(text.split(_BETWEEN)) if text else ()
