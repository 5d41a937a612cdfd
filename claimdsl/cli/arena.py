"""`claim arena`: two agents against each other on mirrored deals, with win rate, Elo and a sequential test."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from claimdsl.cli.app import FINE, INTERRUPTED
from claimdsl.cli.common import Between, chosen, settings, split
from claimdsl.cli.interrupt import Interrupt

if TYPE_CHECKING:
    from claimdsl.ai.budget import Budget
    from claimdsl.engine.game import Game
    from claimdsl.sim.arena import Found, Wish
    from claimdsl.sim.strength import Sequential

_UNBOUNDED = 1 << 30
_ELO, _RISK = Between(-2000, 2000), Between(1e-6, 0.5)


@click.command("arena")
@click.option("--ruleset", default="base", metavar="NAME|PATH", help="A shipped ruleset or a file.  [default: base]")
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="A house rule on top; may be given again.")
@click.option("--players", type=click.IntRange(2, 4), help="How many play.  [default: 2]")
@click.option("--factions", metavar="A,B,...", help="The line-up.  [default: the ruleset's]")
@click.option("--set", "options", multiple=True, metavar="OPTION=VALUE", help="Turn a switch; may be given again.")
@click.option("--agents", default="level6,greedy", metavar="A,B", show_default=True, help="Which two.")
@click.option("--pairs", type=click.IntRange(1, 10**9), default=100, metavar="N", show_default=True,
              help="How many deals, each played once with A on every side.")
@click.option("--move-time", type=Between(0.001, 3600), metavar="S",
              help="Seconds for a move of agents that think.  [default: as each level has it]")
@click.option("--iterations", type=click.IntRange(1, _UNBOUNDED), metavar="N",
              help="How often they may try, in place of seconds: the same games on every machine.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Other deals.")
@click.option("--sprt", is_flag=True, help="Stop as soon as it is clear whether A is better by --elo0 or by --elo1.")
@click.option("--elo0", type=_ELO, help="With --sprt: no better than this.  [default: 0]")
@click.option("--elo1", type=_ELO, help="With --sprt: as good as this.  [default: 50]")
@click.option("--alpha", type=_RISK, help="With --sprt: how often it may say elo1 where elo0 is true.  [default: 0.05]")
@click.option("--beta", type=_RISK, help="With --sprt: how often it may say elo0 where elo1 is true.  [default: 0.05]")
@click.option("--threads", type=click.IntRange(1, 256), default=1, metavar="T", show_default=True,
              help="How many processes play; the figures are the same.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How it is written.")
def command(
    ruleset: str, tweaks: tuple[str, ...], players: int | None, factions: str | None, options: tuple[str, ...],
    agents: str, pairs: int, move_time: float | None, iterations: int | None, seed: int, sprt: bool,
    elo0: float | None, elo1: float | None, alpha: float | None, beta: float | None, threads: int, form: str,
) -> int:
    """Play the agents A and B against each other and say how much better A is.

    Every deal is played with A on each side in turn and B on all others, so that its luck does not count; a shared game
    counts as its share.  Ctrl-C stops and reports what is done, with exit status 130.
    """
    from claimdsl.sim.arena import Wish

    test = _test(sprt, elo0, elo1, alpha, beta)
    game, used = _game(ruleset, tweaks, players, factions, settings(options))
    wish = Wish(_agents(agents), pairs, seed, _budget(move_time, iterations), test, threads)
    found = _run(game, wish)
    _tell(found, game, ruleset, used, wish, form)
    return FINE if found.score.deals == pairs or found.verdict else INTERRUPTED


def _test(
    sprt: bool, elo0: float | None, elo1: float | None, alpha: float | None, beta: float | None
) -> Sequential | None:
    """Give the sequential test that is asked for."""
    from claimdsl.sim.strength import Sequential

    given = {"--elo0": elo0, "--elo1": elo1, "--alpha": alpha, "--beta": beta}
    if not sprt:
        vain = [option for option, value in given.items() if value is not None]
        if vain:
            raise click.UsageError(f"{vain[0]} goes with --sprt")
        return None
    low, high = 0.0 if elo0 is None else elo0, 50.0 if elo1 is None else elo1
    if low >= high:
        raise click.UsageError("--elo0 must be less than --elo1")
    return Sequential(low, high, 0.05 if alpha is None else alpha, 0.05 if beta is None else beta)


def _game(
    ruleset: str, tweaks: tuple[str, ...], players: int | None, factions: str | None, options: dict[str, str]
) -> tuple[Game, tuple[str, ...]]:
    from claimdsl.cli.asked import line_up, switches
    from claimdsl.cli.simulate import player_count
    from claimdsl.pipeline import load_with_sets

    rules, used = load_with_sets(ruleset, tweaks, None if factions is None else split(factions, "--factions"))
    count = player_count(ruleset, players, rules.player_counts)
    names = None if factions is None else line_up(split(factions, "--factions"), rules, "en")
    switches(options, rules)
    return rules.game(count, names, options), used


def _agents(given: str) -> tuple[str, str]:
    from claimdsl.ai.agent import AGENTS

    names = tuple(chosen(name, tuple(AGENTS), "agent") for name in split(given, "--agents"))
    if len(names) != 2:
        raise click.UsageError(f"--agents takes two, not {len(names)}")
    return names[0], names[1]


def _budget(move_time: float | None, iterations: int | None) -> Budget | None:
    from claimdsl.ai.budget import Budget

    if move_time is None and iterations is None:
        return None
    return Budget(iterations or _UNBOUNDED, move_time if move_time is not None else float("inf"))


def _run(game: Game, wish: Wish) -> Found:
    from claimdsl.sim.arena import Watch, contest
    from claimdsl.ui.simulate import Progress

    progress = Progress(sys.stderr, wish.pairs)
    try:
        with Interrupt() as interrupt:
            return contest(game, wish, Watch(progress.done, lambda: interrupt.is_asked))
    finally:
        progress.end()


def _tell(found: Found, game: Game, ruleset: str, tweaks: tuple[str, ...], wish: Wish, form: str) -> None:
    from claimdsl.ui.arena import as_json, lines
    from claimdsl.ui.text import Page

    if form == "json":
        from claimdsl.play.json_text import write_json

        click.echo(write_json(as_json(found, game, ruleset, tweaks, wish)))
        return
    page = Page(sys.stdout)
    for text, style in lines(found, game, ruleset, wish):
        page.say(text, style, indent=6)
