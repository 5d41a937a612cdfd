"""`claim simulate`: many games at once, counted, with intervals; several values of a switch side by side."""

from __future__ import annotations

import sys
from array import array
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import click

from claimdsl.cli.app import FINE, INTERRUPTED
from claimdsl.cli.common import Whole, chosen, settings, split
from claimdsl.cli.interrupt import Interrupt

if TYPE_CHECKING:
    from claimdsl.engine.game import Game
    from claimdsl.engine.ruleset import Ruleset
    from claimdsl.sim.rows import Rows
    from claimdsl.sim.simulate import Outcome, Wish

_MOST_KINDS = 64


@click.command("simulate")
@click.option("--ruleset", default="base", metavar="NAME|PATH", help="A shipped ruleset or a file.  [default: base]")
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="A house rule on top; may be given again.")
@click.option("--players", type=Whole(2, 4), help="How many play.  [default: 2]")
@click.option("--factions", metavar="A,B,...", help="The line-up.  [default: the ruleset's]")
@click.option("--set", "options", multiple=True, metavar="OPTION=VALUE,...",
              help="Turn a switch; of several values each is played with the same deals.  May be given again.")
@click.option("--games", type=Whole(0, 10**12), default=10_000, metavar="N", show_default=True,
              help="How many games.")
@click.option("--agents", metavar="A,B,...",
              help="Who decides: one agent for all, for each side or for each seat.  [default: random]")
@click.option("--seed", type=Whole(0, 2**64 - 1), default=1, show_default=True, help="Play other games.")
@click.option("--threads", type=Whole(1), default=1, metavar="T", show_default=True,
              help="How many play at once, as far as there are processors; the figures are the same.")
@click.option("--out", metavar="FILE", help="Write a row a game there: FILE.parquet, FILE.csv or FILE.jsonl.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How it is written.")
def command(
    ruleset: str, tweaks: tuple[str, ...], players: int | None, factions: str | None, options: tuple[str, ...],
    games: int, agents: str | None, seed: int, threads: int, out: str | None, form: str,
) -> int:
    """Play many games and count them: wins, votes, what decided, which powers fired, each with a 95% interval.

    With several values of a switch (--set OPTION=A,B) every deal is played under each value, and the differences are
    told.  Ctrl-C stops and reports what is done, with exit status 130.  Native code plays where it can, else Python;
    both give the same games.
    """
    from claimdsl.pipeline import load_with_sets
    from claimdsl.sim.simulate import Wish

    rules, used = load_with_sets(ruleset, tweaks, None if factions is None else split(factions, "--factions"))
    count = player_count(ruleset, players, rules.player_counts)
    varied, kinds = _kinds(rules, count, factions, settings(options))
    wish = Wish(games, seed, _agents(agents, kinds[0]), threads)
    found = _run(kinds, wish, out, varied)
    _tell(found, ruleset, used, wish, varied, out, form)
    return FINE if found.games == found.asked else INTERRUPTED


def player_count(ruleset: str, players: int | None, counts: tuple[int, ...]) -> int:
    """Give how many play: as many as were asked for, else two where that can be."""
    found = players or (2 if 2 in counts else counts[0])
    if found not in counts:
        raise click.UsageError(f"'{ruleset}' is for {' or '.join(map(str, counts))} players, not {found}")
    return found


def _kinds(
    rules: Ruleset, players: int, factions: str | None, given: dict[str, str]
) -> tuple[tuple[str, ...], list[Game]]:
    """Give the switches that have several values, and a game for each choice of them."""
    from claimdsl.cli.asked import line_up, switches

    names = None if factions is None else line_up(split(factions, "--factions"), rules, "en")
    values = {name: split(text, f"--set {name}") for name, text in given.items()}
    for name, some in values.items():
        for value in some:
            switches({name: value}, rules)
        if len(set(some)) < len(some):
            raise click.UsageError(f"--set {name}: a value is given twice")
    if prod(map(len, values.values())) > _MOST_KINDS:
        raise click.UsageError(f"--set: these are more than {_MOST_KINDS} kinds of game")
    kinds = [dict(zip(values, choice, strict=True)) for choice in product(*values.values())]
    varied = tuple(name for name, some in values.items() if len(some) > 1)
    return varied, [rules.game(players, names, kind) for kind in kinds]


def _agents(given: str | None, game: Game) -> tuple[str, ...]:
    """Give an agent for each seat."""
    if given is None:
        return ("random",) * game.players
    from claimdsl.engine.batch import AGENTS

    names = tuple(chosen(name, AGENTS, "agent") for name in split(given, "--agents"))
    if len(names) == 1:
        return names * game.players
    if len(names) == game.players:
        return names
    if len(names) == len(game.sides):
        return tuple(names[side] for side in game.binding.side_of)
    sides = f", {len(game.sides)} for the sides" if len(game.sides) < game.players else ""
    raise click.UsageError(f"--agents takes one for all{sides} or {game.players} for the seats, not {len(names)}")


def _run(kinds: list[Game], wish: Wish, out: str | None, varied: tuple[str, ...]) -> Outcome:
    from claimdsl.sim.simulate import Watch, simulate
    from claimdsl.ui.simulate import Progress

    rows = None if out is None else _rows(out, kinds, varied, wish)

    def played(kind: int, first: int, records: array[int]) -> None:
        if rows is not None:
            rows.add(kind, first, records)

    progress = Progress(sys.stderr, wish.games)
    try:
        with Interrupt() as interrupt:
            found = simulate(kinds, wish, Watch(progress.done, lambda: interrupt.is_asked, played))
            if rows is not None:
                rows.keep()
    except BaseException:
        if rows is not None:
            rows.drop()
        raise
    finally:
        progress.end()
    return found


def _rows(out: str, kinds: list[Game], varied: tuple[str, ...], wish: Wish) -> Rows:
    from claimdsl.sim.rows import Rows

    if out == "-":
        raise click.UsageError("--out -: rows are written to a file")
    return Rows(out, kinds, varied, wish.seed)


def _tell(
    found: Outcome, ruleset: str, tweaks: tuple[str, ...], wish: Wish, varied: tuple[str, ...], out: str | None,
    form: str,
) -> None:
    from claimdsl.ui.text import Page

    if form == "json":
        from claimdsl.play.json_text import write_json
        from claimdsl.ui.simulate_json import as_json

        click.echo(write_json(as_json(found, ruleset, tweaks, wish)))
        return
    from claimdsl.ui.simulate import Told, lines

    switches = tuple(
        ", ".join(f"{name}={each.game.options[name]}" for name in varied) for each in found.simulations
    )
    page = Page(sys.stdout)
    for text, style in lines(found, Told(ruleset, switches, wish, out)):
        page.say(text, style, indent=6)
