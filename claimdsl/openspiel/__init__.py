"""Games of claimdsl as games of OpenSpiel, for its algorithms: `pip install 'claimdsl[openspiel]'`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from claimdsl.diagnostics.errors import ClaimError

if TYPE_CHECKING:
    from claimdsl.openspiel.game import SpielGame


class NoSpielError(ClaimError):
    """OpenSpiel is not there."""


def register() -> None:
    """Make the game `claim` known to OpenSpiel, which must be done before a game or state is read from text.

    Raises: NoSpielError where it is not installed.
    """
    try:
        import pyspiel
    except ImportError:
        raise NoSpielError("OpenSpiel is not installed; try: pip install 'claimdsl[openspiel]'") from None
    from claimdsl.openspiel.game import SpielGame, game_type
    from claimdsl.openspiel.parameters import SHORT_NAME

    if SHORT_NAME not in pyspiel.registered_names():
        pyspiel.register_game(game_type(), SpielGame)


def spiel_game(
    reference: str = "base", players: int | None = None, factions: Sequence[str] | None = None,
    options: Mapping[str, str] | None = None, use: Sequence[str] = (),
) -> SpielGame:
    """Give a ruleset as a game of OpenSpiel: for a number of players, with a line-up, options and tweaks.

    Raises: NoSpielError; SetupError, RulesetError and UnreadableError as `load_ruleset` and `Ruleset.game` do.
    """
    register()
    from claimdsl.openspiel.game import SpielGame
    from claimdsl.openspiel.parameters import written

    return SpielGame(written(reference, players, factions, options, use))
