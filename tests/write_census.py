"""Write docs/census.md: how every two factions that can be in one deck get on, in random games.

    python -m tests.write_census [--games N] [--each N] [--seed K] [--jobs N]

The same seed plays the same games; the times are those of this machine.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests.census import Census, Pair, Tally, census, everything, possible_pairs

PAGE = Path(__file__).resolve().parent.parent / "docs" / "census.md"
PLAYERS = (2, 3)
MOST = 10
_ROW = tuple[str, ...]
HEAD = """\
`make census` plays at least {games} random games for every two shipped factions that can be in one deck, for two
players and for three, with random switches (seed {seed}). A pair is clean when its games kept the laws and came to an
end, and each of the two that has powers used one in some of them. Factions never meet where each is of a pair of its
own, or stands in for one."""
LAWS = """\
{whole} more games were looked at by every law of `claim test --fuzz`, these by the cheap ones: there is always a move,
the game ends, no card is lost, the votes add up."""


def page(found: Census, seed: int, games: int) -> str:
    """Give the whole page."""
    parts = [
        "# Every two factions",
        HEAD.format(games=games, seed=seed),
        "## Totals", table(TOTALS, [*totals(found)]),
        LAWS.format(whole=found.whole),
        "## Not clean", *unclean(found),
        "## Powers that waited for others",
        "These never fired in the games of a pair, though another power of the faction did.", *waiting(found),
        "## Slowest",
        "Of factions that always play together, the first stands for all here and below.",
        table(("players", "pair", "ms a game"), rows(found, lambda one: one.seconds / one.games, _ms)),
        "## Strangest",
        "Most moves a game:", table(("players", "pair", "moves", "longest"), rows(found, _moves, _both)),
        "Most often shared:", table(("players", "pair", "shared"), rows(found, _shared, _share)),
        "Where leading the first trick helps or harms most, by how often the leader wins alone:",
        table(("players", "pair", "leader wins"), _led_rows(found)),
    ]
    return "\n\n".join(parts) + "\n"


def table(head: _ROW, body: Sequence[_ROW]) -> str:
    """Write a table."""
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ("---",) * len(head), *body))


TOTALS = ("players", "pairs", "clean", "line-ups", "games", "fewest for a pair", "pairs that never meet")


def totals(found: Census) -> Iterator[_ROW]:
    """Count the pairs and games of each player count."""
    every = len([spec for spec in everything().program.factions if spec.values])
    for players, pairs in found.pairs.items():
        clean = sum(tally.is_clean(pair) for pair, tally in pairs.items())
        fewest = min((tally.games for tally in pairs.values()), default=0)
        never = every * (every - 1) // 2 - len(possible_pairs(everything(), players))
        counts = (players, len(pairs), clean, found.line_ups[players], found.games[players], fewest, never)
        yield tuple(map(str, counts))


def unclean(found: Census) -> Iterator[str]:
    """Tell of pairs that are not clean: each fault once, and factions that did nothing."""
    faults = dict.fromkeys(
        fault for pairs in found.pairs.values() for tally in pairs.values() for fault in tally.faults
    )
    body = [
        (str(players), name, " + ".join(pair)) for players, pair, tally in _all(found) for name in tally.mute(pair)
    ]
    yield from ("\n".join(f"- {fault}" for fault in faults),) if faults else ()
    yield from (table(("players", "never acted", "pair"), body),) if body else ()
    yield from () if faults or body else ("Nothing.",)


def waiting(found: Census) -> Iterator[str]:
    """Tell of powers that never fired, and beside whom."""
    silent: dict[_ROW, list[str]] = {}
    for players, pair, tally in _all(found):
        for power in tally.silent(pair):
            other = next(name for name in pair if not power.endswith(f" of {name}"))
            silent.setdefault((str(players), power), []).append(other)
    body = [(*power, ", ".join(others)) for power, others in silent.items()]
    yield table(("players", "never fired", "beside"), body) if body else "None."


def rows(found: Census, key: Callable[[Tally], float], cells: Callable[[Tally], _ROW]) -> list[_ROW]:
    """Give the pairs with the greatest key, of all player counts."""
    ranked = sorted(_told(found), key=lambda each: (-key(each[2]), each[0], each[1]))
    return [(str(players), " + ".join(pair), *cells(tally)) for players, pair, tally in ranked[:MOST]]


def _all(found: Census) -> Iterator[tuple[int, Pair, Tally]]:
    for players, pairs in found.pairs.items():
        yield from ((players, pair, tally) for pair, tally in pairs.items() if tally.games)


def _told(found: Census) -> Iterator[tuple[int, Pair, Tally]]:
    """Leave out pairs that say the same: of factions that always play together the first stands for all."""
    second = {name for group in everything().program.pairs for name in group[1:]}
    return (each for each in _all(found) if second.isdisjoint(each[1]))


def _moves(one: Tally) -> float:
    return one.moves / one.games


def _both(one: Tally) -> _ROW:
    return f"{_moves(one):.1f}", str(one.longest)


def _ms(one: Tally) -> _ROW:
    return (f"{1000 * one.seconds / one.games:.1f}",)


def _shared(one: Tally) -> float:
    return one.shared / one.games


def _share(one: Tally) -> _ROW:
    return (f"{_shared(one):.0%}",)


def _led_rows(found: Census) -> list[_ROW]:
    """Give the pairs where the first leader's share of wins is farthest from that of all games of the player count."""
    usual = {
        players: sum(one.led for one in pairs.values()) / max(1, sum(one.games for one in pairs.values()))
        for players, pairs in found.pairs.items()
    }
    apart = {
        (players, pair): abs(one.led / one.games - usual[players]) for players, pair, one in _told(found)
    }
    ranked = sorted(_told(found), key=lambda each: (-apart[each[:2]], each[:2]))
    return [
        (str(players), " + ".join(pair), f"{one.led / one.games:.0%}, in all {usual[players]:.0%}")
        for players, pair, one in ranked[:MOST]
    ]


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Let every two factions meet in random games.")
    parser.add_argument("--games", type=int, default=100, help="at least so many for each pair")
    parser.add_argument("--each", type=int, default=20, help="so many of one line-up")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    wish, began = parser.parse_args(), time.monotonic()
    found = census(PLAYERS, wish.games, wish.each, wish.seed, wish.jobs)
    PAGE.write_text(page(found, wish.seed, wish.games), encoding="utf-8", newline="\n")
    print(f"{sum(found.games.values())} games in {time.monotonic() - began:.0f} seconds")
    return any(not tally.is_clean(pair) for _, pair, tally in _all(found))


if __name__ == "__main__":
    sys.exit(main())
