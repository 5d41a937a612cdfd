"""What two agents came to against each other, as lines of text and as a JSON object."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf

from claimdsl.engine.game import Game
from claimdsl.play.json_text import Json
from claimdsl.sim.arena import Found, Pace, Wish
from claimdsl.sim.shares import LEVEL
from claimdsl.sim.strength import elo

Line = tuple[str, str]
_SHARES = (0.95, 0.99)


def lines(found: Found, game: Game, ruleset: str, wish: Wish) -> Iterator[Line]:
    """Tell what was found: a text and its style for each line."""
    score, sides, (one, other) = found.score, len(game.sides), wish.agents
    yield f"{ruleset}, {game.players} players: {', '.join(game.factions) or 'no factions'}", "strong"
    games = "2 games each" if sides == 2 else f"{sides} games each"
    yield f"{one} against {other}: {score.deals:,} {'deal' if score.deals == 1 else 'deals'} of seed {wish.seed}, " \
          f"{games}", ""
    if score.deals < wish.pairs and not found.verdict:
        yield f"Stopped: {wish.pairs:,} were asked for.", "bad"
    if not score.deals:
        return
    low, high = score.interval
    fair = "" if sides == 2 else f"; equal agents: {100 / sides:.1f}%"
    yield "", ""
    yield f"win rate of {one}: {100 * score.rate:.1f}% (95%: {100 * low:.1f} to {100 * high:.1f}){fair}", ""
    middle, *ends = (_rating(elo(rate, sides)) for rate in (score.rate, low, high))
    yield f"Elo: {middle} (95%: {ends[0]} to {ends[1]})", ""
    if wish.sequential is not None:
        yield _verdict(found, wish, sides), ""
    for name, pace in zip(wish.agents, found.paces, strict=True):
        yield f"{name}: {_paced(pace)}", "faint"


def _rating(value: float) -> str:
    return f"{value:+.0f}" if not isinf(value) else "more than can be told" if value > 0 else "less than can be told"


def _verdict(found: Found, wish: Wish, sides: int) -> str:
    test = wish.sequential
    assert test is not None
    low, high = test.bounds
    told = {"elo1": f"it is better by {test.elo1:g} or more", "elo0": f"it is not better by more than {test.elo0:g}"}
    verdict = told.get(found.verdict, "not clear yet")
    return f"sequential test: {verdict} (ratio {test.ratio(found.score, sides):.2f} of {low:.2f} to {high:.2f})"


def _paced(pace: Pace) -> str:
    mean, most, nearly = (1000 * one for one in (pace.seconds / max(1, len(pace.times)), *map(pace.within, _SHARES)))
    return f"{mean:.1f} ms a move; 95% within {most:.0f} ms, 99% within {nearly:.0f} ms"


def as_json(found: Found, game: Game, ruleset: str, tweaks: tuple[str, ...], wish: Wish) -> dict[str, Json]:
    """Give one object.  Unit: `win_rate`, `low`, `high` are shares; Elo is null where all or none was won."""
    score, sides = found.score, len(game.sides)
    low, high = score.interval
    return {
        "ruleset": ruleset, "with": list(tweaks), "players": game.players, "factions": list(game.factions),
        "options": dict(game.options), "agents": list(wish.agents), "seed": wish.seed, "asked": wish.pairs,
        "iterations": None if wish.budget is None else wish.budget.iterations,
        "move_time": None if wish.budget is None else _finite(wish.budget.seconds),
        "pairs": score.deals, "interrupted": score.deals < wish.pairs and not found.verdict, "level": LEVEL,
        "win_rate": score.rate, "low": low, "high": high, "elo": _finite(elo(score.rate, sides)),
        "elo_low": _finite(elo(low, sides)), "elo_high": _finite(elo(high, sides)), "sprt": _test(found, wish, sides),
        "moves": [_pace(pace) for pace in found.paces],
    }


def _finite(value: float) -> float | None:
    return None if isinf(value) else value


def _test(found: Found, wish: Wish, sides: int) -> Json:
    test = wish.sequential
    if test is None:
        return None
    low, high = test.bounds
    return {
        "elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta, "lower": low, "upper": high,
        "ratio": test.ratio(found.score, sides), "verdict": found.verdict or None,
    }


def _pace(pace: Pace) -> Json:
    return {
        "count": len(pace.times), "seconds": pace.seconds, "p95": pace.within(0.95), "p99": pace.within(0.99),
        "longest": max(pace.times, default=0.0),
    }
