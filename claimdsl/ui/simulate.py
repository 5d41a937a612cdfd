"""What many games came to, as lines of text for one screen, and the progress of playing them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TextIO

from claimdsl.frozen import Frozen
from claimdsl.sim.paired import Difference, Measure
from claimdsl.sim.results import Figures
from claimdsl.sim.shares import Mean, Share
from claimdsl.sim.simulate import Outcome, Seen, Simulation, Wish
from claimdsl.ui.text import listed

Line = tuple[str, str]
_LABEL, _COUNT, _CELL = 24, 14, 12
_MANY = 100_000
_EVERY = 0.2


class Told(Frozen):
    """What was asked for, in words: the ruleset, the switches of each kind of game, and what is to be played."""

    ruleset: str
    switches: tuple[str, ...]
    wish: Wish
    out: str | None


def lines(found: Outcome, told: Told) -> Iterator[Line]:
    """Tell what games came to: a text and its style for each line."""
    first = found.simulations[0]
    yield f"{told.ruleset}, {first.game.players} players: {', '.join(first.game.factions) or 'no factions'}", "strong"
    yield from _heading(found, told)
    if found.games < found.asked:
        yield f"Stopped: {found.asked:,} were asked for.", "bad"
    if not found.games:
        return
    yield "", ""
    yield from _grid(found, told) if len(found.simulations) > 1 else _single(first, told)
    if told.out is not None:
        yield "", ""
        yield f"{_games(found.games * len(found.simulations), 'row')} written to {told.out}.", ""


def _heading(found: Outcome, told: Told) -> Iterator[Line]:
    kinds, engines = len(found.simulations), dict.fromkeys(each.engine.name for each in found.simulations)
    who = told.wish.agents[0] if len(set(told.wish.agents)) == 1 else ", ".join(told.wish.agents)
    what = f"{found.games:,} {'deals' if kinds > 1 else 'games'} of seed {told.wish.seed}, {who}"
    if not found.games:
        yield f"{what}: nothing was played.", ""
        return
    rate = f"{found.games * kinds / found.seconds:,.0f} games/s"
    yield f"{what}: {found.seconds:.1f} s, {rate}, {' and '.join(engines)} engine", ""
    for reason in dict.fromkeys(each.engine.reason for each in found.simulations if each.engine.reason):
        yield f"On the Python engine: {reason}.", "faint"


# --- one kind of game ------------------------------------------------------------------------------------------------


def _single(found: Simulation, told: Told) -> Iterator[Line]:
    figures = found.figures
    yield f"{'':{_LABEL}}{'games':>{_COUNT}}{'share':>{_CELL}}    95% interval", "strong"
    for side, share in enumerate(figures.wins):
        yield _counted(f"{_side(found, told.wish, side)} wins", share), ""
    yield _counted("shared", figures.draws), ""
    for key, share in figures.decided_by[:-1]:
        yield _counted(f"decided by {key}", share), ""
    if figures.factions:
        yield "", ""
        yield from _votes(found)
    if found.seen.powers:
        yield "", ""
        yield from _powers(found)


def _side(found: Simulation, wish: Wish, side: int) -> str:
    seats = found.game.sides[side]
    names = dict.fromkeys(wish.agents[seat] for seat in seats)
    who = [*(("seats " + "+".join(map(str, seats)),) if len(seats) > 1 else ()),
           *(names if len(set(wish.agents)) > 1 else ())]
    return f"side {side}" + (f" ({', '.join(who)})" if who else "")


def _counted(label: str, share: Share) -> str:
    low, high = share.interval
    digits = _digits(share.of)
    interval = f"{100 * low:.{digits}f} to {100 * high:.{digits}f}%"
    return f"{label:{_LABEL}}{share.count:>{_COUNT},}{_percent(share):>{_CELL}}    {interval}"


def _votes(found: Simulation) -> Iterator[Line]:
    figures = found.figures
    heads = [*(f"side {side}" for side in range(len(figures.wins))), "nobody"]
    yield f"{'votes':{_LABEL}}" + "".join(f"{head:>{_COUNT}}" for head in heads), "strong"
    yield f"{'on average':{_LABEL}}" + "".join(f"{_mean(mean):>{_COUNT}}" for mean in figures.votes), ""
    for each in figures.factions:
        shares = "".join(f"{_with_half(share):>{_COUNT}}" for share in (*each.sides, each.nobody))
        yield f"{each.faction:{_LABEL}}{shares}", ""
    seen = [f"{key or 'nobody'} {_percent(share)}" for key, share in found.seen.votes_by if share.of]
    if seen:
        yield f"Decided by {', '.join(seen)}, in the first {_games(found.seen.games)}.", "faint"


def _powers(found: Simulation) -> Iterator[Line]:
    sizes = sorted({share.of for _, _, share in found.seen.powers}, reverse=True)
    for games in sizes:
        where = "" if games == found.figures.draws.of else f" in the first {_games(games)}"
        yield f"powers that fired{where}", "strong"
        yield from _fired(found.seen, games)
    if found.seen.never:
        yield f"Never: {listed(f'{faction} {power}' for faction, power in found.seen.never)}.", ""


def _fired(seen: Seen, games: int) -> Iterator[Line]:
    """Tell of the powers that were counted in so many games."""
    shown = [
        f"{faction} {power} {_with_half(share)}" for faction, power, share in seen.powers
        if share.count and share.of == games
    ]
    width = max((len(text) for text in shown), default=0)
    across = max(1, 80 // (width + 3))
    for start in range(0, len(shown), across):
        yield "   ".join(f"{text:{width}}" for text in shown[start : start + across]).rstrip(), ""


# --- several kinds ---------------------------------------------------------------------------------------------------


def _grid(found: Outcome, told: Told) -> Iterator[Line]:
    first = found.simulations[0].figures
    rows = zip(told.switches[1:], found.simulations[1:], found.differences, strict=True)
    for switches, each, differences in rows:
        yield f"{switches}, against {told.switches[0]}", "strong"
        yield f"{'':{_LABEL}}{'against':>{_CELL}}{'here':>{_CELL}}{'change':>{_CELL}}    95% interval", "strong"
        for difference in differences:
            if difference.measure.what != "faction" or difference.is_sure:
                yield _compared(difference, first, each.figures), ""
        yield "", ""
    yield "The same deals under each; * marks a change that is more than chance at 95%. Of", "faint"
    yield "the factions only such changes are shown.", "faint"


def _compared(difference: Difference, first: Figures, here: Figures) -> str:
    measure, mark = difference.measure, "*" if difference.is_sure else " "
    scale, digits = (1.0, 3) if measure.what == "votes" else (100.0, _digits(difference.mean.of))
    low, high = difference.interval or (0.0, 0.0)
    change = f"{scale * (difference.value or 0):+.{digits}f}"
    interval = f"{scale * low:+.{digits}f} to {scale * high:+.{digits}f}{mark}"
    cells = (_measured(measure, first), _measured(measure, here), change)
    return f"{_named(measure):{_LABEL}}" + "".join(f"{cell:>{_CELL}}" for cell in cells) + f"    {interval}".rstrip()


def _named(measure: Measure) -> str:
    match measure.what:
        case "wins":
            return f"side {measure.side} wins"
        case "draws":
            return "shared"
        case "votes":
            return f"votes of side {measure.side}"
        case _:
            return f"{measure.faction} to side {measure.side}"


def _measured(measure: Measure, figures: Figures) -> str:
    side = measure.side or 0
    match measure.what:
        case "wins":
            return _percent(figures.wins[side])
        case "draws":
            return _percent(figures.draws)
        case "votes":
            return f"{figures.votes[side].value or 0:.3f}"
        case _:
            return _percent(next(each for each in figures.factions if each.faction == measure.faction).sides[side])


# --- numbers ---------------------------------------------------------------------------------------------------------


def _games(count: int, word: str = "game") -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def _digits(games: int) -> int:
    return 2 if games >= _MANY else 1


def _percent(share: Share) -> str:
    return f"{100 * (share.value or 0):.{_digits(share.of)}f}%"


def _with_half(share: Share) -> str:
    low, high = share.interval
    return f"{_percent(share)} ±{50 * (high - low):.{_digits(share.of)}f}"


def _mean(mean: Mean) -> str:
    ends = mean.interval
    digits = _digits(mean.of) + 1
    return f"{mean.value or 0:.{digits}f}" + ("" if ends is None else f" ±{(ends[1] - ends[0]) / 2:.{digits}f}")


# --- progress --------------------------------------------------------------------------------------------------------


class Progress:
    """Says on a terminal how far the games are, in one line that is gone at the end."""

    def __init__(self, out: TextIO, asked: int) -> None:
        self._out, self._asked = out, asked
        self._is_shown = out.isatty()
        self._began = self._last = time.monotonic()
        self._width = 0

    def done(self, games: int) -> None:
        """Tell how many are done."""
        now = time.monotonic()
        if self._is_shown and now - self._last >= _EVERY:
            rate = games / max(now - self._began, 1e-9)
            self._write(f"{games:,} of {self._asked:,} games, {rate:,.0f} a second; Ctrl-C stops and tells the rest")
            self._last = now

    def end(self) -> None:
        """Leave the line empty."""
        if self._width:
            self._write("")
            self._out.write("\r")
            self._out.flush()

    def _write(self, text: str) -> None:
        self._out.write(f"\r{text[:79]:{self._width}}")
        self._out.flush()
        self._width = min(79, len(text))
