"""What many games came to, as a JSON object."""

from __future__ import annotations

from claimdsl.play.json_text import Json
from claimdsl.sim.paired import Difference
from claimdsl.sim.shares import LEVEL, Mean, Share
from claimdsl.sim.simulate import Outcome, Seen, Simulation, Wish


def as_json(found: Outcome, ruleset: str, tweaks: tuple[str, ...], wish: Wish) -> dict[str, Json]:
    """Give one object; of several kinds of game the figures stand in `grid`, with the differences from the first."""
    first = found.simulations[0]
    played = found.games * len(found.simulations)
    head: dict[str, Json] = {
        "ruleset": ruleset, "with": list(tweaks), "players": first.game.players, "factions": list(first.game.factions),
        "sides": [list(side) for side in first.game.sides], "agents": list(wish.agents), "seed": wish.seed,
        "asked": found.asked, "games": found.games, "interrupted": found.games < found.asked, "seconds": found.seconds,
        "games_per_second": played / found.seconds if played else 0.0, "threads": found.threads, "level": LEVEL,
    }
    if len(found.simulations) == 1:
        return head | _simulation(first)
    grid: list[Json] = []
    for kind, each in enumerate(found.simulations):
        changes = found.differences[kind - 1] if kind else ()
        grid.append({**_simulation(each), "differences": [_difference(one) for one in changes]})
    return head | {"grid": grid}


def _simulation(found: Simulation) -> dict[str, Json]:
    figures = found.figures
    return {
        "options": dict(found.game.options), "engine": found.engine.name, "reason": found.engine.reason or None,
        "replayed": found.replayed,
        "wins": [share.count for share in figures.wins], "draws": figures.draws.count,
        "shares": {"wins": [_share(share) for share in figures.wins], "draws": _share(figures.draws)},
        "votes": [_mean(mean) for mean in figures.votes] or None,
        "decided_by": [{"key": key, **_share(share)} for key, share in figures.decided_by],
        "faction_votes": [
            {"faction": each.faction, "sides": [_share(share) for share in each.sides], "nobody": _share(each.nobody)}
            for each in figures.factions
        ],
        **_seen(found.seen),
    }


def _seen(seen: Seen) -> dict[str, Json]:
    votes: list[Json] = [{"key": key or None, **_share(share)} for key, share in seen.votes_by]
    return {
        "powers": [
            {"faction": faction, "power": power, "games": share.of, **_share(share)}
            for faction, power, share in seen.powers
        ],
        "never": [{"faction": faction, "power": power} for faction, power in seen.never],
        "sample": {"games": seen.games, "votes_decided_by": votes},
    }


def _share(share: Share) -> dict[str, Json]:
    low, high = share.interval
    return {"count": share.count, "share": share.value, "low": low, "high": high}


def _mean(mean: Mean) -> Json:
    low, high = mean.interval or (None, None)
    return {"mean": mean.value, "low": low, "high": high}


def _difference(each: Difference) -> Json:
    low, high = each.interval or (None, None)
    measure = each.measure
    return {
        "what": measure.what, "side": measure.side, "faction": measure.faction or None, "difference": each.value,
        "low": low, "high": high,
    }
