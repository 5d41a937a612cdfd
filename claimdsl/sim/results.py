"""Packed results of many games, counted: who won, what decided, who had which vote.

Each engine packs a result alike (`engine.batch.record_of`), so counting never asks which one played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.engine.game import Game
from claimdsl.engine.outcome import SHARED
from claimdsl.frozen import Frozen
from claimdsl.sim.shares import Mean, Share

_SIDES = 4
_KEY, _KEY_MASK = 4, 15
_VOTES, _VOTE_BITS, _VOTE_MASK = 8, 3, 7
_MOST_KEYS, _MOST_FACTIONS = _KEY_MASK, (63 - _VOTES) // _VOTE_BITS


class Result(Frozen):
    """One game: the sides that won, what decided, votes by side, and of each faction the side with its vote, or None.

    `votes` and `holders` are empty where factions are not scored.
    """

    winners: tuple[int, ...]
    decided_by: str
    votes: tuple[int, ...]
    holders: tuple[int | None, ...]


class Reader:
    """Reads the packed results of one kind of game."""

    def __init__(self, game: Game) -> None:
        """Learn what is packed where.

        Raises: ClaimError where a packed result has no room for all that may be in one.
        """
        self._sides = range(len(game.sides))
        self._keys = (*(key.name for key in game.binding.program.ranks), SHARED)
        self.factions = game.factions if game.ruleset.scored_pile else ()
        self._read: dict[int, Result] = {}
        keys = len(game.binding.program.ranks)
        if keys > _MOST_KEYS:
            most = f"many games are counted with up to {_MOST_KEYS} keys that rank the sides"
            raise ClaimError(f"{most}; here are {keys}")
        if len(self.factions) > _MOST_FACTIONS:
            most = f"many games are counted with up to {_MOST_FACTIONS} factions"
            raise ClaimError(f"{most}; here are {len(self.factions)}")

    @property
    def keys(self) -> tuple[str, ...]:
        """Name all that may decide a game, in the order in which it is asked."""
        return tuple(dict.fromkeys(self._keys))

    def result(self, record: int) -> Result:
        """Unpack a result."""
        found = self._read.get(record)
        if found is None:
            found = self._read[record] = self._unpacked(record)
        return found

    def _unpacked(self, record: int) -> Result:
        places = range(_VOTES, _VOTES + _VOTE_BITS * len(self.factions), _VOTE_BITS)
        said = [record >> place & _VOTE_MASK for place in places]
        return Result(
            tuple(side for side in self._sides if record >> side & 1),
            self._keys[record >> _KEY & _KEY_MASK],
            tuple(said.count(side + 1) for side in self._sides) if self.factions else (),
            tuple(vote - 1 if vote else None for vote in said),
        )


class FactionVotes(Frozen):
    """In how many games each side had a faction's vote, and in how many nobody."""

    faction: str
    sides: tuple[Share, ...]
    nobody: Share


class Figures(Frozen):
    """What many games of one kind came to.

    `wins`: games that a side won alone; `draws`: shared ones; `votes`: how many a side has on average;
    `decided_by`: how many games each key did.
    """

    games: int
    wins: tuple[Share, ...]
    draws: Share
    votes: tuple[Mean, ...]
    decided_by: tuple[tuple[str, Share], ...]
    factions: tuple[FactionVotes, ...]


def figures(reader: Reader, sides: int, counts: Mapping[int, int]) -> Figures:
    """Work out the figures from how often each packed result came up."""
    games = sum(counts.values())
    wins, keys, holders = Counter[tuple[int, ...]](), Counter[str](), Counter[tuple[str, int | None]]()
    totals, squares = [0] * sides, [0] * sides
    for record, count in counts.items():
        result = reader.result(record)
        wins[result.winners] += count
        keys[result.decided_by] += count
        for faction, holder in zip(reader.factions, result.holders, strict=True):
            holders[faction, holder] += count
        for side, votes in enumerate(result.votes):
            totals[side] += count * votes
            squares[side] += count * votes * votes
    alone = [wins[side,] for side in range(sides)]
    return Figures(
        games, tuple(Share(count, games) for count in alone), Share(games - sum(alone), games),
        tuple(Mean(*sums, games) for sums in zip(totals, squares, strict=True)) if reader.factions else (),
        tuple((key, Share(keys[key], games)) for key in reader.keys),
        tuple(_faction_votes(name, holders, sides, games) for name in reader.factions),
    )


def _faction_votes(name: str, holders: Counter[tuple[str, int | None]], sides: int, games: int) -> FactionVotes:
    each = tuple(Share(holders[name, side], games) for side in range(sides))
    return FactionVotes(name, each, Share(holders[name, None], games))
